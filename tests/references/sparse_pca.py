"""Sparse PCA of Zou, Hastie and Tibshirani (2006) as printed for gene expression: the ridge penalty at infinity."""

from __future__ import annotations

import numpy as np


def step(X, A, penalties):
    """β_j = (|α_j'X'X| − λ_j/2)₊ sign(α_j'X'X), then A = UV' of X'XB = UDV'."""
    G = X.T @ X
    B = np.zeros_like(A)
    for j in range(A.shape[1]):
        for i in range(A.shape[0]):
            t = G[i] @ A[:, j]
            B[i, j] = max(abs(t) - penalties[j] / 2, 0) * np.sign(t)
    U, _, Vt = np.linalg.svd(G @ B, full_matrices=False)
    return B, U @ Vt


def objective(X, A, B, penalties):
    """−2 Tr A'X'XB + ‖B‖² + Σ_j λ_j ‖β_j‖₁."""
    return -2 * np.trace(A.T @ X.T @ X @ B) + np.sum(B**2) + np.sum(penalties * np.abs(B).sum(axis=0))


def start(X, m):
    """The loadings of the first m ordinary components, and their singular values."""
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    return Vt[:m].T, s[:m]
