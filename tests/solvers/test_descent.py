"""Every solver lowers its objective, evaluated here from dense matrices and apart from the solver."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest
from scipy import sparse

from golfs.arrays import as_design
from golfs.graphs import Graph
from golfs.solvers import (
    Problem,
    Regression,
    beta_max,
    critical_kappa,
    descend,
    discrete,
    find_representation,
    group_lasso,
    handed_over,
    indicator,
    largest_kappa,
    move_samples,
    multiplicative,
    self_representation,
    to_labels,
)
from golfs.solvers import _self_representation as stage_1
from references import golfs_paper as paper
from references import group_lasso as naive

RISE = 1e-9  # relative, the most that rounding may add in an iteration
UPDATES = {"multiplicative": multiplicative, "discrete": discrete}


def dense(design):
    return design.columns(np.arange(design.shape[1])).T


def similarity(n, rng, share):
    """Symmetric, non-negative, a share of the pairs joined, and some samples with no neighbour at all."""
    S = rng.random((n, n)) * (rng.random((n, n)) < share)
    S = np.triu(S, 1) + np.triu(S, 1).T
    alone = rng.random(n) < 0.1
    S[alone], S[:, alone] = 0, 0
    return S


@st.composite
def problems(draw):
    """A stage 2 problem as a `Problem`, and as the plain matrices it stands for."""
    n, d, c = draw(st.integers(1, 16)), draw(st.integers(1, 20)), draw(st.integers(1, 5))
    c = min(c, n)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = rng.standard_normal((n, d)) + 2 * rng.standard_normal((c, d))[np.arange(n) % c]
    X[rng.random((n, d)) < draw(st.sampled_from([0.0, 0.7]))] = 0
    design = as_design(draw(st.sampled_from([np.asarray, sparse.csr_array]))(X), center=draw(st.booleans()))
    S1, S0 = similarity(n, rng, draw(st.sampled_from([0.0, 1.0]))), similarity(n, rng, 0.3)
    lam, alpha, gamma = (10 ** draw(st.floats(*limits)) for limits in [(-2, 2), (-4, 3), (-6, 8)])
    labels = np.concatenate([np.arange(c), rng.integers(0, c, n - c)])
    beta = draw(st.floats(0.01, 1.2)) * (beta_max(design, indicator(labels, c)) or 1.0)
    local = sparse.csr_array(S0) if draw(st.booleans()) else S0
    graph = Graph.sum([Graph(S1), Graph(local)], [1.0, lam])
    plain = dense(design), paper.laplacian(S1), paper.laplacian(S0), (lam, alpha, beta, gamma)
    return Problem(design, graph, alpha, beta, gamma), labels, plain


def beginning(labels, c, update):
    F = indicator(labels, c)
    return F if update == "discrete" else F + 0.2 / np.sqrt(len(F))


@pytest.mark.parametrize("update", UPDATES)
@settings(max_examples=70, deadline=None, derandomize=True)
@given(problems())
def test_stage_2_never_rises_and_reports_what_it_reaches(update, drawn):
    problem, labels, (X, L1, L0, penalties) = drawn
    c = labels.max() + 1
    F, W = beginning(labels, c, update), np.zeros((X.shape[1], c))

    def objective(F, W):
        return paper.stage_2_objective(X, L1, L0, F, W, *penalties)

    value = objective(F, W)
    for t in range(1, 7):
        solution = descend(problem, beginning(labels, c, update), UPDATES[update], tol=0.0, max_iter=t)
        halfway = objective(F, solution.W)
        after = objective(solution.F, solution.W)
        assert halfway <= value * (1 + RISE)
        assert after <= halfway * (1 + RISE)
        assert solution.path[-1] == pytest.approx(after, rel=1e-8, abs=1e-12)
        assert np.isfinite(solution.F).all()
        assert np.all(solution.F >= 0)
        assert sorted(set(solution.labels.tolist())) == list(range(c))
        if len(solution.path) < t:  # it stands still
            assert solution.converged
            break
        F, value = solution.F, after


@settings(max_examples=60, deadline=None, derandomize=True)
@given(problems())
def test_a_discrete_solution_is_a_scaled_partition(drawn):
    problem, labels, _ = drawn
    c = labels.max() + 1
    solution = descend(problem, indicator(labels, c), discrete, tol=0.0, max_iter=50)
    assert np.abs(solution.F - indicator(solution.labels, c)).max() <= 1e-15
    assert np.abs(solution.F.T @ solution.F - np.eye(c)).max() <= 1e-12


@pytest.mark.parametrize("gamma", [1e-6, 1e-2, 1.0, 1e2, 1e4, 1e8])
def test_one_number_descends_where_the_printed_update_oscillates(gamma):
    # n = c = 1 without a graph: γ/2 (f² − 1)² + α(f − xw)²; printed, f → 1/f
    problem = Problem(as_design(np.ones((1, 1)), center=False), Graph(np.zeros((1, 1))), 1e-3, 1.0, gamma)
    solution = descend(problem, np.full((1, 1), 3.0), multiplicative, tol=0.0, max_iter=3000)
    assert np.all(np.diff(solution.path) <= 0)
    if gamma >= 1:
        assert solution.F[0, 0] == pytest.approx(1, abs=0.05)


def moved_value(L, pull, labels, c):
    F = np.eye(c)[labels]
    sizes = F.sum(axis=0)
    return sum(F[:, k] @ L @ F[:, k] / sizes[k] - F[:, k] @ pull[:, k] / np.sqrt(sizes[k]) for k in range(c))


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@settings(max_examples=80, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 25), c=st.integers(2, 5), weight=st.floats(0, 10))
def test_moving_samples_ends_where_no_single_move_helps(kind, seed, n, c, weight):
    c = min(c, n)
    rng = np.random.default_rng(seed)
    S = similarity(n, rng, 0.5)
    pull = weight * rng.standard_normal((n, c))
    labels = np.concatenate([np.arange(c), rng.integers(0, c, n - c)])
    before = labels.copy()
    found = move_samples(Graph(kind(S)), pull, labels)
    L = paper.laplacian(S)
    rounding = 1e-8 * (np.abs(L).max() + np.abs(pull).max())
    value = moved_value(L, pull, found, c)
    assert np.array_equal(labels, before)
    assert sorted(set(found.tolist())) == list(range(c))
    assert value <= moved_value(L, pull, labels, c) + 1e-12
    for i, k in itertools.product(range(n), range(c)):
        other = found.copy()
        other[i] = k
        if len(set(other.tolist())) == c:
            assert moved_value(L, pull, other, c) >= value - rounding


def test_moving_samples_finds_two_cliques():
    labels = np.arange(20) % 2
    S = np.equal.outer(np.arange(20) < 10, np.arange(20) < 10).astype(float)
    found = move_samples(Graph(S), np.zeros((20, 2)), np.where(np.arange(20) < 7, 0, labels))
    assert len({(a, b) for a, b in zip(found, np.arange(20) < 10)}) == 2


@settings(max_examples=50, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 12), c=st.integers(1, 5))
def test_labels_of_any_indicator_leave_no_cluster_empty(seed, n, c):
    c = min(c, n)
    F = np.random.default_rng(seed).random((n, c)) * (np.random.default_rng(seed + 1).random((n, c)) < 0.3)
    labels = to_labels(F)
    assert sorted(set(labels.tolist())) == list(range(c))
    wins = F.argmax(axis=1)
    if len(set(wins.tolist())) == c:
        assert labels.tolist() == wins.tolist()


# Regression --------------------------------------------------------------------------------------


def regression_problem(n, d, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % 3
    design = as_design(rng.standard_normal((n, d)) + 2 * rng.standard_normal((3, d))[labels])
    return design, dense(design), indicator(labels, 3)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.8, 0.99])
@pytest.mark.parametrize(("n", "d"), [(20, 30), (30, 12)])
def test_the_regression_reaches_its_optimum(n, d, share):
    design, X, F = regression_problem(n, d)
    beta = share * beta_max(design, F)
    found = group_lasso(design, F, beta, tol=1e-12, max_iter=50000)
    best = naive.optimum(X, F, beta)
    assert found.gap <= 1e-12
    assert naive.objective(X, F, found.W, beta) <= naive.objective(X, F, best, beta) * (1 + 1e-10)
    slope = 2 * X.T @ (F - X @ found.W)
    size = np.linalg.norm(found.W, axis=1)
    assert np.linalg.norm(slope[size == 0], axis=1).max(initial=0) <= beta * (1 + 1e-6)
    held = size > 0
    assert slope[held] == pytest.approx(beta * found.W[held] / size[held, None], abs=1e-4 * beta)


def test_what_a_regression_says_of_itself_is_true():
    design, X, F = regression_problem(20, 30)
    W = np.random.default_rng(1).standard_normal((30, 3)) * (np.random.default_rng(2).random((30, 1)) < 0.3)
    found = Regression.at(design, F, 1.5, W)
    assert found.fitted == pytest.approx(X @ W, abs=1e-12)
    assert found.correlations == pytest.approx(X.T @ (F - X @ W), abs=1e-10)
    assert found.loss == pytest.approx(np.linalg.norm(X @ W - F) ** 2, rel=1e-12)
    assert found.penalty == pytest.approx(np.linalg.norm(W, axis=1).sum(), rel=1e-12)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 1),
    share=st.floats(0.02, 1.5),
    size=st.floats(0, 2),
    shape=st.sampled_from([(15, 9), (9, 15)]),
)
def test_the_gap_bounds_the_distance_to_the_optimum(seed, share, size, shape):
    design, X, F = regression_problem(*shape, seed=seed % 1000)
    beta = share * beta_max(design, F)
    W = size * np.random.default_rng(seed).standard_normal((shape[1], 3))
    best = group_lasso(design, F, beta, tol=1e-13, max_iter=50000)
    optimum = naive.objective(X, F, best.W, beta) - best.gap * 3
    for candidate in (W, best.W, best.W + 1e-3 * W):
        said = Regression.at(design, F, beta, candidate).gap * 3  # ‖F‖² = c
        assert said >= naive.objective(X, F, candidate, beta) - optimum - 1e-9


@pytest.mark.parametrize("share", [0.1, 0.6, 1.0, 2.0])
def test_the_gap_of_nothing_is_what_the_best_shrunken_residual_leaves(share):
    design, _, F = regression_problem(20, 30)
    found = Regression.at(design, F, share * beta_max(design, F), np.zeros((30, 3)))
    assert found.gap == pytest.approx(max(1 - share, 0) ** 2, abs=1e-12)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), share=st.floats(0.02, 1.5), size=st.floats(0, 2), limit=st.integers(0, 30))
def test_the_regression_never_returns_something_worse(seed, share, size, limit):
    design, X, F = regression_problem(15, 20, seed=seed % 1000)
    beta = share * beta_max(design, F)
    W = size * np.random.default_rng(seed).standard_normal((20, 3))
    given_W = W.copy()
    found = group_lasso(design, F, beta, W, tol=1e-10, max_iter=limit)
    assert naive.objective(X, F, found.W, beta) <= naive.objective(X, F, W, beta) * (1 + 1e-12)
    assert np.array_equal(W, given_W)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize(("n", "d"), [(20, 30), (30, 12)])
def test_w_vanishes_from_beta_max_on(n, d, kind):
    design = as_design(kind(regression_problem(n, d)[1]))
    F = indicator(np.arange(n) % 3, 3)
    top = beta_max(design, F)
    assert top == pytest.approx(2 * np.linalg.norm(dense(design).T @ F, axis=1).max(), rel=1e-12)
    for share in (1 + 1e-9, 2.0):
        assert not group_lasso(design, F, share * top, tol=1e-12).W.any()
    assert group_lasso(design, F, 0.99 * top, tol=1e-12).W.any()


# Stage 1 -----------------------------------------------------------------------------------------


def smoothed(X, P, kappa, epsilon):
    """Stage 1 with ‖·‖ replaced by Huber's function: t above ε, (t²/ε + ε)/2 below."""

    def total(norms, width):
        return sum(t if t >= width else (t * t / width + width) / 2 for t in norms)

    residuals = np.linalg.norm(X - P.T @ X, axis=0)
    return total(residuals, epsilon) + kappa * total(np.linalg.norm(P, axis=1), stage_1.SMOOTHING)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 14),
    d=st.integers(1, 20),
    exponent=st.floats(-1, 3),
    center=st.booleans(),
    kind=st.sampled_from([np.asarray, sparse.csr_array]),
)
def test_stage_1_never_rises_and_reports_what_it_reaches(seed, n, d, exponent, center, kind):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d)) * (rng.random((n, d)) < 0.8)
    X[0, 0] += 1.0
    design = as_design(kind(X), center=center)
    Z, kappa = dense(design), 10**exponent
    epsilon = stage_1.smoothing(design.column_norms())
    state, before = stage_1.start(design, kappa), np.inf
    for _ in range(15):
        state = stage_1.step(design, state, epsilon)
        value = smoothed(Z, state.matrix(design), kappa, epsilon)
        assert value <= before * (1 + RISE)
        assert state.objective == pytest.approx(value, rel=1e-6)
        before = value


@pytest.mark.parametrize("center", [True, False])
def test_below_the_critical_kappa_p_is_trivial_and_above_it_is_not(center):
    design = as_design(np.random.default_rng(0).standard_normal((15, 40)) + 1.0, center=center)
    low, high = critical_kappa(design)
    assert 0 < low <= high <= low * 1.03
    trivial = np.eye(15) - center / 15
    below = self_representation(design, 0.9 * low, tol=1e-10, max_iter=2000)
    above = self_representation(design, 1.1 * high, tol=1e-10, max_iter=2000)
    assert below.matrix(design) == pytest.approx(trivial, abs=1e-3)
    assert handed_over(design, below) == pytest.approx(0, abs=1e-3)
    assert np.abs(above.matrix(design) - trivial).max() > 0.02
    assert handed_over(design, above) > 0.01


def test_a_critical_kappa_needs_as_many_features_as_samples():
    with pytest.raises(ValueError, match="n ≤ d; X has 20 samples and 5 features"):
        critical_kappa(as_design(np.random.default_rng(0).standard_normal((20, 5))))


@pytest.mark.parametrize(("n", "d"), [(15, 40), (40, 15)])
def test_from_the_largest_kappa_on_p_is_zero(n, d):
    design = as_design(np.random.default_rng(0).standard_normal((n, d)))
    top = largest_kappa(design)
    Z = dense(design)
    expected = np.linalg.norm(Z / np.linalg.norm(Z, axis=0) @ Z.T, axis=1).max()
    assert top == pytest.approx(expected, rel=1e-12)
    above = self_representation(design, 1.05 * top, tol=1e-12, max_iter=2000)
    below = self_representation(design, 0.8 * top, tol=1e-12, max_iter=2000)
    assert np.abs(above.matrix(design)).max() < 1e-5
    assert np.abs(below.matrix(design)).max() > 1e-3
    assert handed_over(design, above) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("n", "d"), [(30, 80), (80, 30)])
def test_a_found_representation_has_handed_over_most_of_its_weight(n, d):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d)) + 2 * rng.standard_normal((4, d))[np.arange(n) % 4]
    design = as_design(X)
    state = find_representation(design)
    assert abs(handed_over(design, state) - stage_1.SHARE) <= stage_1.SHARE_TOLERANCE
    assert handed_over(design, state) == pytest.approx(
        1 - np.trace(state.matrix(design)) / np.linalg.matrix_rank(dense(design)), abs=1e-9
    )


def test_constant_columns_have_no_representation():
    with pytest.raises(ValueError, match="constant"):
        find_representation(as_design(np.ones((5, 9))))


@pytest.mark.parametrize("n", [240, 600])
def test_spectral_clustering_finds_the_components_of_a_graph(n):
    from golfs.solvers._starts import spectral

    groups = 12
    y = np.arange(n) % groups
    rng = np.random.default_rng(0)
    S = (y[:, None] == y) * rng.random((n, n))
    S = np.where(S > 0.6, S, 0) + 0.1 * ((y[:, None] == y) & (abs(np.arange(n)[:, None] - np.arange(n)) == groups))
    labels = spectral(Graph(sparse.csr_array(S + S.T)), groups, 0)
    assert len(set(zip(y.tolist(), labels.tolist()))) == groups
