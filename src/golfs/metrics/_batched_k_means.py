"""k-means from many starts at once: all share the products of matrices, as many as the slowest start needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Labels = NDArray[np.intp]

ITERATIONS = 300  # of Lloyd's, at most
BLOCK_VALUES = 2**22  # distances to centres held at a time: 32 MB


def batched_k_means(X: Array, n_clusters: int, seeds: Sequence[int]) -> Labels:
    """One k-means a seed, each from its own start by k-means++, (len(seeds), n).

    What a seed gives depends on X, n_clusters and the seed, but for rounding. O(nsc) an iteration
    and seed on s features, in products of matrices.
    """
    X = X - X.mean(axis=0)
    step = max(1, BLOCK_VALUES // (len(X) * n_clusters))
    several = (seeds[first : first + step] for first in range(0, len(seeds), step))
    return np.concatenate([lloyd(X, plus_plus(X, n_clusters, some)) for some in several])


def plus_plus(X: Array, n_clusters: int, seeds: Sequence[int]) -> Array:
    """Starting centres by greedy k-means++, (R, c, s): of 2 + ⌊log c⌋ samples drawn, the one that helps most.

    A sample is drawn with a chance proportional to its squared distance from the nearest centre.
    """
    n, R = len(X), len(seeds)
    trials = 2 + int(np.log(n_clusters))
    draws = [np.random.default_rng(seed).random(1 + (n_clusters - 1) * trials) for seed in seeds]
    first, later = np.split(np.array(draws), [1], axis=1)
    squares = np.einsum("ij,ij->i", X, X)
    everyone = np.arange(R)
    chosen = np.empty((R, n_clusters), dtype=np.intp)
    chosen[:, 0] = first[:, 0] * n
    nearest = _squared_distances(X, squares, chosen[:, 0])
    for k in range(1, n_clusters):
        heights = later[:, (k - 1) * trials : k * trials] * nearest.sum(axis=1)[:, None]
        # the sample at whose step the running sum of chances passes the height drawn
        candidates = (np.cumsum(nearest, axis=1)[:, None, :] < heights[:, :, None]).sum(axis=2)
        candidates = np.minimum(candidates, n - 1)
        closer = _squared_distances(X, squares, candidates.ravel()).reshape(R, trials, n)
        np.minimum(closer, nearest[:, None, :], out=closer)
        best = closer.sum(axis=2).argmin(axis=1)
        chosen[:, k], nearest = candidates[everyone, best], closer[everyone, best]
    return X[chosen]


def lloyd(X: Array, centers: Array) -> Labels:
    """Labels (R, n) of Lloyd's iteration from centres (R, c, s), each until none of its labels changes."""
    R, c, s = centers.shape
    n = len(X)
    labels = np.full((R, n), -1, dtype=np.intp)
    running = np.arange(R)
    for _ in range(ITERATIONS):
        closeness = X @ centers.reshape(-1, s).T
        closeness -= np.einsum("rks,rks->rk", centers, centers).ravel() / 2
        moved = closeness.reshape(n, -1, c).argmax(axis=2).T
        changed = (moved != labels[running]).any(axis=1)
        labels[running] = moved
        running, centers = running[changed], centers[changed]
        if not len(running):
            break
        centers = _means(X, moved[changed], centers)
    return labels


def _means(X: Array, labels: Labels, centers: Array) -> Array:
    """The means of the clusters, (R, c, s); an empty one takes a sample far from its centre."""
    R, c, s = centers.shape
    members = np.zeros((R * c, len(X)))
    members.reshape(R, c, -1)[np.arange(R)[:, None], labels, np.arange(len(X))] = 1.0
    sizes = members.sum(axis=1).reshape(R, c)
    sums = (members @ X).reshape(R, c, s)
    for r in np.flatnonzero((sizes == 0).any(axis=1)):
        _fill(X, labels[r], centers[r], sums[r], sizes[r])
    return np.asarray(sums / sizes[:, :, None])


def _fill(X: Array, labels: Labels, centers: Array, sums: Array, sizes: Array) -> None:
    """Move the samples farthest from their centres to the empty clusters, in place, as scikit-learn does.

    Where no sample is off its centre there are too few different ones: an empty cluster then
    shares the mean of the largest.
    """
    empty = np.flatnonzero(sizes == 0)
    distances = ((X - centers[labels]) ** 2).sum(axis=1)
    if distances.max() > 0:
        for k, i in zip(empty, np.argpartition(distances, -len(empty))[: -len(empty) - 1 : -1], strict=True):
            sums[labels[i]] -= X[i]
            sizes[labels[i]] -= 1
            sums[k], sizes[k] = X[i], 1
    vacant, largest = sizes == 0, sizes.argmax()
    sums[vacant], sizes[vacant] = sums[largest], sizes[largest]


def _squared_distances(X: Array, squares: Array, which: Labels) -> Array:
    """‖x_w − x_i‖² for w in which, (len(which), n)."""
    distances = X[which] @ X.T
    distances *= -2
    distances += squares
    distances += squares[which, None]
    np.maximum(distances, 0.0, out=distances)
    distances[np.arange(len(which)), which] = 0.0
    return np.asarray(distances)
