"""Sparse k-means: clusters and the features that make them, with an ℓ1 bound on the features' weights.

    max_{C, w} Σ_j w_j a_j(C)   subject to ‖w‖₂ ≤ 1, ‖w‖₁ ≤ s, w ≥ 0

a_j(C) is the sum of squares of feature j between the clusters C. For given w the best C is
k-means of the features times √w_j; for given C the best w is a soft threshold of a.

Witten, D. M. and Tibshirani, R. (2010). A framework for feature selection in clustering.
Journal of the American Statistical Association 105(490), 713-726.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from golfs.arrays import Design
from golfs.solvers._problem import Labels, indicator
from golfs.solvers._starts import embed, fill, k_means, lloyd, named

Array = NDArray[np.float64]

FEWEST, SHARE = 1.2, 0.9  # bounds tried: from FEWEST to SHARE · √d
STEP, MOST = 1.3, 10  # least ratio of neighbouring bounds; most bounds
TIES = 1e-10  # a_j this close to the largest, relative, are equal: copies of one feature


@dataclass
class SparseClusters:
    """Where sparse k-means stopped.

    Attributes
    ----------
    labels : (n,). weights : (d,) w. between : (d,) a_j.
    path : Σ_j w_j a_j at first and after each iteration, never falling.
    converged : whether it stopped by itself.
    """

    labels: Labels
    weights: Array
    between: Array
    path: Array
    converged: bool


def between(X: Design, labels: Labels, n_clusters: int) -> Array:
    """a_j = Σ_k n_k m_kj² of every column of a centred X̃, m_kj its mean in cluster k. O(ndc)."""
    if n_clusters == 1:
        return np.zeros(X.shape[1])
    return np.asarray(np.sum(X.tdot(indicator(labels, n_clusters)) ** 2, axis=1))


def feature_weights(a: Array, bound: float) -> Array:
    """The w that maximises w'a for a ≥ 0: S(a, Δ)/‖S(a, Δ)‖₂, Δ ≥ 0 the least with ‖w‖₁ ≤ bound. O(d log d).

    Exact. If m features are kept, ‖S‖₁ = bound·‖S‖₂ is a quadratic equation in Δ, and ‖S‖₁/‖S‖₂ rises
    with m. If so many features tie for the first place that no Δ will do, they share the bound.
    All is reckoned from the largest, u = 1 − a/max a, so that close values lose no digits.
    """
    top = float(a.max(initial=0.0))
    if top == 0:
        return np.zeros_like(a)
    u = 1 - a / top
    tied = u <= TIES
    if tied.sum() > bound**2:
        return np.asarray(tied * (bound / tied.sum()))
    ordered = np.sort(u)
    m = np.arange(1, len(a) + 1)
    U, V = np.cumsum(ordered), np.cumsum(ordered**2)
    following = np.append(ordered[1:], 1.0)  # 1 − Δ at which one feature more enters
    one = m * following - U
    two = np.sqrt(np.maximum(m * following**2 - 2 * following * U + V, 0.0))
    within = one <= bound * two * (1 + 1e-12)
    if within[-1]:
        w = 1 - u
    else:
        kept = int(m[~within][0])
        spread = max(float(kept * V[kept - 1] - U[kept - 1] ** 2), 0.0)
        reach = (U[kept - 1] + bound * np.sqrt(spread / (kept - bound**2))) / kept  # 1 − Δ
        w = np.maximum(reach - u, 0.0)
    return np.asarray(w / np.linalg.norm(w))


def partition(points: Array, n_clusters: int, seed: int, n_init: int) -> Labels:
    """k-means with no empty cluster, clusters numbered in the order samples meet them."""
    return named(fill(k_means(points, n_clusters, seed, n_init=n_init), n_clusters, points))


@dataclass(frozen=True)
class SparseKMeansProblem:
    """Everything but the bound and the clusters. X centred; n_init starts of k-means from `seed`."""

    X: Design
    n_clusters: int
    seed: int
    n_init: int
    max_iter: int
    tol: float

    def start(self) -> Labels:
        """k-means on all features alike."""
        return partition(embed(self.X), self.n_clusters, self.seed, self.n_init)

    def improve(self, labels: Labels, bound: float) -> SparseClusters:
        """Alternate from given labels. k-means on the features of nonzero weight and O(ndc) an iteration.

        k-means goes on from the present labels, so the objective never falls. Where that gains no
        more than `tol`, relative, fresh starts with the present weights are tried, and if the
        best of them gains no more either, it stops.
        """
        a = between(self.X, labels, self.n_clusters)
        w = feature_weights(a, bound)
        value, path = float(w @ a), [float(w @ a)]
        for _ in range(self.max_iter):
            for moved in self._moves(w, labels):
                a_moved = between(self.X, moved, self.n_clusters)
                w_moved = feature_weights(a_moved, bound)
                improved = float(w_moved @ a_moved)
                if improved > value * (1 + self.tol):
                    break
            else:
                return SparseClusters(labels, w, a, np.array(path), converged=True)
            labels, a, w, value = moved, a_moved, w_moved, improved
            path.append(value)
        return SparseClusters(labels, w, a, np.array(path), converged=False)

    def _moves(self, w: Array, labels: Labels) -> Iterator[Labels]:
        points = _weighted(self.X, w)
        yield named(lloyd(points, labels, self.n_clusters))
        yield partition(points, self.n_clusters, self.seed, self.n_init)

    def along(self, tried: Array) -> list[SparseClusters]:
        """A solution for each of increasing bounds: down from the start, then up again, the better of the two.

        So the objective never falls as the bound grows, as that of the best clusters never does.
        """
        labels, found = self.start(), []
        for bound in tried[::-1]:
            found.append(self.improve(labels, bound))
            labels = found[-1].labels
        found.reverse()
        for i in range(1, len(tried)):
            other = self.improve(found[i - 1].labels, tried[i])
            if other.path[-1] > found[i].path[-1]:
                found[i] = other
        return found


def _weighted(X: Design, w: Array) -> Array:
    """Points with the distances of X̃ diag(√w), in at most n dimensions."""
    used = np.flatnonzero(w)
    if not len(used):
        return np.zeros((X.shape[0], 1))
    return np.asarray(embed(X.take(used).scaled(1 / np.sqrt(w[used]))))


def bounds(d: int) -> Array:
    """The s to try: in equal ratios."""
    last = max(SHARE * np.sqrt(d), min(FEWEST, np.sqrt(d)))
    first = min(FEWEST, last)
    count = int(np.clip(np.log(last / first) / np.log(STEP), 0, MOST - 1)) + 1
    return np.geomspace(first, last, count) if count > 1 else np.array([last])


def permuted(X: Any, generator: np.random.Generator) -> Any:
    """A copy of X, dense or sparse, in which each column is shuffled by itself: features without clusters."""
    if not sparse.issparse(X):
        return generator.permuted(X, axis=0)
    M = sparse.csc_array(X, copy=True)
    n = M.shape[0]
    for start, stop in zip(M.indptr[:-1], M.indptr[1:]):
        M.indices[start:stop] = generator.choice(n, stop - start, replace=False)
    M.has_sorted_indices = False
    M.sort_indices()
    return M


def smallest_within(gaps: Array, deviations: Array) -> int:
    """The first gap no more than a standard deviation below the largest."""
    best = int(gaps.argmax())
    return int(np.flatnonzero(gaps >= gaps[best] - deviations[best])[0])
