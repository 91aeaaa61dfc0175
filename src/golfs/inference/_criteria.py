"""What a number of clusters is judged by: arrays in, a value for each number out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
import warnings

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigvalsh
from scipy.sparse import csgraph
from scipy.sparse.linalg import eigsh
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from golfs.graphs import Graph, nearest, neighbor_graph
from golfs.metrics import adjusted_rand

Array = NDArray[np.float64]

STARTS = 10  # of each k-means
SUBSAMPLE = 0.8  # share of the samples that a clustering is repeated on
N_NEIGHBORS = 10
DENSE = 2000  # samples up to which all eigenvalues of a component cost less than the largest by themselves


def log_within(Y: Array, counts: Sequence[int], seed: int) -> list[float]:
    """log W for each number of clusters, W the sum of squared distances to the means of k-means."""
    return [float(np.log(one.inertia_)) for one in _k_means(Y, counts, seed)]


def in_box(n: int, low: Array, high: Array, counts: Sequence[int], seed: int) -> list[float]:
    """The same of n samples that are uniform between low and high."""
    return log_within(np.random.RandomState(seed).uniform(low, high, (n, len(low))), counts, seed)


def agreements(Y: Array, counts: Sequence[int], seed: int) -> list[float]:
    """Adjusted Rand index between clusterings of two subsamples, on what they share; NaN for one cluster."""
    generator = np.random.RandomState(seed)
    n = len(Y)
    first, second = (np.sort(generator.permutation(n)[: int(SUBSAMPLE * n)]) for _ in range(2))
    _, in_first, in_second = np.intersect1d(first, second, return_indices=True)
    pairs = zip(_k_means(Y[first], counts, seed), _k_means(Y[second], counts, seed), strict=True)
    return [
        adjusted_rand(one.labels_[in_first], other.labels_[in_second]) if c > 1 else np.nan
        for c, (one, other) in zip(counts, pairs, strict=True)
    ]


def eigengaps(Y: Array, counts: Sequence[int]) -> Array:
    """λ_(c+1) − λ_c of L = I − D^(−1/2) S D^(−1/2), S the graph of nearest neighbours, for each c."""
    S = neighbor_graph(nearest(Y, min(N_NEIGHBORS, len(Y) - 1)))[0]
    values = smallest_eigenvalues(Graph(S, normalized=True), max(counts) + 1)
    return np.array([values[c] - values[c - 1] for c in counts])


def smallest_eigenvalues(graph: Graph, k: int) -> Array:
    """The k smallest of L, ascending: those of the components together, so that none of several zeros is missed."""
    m, component = csgraph.connected_components(graph.S, directed=False)
    of_components = [_largest(graph.S[component == i][:, component == i], k) for i in range(m)]
    return np.asarray(np.sort(1 - np.concatenate(of_components))[:k])


def _largest(S: Any, k: int) -> Array:
    """Up to k of the largest eigenvalues of a sparse S."""
    n = S.shape[0]
    if n <= max(DENSE, 2 * k):
        return np.asarray(eigvalsh(S.toarray(), subset_by_index=[max(n - k, 0), n - 1]))
    return np.asarray(eigsh(S, k=k, which="LA", v0=np.linspace(-1, 1, n), return_eigenvectors=False))


def _k_means(Y: Array, counts: Sequence[int], seed: int) -> list[KMeans]:
    with threadpool_limits(1), warnings.catch_warnings():
        # a subsample may have fewer different samples than clusters
        warnings.simplefilter("ignore", ConvergenceWarning)
        return [KMeans(c, n_init=STARTS, random_state=seed).fit(Y) for c in counts]
