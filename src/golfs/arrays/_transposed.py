"""X' as an operator: samples and features exchanged, nothing copied."""

from __future__ import annotations

from typing import Self

import numpy as np

from golfs.arrays._dense import DenseDesign
from golfs.arrays._design import Array, Design, Indices


class Transposed(Design):
    """X̃' diag(factor) for a design X̃, d × n: its columns are samples, divided by what was asked for.

    `mean` and `scale` say what was done to the columns of X̃', not what X̃ did to its own.
    """

    def __init__(self, X: Design, factor: Array | None = None) -> None:
        n, d = X.shape
        self.X, self.shape = X, (d, n)
        self.factor = np.ones(n) if factor is None else factor
        self.mean, self.scale = np.zeros(n), 1 / self.factor

    def dot(self, W: Array) -> Array:
        return self.X.tdot(self.factor[:, None] * W)

    def tdot(self, U: Array, times: Array | None = None) -> Array:
        return (self.factor if times is None else self.factor * times)[:, None] * self.X.dot(U)

    def columns(self, which: slice | Indices, times: Array | None = None) -> Array:
        factor = self.factor[which] if times is None else self.factor[which] * times
        if isinstance(which, slice):
            samples = self.X.rows(which)
        else:
            samples = np.concatenate([np.empty((0, self.shape[0])), *(self.X.rows(slice(i, i + 1)) for i in which)])
        return np.asarray(samples * factor[:, None])

    def rows(self, which: slice) -> Array:
        features = self.X.columns(which)
        features *= self.factor
        return features

    def take(self, which: Indices) -> DenseDesign:
        return DenseDesign(self.columns(which).T, np.ones(len(which)), self.mean[which], self.scale[which])

    def scaled(self, by: Array) -> Self:
        return type(self)(self.X, self.factor / by)

    @property
    def density(self) -> float:
        return self.X.density

    @property
    def dot_cost(self) -> float:
        return self.X.dot_cost

    def gram(self, weights: Array | None = None, *, half: bool = False) -> Array:
        squares = self.factor**2
        return self.X.cogram(squares if weights is None else squares * weights)

    def cogram(self, weights: Array | None = None) -> Array:
        G = self.X.inner if weights is None else self.X.gram(weights)
        return np.asarray(G * self.factor * self.factor[:, None])
