"""The Laplacian score (He, Cai, Niyogi 2005) and SPEC (Zhao, Liu 2007) as printed: dense, one feature at a time."""

from __future__ import annotations

import numpy as np


def laplacian_score(f, S):
    """L = f̃'Lf̃ / f̃'Df̃, f̃ = f − (f'D1/1'D1) 1."""
    one = np.ones(len(f))
    D = np.diag(S @ one)
    L = D - S
    centered = f - (f @ D @ one) / (one @ D @ one) * one
    return (centered @ L @ centered) / (centered @ D @ centered)


def spectrum(S):
    """(λ_j, ξ_j) of 𝓛 = D^(−1/2)(D − S)D^(−1/2), ascending, ξ_1 = D^(1/2)1 normalised."""
    degree = S.sum(axis=1)
    root = np.diag(1 / np.sqrt(degree))
    L = root @ (np.diag(degree) - S) @ root
    values, vectors = np.linalg.eigh(L)
    return values, vectors


def phi(f, S, style, power, k):
    """φ1, φ2 or φ3 with γ(λ) = λ^power."""
    values, vectors = spectrum(S)
    root = np.sqrt(S.sum(axis=1))
    hat = root * f / np.linalg.norm(root * f)
    alpha = vectors.T @ hat
    gamma = np.maximum(values, 0) ** power
    if style == "phi1":
        return sum(alpha[j] ** 2 * gamma[j] for j in range(len(f)))
    if style == "phi2":
        return sum(alpha[j] ** 2 * gamma[j] for j in range(len(f))) / (1 - alpha[0] ** 2)
    return sum((2.0**power - gamma[j]) * alpha[j] ** 2 for j in range(1, k))
