"""Why skfeature-chappers ranks otherwise: the papers' formulas beside the same with its defect.

Nothing here is its code. Each defect is what its results obey.
"""

from __future__ import annotations

import numpy as np
from scipy import stats
from scipy.linalg import eigh
from sklearn.linear_model import lars_path

EPS = 1e-16


def agreement(a, b):
    """Spearman's correlation of two scores, and how many of the first 100 they share."""
    first = [set(np.argsort(-scores, kind="stable")[:100]) for scores in (a, b)]
    return float(stats.spearmanr(a, b)[0]), len(first[0] & first[1])


def laplacian(S, *, broadcast):
    """D^(−1/2)(D − S)D^(−1/2); with `broadcast` the symmetric part of L_ij = D_jj − S_ij."""
    degree = S.sum(axis=1)
    if broadcast:
        return (degree + degree[:, None]) / 2 - S
    root = np.sqrt(degree)
    return (np.diag(degree) - S) / root / root[:, None]


def ndfs(X, L, labels, gamma, iterations, *, alpha=1.0, beta=1.0):
    """Row norms of W by the printed updates, the columns of F normalised: n × n systems, D⁻¹ = diag(2‖w_j‖).

    M = L + αβC⁻¹, C = XD⁻¹X' + βI, F ← F ∘ γF/(MF + γFF'F), W = D⁻¹X'C⁻¹F.
    """
    Y = np.eye(labels.max() + 1)[labels]
    F, inverse_d = Y / np.sqrt(Y.sum(axis=0)) + 0.02, np.ones(X.shape[1])
    for _ in range(iterations):
        Z = np.linalg.inv((X * inverse_d) @ X.T + beta * np.eye(len(X)))
        F = F * (gamma * F) / ((L + alpha * beta * Z) @ F + gamma * F @ (F.T @ F))
        F /= np.linalg.norm(F, axis=0)
        W = inverse_d[:, None] * (X.T @ (Z @ F))
        inverse_d = 2 * np.maximum(np.linalg.norm(W, axis=1), EPS)
    return np.linalg.norm(W, axis=1)


def local_scatter(X, k, lam, *, frozen):
    """G = Σ_i S_i H (X̃_iX̃_i' + λI)⁻¹ H S_i', where S_i says which samples are the neighbours of i.

    With `frozen` one S for every i: its column q marks all neighbours of sample q, q = 0 … k.
    """
    n = len(X)
    square = np.einsum("ij,ij->i", X, X)
    distance = square[:, None] + square - 2 * X @ X.T
    np.fill_diagonal(distance, -1.0)
    near = np.argsort(distance, axis=1, kind="stable")[:, : k + 1]
    H, G = np.eye(k + 1) - 1 / (k + 1), np.zeros((n, n))
    S = np.zeros((n, k + 1))
    for q in range(k + 1):
        S[near[q], q] = 1
    for members in near:
        B = H @ np.linalg.inv(H @ X[members] @ X[members].T @ H + lam * np.eye(k + 1)) @ H
        if frozen:
            G += S @ B @ S.T
        else:
            G[np.ix_(members, members)] += B
    return G


def udfs_objective(X, G, W, gamma):
    """Tr W'X'GXW + γ‖W‖₂,₁ at W with orthonormal columns."""
    W, _ = np.linalg.qr(W)
    projected = X @ W
    return float(np.sum(projected * (G @ projected))) + gamma * float(np.linalg.norm(W, axis=1).sum())


def rank(G):
    """How many directions G sees."""
    return int(np.linalg.matrix_rank(G, tol=1e-8 * np.abs(G).max(), hermitian=True))


def embedding(S, K):
    """The K eigenvectors of Ly = λDy after the constant one."""
    degree = S.sum(axis=1)
    return eigh(np.diag(degree) - S, np.diag(degree))[1][:, 1 : K + 1]


def lars(X, Y, m):
    """W by scikit-learn's least-angle regression of each column of Y, m steps."""
    X, Y = X - X.mean(axis=0), Y - Y.mean(axis=0)
    return np.column_stack([lars_path(X, y, method="lar", max_iter=m)[2][:, -1] for y in Y.T])


def with_signs_of(W, other):
    """W with each column's sign, which an eigenvector leaves open, as in the other."""
    return W * np.sign(np.sum(W * other, axis=0))


def spread(X, Y, W):
    """Median over the targets of the largest over the smallest |x_j'(y − Xw)| where w_j ≠ 0: 1 on the LARS path."""
    X, Y = X - X.mean(axis=0), Y - Y.mean(axis=0)
    correlations = np.abs(X.T @ (Y - X @ W))
    ratios = [column[w != 0].max() / column[w != 0].min() for column, w in zip(correlations.T, W.T)]
    return float(np.median(ratios))
