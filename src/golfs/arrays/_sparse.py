"""X as a SciPy sparse matrix, centred without ever being made dense."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy import sparse

from golfs.arrays._design import Array, Design, Indices, as_design, blocks, is_constant, power_of_two

# Above this share of stored values, dense blocks of columns multiply faster than sparse rows.
SPARSE_PRODUCT_BELOW = 0.05


class SparseDesign(Design):
    """X̃ = (M − 1m') diag(factor), M in CSC format, m and factor in its units."""

    def __init__(self, M: Any, m: Array, factor: Array, mean: Array, scale: Array) -> None:
        self.M, self.m, self.factor, self.mean, self.scale = M, m, factor, mean, scale
        self.shape = (M.shape[0], M.shape[1])

    @property
    def density(self) -> float:
        n, d = self.shape
        return float(self.M.nnz / (n * d)) if n * d else 0.0

    @property
    def dot_cost(self) -> float:
        return 50.0 * float(self.M.nnz)

    @property
    def gram_cost(self) -> float:
        if self.density >= SPARSE_PRODUCT_BELOW:
            return super().gram_cost
        return 500.0 * float(self.M.nnz) * self.density * self.shape[0]

    def dot(self, W: Array) -> Array:
        V = W * self.factor[:, None]
        return np.asarray(self.M @ V - self.m @ V)

    def tdot(self, U: Array, times: Array | None = None) -> Array:
        product = self.M.T @ U - np.outer(self.m, U.sum(axis=0))
        product *= (self.factor if times is None else self.factor * times)[:, None]
        return np.asarray(product)

    def columns(self, which: slice | Indices, times: Array | None = None) -> Array:
        factor = self.factor[which] if times is None else self.factor[which] * times
        B = self.M[:, which].T.toarray().astype(np.float64)
        B -= self.m[which, None]
        B *= factor[:, None]
        return np.asarray(B)

    def rows(self, which: slice) -> Array:
        R = self.M[which].toarray().astype(np.float64)
        R -= self.m
        R *= self.factor
        return np.ascontiguousarray(R)

    def take(self, which: Indices) -> SparseDesign:
        return SparseDesign(self.M[:, which], self.m[which], self.factor[which], self.mean[which], self.scale[which])

    def points(self) -> Any:
        points = (self.M @ sparse.diags_array(self.factor)).tocsr()  # uncentred: a common shift changes no distance
        if points.nnz <= np.iinfo(np.int32).max:  # k-means takes no other indices
            points.indices, points.indptr = points.indices.astype(np.int32), points.indptr.astype(np.int32)
        return points

    def scaled(self, by: Array) -> Self:
        return type(self)(self.M, self.m, self.factor / by, self.mean, self.scale * by)

    def gram(self, weights: Array | None = None, *, half: bool = False) -> Array:
        if self.density >= SPARSE_PRODUCT_BELOW:
            return super().gram(weights, half=half)
        n = self.shape[0]
        w = self.factor**2 if weights is None else self.factor**2 * weights
        S = (self.M @ sparse.diags_array(np.sqrt(w))).tocsr()
        S.eliminate_zeros()
        K = np.empty((n, n))
        for block in blocks(n, n):
            K[block] = (S[block] @ S.T).toarray()
        if self.m.any():  # (M − 1m') diag(w) (M − 1m')'
            cross = self.M @ (w * self.m)
            K -= cross
            K -= cross[:, None]
            K += (w * self.m) @ self.m
        return K

    def column_norms(self, A: Array | None = None) -> Array:
        if A is None or self.density >= SPARSE_PRODUCT_BELOW:
            return super().column_norms(A)
        n, d = self.shape
        squares, sums = np.empty(d), A.sum(axis=1)
        transposed = np.ascontiguousarray(A.T)  # once: SciPy would copy it for every block
        for block in blocks(d, n):  # A (M − 1m')
            B = self.M[:, block].T @ transposed - np.outer(self.m[block], sums)
            squares[block] = np.einsum("ji,ji->j", B, B)
        norms: Array = np.sqrt(squares) * np.abs(self.factor)
        return norms


def _register(X: Any, center: bool = True) -> SparseDesign:
    M = X.tocsc()
    n, d = M.shape
    stored = np.diff(M.indptr)
    largest = float(np.abs(M.data).max()) if M.nnz else 0.0
    unit = power_of_two(largest)
    mean = np.zeros(d)
    owner = np.repeat(np.arange(d), stored)
    if center:
        np.add.at(mean, owner, M.data / unit)
        mean /= n
    square = np.zeros(d)
    np.add.at(square, owner, (M.data / unit - mean[owner]) ** 2)
    square = (square + (n - stored) * mean**2) / n
    constant = is_constant(mean, np.sqrt(square)) if center else np.zeros(d, dtype=bool)
    square[constant] = 0.0
    unit_again = unit * power_of_two(float(np.sqrt(square.mean())))
    factor = np.where(constant, 0.0, 1.0 / unit_again)
    return SparseDesign(M, mean * unit, factor, mean * unit, np.full(d, unit_again))


for kind in (sparse.csc_matrix, sparse.csr_matrix, sparse.csc_array, sparse.csr_array):
    as_design.register(kind, _register)
