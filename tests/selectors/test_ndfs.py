"""NDFS against its paper, and as what it is: GOLFS on the local graph alone."""

import numpy as np
import pytest
from scipy import sparse

from golfs import GOLFS, NDFS
from golfs.datasets import make_golfs_example2
from references import golfs_paper, ndfs

Y = np.arange(36) % 3


@pytest.fixture(scope="module")
def X():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((36, 50))
    X[:, :6] += 2 * rng.standard_normal((3, 6))[Y]
    return X


def similarity(X):
    return golfs_paper.local_graph(X, 5, 9.0)


@pytest.mark.parametrize("iterations", [1, 2, 5, 30])
def test_solver_paper_is_the_published_update(X, iterations):
    alpha, beta, gamma, soft = 0.3, 2.0, 1e3, 0.2 / np.sqrt(36)
    F = np.eye(3)[Y] / np.sqrt(12) + soft
    L, d, path = ndfs.laplacian(similarity(X)), np.ones(50), []
    for _ in range(iterations):
        F, W, d = ndfs.step(X, L, F, d, alpha, beta, gamma)
        path.append(ndfs.objective(X, L, F, W, alpha, beta, gamma))
    fitted = NDFS(
        3, affinity=similarity(X), alpha=alpha, beta=beta, gamma=gamma, center=False, scale="none",
        solver="paper", init=Y, max_iter=iterations, tol=0.0,
    )  # fmt: skip
    with pytest.warns(Warning, match="max_iter"):
        fitted.fit(X)
    assert fitted.indicator_ == pytest.approx(F, rel=1e-8, abs=1e-12)
    assert fitted.scores_ == pytest.approx(np.linalg.norm(W, axis=1), rel=1e-7, abs=1e-12)
    assert fitted.objective_path_ == pytest.approx(path, rel=1e-8)


@pytest.mark.parametrize("solver", ["discrete", "multiplicative"])
@pytest.mark.parametrize("given", [True, False])
def test_golfs_without_the_global_graph_is_ndfs(X, solver, given):
    S = similarity(X)
    common = {"laplacian": "normalized", "solver": solver, "random_state": 0, "max_iter": 3000}
    one = NDFS(3, affinity=S if given else "local", **common).fit(X)
    other = GOLFS(3, affinity=(np.zeros_like(S), S) if given else "local", lam=1, **common).fit(X)
    assert one.scores_ == pytest.approx(other.scores_, rel=1e-9)
    assert np.array_equal(one.labels_, other.labels_)
    assert one.objective_path_ == pytest.approx(other.objective_path_, rel=1e-9)


def test_the_laplacian_annihilates_the_root_of_the_degrees_and_is_positive(X):
    from golfs.graphs import Graph

    S = similarity(X)
    graph = Graph(sparse.csr_array(S), normalized=True)
    L = graph.laplacian(np.eye(len(S)))
    assert pytest.approx(ndfs.laplacian(S), abs=1e-12) == L
    assert pytest.approx(np.zeros(len(S)), abs=1e-12) == L @ np.sqrt(S.sum(axis=1))
    assert np.linalg.eigvalsh(L).min() > -1e-12


def test_it_finds_complementary_features():
    X, _, features = make_golfs_example2(random_state=1)
    found = NDFS(5, n_features_to_select=10, random_state=0).fit(X).get_support(indices=True)
    assert list(found) == list(features)


def test_a_graph_it_does_not_have(X):
    with pytest.raises(ValueError, match="affinity='global' must be one of 'local'"):
        NDFS(3, affinity="global").fit(X)
