"""GOLFS as printed, symbol for symbol: full inverses, full diagonals, no trick.

Xing, Wan, Wen, Zhong (2023), with X'X + βD where the box prints XX' + βD'. Used by tests
and benchmarks as the truth for small data; its cost is O(n³ + d³) an iteration.
"""

from __future__ import annotations

import numpy as np


def inverse(A):
    """A⁻¹ by Gauss and Jordan in the precision of A: NumPy's own inverse has only double."""
    n = len(A)
    M = np.hstack([A, np.eye(n, dtype=A.dtype)])
    for k in range(n):
        pivot = k + np.abs(M[k:, k]).argmax()
        M[[k, pivot]] = M[[pivot, k]]
        M[k] /= M[k, k]
        others = np.arange(n) != k
        M[others] -= M[others, k][:, None] * M[k]
    return M[:, n:]


def stage_1_step(X, g1, g2, kappa, varsigma1, varsigma2):
    """P, then G1 and G2 from P. X' is d × n in the paper, so r_j is row j of X' − X'P."""
    n = len(X)
    A = np.diag(1 / g2) @ X @ np.diag(g1) @ X.T
    P = inverse(A + kappa * np.eye(n)) @ A
    R = X.T - X.T @ P
    g1 = np.array([1 / max(2 * np.linalg.norm(r), varsigma1) for r in R])
    g2 = np.array([1 / max(2 * np.linalg.norm(p), varsigma2) for p in P])
    return P, g1, g2


def stage_1_objective(X, P, kappa):
    """‖X' − X'P‖₂,₁ + κ‖P‖₂,₁."""
    return np.linalg.norm(X.T - X.T @ P, axis=1).sum() + kappa * np.linalg.norm(P, axis=1).sum()


def global_graph(P):
    """S1 = (P∘Φ + (P∘Φ)')/2 with Φ = sign(P), no sample its own neighbour."""
    A = P * np.sign(P)
    S = (A + A.T) / 2
    np.fill_diagonal(S, 0)
    return S


def local_graph(X, n_neighbors, sigma):
    """S0_ij = exp(−‖x_i − x_j‖²/σ²) where x_j is one of the k nearest of x_i, or the other way round."""
    n = len(X)
    square = np.array([[np.sum((X[i] - X[j]) ** 2) for j in range(n)] for i in range(n)])
    S = np.zeros((n, n))
    for i in range(n):
        others = [j for j in np.argsort(square[i], kind="stable") if j != i]
        for j in others[:n_neighbors]:
            S[i, j] = S[j, i] = np.exp(-square[i, j] / sigma**2)
    return S


def laplacian(S):
    """D − S."""
    return np.diag(S.sum(axis=1)) - S


def stage_2_step(X, L1, L0, F, D, lam, alpha, beta, gamma):
    """F^{t+1}, W^{t+1} and the diagonal of D^{t+1}."""
    n = len(X)
    inverse = np.linalg.inv(X.T @ X + beta * np.diag(D))
    M = alpha * (np.eye(n) - X @ inverse @ X.T)
    F = F * (gamma * F) / (L1 @ F + lam * L0 @ F + M @ F + gamma * F @ F.T @ F)
    W = inverse @ X.T @ F
    return F, W, 1 / (2 * np.linalg.norm(W, axis=1))


def stage_2_objective(X, L1, L0, F, W, lam, alpha, beta, gamma):
    """Tr F'(L1 + λL0)F + α(‖XW − F‖² + β‖W‖₂,₁) + (γ/2)‖F'F − I‖²."""
    smooth = np.trace(F.T @ (L1 + lam * L0) @ F)
    loss = np.linalg.norm(X @ W - F) ** 2
    rows = np.linalg.norm(W, axis=1).sum()
    return smooth + alpha * (loss + beta * rows) + gamma / 2 * np.linalg.norm(F.T @ F - np.eye(F.shape[1])) ** 2
