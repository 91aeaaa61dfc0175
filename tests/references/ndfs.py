"""NDFS as published, symbol for symbol: full inverses, full diagonals, no trick.

Li, Yang, Liu, Zhou, Lu (2012), samples in rows: L = D^(−1/2)(D − S)D^(−1/2),
M = L + α(I − X(X'X + βD)⁻¹X'), F ← F ∘ γF / (MF + γFF'F), W = (X'X + βD)⁻¹X'F,
D = diag(1/(2‖w_j‖)).
"""

from __future__ import annotations

import numpy as np


def laplacian(S):
    """D^(−1/2)(D − S)D^(−1/2)."""
    D = np.diag(S.sum(axis=1))
    root = np.diag(1 / np.sqrt(np.diag(D)))
    return root @ (D - S) @ root


def step(X, L, F, d, alpha, beta, gamma):
    """F, W and the diagonal of D after one iteration."""
    inverse = np.linalg.inv(X.T @ X + beta * np.diag(d))
    M = L + alpha * (np.eye(len(X)) - X @ inverse @ X.T)
    F = F * (gamma * F) / (M @ F + gamma * F @ F.T @ F)
    W = inverse @ X.T @ F
    return F, W, 1 / (2 * np.linalg.norm(W, axis=1))


def objective(X, L, F, W, alpha, beta, gamma):
    """Tr F'LF + α(‖XW − F‖² + β‖W‖₂,₁) + (γ/2)‖F'F − I‖²."""
    loss = np.linalg.norm(X @ W - F) ** 2 + beta * np.linalg.norm(W, axis=1).sum()
    return np.trace(F.T @ L @ F) + alpha * loss + gamma / 2 * np.linalg.norm(F.T @ F - np.eye(F.shape[1])) ** 2
