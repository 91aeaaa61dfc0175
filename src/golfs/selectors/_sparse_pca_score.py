"""Sparse PCA: features with loadings on the leading components."""

from __future__ import annotations

from typing import Any
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from golfs._checks import check_boolean, check_integer, check_penalty, check_real
from golfs.arrays import as_design, row_norms
from golfs.selectors._base import Selector
from golfs.solvers import sparse_pca


class SparsePCAScore(Selector):
    """Rank features by their loadings on sparse principal components.

        min_{A, B} −2 Tr A'X'XB + ‖B‖² + Σ_k λ_k ‖β_k‖₁   subject to A'A = I,

    A and B d × (c − 1), as the means of c clusters span c − 1 dimensions: the form of sparse PCA
    for d ≫ n. Features rank by their row of B. An iteration is O(ndc), X'X is never formed and
    sparse X stays so, where `sklearn.decomposition.SparsePCA` solves a lasso for each feature.

    Parameters
    ----------
    n_clusters : int, default 8
        One more than the number of components.
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those with a loading.
    lam : float or "auto"
        λ of every component, in squared units of X unless scaled. "auto": λ_k = 2 s_k σ √(2 log d),
        s_k the singular value of component k and σ² the mean variance of the columns: about
        where the largest of d columns of noise comes by chance.
    scale : bool, default True
        Divide columns by their standard deviation first.
    max_iter : int, default 500
    tol : float, default 1e-8
        An iteration that gains less, relative, is the last.

    Attributes
    ----------
    scores_ : (d,) ‖b_j‖, b_j the rows of B.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    loadings_ : (d, m) B, in units of scores; components that vanished are left out.
    lam_ : (c − 1,) λ_k used, fewer if X has fewer components.
    objective_path_ : the objective after each iteration, over ‖X‖⁴_F; non-increasing.
    n_iter_ : its length.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Zou, H., Hastie, T., Tibshirani, R. (2006). Sparse principal component analysis. Journal of
    Computational and Graphical Statistics 15(2), 265-286. doi:10.1198/106186006X113430

    Examples
    --------
    >>> from golfs import SparsePCAScore
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> SparsePCAScore(5, n_features_to_select=10).fit_transform(X).shape
    (200, 10)
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        lam: float | str = "auto",
        scale: bool = True,
        max_iter: int = 500,
        tol: float = 1e-8,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_features_to_select = n_features_to_select
        self.lam = lam
        self.scale = scale
        self.max_iter = max_iter
        self.tol = tol

    def _fit(self, X: Any) -> int:
        n, d = X.shape
        c = check_integer("n_clusters", self.n_clusters, 1, n, remedy=f"X has {n} samples")
        lam = check_penalty("lam", self.lam, positive=False)
        check_boolean("scale", self.scale)
        check_integer("max_iter", self.max_iter, 1)
        check_real("tol", self.tol, positive=False)
        design = as_design(X)
        deviation = design.column_norms() / np.sqrt(n)
        if not deviation.any():
            raise ValueError("every column of X is constant, so it has no components; check how X was read")
        unit = float(design.scale[0]) ** 2
        if self.scale:
            design, unit = design.scaled(np.where(deviation > 0, deviation, 1.0)), 1.0
        found = sparse_pca(
            design,
            max(1, min(c - 1, n - 1, d)),
            None if lam is None else lam / unit,
            max_iter=self.max_iter,
            tol=self.tol,
        )
        if not found.converged:
            warnings.warn(
                f"stopped at max_iter={self.max_iter} before the objective settled; raise max_iter, or tol "
                f"(now {self.tol:g})",
                ConvergenceWarning,
                stacklevel=3,
            )
        self.loadings_ = (found.loadings * unit).astype(X.dtype)
        self.lam_ = found.penalties * unit
        total = float(np.sum(design.column_norms() ** 2))
        self.objective_path_ = found.path / total**2
        self.n_iter_ = len(found.path)
        self.scores_ = row_norms(found.loadings) * unit
        return int(np.sum(self.scores_ > 0))
