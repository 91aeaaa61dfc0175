"""RSR against its paper, and as stage 1 of GOLFS on X'."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from golfs import RSR
from golfs.arrays import Transposed, as_design
from golfs.solvers import _self_representation as stage_1
from golfs.solvers import largest_kappa, self_representation
from references import rsr

SHAPES = [(20, 35), (35, 20)]


def matrix(shape, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape) * rng.uniform(0.5, 2, shape[1])
    X[:, :6] += 2 * np.outer(rng.standard_normal(shape[0]), rng.standard_normal(6))
    return X


def centred(X):
    return X - X.mean(axis=0)


@pytest.mark.parametrize("share", [0.2, 0.8])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_step_is_the_papers(shape, share):
    X = matrix(shape)
    T = Transposed(as_design(X))
    unit = T.X.scale[0]
    Z = centred(X) / unit
    lam = share * largest_kappa(T)
    epsilon = stage_1.smoothing(T.column_norms())
    state = stage_1.start(T, lam)
    g, u = state.g1, state.g2
    for _ in range(30):
        state = stage_1.step(T, state, epsilon)
        W, g, u = rsr.step(Z, g, u, lam, epsilon, stage_1.SMOOTHING)
        norms = np.linalg.norm(W, axis=1)
        assert state.rows == pytest.approx(norms, rel=1e-7, abs=1e-9)
        assert state.matrix(T) == pytest.approx(W, abs=1e-7)
    fitted = RSR(lam=lam * unit, max_iter=30, tol=0)
    with pytest.warns(ConvergenceWarning):
        fitted.fit(X)
    assert fitted.row_norms_ == pytest.approx(norms, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_the_samples_side_of_golfs_on_the_transposed_matrix(shape):
    X = centred(matrix(shape))
    design = as_design(X)
    lam = 0.5 * largest_kappa(Transposed(design))
    turned = as_design(np.ascontiguousarray(X.T), center=False)
    other = self_representation(turned, lam * design.scale[0] / turned.scale[0], tol=1e-9, max_iter=1000)
    fitted = RSR(lam=lam * design.scale[0], tol=1e-9, max_iter=1000).fit(X)
    assert fitted.row_norms_ == pytest.approx(other.rows, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_objective_descends_and_is_the_papers(shape):
    X = matrix(shape)
    fitted = RSR(tol=1e-9, max_iter=1000).fit(X)
    path = fitted.objective_path_
    assert (np.diff(path) <= 1e-12 * path[0]).all()
    T = Transposed(as_design(X))
    state = self_representation(T, fitted.lam_ / T.X.scale[0], tol=1e-9, max_iter=1000)
    assert path[-1] == pytest.approx(rsr.objective(centred(X), state.matrix(T), fitted.lam_), rel=1e-4)
    rng = np.random.default_rng(1)
    for size in (1e-3, 1e-1):  # and no W nearby is better
        W = state.matrix(T) + size * rng.standard_normal((shape[1], shape[1]))
        assert rsr.objective(centred(X), W, fitted.lam_) > path[-1]


@pytest.mark.parametrize("shape", SHAPES)
def test_the_second_term_of_the_score_is_the_pull_of_the_residual(shape):
    X = matrix(shape)
    fitted = RSR(lam="auto", tol=1e-13, max_iter=5000).fit(X)
    T = Transposed(as_design(X))
    W = self_representation(T, fitted.lam_ / T.X.scale[0], tol=1e-13, max_iter=5000).matrix(T)
    Z = centred(X)
    R = Z - Z @ W
    pull = np.linalg.norm(Z.T @ (R / np.linalg.norm(R, axis=1, keepdims=True)), axis=1) / fitted.lam_
    assert fitted.scores_ - fitted.row_norms_ == pytest.approx(pull, abs=1e-4)
    assert (pull[fitted.row_norms_ > 1e-2] > 0.9999).all()
    assert pull.min() < 0.9


def test_the_ranking_does_not_depend_on_when_it_stops():
    X = matrix(SHAPES[0])
    rankings = [RSR(tol=tol, max_iter=20000).fit(X).ranking_.tolist() for tol in (1e-11, 1e-13, 1e-14)]
    assert rankings[0] == rankings[1] == rankings[2]


@pytest.mark.parametrize("shape", SHAPES)
def test_w_vanishes_from_the_largest_lam_on(shape):
    X = matrix(shape)
    top = RSR().fit(X).lam_ / 0.9
    assert RSR(lam=1.02 * top, tol=1e-12, max_iter=5000).fit(X).row_norms_.max() < 1e-5
    assert RSR(lam=0.9 * top, tol=1e-12, max_iter=5000).fit(X).row_norms_.max() > 1e-3


def test_scaling_is_the_same_as_scaling_before():
    X = matrix(SHAPES[0])
    Z = centred(X) / X.std(axis=0)
    assert RSR(scale=True).fit(X).scores_ == pytest.approx(RSR().fit(Z).scores_, rel=1e-7)


def test_very_sparse_x_scores_as_dense_x():
    X = matrix((60, 90)) * (np.random.default_rng(2).random((60, 90)) < 0.04)
    assert RSR().fit(sparse.csr_array(X)).scores_ == pytest.approx(RSR().fit(X).scores_, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"lam": 0}, "lam=0 must be a finite number above 0"),
        ({"lam": "best"}, "lam='best' must be a number, or \"auto\""),
        ({"max_iter": 0}, "max_iter=0 must be at least 1"),
        ({"tol": -1}, "tol=-1 must be"),
        ({"center": 1}, "center must be True or False"),
        ({"scale": "none"}, "scale must be True or False"),
    ],
)
def test_bad_parameters_are_named(given, message):
    with pytest.raises(ValueError, match=message):
        RSR(**given).fit(matrix(SHAPES[0]))


def test_constant_x_is_refused():
    with pytest.raises(ValueError, match="every column of X is constant"):
        RSR().fit(np.ones((5, 4)))
