"""The regression of the pseudo-labels on the features: what is said of a W, and how far it is from the optimum.

min_W ‖XW − F‖² + β‖W‖₂,₁        W is d × c, row j belongs to feature j
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import Design, row_norms

Array = NDArray[np.float64]


@dataclass
class Regression:
    """W, and what the objective and the scores need of it.

    Attributes
    ----------
    W : (d, c) coefficients, exact zeros in rows left out.
    fitted : (n, c) XW.
    correlations : (d, c) X'(F − XW).
    loss, penalty : ‖XW − F‖² and ‖W‖₂,₁.
    gap : duality gap over ‖F‖²; an upper bound of the distance to the optimum.
    """

    W: Array
    fitted: Array
    correlations: Array
    loss: float
    penalty: float
    gap: float

    @classmethod
    def at(cls, X: Design, F: Array, beta: float, W: Array) -> Regression:
        """Evaluate a given W. O(ndc)."""
        active = np.flatnonzero(W.any(axis=1))
        fitted = X.take(active).dot(W[active]) if len(active) < len(W) // 2 else X.dot(W)
        residual = F - fitted
        correlations = X.tdot(residual)
        loss, penalty = float(np.sum(residual**2)), float(row_norms(W).sum())
        gap = duality_gap(loss, penalty, float(np.sum(residual * F)), correlations, beta)
        return cls(W, fitted, correlations, loss, penalty, gap / (float(np.sum(F * F)) or 1.0))

    def objective(self, beta: float) -> float:
        """‖XW − F‖² + β‖W‖₂,₁."""
        return self.loss + beta * self.penalty


def beta_max(X: Design, F: Array) -> float:
    """The smallest β at which W = 0: 2 max_j ‖x̃_j'F‖."""
    return 2 * float(row_norms(X.tdot(F)).max())


def duality_gap(loss: float, penalty: float, agreement: float, correlations: Array, beta: float) -> float:
    """Primal minus dual value; the dual point is the residual, shrunk until ‖2x̃_j'R‖ ≤ β."""
    steepest = 2 * float(row_norms(correlations).max(initial=0.0))
    shrink = min(1.0, beta / steepest) if steepest > 0 else 1.0
    return loss + beta * penalty - (2 * shrink * agreement - shrink**2 * loss)
