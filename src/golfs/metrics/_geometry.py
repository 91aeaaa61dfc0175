"""How compact and how far apart clusters are, without labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator
from sklearn.metrics.pairwise import euclidean_distances

from golfs._checks import check_matrix
from golfs.arrays import row_norms
from golfs.metrics._labels import Codes, encode

Array = NDArray[np.float64]

BLOCK_VALUES = 2**22  # distances held at a time: 32 MB


class Centroids(NamedTuple):
    """Of c clusters: means (c × d), sizes, `total` distances to the mean, and `within`, the sum of their squares."""

    means: Array
    sizes: NDArray[np.intp]
    total: Array
    within: float


def average_inner_group_distance(X: Any, labels: Any) -> float:
    """Mean over the samples of their mean Euclidean distance to the others of their cluster.

    (1/n) Σ_i a_i with a_i = Σ_{l ∈ C(i), l ≠ i} ‖x_i − x_l‖ / (|C(i)| − 1), the a_i of the
    silhouette; 0 for a sample alone in its cluster. In units of X. O(n²d).

    Parameters
    ----------
    X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
    labels : (n_samples,) of any type

    Examples
    --------
    >>> from golfs.metrics import average_inner_group_distance
    >>> average_inner_group_distance([[0.0], [2.0], [10.0], [14.0]], [0, 0, 1, 1])
    3.0
    """
    X, unit = prepared(checked(X))
    codes = encode("labels", labels, X.shape[0])[1]
    return inner_distance(distance_sums(X, [codes])[0], codes) * unit


def silhouette(X: Any, labels: Any) -> float:
    """Mean over the samples of (b_i − a_i) / max(a_i, b_i), Euclidean; equals scikit-learn's.

    a_i is the mean distance to the others of the cluster, b_i that to the nearest other
    cluster. Between 2 and n − 1 clusters; dense and sparse X. O(n²d).
    """
    X, _ = prepared(checked(X))
    codes = _several(labels, X.shape[0], "silhouette")
    return mean_silhouette(distance_sums(X, [codes])[0], codes)


def calinski_harabasz(X: Any, labels: Any) -> float:
    """(B / (c − 1)) / (W / (n − c)), B and W the sums of squares between and within; equals scikit-learn's.

    Higher is better. Between 2 and n − 1 clusters; dense and sparse X; 1 if W = 0. O(nd).
    """
    X, _ = prepared(checked(X))
    return ratio_of_squares(centroids(X, _several(labels, X.shape[0], "calinski_harabasz")))


def davies_bouldin(X: Any, labels: Any) -> float:
    """(1/c) Σ_k max_{l ≠ k} (s_k + s_l) / ‖m_k − m_l‖, s_k the mean distance to the mean m_k; equals scikit-learn's.

    Lower is better. Between 2 and n − 1 clusters; dense and sparse X. O(nd + c²d).
    """
    X, _ = prepared(checked(X))
    return worst_overlap(centroids(X, _several(labels, X.shape[0], "davies_bouldin")))


def checked(X: Any) -> Any:
    """X as a dense array or CSR, finite, float32 or float64."""
    X = check_matrix(BaseEstimator(), X, reset=True)
    return compressed(X) if sparse.issparse(X) else X


def compressed(S: Any) -> Any:
    """Sparse S as CSR with the 32-bit indices that scikit-learn asks for; its values are shared if it is CSR."""
    S = sparse.csr_array(S)
    parts = S.data, S.indices.astype(np.int32, copy=False), S.indptr.astype(np.int32, copy=False)
    return sparse.csr_array(parts, shape=S.shape)


def prepared(X: Any) -> tuple[Any, float]:
    """X with every distance divided by a number, and that number.

    A power of two, so that no square overflows or vanishes. The first sample is subtracted from
    dense X: distances come from inner products, which large means spoil, and constants become exact zeros.
    """
    if not sparse.issparse(X):
        X = X.astype(np.float64)
        X -= X[0].copy()
    largest = float(np.abs(X.data if sparse.issparse(X) else X).max(initial=0.0))
    unit = float(2.0 ** np.floor(np.log2(largest))) if largest > 0 else 1.0
    return X.astype(np.float64) / unit, unit


def distance_sums(X: Any, labelings: Sequence[Codes]) -> list[Array]:
    """For each labeling the sums of the distances from each sample to those of each cluster, n × c.

    One pass over the n² distances, in blocks, serves all labelings.
    """
    n = X.shape[0]
    counts = [int(codes.max()) + 1 for codes in labelings]
    members = np.hstack([np.eye(c)[codes] for c, codes in zip(counts, labelings, strict=True)])
    sums = np.empty((n, members.shape[1]))
    step = max(1, BLOCK_VALUES // n)
    for start in range(0, n, step):
        distances = euclidean_distances(X[start : start + step], X)
        own = np.arange(len(distances))
        distances[own, start + own] = 0.0
        sums[start : start + step] = distances @ members
    return np.split(sums, np.cumsum(counts)[:-1], axis=1)


def inner_distance(sums: Array, codes: Codes) -> float:
    """Mean of a_i, from the sums of distances."""
    return float(np.mean(_to_own(sums, codes)))


def mean_silhouette(sums: Array, codes: Codes) -> float:
    """Mean of (b_i − a_i) / max(a_i, b_i), from the sums of distances; 0 for a sample alone."""
    sizes = np.bincount(codes)
    a = _to_own(sums, codes)
    others = sums / sizes
    others[np.arange(len(codes)), codes] = np.inf
    b = others.min(axis=1)
    larger = np.maximum(a, b)
    values = np.divide(b - a, larger, out=np.zeros_like(a), where=(larger > 0) & (sizes[codes] > 1))
    return float(np.mean(values))


def centroids(X: Any, codes: Codes) -> Centroids:
    """Means and sizes of the clusters, and where the samples are from their means. O(nd)."""
    sizes = np.bincount(codes)
    n = len(codes)
    members = sparse.csr_array((np.ones(n), (codes, np.arange(n))), shape=(len(sizes), n))
    sums = members @ X
    means = (sums.toarray() if sparse.issparse(sums) else sums) / sizes[:, None]
    if sparse.issparse(X):
        distances = euclidean_distances(X, means)[np.arange(n), codes]
    else:
        distances = row_norms(X - means[codes])
    total = np.bincount(codes, weights=distances).astype(np.float64)
    return Centroids(means, sizes, total, float(distances @ distances))


def ratio_of_squares(clusters: Centroids) -> float:
    """Calinski and Harabasz's index."""
    c, n = len(clusters.sizes), int(clusters.sizes.sum())
    offsets = row_norms(clusters.means - clusters.sizes @ clusters.means / n)
    between = float(clusters.sizes @ offsets**2)
    return between * (n - c) / (clusters.within * (c - 1)) if clusters.within > 0 else 1.0


def worst_overlap(clusters: Centroids) -> float:
    """Davies and Bouldin's index; 0 if all clusters are points, or all means the same."""
    spread = clusters.total / clusters.sizes
    apart = cdist(clusters.means, clusters.means)
    if np.allclose(spread, 0) or np.allclose(apart, 0):
        return 0.0
    apart[apart == 0] = np.inf
    return float(np.mean(np.max((spread[:, None] + spread) / apart, axis=1)))


def _to_own(sums: Array, codes: Codes) -> Array:
    """a_i: the mean distance to the others of the cluster; 0 for a sample alone."""
    others = np.bincount(codes)[codes] - 1
    mine: Array = sums[np.arange(len(codes)), codes] / np.maximum(others, 1)
    return mine


def _several(labels: Any, n: int, measure: str) -> Codes:
    """Labels of at least two clusters, at least one of them with two samples."""
    values, codes = encode("labels", labels, n)
    if not 2 <= len(values) <= n - 1:
        raise ValueError(
            f"labels has {len(values)} clusters of {n} samples, but {measure} compares clusters with each other: "
            f"give between 2 and n_samples − 1 = {n - 1}"
        )
    return codes
