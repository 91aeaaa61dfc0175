"""MCFS as printed, Cai, Zhang, He (2010): Ly = λDy in full, and least angles by solving for every step."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh


def embedding(S, K):
    """The K eigenvectors of Ly = λDy after the constant one, y'Dy = 1, for a connected graph."""
    D = np.diag(S.sum(axis=1))
    return eigh(D - S, D)[1][:, 1 : K + 1]


def least_angle(X, y, m):
    """Least-angle regression (Efron, Hastie, Johnstone, Tibshirani 2004) until m features are in."""
    d = X.shape[1]
    w, active = np.zeros(d), []
    for _ in range(m):
        c = X.T @ (y - X @ w)
        new = [j for j in range(d) if j not in active]
        active.append(max(new, key=lambda j: abs(c[j])))
        C = max(abs(c))
        A = X[:, active] * np.sign(c[active])
        G = np.linalg.inv(A.T @ A)
        unit = 1 / np.sqrt(G.sum())
        u = A @ (unit * G.sum(axis=1))
        steps = [C / unit]
        for j in range(d):
            if j not in active:
                a = X[:, j] @ u
                steps += [s for s in ((C - c[j]) / (unit - a), (C + c[j]) / (unit + a)) if s > 0]
        w[active] += min(steps) * unit * G.sum(axis=1) * np.sign(c[active])
    return w
