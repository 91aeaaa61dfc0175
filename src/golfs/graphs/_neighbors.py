"""The local graph: Gaussian weights between nearest neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.neighbors import NearestNeighbors


def neighbor_graph(
    X: Any, *, n_neighbors: int, sigma: float | None = None, metric: str = "euclidean", n_jobs: int | None = None
) -> tuple[Any, float]:
    """S_ij = exp(−‖x_i − x_j‖²/σ²) if x_j is among the k nearest of x_i or x_i among those of x_j. O(n²d).

    A neighbour relation, not the printed condition x_i ∈ N_k(x_i) ∪ N_k(x_j), which always
    holds. Distances are taken relative to the largest, so no square overflows.

    Parameters
    ----------
    X : n × d array or sparse matrix.
    sigma : the width σ; by default the root mean square of the neighbours' distances.

    Returns
    -------
    S : CSR array, symmetric, zero diagonal.
    sigma : the width used.
    """
    search = NearestNeighbors(n_neighbors=n_neighbors, metric=metric, n_jobs=n_jobs).fit(X)
    distances, neighbors = search.kneighbors()
    largest = float(distances.max())
    relative = distances / largest if largest > 0 else np.zeros_like(distances)
    if sigma is None:
        sigma = largest * float(np.sqrt(np.mean(relative**2))) or 1.0
    exponent = relative * (largest / sigma)
    n = len(distances)
    weights = np.exp(-(exponent**2))
    directed = sparse.csr_array(
        (weights.ravel(), neighbors.ravel(), np.arange(0, n * n_neighbors + 1, n_neighbors)), shape=(n, n)
    )
    return sparse.csr_array(directed.maximum(directed.T)), sigma
