"""UDFS against its paper: M, the eigenvectors of every step, the descent."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.neighbors import NearestNeighbors

from golfs import UDFS
from golfs.arrays import as_design
from golfs.solvers import _discriminative as solver
from references import udfs

C, K = 3, 4
SHAPES = [(25, 40), (40, 25)]
ZERO = 1e-6


@pytest.fixture(autouse=True)
def no_dense_eigenproblem_for_few_features(monkeypatch):
    monkeypatch.setattr(solver, "DENSE", 0)


def matrix(shape, seed=0):
    n, d = shape
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape) * rng.uniform(0.5, 2, d)
    X[:, :5] += (4 * rng.standard_normal((C, min(5, d))))[np.arange(n) % C]
    return X


def neighbors(X):
    return NearestNeighbors(n_neighbors=K).fit(X).kneighbors()[1]


def scaled(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def reference(X, fitted, Z):
    """As many steps, which are enough for the objective to settle, from the same start."""
    M, _ = udfs.scatter(Z, neighbors(X), fitted.lam_)
    w = udfs.start(M, fitted.gamma_, C)
    for _ in range(fitted.n_iter_):
        W = udfs.step(M, w, fitted.gamma_, C, ZERO)
        w = np.linalg.norm(W, axis=1)
    return M, W, w


@pytest.mark.parametrize("gamma", ["auto", 0.3, 3.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_the_paper(shape, gamma):
    X = matrix(shape)
    fitted = UDFS(C, n_neighbors=K, gamma=gamma, tol=0, max_iter=5000)
    fitted.fit(X)
    M, W, w = reference(X, fitted, scaled(X))
    alone = (fitted.gamma_ + np.diag(M).min()) / (fitted.gamma_ + np.diag(M))
    assert fitted.scores_ == pytest.approx(w + 1e-3 * alone, abs=1e-7)
    assert fitted.objective_path_[-1] == pytest.approx(udfs.objective(M, W, fitted.gamma_), rel=1e-7)
    projected = X @ fitted.coef_ - (X @ fitted.coef_).mean(axis=0)
    assert projected @ projected.T == pytest.approx(scaled(X) @ W @ W.T @ scaled(X).T, abs=1e-5)


@pytest.mark.parametrize("shape", SHAPES)
def test_without_scaling_numbers_mean_the_papers(shape):
    X = matrix(shape)
    fitted = UDFS(C, n_neighbors=K, lam=2.5, gamma=0.2, scale=False, tol=0, max_iter=5000).fit(X)
    assert (fitted.lam_, fitted.gamma_) == (2.5, 0.2)
    *_, w = reference(X, fitted, X)
    assert np.linalg.norm(fitted.coef_ * as_design(X).scale[0], axis=1) == pytest.approx(w, abs=1e-6)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_scatter_is_the_papers(shape):
    X = scaled(matrix(shape))
    design = as_design(X)
    lam = 0.7
    G, used = solver.local_scatter(design, neighbors(X), lam / design.scale[0] ** 2)
    M, expected = udfs.scatter(X, neighbors(X), lam)
    assert G.toarray() / design.scale[0] ** 2 == pytest.approx(expected, abs=1e-10)
    assert solver.scatter_diagonal(design, G) == pytest.approx(np.diag(M), rel=1e-9)
    assert np.abs(G.sum(axis=1)).max() < 1e-9
    assert used == lam / design.scale[0] ** 2


@pytest.mark.parametrize("gamma", [0.01, 0.5])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_objective_descends_step_by_step(shape, gamma):
    X = matrix(shape)
    path = []
    for steps in range(1, 9):
        fitted = UDFS(C, n_neighbors=K, gamma=gamma, tol=0, max_iter=steps)
        with pytest.warns(ConvergenceWarning):
            fitted.fit(X)
        M, _ = udfs.scatter(scaled(X), neighbors(X), fitted.lam_)
        W = fitted.coef_ * X.std(axis=0)[:, None]
        assert pytest.approx(np.eye(C), abs=1e-9) == W.T @ W
        path.append(udfs.objective(M, W, gamma))
        assert fitted.objective_path_.tolist() == pytest.approx(path, rel=1e-9)
    assert (np.diff(path) <= 1e-9 * path[0]).all()
    assert path[-1] < path[0]


@pytest.mark.parametrize("shape", SHAPES)
def test_lam_is_the_mean_square_distance_from_the_mean_of_a_neighbourhood(shape):
    X = matrix(shape)
    patches = X[np.column_stack([np.arange(len(X)), neighbors(X)])]
    offsets = patches - patches.mean(axis=1, keepdims=True)
    expected = np.mean(np.sum(offsets**2, axis=2))
    assert UDFS(C, n_neighbors=K, scale=False).fit(X).lam_ == pytest.approx(expected, rel=1e-9)


def test_both_sides_are_one_method(monkeypatch):
    X = matrix(SHAPES[0])
    few_samples = UDFS(C, tol=1e-12, max_iter=5000).fit(X)
    monkeypatch.setattr(solver, "DENSE", 100)
    few_features = UDFS(C, tol=1e-12, max_iter=5000).fit(X)
    assert few_samples.scores_ == pytest.approx(few_features.scores_, abs=1e-6)


def test_at_a_large_gamma_each_direction_is_one_feature():
    X = matrix(SHAPES[0])
    fitted = UDFS(C, gamma=1e3, tol=1e-12, max_iter=5000).fit(X)
    W = fitted.coef_ * X.std(axis=0)[:, None]
    assert np.sort(np.linalg.norm(W, axis=1))[-C:] == pytest.approx(np.ones(C), abs=1e-6)
    assert fitted.objective_path_[-1] == pytest.approx(1e3 * C, rel=0.1)


@pytest.mark.parametrize("shape", SHAPES)
def test_sparse_x_and_other_metrics(shape):
    X = matrix(shape) * (np.random.default_rng(2).random(shape) < 0.3)
    for metric in ("euclidean", "cosine"):
        plain = UDFS(C, metric=metric).fit(X)
        assert UDFS(C, metric=metric).fit(sparse.csr_array(X)).scores_ == pytest.approx(plain.scores_, abs=1e-6)


def test_more_clusters_than_features_use_all_features():
    X = matrix((20, 3))
    assert UDFS(8).fit(X).coef_.shape == (3, 3)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_clusters": 0}, "n_clusters=0 must be between 1 and 25"),
        ({"n_neighbors": 25}, "n_neighbors=25 must be between 1 and 24"),
        ({"lam": 0}, "lam=0 must be a finite number above 0"),
        ({"gamma": -1}, "gamma=-1 must be a finite number above 0"),
        ({"scale": 2}, "scale must be True or False"),
        ({"metric": "near"}, "metric='near' must be one of"),
        ({"n_jobs": 0}, "n_jobs=0"),
    ],
)
def test_bad_parameters_are_named(given, message):
    with pytest.raises(ValueError, match=message):
        UDFS(**given).fit(matrix(SHAPES[0]))


def test_constant_x_is_refused():
    with pytest.raises(ValueError, match="every column of X is constant"):
        UDFS(2).fit(np.ones((9, 4)))
