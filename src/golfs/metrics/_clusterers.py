"""The clusterings that a selection is judged by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
import warnings

import numpy as np
from scipy import sparse
from scipy.cluster.hierarchy import ClusterWarning
from sklearn.cluster import AgglomerativeClustering, KMeans, SpectralClustering
from sklearn.exceptions import ConvergenceWarning

from golfs.graphs import nearest, neighbor_graph
from golfs.metrics._batched_k_means import batched_k_means
from golfs.metrics._geometry import compressed
from golfs.metrics._labels import Codes

N_NEIGHBORS = 10  # of the graph that spectral clustering cuts

Clusterer = Callable[[Any, int, Sequence[int]], list[Codes]]


def k_means(X: Any, n_clusters: int, seeds: Sequence[int]) -> list[Codes]:
    """For each seed one k-means from one start by k-means++; dense X all at once, which is several times faster."""
    if not sparse.issparse(X):
        return [_codes(labels) for labels in batched_k_means(X, n_clusters, seeds)]
    with warnings.catch_warnings():
        # fewer different samples than clusters: the measures are of the clusters there are
        warnings.simplefilter("ignore", ConvergenceWarning)
        return [_codes(KMeans(n_clusters, n_init=1, random_state=seed).fit_predict(X)) for seed in seeds]


def hierarchical(X: Any, n_clusters: int, seeds: Sequence[int]) -> list[Codes]:
    """Ward's method, cut at n_clusters. Sparse columns are made dense: they are the few selected."""
    dense = X.toarray() if sparse.issparse(X) else X
    with warnings.catch_warnings():
        # square X of zeros is taken for a matrix of distances
        warnings.simplefilter("ignore", ClusterWarning)
        return [_codes(AgglomerativeClustering(n_clusters, linkage="ward").fit_predict(dense))]


def spectral(X: Any, n_clusters: int, seeds: Sequence[int]) -> list[Codes]:
    """Normalised cut of the graph of nearest neighbours with Gaussian weights, rounded by pivoted QR."""
    n_neighbors = min(N_NEIGHBORS, X.shape[0] - 1)
    graph = compressed(neighbor_graph(nearest(X, n_neighbors))[0])
    method = SpectralClustering(n_clusters, affinity="precomputed", assign_labels="cluster_qr", random_state=0)
    with warnings.catch_warnings():
        # a graph in several parts is no trouble: their indicators are the first eigenvectors
        warnings.filterwarnings("ignore", message="Graph is not fully connected", category=UserWarning)
        return [_codes(method.fit_predict(graph))]


CLUSTERERS: dict[str, Clusterer] = {"kmeans": k_means, "hierarchical": hierarchical, "spectral": spectral}


def _codes(labels: Any) -> Codes:
    """Without gaps where a cluster stayed empty."""
    codes: Codes = np.unique(labels, return_inverse=True)[1].ravel().astype(np.intp)
    return codes
