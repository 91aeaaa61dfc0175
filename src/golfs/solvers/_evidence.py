"""How well labels explain the features: the one measure that compares labelings without labels.

Feature j with means of its own in each of c clusters, against one common mean, both Gaussian:
twice the log-likelihood ratio is −n log(1 − η_j²), η_j² the share of its variance that lies
between the clusters. Charging (c − 1) log n for the means (BIC) and 2 log d for picking the
feature out of d (the risk inflation criterion), the evidence of feature j is

    e_j = −n log(1 − η_j²) − (c − 1) log n − 2 log d

and that of the labels is Σ_j max(e_j, 0): the best model in which each feature either
matters or does not. Scaling a feature or adding a constant changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import Design
from golfs.solvers._problem import Labels, indicator

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Evidence:
    """Judges labels by a design. The spread of its columns is computed once."""

    X: Design
    n_clusters: int
    spread: Array  # (d,) Σ_i (x_ij − mean)², zero for a constant column

    @classmethod
    def of(cls, X: Design, n_clusters: int) -> Evidence:
        n = X.shape[0]
        square = X.column_norms() ** 2
        spread = square - n * (X.tdot(np.full((n, 1), 1 / n))[:, 0]) ** 2
        return cls(X, n_clusters, np.where(spread > 1e-12 * square, spread, 0.0))

    def explained(self, labels: Labels) -> Array:
        """η_j², the share of the variance of each feature between the clusters. O(ndc)."""
        F = indicator(labels, self.n_clusters)
        between = np.sum(self.X.tdot(F - F.mean(axis=0)) ** 2, axis=1)
        share = np.divide(between, self.spread, out=np.zeros_like(between), where=self.spread > 0)
        return np.asarray(np.minimum(share, 1.0))

    def within(self, labels: Labels) -> Array:
        """1 − η_j², as if one more sample lay at the feature's total variance, so never 0."""
        n = self.X.shape[0]
        return (n * (1 - self.explained(labels)) + 1) / (n + 1)

    def from_within(self, within: Array) -> Array:
        """e_j from 1 − η_j²."""
        n, d = self.X.shape
        charge = (self.n_clusters - 1) * np.log(n) + 2 * np.log(d)
        return np.asarray(-n * np.log(within) - charge)

    def features(self, labels: Labels) -> Array:
        """e_j."""
        return self.from_within(self.within(labels))

    def __call__(self, labels: Labels) -> float:
        """Σ_j max(e_j, 0)."""
        return float(np.maximum(self.features(labels), 0).sum())
