"""RSR: the features from which all others can be made, the self-representation of GOLFS on X'."""

from __future__ import annotations

from typing import Any
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from golfs._checks import check_boolean, check_integer, check_penalty, check_real
from golfs.arrays import Transposed, as_design
from golfs.selectors._base import Selector, above_average
from golfs.solvers import largest_kappa, self_representation

LAM = 0.9  # λ at "auto", as a share of the λ from which on W = 0


class RSR(Selector):
    """Regularized self-representation: each feature as a combination of few others.

        min_W ‖X − XW‖₂,₁ + λ‖W‖₂,₁        W is d × d, row j says what the others take from feature j

    It is stage 1 of `GOLFS` on X': the same solver, samples and features exchanged. O(n²d + n³) an
    iteration for n ≤ d, O(nd² + d³) for d < n; W is never formed; sparse X stays so.

    Parameters
    ----------
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those that score above the mean.
        "auto" is experimental.
    lam : float or "auto"
        Row sparsity λ. "auto": 0.9 of the value from which on W = 0.
    center : bool, default True
        Subtract the column means. False is the paper.
    scale : bool, default False
        Divide columns by their root mean square. False is the paper.
    max_iter : int, default 300
    tol : float, default 1e-6
        An iteration that gains less, relative, is the last.

    Attributes
    ----------
    scores_ : (d,) ‖w_j‖ + ‖x̃_j'diag(1/‖r_i‖)R‖/λ, R = X − XW with rows r_i. The second term, at
        most 1, is 1 where w_j ≠ 0 and orders the other features by what the residual still
        says, so the ranking does not rest on where the iteration stopped.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    row_norms_ : (d,) ‖w_j‖, the paper's score.
    lam_ : the λ used.
    objective_path_ : the objective after each iteration, ‖·‖ smoothed near 0; non-increasing.
    n_iter_ : its length.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Zhu, P., Zuo, W., Zhang, L., Hu, Q., Shiu, S. C. K. (2015). Unsupervised feature selection by
    regularized self-representation. Pattern Recognition 48(2), 438-446.
    doi:10.1016/j.patcog.2014.08.006

    Examples
    --------
    >>> from golfs import RSR
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> RSR(10).fit(X).get_support(indices=True)
    array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    """

    def __init__(
        self,
        n_features_to_select: int | float | str = "auto",
        *,
        lam: float | str = "auto",
        center: bool = True,
        scale: bool = False,
        max_iter: int = 300,
        tol: float = 1e-6,
    ) -> None:
        self.n_features_to_select = n_features_to_select
        self.lam = lam
        self.center = center
        self.scale = scale
        self.max_iter = max_iter
        self.tol = tol

    def _fit(self, X: Any) -> int:
        lam = check_penalty("lam", self.lam)
        max_iter = check_integer("max_iter", self.max_iter, 1)
        tol = check_real("tol", self.tol, positive=False)
        design = as_design(X, center=check_boolean("center", self.center))
        norms = design.column_norms()
        if not norms.any():
            raise ValueError("every column of X is constant, so there is nothing to represent; check how X was read")
        unit = float(design.scale[0])
        if check_boolean("scale", self.scale):
            design, unit = design.scaled(np.where(norms > 0, norms, 1.0) / np.sqrt(X.shape[0])), 1.0
        features = Transposed(design)
        lam = LAM * largest_kappa(features) if lam is None else lam / unit
        found = self_representation(features, lam, tol=tol, max_iter=max_iter)
        if not found.converged:
            warnings.warn(
                f"stopped at max_iter={max_iter} before the objective settled; raise max_iter, or tol (now {tol:g})",
                ConvergenceWarning,
                stacklevel=3,
            )
        self.lam_ = lam * unit
        self.row_norms_ = np.where(norms > 0, found.rows, 0.0)
        self.objective_path_ = np.array(found.path) * unit
        self.n_iter_ = len(found.path)
        self.scores_ = np.where(norms > 0, found.rows + np.minimum(found.pull, 1.0), 0.0)
        return above_average(self.scores_)
