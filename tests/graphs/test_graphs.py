"""Graphs against their naive definitions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from golfs.arrays import as_design
from golfs.graphs import Graph, nearest, nearest_by_gram, neighbor_graph
from references import golfs_paper as paper

KINDS = [np.asarray, sparse.csr_array, sparse.csc_matrix]


def points(n=40, d=6, seed=0):
    return np.random.default_rng(seed).standard_normal((n, d))


def similarity(n=20, seed=0):
    """Symmetric, some samples without neighbours, and a diagonal that must not count."""
    rng = np.random.default_rng(seed)
    S = rng.random((n, n)) * (rng.random((n, n)) < 0.4)
    S = S + S.T
    S[3], S[:, 3] = 0, 0
    np.fill_diagonal(S, 5.0)
    return S


def without_diagonal(S):
    return S - np.diag(np.diag(S))


def matrix_of(graph):
    """L, column by column."""
    return graph.laplacian(np.eye(len(graph)))


# The local graph ---------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 5, 39])
@pytest.mark.parametrize("form", ["search", "gram"])
def test_the_neighbor_graph_is_the_printed_one(form, k):
    X = points()
    neighbors = nearest(X, k) if form == "search" else nearest_by_gram(X @ X.T, k)
    S, sigma = neighbor_graph(neighbors, sigma=1.7)
    assert sigma == 1.7
    assert S.toarray() == pytest.approx(paper.local_graph(X, k, 1.7), rel=1e-10, abs=1e-14)


@pytest.mark.parametrize("form", ["search", "gram"])
def test_the_width_is_the_root_mean_square_distance_to_neighbors(form):
    X = points()
    neighbors = nearest(X, 5) if form == "search" else nearest_by_gram(X @ X.T, 5)
    square = np.sort(np.square(X[:, None] - X).sum(axis=2), axis=1)[:, 1:6]
    assert neighbor_graph(neighbors)[1] == pytest.approx(np.sqrt(square.mean()), rel=1e-12)


@pytest.mark.parametrize("unit", [1e-100, 1e100])
def test_the_unit_of_distances_changes_nothing(unit):
    distances, which = nearest(points(), 5)
    plain, sigma = neighbor_graph((distances, which))
    scaled, wide = neighbor_graph((distances * unit, which))
    assert scaled.toarray() == pytest.approx(plain.toarray(), rel=1e-12)
    assert wide == pytest.approx(sigma * unit, rel=1e-12)


def test_coinciding_samples_are_joined_with_weight_one():
    S, sigma = neighbor_graph(nearest(np.ones((6, 2)), 2))
    assert sigma == 1.0
    assert set(S.data.tolist()) == {1.0}
    assert not S.diagonal().any()


def test_both_forms_of_the_search_agree_on_a_design():
    X = points(30, 50) + 3
    design = as_design(X)
    search, _ = neighbor_graph(nearest(X, 5), sigma=9.0)
    gram, _ = neighbor_graph(nearest_by_gram(design.inner * design.scale[0] ** 2, 5), sigma=9.0)
    assert gram.toarray() == pytest.approx(search.toarray(), rel=1e-9)


def test_cosine_neighbors_ignore_length():
    X = points()
    stretched = X * np.random.default_rng(1).uniform(0.1, 10, (len(X), 1))
    plain, _ = neighbor_graph(nearest(X, 5, metric="cosine"))
    again, _ = neighbor_graph(nearest(stretched, 5, metric="cosine"))
    assert again.toarray() == pytest.approx(plain.toarray(), rel=1e-9)


# Laplacians --------------------------------------------------------------------------------------


@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_laplacian_is_what_it_is_by_definition(kind, normalized):
    S = without_diagonal(similarity())
    L = matrix_of(Graph(kind(similarity()), normalized=normalized))
    degree = S.sum(axis=1)
    if normalized:
        root = np.divide(1, np.sqrt(degree), out=np.zeros_like(degree), where=degree > 0)
        expected = np.diag((degree > 0).astype(float)) - root[:, None] * S * root
    else:
        expected = paper.laplacian(S)
    assert np.abs(L - expected).max() < 1e-12
    assert np.abs(L - L.T).max() < 1e-15
    assert np.linalg.eigvalsh(L).min() > -1e-12
    null = np.ones(20) if not normalized else np.sqrt(degree)
    assert L @ null == pytest.approx(np.zeros(20), abs=1e-12)
    assert not L[3].any()


@pytest.mark.parametrize("kind", KINDS)
def test_products_with_similarity_and_laplacian(kind):
    S = without_diagonal(similarity())
    graph = Graph(kind(similarity()))
    F = np.random.default_rng(1).random((20, 3))
    assert len(graph) == 20
    assert graph.similarity(F) == pytest.approx(S @ F, abs=1e-12)
    assert graph.smoothness(F) == pytest.approx(np.trace(F.T @ paper.laplacian(S) @ F), rel=1e-12)
    pairs = sum(S[i, j] * np.sum((F[i] - F[j]) ** 2) for i in range(20) for j in range(20)) / 2
    assert graph.smoothness(F) == pytest.approx(pairs, rel=1e-12)
    assert graph.mean_degree == pytest.approx(S.sum() / 20, rel=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_given_stays_as_it_is(kind):
    S = kind(similarity())
    before = S.toarray().copy() if sparse.issparse(S) else S.copy()
    stored = S.nnz if sparse.issparse(S) else None
    Graph(S, normalized=True)
    assert np.array_equal(S.toarray() if sparse.issparse(S) else S, before)
    assert stored is None or S.nnz == stored


@pytest.mark.parametrize("weights", [[1.0, 2.5], [0.0, 2.0], [3.0, 0.0]])
@pytest.mark.parametrize("kinds", [(np.asarray, sparse.csr_array), (sparse.csr_array,) * 2, (np.asarray,) * 2])
def test_a_sum_of_graphs_is_the_sum_of_laplacians(kinds, weights):
    parts = [Graph(kind(similarity(seed=seed))) for seed, kind in enumerate(kinds)]
    before = [matrix_of(part) for part in parts]
    total = Graph.sum(parts, weights)
    assert matrix_of(total) == pytest.approx(weights[0] * before[0] + weights[1] * before[1], abs=1e-12)
    assert sparse.issparse(total.S) == all(sparse.issparse(part.S) for part, weight in zip(parts, weights) if weight)
    for part, L in zip(parts, before):
        assert np.array_equal(matrix_of(part), L)


def test_a_sum_in_which_nothing_counts_is_an_empty_graph():
    total = Graph.sum([Graph(sparse.csr_array(similarity()))], [0.0])
    assert len(total) == 20
    assert not matrix_of(total).any()


# Modularity --------------------------------------------------------------------------------------


def newman(S, labels):
    """Σ_ij (S_ij − d_i d_j / 2m) [same cluster] / 2m."""
    degree, total = S.sum(axis=1), S.sum()
    return (
        sum(
            S[i, j] - degree[i] * degree[j] / total
            for i in range(len(S))
            for j in range(len(S))
            if labels[i] == labels[j]
        )
        / total
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("c", [1, 3, 20])
def test_modularity_is_newmans(kind, c):
    labels = np.arange(20) % c
    expected = newman(without_diagonal(similarity()), labels)
    assert Graph(kind(similarity())).modularity(labels) == pytest.approx(expected, abs=1e-12)


def test_modularity_of_two_cliques_is_a_half_and_of_no_graph_zero():
    labels = np.arange(20) // 10
    assert Graph(np.equal.outer(labels, labels).astype(float)).modularity(labels) == pytest.approx(0.5)
    assert Graph(np.zeros((20, 20))).modularity(labels) == 0


def test_equal_distances_are_equal_whatever_the_rounding():
    X = np.random.default_rng(0).integers(0, 2, (40, 60)).astype(float)
    whole = X @ X.T  # exact
    rounded = whole + 1e-14 * np.random.default_rng(1).standard_normal(whole.shape)
    exact, noisy = nearest_by_gram(whole, 5), nearest_by_gram((rounded + rounded.T) / 2, 5)
    assert np.array_equal(exact[1], noisy[1])


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_agreement_is_modularity_in_units_of_what_chance_reaches(kind):
    rng = np.random.default_rng(0)
    labels = np.arange(120) % 4
    cliques = np.equal.outer(labels, labels).astype(float)
    graph = Graph(kind(cliques))
    assert graph.agreement(labels) == pytest.approx(graph.modularity(labels) * np.sqrt(29) / 0.97)
    assert Graph(kind(5 * cliques)).agreement(labels) == pytest.approx(graph.agreement(labels))
    noise = np.triu(rng.random((120, 120)) < 0.08, 1).astype(float)
    assert abs(Graph(kind(noise + noise.T)).agreement(labels)) < 0.5
    assert Graph(kind(np.zeros((120, 120)))).agreement(labels) == 0
