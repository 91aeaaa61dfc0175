"""X as a NumPy array: one centred copy, whatever the scalings asked of it."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import blas

from golfs.arrays._cholesky import evened
from golfs.arrays._design import Array, Design, Indices, as_design, blocks, is_constant, power_of_two


class DenseDesign(Design):
    """X̃ = A diag(factor), A the centred copy in the dtype of X, columns in contiguous memory.

    BLAS is called with the wide factor last: as A'U and AV, thin products take up to twice as long.
    """

    def __init__(self, A: NDArray[Any], factor: Array, mean: Array, scale: Array) -> None:
        self.A, self.factor, self.mean, self.scale = A, factor, mean, scale
        self.shape = (A.shape[0], A.shape[1])

    def dot(self, W: Array) -> Array:
        V = W * self.factor[:, None]
        if self.A.dtype == np.float64:
            return np.asarray(blas.dgemm(1.0, V.T, self.A, trans_b=1).T)
        n, d = self.shape
        product = np.zeros((n, W.shape[1]))
        for block in blocks(d, n):
            product += self.A[:, block].astype(np.float64) @ V[block]
        return product

    def tdot(self, U: Array, times: Array | None = None) -> Array:
        n, d = self.shape
        if self.A.dtype == np.float64:
            product = blas.dgemm(1.0, evened(U).T, self.A).T
        else:
            product = np.empty((d, U.shape[1]))
            for block in blocks(d, n):
                product[block] = self.A.T[block].astype(np.float64) @ U
        product *= (self.factor if times is None else self.factor * times)[:, None]
        return np.asarray(product[:, : U.shape[1]])

    def columns(self, which: slice | Indices, times: Array | None = None) -> Array:
        factor = self.factor[which] if times is None else self.factor[which] * times
        return np.asarray(self.A.T[which] * factor[:, None])

    def rows(self, which: slice) -> Array:
        return np.ascontiguousarray(self.A[which] * self.factor)

    def take(self, which: Indices) -> DenseDesign:
        return DenseDesign(self.A.T[which].T, self.factor[which], self.mean[which], self.scale[which])

    def scaled(self, by: Array) -> Self:
        return type(self)(self.A, self.factor / by, self.mean, self.scale * by)


@as_design.register(np.ndarray)
def _(X: NDArray[Any], center: bool = True) -> DenseDesign:
    n, d = X.shape
    A = np.empty((n, d), dtype=X.dtype, order="F")
    mean, square = np.zeros(d), np.empty(d)
    largest = max(abs(float(X.max())), abs(float(X.min())))
    unit = power_of_two(largest)
    for block in blocks(d, n):
        B = X.T[block].astype(np.float64, order="C")
        B /= unit
        if center:
            mean[block] = B.mean(axis=1)
            B -= mean[block, None]
        square[block] = np.einsum("ji,ji->j", B, B) / n
        if center:
            constant = is_constant(mean[block], np.sqrt(square[block]))
            if constant.any():
                B[constant] = 0.0
                square[block][constant] = 0.0
        A.T[block] = B
    again = power_of_two(float(np.sqrt(square.mean())))
    if again != 1.0:
        A *= A.dtype.type(1.0 / again)
    return DenseDesign(A, np.ones(d), mean * unit, np.full(d, unit * again))
