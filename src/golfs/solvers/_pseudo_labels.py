"""The solvers of stage 2 that descend: W to its optimum for F, then F a step down for W.

With W fixed and G = XW, what is left of the objective in F is

    Tr F'LF + α‖F‖² − 2α Tr F'G + (γ/2)‖F'F − I‖².

`discrete` keeps F an exact scaled indicator, so the last term is zero for every γ, and moves
samples between clusters. `multiplicative` keeps F ≥ 0 and minimises a majoriser elementwise.
Both lower the objective in every iteration, for every γ > 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import power_of_two
from golfs.graphs import Graph
from golfs.solvers._group_lasso import group_lasso
from golfs.solvers._problem import Array, Labels, Problem, Solution, indicator, to_labels
from golfs.solvers._regression import Regression

W_TOL = 1e-6  # duality gap of the regression inside an iteration, relative to ‖F‖²

Update = Callable[[Problem, Array, Array], Array]


def descend(
    problem: Problem,
    F: Array,
    update: Update,
    *,
    tol: float,
    max_iter: int,
    regress: Callable[..., Regression] = group_lasso,
) -> Solution:
    """Alternate until F stays as it is or the objective falls by less than tol, relative.

    `regress` is `group_lasso`, or remembers what it gave.
    """
    W: Array | None = None
    path: list[float] = []
    converged = False
    for _ in range(max_iter):
        regression = regress(problem.X, F, problem.beta, W, tol=W_TOL)
        W = regression.W
        moved = update(problem, F, regression.fitted)
        still = np.array_equal(moved, F)
        F = moved
        loss = float(np.sum((regression.fitted - F) ** 2))
        path.append(problem.objective(F, loss, regression.penalty))
        if still or (len(path) > 1 and path[-2] - path[-1] <= tol * abs(path[-1])):
            converged = True
            break
    assert W is not None
    return Solution(F, W, to_labels(F), np.array(path), converged)


def multiplicative(problem: Problem, F: Array, G: Array) -> Array:
    """F ← F∘u with u² = 2b/(a + √(a² + 4γqb)). O(nnz(S)c + nc²).

    a = DF + αF + αG⁻, b = SF + αG⁺ + γF, q = FF'F: the elementwise minimum of the majoriser
    that bounds quadratic terms with positive weights by f²/f_t, those with negative weights
    by logarithms, and Tr (F'F)² by q f⁴/f_t³. Equality holds at F, so the objective cannot rise.
    """
    graph, alpha, gamma = problem.graph, problem.alpha, problem.gamma
    a = graph.degree[:, None] * F + alpha * F + alpha * np.maximum(-G, 0)
    b = graph.similarity(F) + alpha * np.maximum(G, 0) + gamma * F
    unit = power_of_two(max(float(a.max()), float(b.max()), gamma))  # u is the same in any unit of a, b and γ
    a, b, gamma = a / unit, b / unit, gamma / unit
    q = F @ (F.T @ F)
    below = a + np.sqrt(a**2 + 4 * gamma * q * b)
    return np.asarray(F * np.sqrt(np.divide(2 * b, below, out=np.ones_like(F), where=below > 0)))


def discrete(problem: Problem, F: Array, G: Array) -> Array:
    """Move samples between clusters until no single move lowers Tr F'LF − 2α Tr F'G."""
    labels = F.argmax(axis=1)
    moved = move_samples(problem.graph, 2 * problem.alpha * G, labels)
    return F if np.array_equal(moved, labels) else indicator(moved, F.shape[1])


def move_samples(graph: Graph, pull: Array, labels: Labels) -> Labels:
    """Minimise Σ_k q_k/n_k − b_k/√n_k over labels, q_k = y_k'Ly_k, b_k = y_k'pull_k. O(nc) a round.

    The value of every single move is exact. A round takes as many of the best moves at once
    as still lower the sum by more than the best one alone would, and no move empties a cluster.
    """
    labels = labels.copy()
    everyone = np.arange(len(labels))
    batch = len(labels)
    N, sizes, q, b, value = _terms(graph, pull, labels)
    while True:
        gain = _gains(graph.degree, N, sizes, q, b, pull, labels)
        target = gain.argmin(axis=1)
        best = gain[everyone, target]
        order = np.argsort(best, kind="stable")
        improving = int(np.sum(best < -1e-10 * (abs(value) + 1e-300)))
        if not improving:
            return labels
        batch = min(batch, improving)
        while True:
            chosen = order[:batch]
            trial = labels.copy()
            trial[chosen] = target[chosen]
            terms = _terms(graph, pull, trial)
            if terms[1].all() and (batch == 1 or terms[-1] < value + best[order[0]]):
                break
            if batch == 1:
                return labels  # rounding: the gain was none
            batch //= 2
        if terms[-1] >= value:
            return labels
        labels, (N, sizes, q, b, value) = trial, terms
        batch *= 2


def _terms(graph: Graph, pull: Array, labels: Labels) -> tuple[Array, Array, Array, Array, float]:
    n, c = pull.shape
    Y = np.zeros((n, c))
    Y[np.arange(n), labels] = 1
    N = graph.similarity(Y)
    sizes = Y.sum(axis=0)
    q = graph.degree @ Y - np.einsum("ik,ik->k", N, Y)
    b = np.einsum("ik,ik->k", pull, Y)
    safe = np.maximum(sizes, 1)
    return N, sizes, q, b, float(np.sum(q / safe - b / np.sqrt(safe)))


def _gains(degree: Array, N: Array, sizes: Array, q: Array, b: Array, pull: Array, labels: NDArray[np.intp]) -> Array:
    """Change of the sum if sample i moved to cluster k, n × c; 0 where it is, ∞ if it is alone there."""
    everyone = np.arange(len(labels))
    now = q / sizes - b / np.sqrt(sizes)
    left = np.maximum(sizes[labels] - 1, 1)
    leave = (q[labels] - degree + 2 * N[everyone, labels]) / left
    leave -= (b[labels] - pull[everyone, labels]) / np.sqrt(left)
    leave -= now[labels]
    join = (q + degree[:, None] - 2 * N) / (sizes + 1) - (b + pull) / np.sqrt(sizes + 1) - now
    gain: Array = join + leave[:, None]
    gain[sizes[labels] <= 1] = np.inf
    gain[everyone, labels] = 0.0
    return gain
