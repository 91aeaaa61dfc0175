"""The leading eigenvectors of a graph: Ly = λDy, L = D − S, without the constant one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh, qr
from scipy.sparse import csgraph
from scipy.sparse.linalg import LinearOperator, eigsh

from golfs.arrays import Design
from golfs.graphs import Graph
from golfs.solvers._starts import DENSE_EIGEN

Array = NDArray[np.float64]


def spectral_embedding(graph: Graph, X: Design, n_vectors: int) -> Array:
    """Y (n × n_vectors), Y'DY = I and Y'D1 = 0, by ascending λ. O(n³) or a few products with S.

    A graph of m components has λ = 0 m times over. Only the constant vector is left out: the
    m − 1 others tell the components apart and come first. Within that eigenspace, where any
    basis would do, they are the axes along which y has most to do with X: X'Y orthogonal, by
    descending length. A sample without neighbours is 0 in every vector.
    """
    n = len(graph)
    root = np.sqrt(graph.degree)
    inverse = np.divide(1.0, root, out=np.zeros(n), where=root > 0)
    null = _null_space(graph, root)
    contrasts = _contrasts(null, root, inverse, X)[:, :n_vectors]
    others = _eigenvectors(graph, inverse, null, n_vectors - contrasts.shape[1])
    return np.asarray(inverse[:, None] * np.hstack([contrasts, others]))


def _null_space(graph: Graph, root: Array) -> Array:
    """D^(1/2) times the indicators of the components, orthonormal, n × m."""
    _, component = csgraph.connected_components(graph.S, directed=False)
    _, component = np.unique(np.where(root > 0, component, -1), return_inverse=True)
    Z = np.eye(component.max() + 1)[component] * root[:, None]
    norms = np.linalg.norm(Z, axis=0)
    return np.asarray(Z[:, norms > 0] / norms[norms > 0])


def _contrasts(null: Array, root: Array, inverse: Array, X: Design) -> Array:
    """The null space without D^(1/2)1, n × (m − 1), turned to the axes of X."""
    m = null.shape[1]
    if m < 2:
        return np.zeros((len(root), 0))
    complement = qr(np.column_stack([null.T @ root, np.eye(m)]), mode="economic")[0][:, 1:m]
    B = null @ complement
    V = X.tdot(inverse[:, None] * B)
    return np.asarray(B @ eigh(V.T @ V)[1][:, ::-1])


def _eigenvectors(graph: Graph, inverse: Array, null: Array, k: int) -> Array:
    """The k largest eigenvectors of D^(−1/2)SD^(−1/2), the null space of L moved to the other end of its spectrum."""
    n = len(graph)

    def product(v: Array) -> Array:
        return inverse[:, None] * graph.similarity(inverse[:, None] * v) - 2 * null @ (null.T @ v)

    if k == 0:
        return np.zeros((n, 0))
    if n <= max(DENSE_EIGEN, 2 * k):
        A = product(np.eye(n))
        return np.asarray(eigh((A + A.T) / 2, subset_by_index=[n - k, n - 1])[1][:, ::-1])
    operator = LinearOperator((n, n), matvec=lambda v: product(v.reshape(n, 1))[:, 0], dtype=np.float64)
    values, vectors = eigsh(operator, k=k, which="LA", v0=np.linspace(-1, 1, n))
    return np.asarray(vectors[:, np.argsort(-values)])
