"""Stage 2 as printed in the paper, update for update. It need not descend.

    M  = α[I − X(X'X + βD)⁻¹X']
    F  ← F ∘ γF / (L1F + λL0F + MF + γFF'F)
    W  ← (X'X + βD)⁻¹X'F
    D  ← diag(1/(2‖w_j‖))

At γ ≥ 100 the objective rises on every second iteration; for n = c = 1 the update of F is
f → 1/f. It is kept for fidelity; `descend` is the solver to use.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import row_norms
from golfs.solvers._problem import Problem, Solution, to_labels
from golfs.solvers._ridge import Ridge, ridge

Array = NDArray[np.float64]


@dataclass
class Printed:
    """F^t, W^t and the diagonal of (D^t)⁻¹; D¹ = I. `loss` is ‖XW − F‖²."""

    F: Array
    inverse_d: Array
    W: Array | None = None
    loss: float = np.nan


def step(problem: Problem, system: Ridge, state: Printed, *, normalize: bool = False) -> Printed:
    """One printed iteration. One factorisation, two solves with c columns.

    `normalize` divides the columns of F by their norms after the update, as code for NDFS
    commonly does; the paper does not.
    """
    system.factor(state.inverse_d)
    F = state.F
    denominator = problem.graph.laplacian(F)
    denominator += problem.alpha * system.residual(F)
    denominator += problem.gamma * (F @ (F.T @ F))
    F = F * np.divide(problem.gamma * F, denominator, out=np.zeros_like(F), where=denominator != 0)
    if normalize:
        norms = np.linalg.norm(F, axis=0)
        F = F / np.where(norms > 0, norms, 1.0)
    W, residual = system.fit(F)
    return Printed(F, 2 * row_norms(W), W, float(np.sum(residual**2)))


def printed(
    problem: Problem, F: Array, *, tol: float, max_iter: int, normalize: bool = False, unit: float = 1.0
) -> Solution:
    """Repeat until the objective changes by less than tol, relative; rises are kept in the path.

    D¹ = I is meant for unit · X̃.
    """
    system = ridge(problem.X, problem.beta, F.shape[1])
    state = Printed(F, np.full(problem.X.shape[1], unit))
    path: list[float] = []
    converged = False
    for _ in range(max_iter):
        state = step(problem, system, state, normalize=normalize)
        path.append(problem.objective(state.F, state.loss, float(state.inverse_d.sum() / 2)))
        if len(path) > 1 and abs(path[-2] - path[-1]) <= tol * abs(path[-1]):
            converged = True
            break
    assert state.W is not None
    return Solution(state.F, state.W, to_labels(state.F), np.array(path), converged)
