"""The local graph: Gaussian weights between nearest neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.neighbors import NearestNeighbors

TIE = 1e-12  # of the largest inner product: squared distances closer than this are equal

Array = NDArray[np.float64]
Neighbors = tuple[Array, NDArray[np.intp]]


def nearest(X: Any, n_neighbors: int, *, metric: str = "euclidean", n_jobs: int | None = None) -> Neighbors:
    """Distances to the k nearest other samples and which they are, both n × k. O(n²d)."""
    return NearestNeighbors(n_neighbors=n_neighbors, metric=metric, n_jobs=n_jobs).fit(X).kneighbors()  # type: ignore[no-any-return]


def nearest_by_gram(K: Array, n_neighbors: int) -> Neighbors:
    """The same for Euclidean distances, from the inner products K of the samples (n × n). O(n² log n).

    Distances that rounding alone tells apart are equal, and the sample that comes first is the nearer.
    """
    square = np.diag(K)[:, None] + np.diag(K) - 2 * K
    unit = TIE * float(np.diag(K).max()) or 1.0
    square = np.round(square / unit) * unit
    np.fill_diagonal(square, np.inf)
    neighbors = np.argsort(square, axis=1, kind="stable")[:, :n_neighbors]
    return np.sqrt(np.maximum(np.take_along_axis(square, neighbors, axis=1), 0.0)), neighbors


def neighbor_graph(neighbors: Neighbors, *, sigma: float | None = None) -> tuple[Any, float]:
    """S_ij = exp(−‖x_i − x_j‖²/σ²) if x_j is among the k nearest of x_i or x_i among those of x_j. O(nk).

    A neighbour relation, not the printed condition x_i ∈ N_k(x_i) ∪ N_k(x_j), which always
    holds. Distances are taken relative to the largest, so no square overflows.

    Parameters
    ----------
    neighbors : distances and indices, both n × k, as from `nearest`.
    sigma : the width σ; by default the root mean square of the distances.

    Returns
    -------
    S : CSR array, symmetric, zero diagonal.
    sigma : the width used.
    """
    distances, which = neighbors
    largest = float(distances.max())
    relative = distances / largest if largest > 0 else np.zeros_like(distances)
    if sigma is None:
        sigma = largest * float(np.sqrt(np.mean(relative**2))) or 1.0
    exponent = relative * (largest / sigma)
    n, k = distances.shape
    weights = np.exp(-(exponent**2))
    directed = sparse.csr_array((weights.ravel(), which.ravel(), np.arange(0, n * k + 1, k)), shape=(n, n))
    return sparse.csr_array(directed.maximum(directed.T)), sigma
