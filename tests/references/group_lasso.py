"""min_W ‖XW − F‖² + β‖W‖₂,₁ on plain matrices, as naively as it stands."""

import numpy as np


def objective(X, F, W, beta):
    return np.linalg.norm(X @ W - F) ** 2 + beta * np.linalg.norm(W, axis=1).sum()


def gap(X, F, W, beta):
    """Above the optimum by no more than this: the dual value 2⟨R, F⟩ − ‖R‖² of any R with ‖2x_j'R‖ ≤ β is below it."""
    R = F - X @ W
    R = R * min(1.0, beta / max(2 * np.linalg.norm(X.T @ R, axis=1).max(), 1e-300))
    return objective(X, F, W, beta) - (2 * np.sum(R * F) - np.sum(R**2))


def optimum(X, F, beta, iterations=20000):
    """Plain proximal gradient, long enough."""
    step = 0.5 / np.linalg.norm(X, 2) ** 2
    W = np.zeros((X.shape[1], F.shape[1]))
    for _ in range(iterations):
        moved = W - 2 * step * X.T @ (X @ W - F)
        size = np.linalg.norm(moved, axis=1, keepdims=True)
        W = moved * np.maximum(1 - beta * step / np.maximum(size, 1e-300), 0)
    return W
