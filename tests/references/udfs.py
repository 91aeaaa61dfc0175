"""UDFS as printed, Yang, Shen, Ma, Huang, Zhou (2011): M d × d from local patches, a full eigendecomposition a step."""

from __future__ import annotations

import numpy as np


def scatter(X, neighbors, lam):
    """M = X'[Σ_i S_i H (X̃_iX̃_i' + λI)⁻¹ H S_i']X, with samples in rows, and G in the brackets."""
    n = len(X)
    G = np.zeros((n, n))
    for i in range(n):
        patch = [i, *neighbors[i]]
        m = len(patch)
        H = np.eye(m) - np.ones((m, m)) / m
        S = np.zeros((n, m))
        S[patch, np.arange(m)] = 1
        local = H @ X[patch]
        G += S @ H @ np.linalg.inv(local @ local.T + lam * np.eye(m)) @ H @ S.T
    return X.T @ G @ X, G


def start(M, gamma, c):
    """Row norms ∝ ([(M + γI)⁻¹]_jj)⁴, their squares adding to c."""
    w = np.diag(np.linalg.inv(M + gamma * np.eye(len(M)))) ** 4
    return w * np.sqrt(c / np.sum(w**2))


def step(M, w, gamma, c, zero):
    """W from the c smallest eigenvalues of M + γD, D = diag(1/(2‖w_j‖)); rows no longer than `zero` stay zero."""
    kept = np.flatnonzero(w > zero)
    D = np.diag([1 / (2 * one) for one in w[kept]])
    values, vectors = np.linalg.eigh(M[np.ix_(kept, kept)] + gamma * D)
    W = np.zeros((len(M), c))
    W[kept] = vectors[:, np.argsort(values)[:c]]
    return W


def objective(M, W, gamma):
    """Tr W'MW + γ‖W‖₂,₁."""
    return np.trace(W.T @ M @ W) + gamma * sum(np.linalg.norm(w) for w in W)
