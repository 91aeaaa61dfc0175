"""RSR as printed, Zhu, Zuo, Zhang, Hu, Shiu (2015): W d × d, full inverses, O(d³) an iteration."""

from __future__ import annotations

import numpy as np


def step(X, g, u, lam, varsigma1, varsigma2):
    """W = (X'G_LX + λG_R)⁻¹X'G_LX, then the weights from the rows of X − XW and of W."""
    A = X.T @ np.diag(g) @ X
    W = np.linalg.solve(A + lam * np.diag(u), A)
    g = np.array([1 / (2 * max(np.linalg.norm(r), varsigma1)) for r in X - X @ W])
    u = np.array([1 / (2 * max(np.linalg.norm(w), varsigma2)) for w in W])
    return W, g, u


def objective(X, W, lam):
    """‖X − XW‖₂,₁ + λ‖W‖₂,₁."""
    return sum(np.linalg.norm(r) for r in X - X @ W) + lam * sum(np.linalg.norm(w) for w in W)
