"""Sparse k-means as printed by Witten and Tibshirani (2010), section 3."""

from __future__ import annotations

import numpy as np


def between(X, labels):
    """a_j by pairs of samples: (1/n) Σ_ii' d_ii'j − Σ_k (1/n_k) Σ_{i,i' in C_k} d_ii'j, with d the squared difference.

    It counts each pair twice, so it is twice the sum of squares.
    """
    n, d = X.shape
    a = np.zeros(d)
    for j in range(d):
        square = (X[:, j][:, None] - X[:, j][None, :]) ** 2
        a[j] = square.sum() / n
        for k in np.unique(labels):
            members = labels == k
            a[j] -= square[np.ix_(members, members)].sum() / members.sum()
    return a / 2


def weights(a, s):
    """S(a₊, Δ)/‖S(a₊, Δ)‖₂, Δ = 0 if that has ‖w‖₁ ≤ s, else by bisection the Δ with ‖w‖₁ = s."""

    def w(delta):
        soft = np.maximum(np.maximum(a, 0) - delta, 0)
        return soft / np.linalg.norm(soft)

    if w(0).sum() <= s:
        return w(0)
    low, high = 0.0, np.max(a) * (1 - 1e-12)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if w(middle).sum() > s else (low, middle)
    return w(high)


def objective(X, labels, w):
    """Σ_j w_j a_j."""
    return float(w @ between(X, labels))
