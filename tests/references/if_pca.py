"""IF-PCA as printed by Jin and Wang (2016), section 1.1, one feature and one sample at a time."""

from __future__ import annotations

import numpy as np
from scipy.stats import norm


def normalised(X):
    """W(i, j) = (X_i(j) − X̄(j)) / σ̂(j), σ̂ with 1/n."""
    return (X - X.mean(axis=0)) / X.std(axis=0)


def ks(column):
    """√n sup_t |F_n(t) − Φ(t)|, the supremum being at or just before a value."""
    n = len(column)
    z = (column - column.mean()) / column.std()
    farthest = 0.0
    for t in z:
        at, before = np.mean(z <= t), np.mean(z < t)
        farthest = max(farthest, abs(at - norm.cdf(t)), abs(before - norm.cdf(t)))
    return np.sqrt(n) * farthest


def threshold(p_values, n):
    """The j ≤ p/2 with π_(j) > log(p)/p that maximises HC_{p,j}."""
    p = len(p_values)
    ordered = sorted(p_values)
    best, chosen = -np.inf, None
    for j in range(1, p // 2 + 1):
        pi = ordered[j - 1]
        if pi <= np.log(p) / p:
            continue
        hc = np.sqrt(p) * (j / p - pi) / np.sqrt(max(np.sqrt(n) * (j / p - pi), 0) + j / p)
        if hc > best:
            best, chosen = hc, j
    return chosen


def embedding(X, selected, n_clusters):
    """The first K − 1 left singular vectors of the selected columns of W, truncated at log(p)/√n."""
    n, p = X.shape
    U = np.linalg.svd(normalised(X)[:, selected], full_matrices=False)[0][:, : n_clusters - 1]
    T = np.log(p) / np.sqrt(n)
    return np.where(np.abs(U) <= T, U, T * np.sign(U))
