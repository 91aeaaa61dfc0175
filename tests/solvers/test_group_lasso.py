"""The regression at every penalty: its optimum, certified here from W and a dual point, whatever solved it."""

from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest
from scipy import sparse

from golfs.arrays import as_design
from golfs.solvers import Regression, beta_max, group_lasso, indicator
from golfs.solvers import _group_lasso as module
from golfs.solvers import _newton_lasso as newton
from references import group_lasso as naive

SHARES = [1e-7, 1e-5, 1e-3, 0.1, 0.8]


def dense(design):
    return design.columns(np.arange(design.shape[1])).T


def draw(n, d, c, *, seed=0, copies=0, zeros=0.0):
    """Random X with some columns twice and one doubled, and the indicator of random labels."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(n) % c)
    X = rng.standard_normal((n, d)) + 0.5 * rng.standard_normal((c, d))[labels]
    X[rng.random((n, d)) < zeros] = 0
    X[:, d - copies :] = X[:, :copies]
    if copies:
        X[:, d - 1] *= 2
    return X, indicator(labels, c)


def certified(design, F, beta, found):
    return naive.gap(dense(design), F, found.W, beta) / np.sum(F**2)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("copies", [0, 15])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, np.float32])
@pytest.mark.parametrize("c", [2, 15])
@pytest.mark.parametrize(("n", "d"), [(40, 150), (150, 40), (60, 80)])
def test_the_regression_reaches_its_optimum_at_every_penalty(n, d, c, kind, copies, share):
    X, F = draw(n, d, c, copies=copies, zeros=0.0 if kind is np.asarray else 0.6)
    design = as_design(kind(X))
    beta = share * beta_max(design, F)
    found = group_lasso(design, F, beta, tol=1e-13, max_iter=20000)
    assert found.gap <= 1e-13
    assert certified(design, F, beta, found) <= 1e-12
    assert found.W[~found.W.any(axis=1)].shape[0] >= d - n * c


@pytest.mark.parametrize("share", [*SHARES, 1.0])
@pytest.mark.parametrize(("n", "d"), [(30, 100), (100, 30)])
def test_newton_alone_reaches_it_too_and_leaves_exact_zeros(n, d, share):
    design = as_design(draw(n, d, 4)[0])
    F = draw(n, d, 4)[1]
    beta = share * beta_max(design, F)
    found = newton.newton_lasso(design, F, beta, tol=1e-13)
    assert certified(design, F, beta, found) <= 1e-12
    if share >= 0.1:
        slack = 2 * np.linalg.norm(found.correlations, axis=1) < beta * (1 - 1e-3)
        assert slack.any()
        assert not found.W[slack].any()


@pytest.mark.parametrize("share", [1e-2, 0.1, 0.3])
@pytest.mark.parametrize("missed", [False, True])
def test_newton_agrees_with_a_long_naive_run(share, missed, monkeypatch):
    """Also when the first set of features has missed most that count."""
    if missed:
        monkeypatch.setattr(newton, "LARGEST", 12)
    X, F = draw(12, 20, 3)
    design = as_design(X)
    X = dense(design)
    beta = share * beta_max(design, F)
    best = naive.optimum(X, F, beta, iterations=200000)
    found = newton.newton_lasso(design, F, beta, tol=1e-13)
    if not missed or share == 0.3:
        assert found.gap <= 1e-13
        assert naive.objective(X, F, found.W, beta) == pytest.approx(naive.objective(X, F, best, beta), rel=1e-9)
    if not missed:
        assert pytest.approx(best, abs=1e-4 * np.abs(best).max()) == found.W
    assert np.count_nonzero(found.W.any(axis=1)) <= newton.LARGEST


@pytest.mark.parametrize("share", SHARES)
def test_orthonormal_features_are_thresholded(share):
    rng = np.random.default_rng(0)
    X = np.linalg.qr(rng.standard_normal((30, 12)))[0]
    design = as_design(X, center=False)
    X, F = dense(design), indicator(np.arange(30) % 3, 3)
    unit = np.sum(X[:, 0] ** 2)  # columns of this square length, after the design's own power of two
    beta = share * beta_max(design, F)
    free = X.T @ F
    size = np.linalg.norm(free, axis=1, keepdims=True)
    expected = np.maximum(1 - beta / 2 / size, 0) * free / unit
    for found in (
        group_lasso(design, F, beta, tol=1e-13, max_iter=20000),
        newton.newton_lasso(design, F, beta, tol=1e-13),
    ):
        assert pytest.approx(expected, abs=1e-6 * np.abs(expected).max()) == found.W
        assert np.array_equal(found.W.any(axis=1), expected.any(axis=1))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(3, 25),
    d=st.integers(1, 40),
    c=st.integers(2, 4),
    copies=st.integers(0, 10),
    zeros=st.sampled_from([0.0, 0.7]),
    exponent=st.floats(-8, 0.2),
    scale=st.sampled_from([1e-150, 1.0, 1e150]),
)
def test_small_problems_of_every_kind(seed, n, d, c, copies, zeros, exponent, scale):
    c = min(c, n - 1)
    X, F = draw(n, d, c, seed=seed, copies=min(copies, d // 2), zeros=zeros)
    design = as_design(X * scale)
    top = beta_max(design, F)
    beta = 10**exponent * (top if top > 1e-9 else 1.0)
    W = np.random.default_rng(seed).standard_normal((d, c)) * 10 ** (exponent / 2)
    before = naive.objective(dense(design), F, W, beta)
    for begin in (None, W):
        found = group_lasso(design, F, beta, begin, tol=1e-13, max_iter=20000)
        assert np.isfinite(found.W).all()
        assert naive.objective(dense(design), F, found.W, beta) <= before * (1 + 1e-12)
        assert certified(design, F, beta, found) <= 1e-12
    again = group_lasso(design, F, beta, W, tol=1e-13, max_iter=20000)
    assert np.array_equal(found.W, again.W)


@pytest.mark.parametrize("share", [1e-7, 1e-3, 0.3])
def test_the_order_of_features_and_samples_does_not_matter(share):
    X, F = draw(40, 90, 3)
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(40), rng.permutation(90)
    beta = share * beta_max(as_design(X), F)
    found = group_lasso(as_design(X), F, beta, tol=1e-13, max_iter=20000)
    other = group_lasso(as_design(X[rows][:, columns]), F[rows], beta, tol=1e-13, max_iter=20000)
    assert other.objective(beta) == pytest.approx(found.objective(beta), rel=1e-12)
    assert pytest.approx(found.W[columns], abs=1e-3 * np.abs(found.W).max()) == other.W


@pytest.mark.parametrize("share", [1e-12, 1e-16, 1e-30, 1e-300])
@pytest.mark.parametrize(("n", "d"), [(30, 60), (60, 30)])
def test_a_penalty_that_rounding_cannot_see_ends_in_a_fit_all_the_same(n, d, share):
    X, F = draw(n, d, 3)
    design = as_design(X)
    beta = share * beta_max(design, F)
    found = group_lasso(design, F, beta, tol=1e-13, max_iter=20000)
    plain = np.linalg.lstsq(dense(design), F, rcond=None)[0]
    assert found.loss == pytest.approx(np.linalg.norm(dense(design) @ plain - F) ** 2, abs=1e-7)
    assert np.isfinite(found.W).all()
    assert found.gap >= certified(design, F, beta, found) - 1e-12


def test_proximal_gradients_come_first_and_newton_only_where_its_systems_fit(monkeypatch):
    X, F = draw(40, 150, 3)
    design = as_design(X)
    calls = []
    monkeypatch.setattr(module, "newton_lasso", lambda *a, **o: calls.append(a) or newton.newton_lasso(*a, **o))
    top = beta_max(design, F)
    group_lasso(design, F, 0.8 * top, tol=1e-13, max_iter=20000)
    assert not calls
    group_lasso(design, F, 1e-5 * top, tol=1e-13, max_iter=module.PATIENCE)
    assert not calls
    assert group_lasso(design, F, 1e-5 * top, tol=1e-13, max_iter=20000).gap <= 1e-13
    assert len(calls) == 1
    monkeypatch.setattr(newton, "LARGEST", 39)
    assert group_lasso(design, F, 1e-5 * top, tol=1e-13, max_iter=2000).gap > 1e-13
    assert len(calls) == 1


def test_what_newton_makes_worse_is_not_taken(monkeypatch):
    X, F = draw(40, 150, 3)
    design = as_design(X)
    beta = 1e-5 * beta_max(design, F)
    worse = Regression.at(design, F, beta, np.ones((150, 3)))
    monkeypatch.setattr(module, "newton_lasso", lambda *_, **__: worse)
    found = group_lasso(design, F, beta, tol=1e-13, max_iter=20000)
    assert found.objective(beta) < worse.objective(beta)
    assert found.objective(beta) < np.sum(F**2)
