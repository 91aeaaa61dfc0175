"""Sparse PCA: each half-step as printed, its descent, and its end points."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from golfs import SparsePCAScore
from golfs.arrays import as_design
from golfs.solvers import sparse_pca
from references import sparse_pca as paper

SHAPES = [(40, 70), (60, 25)]
M = 3


def matrix(shape=SHAPES[0]):
    rng = np.random.default_rng(0)
    X = rng.standard_normal(shape)
    X[:, :9] += 3 * rng.standard_normal((4, 9))[np.arange(shape[0]) % 4]
    return X - X.mean(axis=0)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("share", [0.05, 0.3])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_every_iteration_is_the_printed_one(shape, share, kind):
    X = matrix(shape)
    A, s = paper.start(X, M)
    penalty = share * s[-1] ** 2
    unit = as_design(X).scale[0]
    for iterations in range(1, 8):
        B, following = paper.step(X, A, [penalty] * M)
        found = sparse_pca(as_design(kind(X)), M, penalty / unit**2, max_iter=iterations, tol=0.0)
        assert np.abs(found.loadings) * unit**2 == pytest.approx(np.abs(B), abs=1e-7 * np.abs(B).max())
        value = paper.objective(X, A, B, np.full(M, penalty))
        assert found.path[-1] * unit**4 == pytest.approx(value, rel=1e-9)
        A = following


@pytest.mark.parametrize("penalty", [0.0, 10.0, 200.0])
def test_the_objective_outside_the_solver_never_rises(penalty):
    X = matrix()
    A, _ = paper.start(X, M)
    values = []
    for _ in range(30):
        B, following = paper.step(X, A, [penalty] * M)
        values += [paper.objective(X, A, B, np.full(M, penalty)), paper.objective(X, following, B, np.full(M, penalty))]
        A = following
    assert (np.diff(values) <= 1e-9 * np.abs(values[0])).all()
    fitted = SparsePCAScore(M + 1, lam=penalty, scale=False).fit(X)
    assert (np.diff(fitted.objective_path_) <= 1e-12).all()
    assert fitted.objective_path_[-1] * np.sum(X**2) ** 2 <= values[-1] * (1 - 1e-6)  # it goes on where these stopped


def test_without_a_penalty_loadings_are_ordinary_ones():
    X = matrix()
    A, s = paper.start(X, M)
    fitted = SparsePCAScore(M + 1, lam=0, scale=False).fit(X)
    assert fitted.scores_ == pytest.approx(np.linalg.norm(A * s**2, axis=1), rel=1e-8)


def test_auto_keeps_the_signal_and_drops_the_noise():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((100, 100))
    means = np.array([[3, 3, 0], [3, -3, 0], [-3, 0, 3], [-3, 0, -3]])
    X[:, :18] += np.tile(means, 6)[np.arange(100) % 4]
    fitted = SparsePCAScore(4).fit(X)
    assert set(np.flatnonzero(fitted.ranking_ <= 18)) == set(range(18))
    assert 18 <= fitted.n_selected_ < 25
    assert fitted.lam_.shape == (3,)


def test_a_penalty_above_everything_leaves_nothing():
    with pytest.warns(UserWarning, match="none is selected"):
        fitted = SparsePCAScore(4, lam=1e9).fit(matrix())
    assert fitted.loadings_.shape == (70, 0)
    assert fitted.scores_.tolist() == [0.0] * 70


def test_a_number_carries_the_square_of_the_unit_of_x():
    X = matrix()
    plain = SparsePCAScore(4, lam=50.0, scale=False).fit(X)
    other = SparsePCAScore(4, lam=50e6, scale=False).fit(X * 1e3)
    assert other.scores_ == pytest.approx(plain.scores_ * 1e6, rel=1e-7)
    assert other.lam_ == pytest.approx(plain.lam_ * 1e6)


def test_stopping_early_warns():
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        SparsePCAScore(4, max_iter=1).fit(matrix())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_clusters": 41}, "n_clusters=41"),
        ({"lam": -1.0}, "lam"),
        ({"lam": "much"}, "lam"),
        ({"scale": "none"}, "scale"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_a_bad_parameter_is_named(given, message):
    with pytest.raises(ValueError, match=message):
        SparsePCAScore(**given).fit(matrix())


def test_a_constant_matrix_is_named():
    with pytest.raises(ValueError, match="constant"):
        SparsePCAScore().fit(np.ones((10, 4)))
