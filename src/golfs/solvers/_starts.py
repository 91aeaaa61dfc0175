"""Where the pseudo-labels start, which decides more than any penalty.

Candidates come from k-means on all features and on a few principal components of the scaled
ones, and from spectral clustering of each graph and of both. Each also sharpened: clustered
again on the features that stand out between its clusters, again and again. Where a graph
shows more than chance, the labels that agree with it most win; else those with the greatest
evidence. No true label is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
import warnings

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg import eigh
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.extmath import row_norms

from golfs.arrays import Cholesky, Design
from golfs.graphs import Graph
from golfs.solvers._evidence import Evidence
from golfs.solvers._problem import Labels

Array = NDArray[np.float64]

SHARPEN_FROM = (10, 30, 100)  # fewest features to cluster on again; each gives a candidate
SHARPEN_TO = 1000  # most
SHARPEN_ROUNDS = 15
LLOYD_ITERATIONS = 100
TRUSTED = 1.6  # agreement from which on a graph decides; where features are noise, the best labels reach 0.7 to 1.4
DENSE_EIGEN = 300  # size up to which a dense eigenvalue problem costs less than Lanczos


class Start(NamedTuple):
    """A candidate: where it comes from, the labels, what they explain, and how far some graph agrees."""

    name: str
    labels: Labels
    evidence: float
    agreement: float

    @classmethod
    def judged(cls, name: str, labels: Labels, evidence: Evidence, graphs: dict[str, Graph]) -> Start:
        """Agreement is the greatest among the graphs: one of them may be noise."""
        return cls(name, labels, evidence(labels), max(graph.agreement(labels) for graph in graphs.values()))


def embed(X: Design) -> Any:
    """Coordinates with the distances between the rows of X̃, in at most n dimensions. O(n²d) if n ≤ d."""
    n, d = X.shape
    if d < n:
        return X.rows(slice(0, n))
    K = X.inner.copy()
    K[np.diag_indices_from(K)] *= 1 + 1e-10  # centred rows are dependent
    return np.ascontiguousarray(Cholesky(K).factor)


def k_means(points: Any, n_clusters: int, seed: int, *, n_init: int = 10) -> Labels:
    """Ordinary k-means, silent about duplicated points; clusters may then be missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return np.asarray(KMeans(n_clusters, n_init=n_init, random_state=seed).fit(points).labels_, dtype=np.intp)


def principal_components(X: Design, m: int) -> Array:
    """The m leading principal components of the samples, n × m. O(n²d) or O(nd²), at most, or O(nd) a product."""
    n, d = X.shape
    if min(n, d) <= max(DENSE_EIGEN, 2 * m):
        if n <= d:
            values, U = eigh(X.gram(), subset_by_index=[n - m, n - 1])
            return np.asarray(U * np.sqrt(np.maximum(values, 0)))
        V = eigh(X.cogram(), subset_by_index=[d - m, d - 1])[1]
        return X.dot(V)
    values, U = _lanczos(lambda v: X.dot(X.tdot(v[:, None]))[:, 0], n, m, np.linspace(-1, 1, n))
    return np.asarray(U * np.sqrt(np.maximum(values, 0)))


def spectral(graph: Graph, n_clusters: int, seed: int) -> Labels:
    """k-means on the unit rows of the c leading eigenvectors of D^(−1/2) S D^(−1/2)."""
    n = len(graph)
    root = np.divide(1.0, np.sqrt(graph.degree), out=np.zeros(n), where=graph.degree > 0)
    # 1 is an eigenvalue once a component, which Lanczos would not see; a dense graph has hardly more than one
    part = connected_components(graph.S, directed=False)[1] if sparse.issparse(graph.S) else np.zeros(n, dtype=int)
    V = np.eye(part.max() + 1)[part] * np.sqrt(graph.degree)[:, None]
    lengths = np.linalg.norm(V, axis=0)
    V = V[:, lengths > 0] / lengths[lengths > 0]
    more = n_clusters - V.shape[1]
    if more > 0:

        def product(v: Array) -> Array:
            return np.asarray(root[:, None] * graph.similarity(root[:, None] * v) - 2 * V @ (V.T @ v))

        if n <= max(DENSE_EIGEN, 2 * n_clusters):
            A = product(np.eye(n))
            others = eigh((A + A.T) / 2, subset_by_index=[n - more, n - 1])[1]
        else:
            others = _lanczos(lambda v: product(v[:, None])[:, 0], n, more, np.linspace(-1, 1, n))[1]
        V = np.hstack([V, others])
    norms = np.linalg.norm(V, axis=1, keepdims=True)
    return k_means(V / np.where(norms > 0, norms, 1.0), n_clusters, seed)


def _lanczos(product: Callable[[Array], Array], n: int, k: int, first: Array) -> tuple[Array, Array]:
    """The k largest eigenvalues of a symmetric n × n operator and their vectors, as far as they converged."""
    operator = LinearOperator((n, n), matvec=lambda v: product(v.ravel()), dtype=np.float64)
    try:
        values, vectors = eigsh(operator, k=k, which="LA", v0=first)
    except ArpackNoConvergence as failure:
        values, vectors = failure.eigenvalues, failure.eigenvectors
    return values, vectors


def sharpen(evidence: Evidence, labels: Labels, fewest: int) -> Labels:
    """k-means on the features that stand out, each in units of its spread within clusters, until the labels stay.

    At least `fewest` features take part, the best by evidence, so that weak labels have
    something to hold on to. O(ndc) a round.
    """
    X = evidence.X
    seen = set()
    for _ in range(SHARPEN_ROUNDS):
        seen.add(labels.tobytes())
        within = evidence.within(labels)
        e = evidence.from_within(within)
        k = int(np.clip(np.sum(e > 0), min(fewest, len(e)), SHARPEN_TO))
        best = np.sort(np.argsort(-e, kind="stable")[:k])
        unit = np.sqrt(evidence.spread[best] * within[best])
        points = X.columns(best[unit > 0]).T / unit[unit > 0]
        labels = named(lloyd(points, labels, evidence.n_clusters))
        if labels.tobytes() in seen:
            break
    return labels


def lloyd(points: Array, labels: Labels, n_clusters: int) -> Labels:
    """k-means from given labels; no cluster ends empty. O(nkc) an iteration on k coordinates."""
    for _ in range(LLOYD_ITERATIONS):
        Y = np.eye(n_clusters)[labels]
        centers = (Y.T @ points) / Y.sum(axis=0)[:, None]
        closeness = points @ centers.T - np.einsum("kj,kj->k", centers, centers) / 2
        moved = fill(closeness.argmax(axis=1), n_clusters, points)
        if np.array_equal(moved, labels):
            break
        labels = moved
    return labels


def fill(labels: Labels, n_clusters: int, points: Any) -> Labels:
    """Give each empty cluster the sample farthest from the mean of a cluster that can spare it."""
    sizes = np.bincount(labels, minlength=n_clusters)
    if sizes.all():
        return labels
    labels = labels.copy()
    Y = np.eye(n_clusters)[labels]
    centers = (points.T @ Y).T / np.maximum(sizes, 1)[:, None]
    cross = np.einsum("ik,ik->i", points @ centers.T, Y)
    distance = row_norms(points, squared=True) - 2 * cross + row_norms(centers, squared=True)[labels]
    for k in np.flatnonzero(sizes == 0):
        i = int(np.where(sizes[labels] > 1, distance, -np.inf).argmax())
        sizes[labels[i]] -= 1
        labels[i], sizes[k], distance[i] = k, 1, -np.inf
    return labels


def first_starts(
    X: Design, scaled: Design, evidence: Evidence, graphs: dict[str, Graph], random_state: np.random.RandomState
) -> list[Start]:
    """k-means on all features and on principal components, and spectral clustering of each graph and of their sum."""
    n, d = X.shape
    c = evidence.n_clusters
    points = X.points() if d < n else embed(X)
    found = {"k-means": k_means(points, c, _seed(random_state))}
    sizes = sorted({min(m, n - 1, d) for m in (1, 2, c - 1, 2 * c)})
    components = principal_components(scaled, sizes[-1])
    for m in sizes:
        found[f"{m} components"] = k_means(components[:, -m:], c, _seed(random_state))
    sources = dict(graphs)
    if len(graphs) > 1:
        parts = list(graphs.values())
        sources["both graphs"] = Graph.sum(parts, [1 / (g.mean_degree or 1.0) for g in parts])
    for name, graph in sources.items():
        found[name] = spectral(graph, c, _seed(random_state))
    starts = {name: named(fill(labels, c, points)) for name, labels in found.items()}
    return [Start.judged(name, labels, evidence, graphs) for name, labels in starts.items()]


def named(labels: Labels) -> Labels:
    """Clusters numbered in the order in which samples meet them, so that one partition has one name."""
    _, first, codes = np.unique(labels, return_index=True, return_inverse=True)
    number = np.empty(len(first), dtype=np.intp)
    number[np.argsort(first)] = np.arange(len(first))
    return np.asarray(number[codes])


def _seed(random_state: np.random.RandomState) -> int:
    return int(random_state.randint(np.iinfo(np.int32).max))


def sharpened(evidence: Evidence, graphs: dict[str, Graph], starts: list[Start]) -> list[Start]:
    """Every start sharpened from each number of features; those that end in the same labels once."""
    distinct = {start.labels.tobytes(): start for start in reversed(starts)}
    seen = set(distinct)
    more = []
    for start in reversed(distinct.values()):
        for fewest in SHARPEN_FROM:
            labels = sharpen(evidence, start.labels, fewest)
            if labels.tobytes() not in seen:
                seen.add(labels.tobytes())
                more.append(Start.judged(f"{start.name}, sharpened from {fewest}", labels, evidence, graphs))
    return more


def best(starts: list[Start]) -> Start:
    """Of the labels that explain any feature, those that agree most with a graph, if it is to be trusted.

    Else the greatest evidence; the first of equals.
    """
    telling = [start for start in starts if start.evidence > 0] or starts
    if max(start.agreement for start in telling) > TRUSTED:
        return max(telling, key=lambda start: start.agreement)
    return max(telling, key=lambda start: start.evidence)
