"""Sparse principal components for many more features than samples.

    min_{A, B} −2 Tr A'X'XB + ‖B‖² + Σ_k λ_k ‖β_k‖₁   subject to A'A = I

A and B d × m, β_k the columns of B. This is the elastic-net form of sparse PCA with its ridge penalty
taken to infinity, the form its authors give for gene expression; each half has a closed form.

Zou, H., Hastie, T. and Tibshirani, R. (2006). Sparse principal component analysis. Journal of
Computational and Graphical Statistics 15(2), 265-286.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import svd

from golfs.arrays import Design
from golfs.solvers._starts import principal_components

Array = NDArray[np.float64]

ROUNDING = 1e-7  # a component with this share of the leading singular value is none


@dataclass
class SparseComponents:
    """Where the alternation stopped.

    Attributes
    ----------
    loadings : (d, m) B, one column for each component that is not zero.
    penalties : (m,) λ_k of the components it began with.
    path : the objective after each iteration, never rising.
    converged : whether it stopped by itself.
    """

    loadings: Array
    penalties: Array
    path: Array
    converged: bool


def sparse_pca(X: Design, n_components: int, penalty: float | None, *, max_iter: int, tol: float) -> SparseComponents:
    """Alternate from the ordinary components. O(ndm + dm²) an iteration, X'X never formed.

    B ← S(X'XA, λ/2), the soft threshold; A ← UV' with X'XB = UΣV'. A component all of whose
    loadings vanish is dropped.

    Parameters
    ----------
    X : centred.
    penalty : λ of every component, or None for λ_k = 2 s_k σ √(2 log d): s_k the singular value of the
        component, σ² the mean variance of the columns; the largest of d columns of noise comes
        about there by chance.
    """
    n, d = X.shape
    scores = principal_components(X, n_components)[:, ::-1]  # U diag(s)
    s = np.linalg.norm(scores, axis=0)
    scores, s = scores[:, s > ROUNDING * s[0]], s[s > ROUNDING * s[0]]
    U, _, Vt = svd(X.tdot(scores) / s**2, full_matrices=False)  # rounding leaves those of small s askew
    A = U @ Vt
    sigma = float(np.linalg.norm(X.column_norms())) / np.sqrt(n * d)
    penalties = 2 * s * sigma * np.sqrt(2 * np.log(d)) if penalty is None else np.full(len(s), penalty)
    kept, path = penalties, [np.inf]
    for _ in range(max_iter):
        C = X.tdot(X.dot(A))
        B = np.sign(C) * np.maximum(np.abs(C) - kept / 2, 0.0)
        path.append(float(-np.sum(B**2)))  # at the optimal B, of which ‖S‖² = S'C − λ/2 ‖S‖₁
        nonzero = B.any(axis=0)
        B, kept = B[:, nonzero], kept[nonzero]
        if not nonzero.any() or path[-2] - path[-1] <= tol * abs(path[-1]):
            return SparseComponents(B, penalties, np.array(path[1:]), converged=True)
        U, _, Vt = svd(X.tdot(X.dot(B)), full_matrices=False)
        A = U @ Vt
    return SparseComponents(B, penalties, np.array(path[1:]), converged=False)
