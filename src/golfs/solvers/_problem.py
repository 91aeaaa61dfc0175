"""Stage 2: pseudo-labels on both graphs, and their row-sparse regression on the features.

    min_{F ≥ 0, W}  Tr F'(L1 + λL0)F + α(‖XW − F‖² + β‖W‖₂,₁) + (γ/2)‖F'F − I‖²

The objective lives here, beside no solver; tests evaluate theirs densely and apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import Design
from golfs.graphs import Graph

Array = NDArray[np.float64]
Labels = NDArray[np.intp]


@dataclass(frozen=True)
class Problem:
    """X̃ (n × d), L = L1 + λL0 and the penalties: everything but F and W."""

    X: Design
    graph: Graph
    alpha: float
    beta: float
    gamma: float

    def objective(self, F: Array, loss: float, penalty: float) -> float:
        """At F and a W of which only ‖XW − F‖² and ‖W‖₂,₁ matter."""
        apart = F.T @ F - np.eye(F.shape[1])
        return float(
            self.graph.smoothness(F) + self.alpha * (loss + self.beta * penalty) + self.gamma / 2 * np.sum(apart**2)
        )


@dataclass
class Solution:
    """Where a solver of stage 2 stopped.

    Attributes
    ----------
    F : (n, c) pseudo-labels. W : (d, c) coefficients on X̃.
    labels : (n,) the column in which each row of F is largest; every cluster non-empty.
    path : the objective after each iteration.
    converged : whether the stopping rule was met before max_iter.
    """

    F: Array
    W: Array
    labels: Labels
    path: Array
    converged: bool


def indicator(labels: Labels, n_clusters: int) -> Array:
    """F = Y(Y'Y)^(−1/2): n × c, orthonormal non-negative columns. An empty cluster is a zero column."""
    sizes = np.bincount(labels, minlength=n_clusters)
    F = np.zeros((len(labels), n_clusters))
    F[np.arange(len(labels)), labels] = 1 / np.sqrt(sizes[labels])
    return F


def to_labels(F: Array) -> Labels:
    """The largest entry of each row, 0 … c − 1, and no cluster empty.

    A column that wins nowhere takes the sample in which it comes closest, out of a cluster
    that can spare it.
    """
    labels: Labels = F.argmax(axis=1)
    sizes = np.bincount(labels, minlength=F.shape[1])
    for k in np.flatnonzero(sizes == 0):
        short = np.where(sizes[labels] > 1, F[:, k] - F[np.arange(len(F)), labels], -np.inf)
        i = int(short.argmax())
        sizes[labels[i]] -= 1
        sizes[k] += 1
        labels[i] = k
    return labels
