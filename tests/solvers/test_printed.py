"""solver="paper" against the naive transcription, one step from each state of a run."""

import numpy as np
import pytest
from scipy import sparse

from golfs.arrays import as_design
from golfs.graphs import Graph
from golfs.solvers import Printed, Problem, indicator, printed, printed_step, ridge, self_representation
from golfs.solvers import _self_representation as stage_1
from references import golfs_paper as paper

SHAPES = [(24, 50), (50, 20)]
STATES = 30


def matrix(n, d, kind, seed=0):
    """Clustered and already of unit scale, so that the design is the matrix itself."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d)) + 2 * rng.standard_normal((4, d))[np.arange(n) % 4]
    if kind == "sparse":
        X[rng.random((n, d)) < 0.7] = 0
    return sparse.csr_array(X) if kind == "sparse" else X


def dense(design):
    """What a design stands for."""
    return design.columns(np.arange(design.shape[1])).T


def relative(a, b):
    return float(np.abs(a - b).max() / np.abs(b).max())


@pytest.mark.parametrize("kind", ["dense", "sparse"])
@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize(("n", "d"), SHAPES)
@pytest.mark.parametrize("kappa", [10.0, 30.0, 300.0])  # at 5 the residuals are all rounding: κ(C) passes 1e8
def test_one_step_of_stage_1_is_the_printed_one(n, d, center, kind, kappa):
    # In long double: where P is near the identity X' − X'P cancels, and the naive form in double keeps 6 digits.
    design = as_design(matrix(n, d, kind), center=center)
    X = dense(design).astype(np.longdouble)
    epsilon = stage_1.smoothing(design.column_norms())
    state = stage_1.start(design, kappa)
    for _ in range(STATES):
        after = stage_1.step(design, state, epsilon)
        weights = state.g1.astype(np.longdouble), state.g2.astype(np.longdouble)
        P, g1, g2 = paper.stage_1_step(X, *weights, kappa, 2 * epsilon, 2 * stage_1.SMOOTHING)
        assert relative(after.matrix(design), P) < 1e-8
        assert relative(1 / after.g1, 1 / g1) < 1e-8
        assert relative(1 / after.g2, 1 / g2) < 1e-8
        assert after.trace == pytest.approx(float(np.trace(P)), rel=1e-8, abs=1e-8)
        state = after


@pytest.mark.parametrize("kind", ["dense", "sparse"])
@pytest.mark.parametrize("gamma", [1.0, 1e3, 1e8])
@pytest.mark.parametrize("side", ["samples", "features", "gradients"])
@pytest.mark.parametrize(("n", "d"), SHAPES)
def test_one_step_of_stage_2_is_the_printed_one(n, d, side, gamma, kind):
    alpha, beta, lam, c = 0.1, 1.5, 0.7, 4
    design = as_design(matrix(n, d, kind))
    X = dense(design)
    found = self_representation(design, 30.0)
    # graphs small beside γ = 1, or the printed F collapses to zero within 20 iterations
    S1, S0 = paper.global_graph(found.matrix(design)) / 50, paper.local_graph(X, 5, 8.0) / 50
    L1, L0 = paper.laplacian(S1), paper.laplacian(S0)
    graph = Graph.sum([Graph(S1), Graph(sparse.csr_array(S0))], [1.0, lam])
    problem = Problem(design, graph, alpha, beta, gamma)
    system = ridge(design, beta, c, side)
    state = Printed(indicator(np.arange(n) % c, c) + 0.02, np.ones(d))
    for _ in range(STATES):
        after = printed_step(problem, system, state)
        F, W, D = paper.stage_2_step(X, L1, L0, state.F, 1 / state.inverse_d, lam, alpha, beta, gamma)
        assert relative(after.F, F) < 1e-8
        assert relative(after.W, W) < 1e-8
        assert relative(after.inverse_d, 1 / D) < 1e-8
        value = problem.objective(after.F, after.loss, after.inverse_d.sum() / 2)
        assert value == pytest.approx(paper.stage_2_objective(X, L1, L0, F, W, lam, alpha, beta, gamma), rel=1e-8)
        state = after


def test_the_form_is_chosen_by_shape_and_density():
    def form(X, c=5):
        return type(ridge(as_design(X), 1.0, c)).__name__

    assert form(np.random.default_rng(0).standard_normal((40, 200))) == "RidgeSamples"
    assert form(np.random.default_rng(0).standard_normal((200, 40))) == "RidgeFeatures"
    assert form(sparse.random_array((4000, 20000), density=0.001, format="csr")) == "RidgeGradients"


def test_the_path_is_reported_as_it_is_and_the_printed_update_does_rise():
    n, c = 40, 4
    design = as_design(matrix(n, 60, "dense"))
    graph = Graph(paper.local_graph(dense(design), 5, 8.0))
    problem = Problem(design, graph, 1.0, 1.0, 1e3)
    solution = printed(problem, indicator(np.arange(n) % c, c) + 0.02, tol=1e-6, max_iter=30)
    assert np.any(np.diff(solution.path) > 0)
    assert not solution.converged


def test_normalising_gives_unit_columns():
    n, c = 30, 3
    design = as_design(matrix(n, 40, "dense"))
    problem = Problem(design, Graph(paper.local_graph(dense(design), 5, 8.0)), 1.0, 1.0, 1e8)
    solution = printed(problem, indicator(np.arange(n) % c, c) + 0.02, tol=1e-6, max_iter=10, normalize=True)
    assert np.linalg.norm(solution.F, axis=0) == pytest.approx(np.ones(c), rel=1e-12)


@pytest.mark.parametrize("side", ["samples", "features", "gradients"])
def test_a_dead_row_stays_dead_without_a_division(side):
    design = as_design(matrix(24, 50, "dense"))
    weights = np.ones(50)
    weights[:10] = 0
    system = ridge(design, 1.0, 3, side)
    system.factor(weights)
    W, residual = system.fit(np.eye(24)[:, :3])
    assert not W[:10].any()
    X = dense(design)
    assert residual == pytest.approx(np.eye(24)[:, :3] - X @ W, abs=1e-10)
    kept = X[:, 10:]
    assert W[10:] == pytest.approx(np.linalg.solve(kept.T @ kept + np.eye(40), kept.T[:, :3]), abs=1e-10)
