"""UDFS: the features of directions in which neighbours differ least."""

from __future__ import annotations

from typing import Any, ClassVar
import warnings

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from golfs._checks import check_boolean, check_integer, check_metric, check_n_jobs, check_penalty, check_real
from golfs.arrays import Design, as_design
from golfs.graphs import nearest, nearest_by_gram
from golfs.selectors._base import Selector, above_average
from golfs.solvers import discriminative, local_scatter, scatter_diagonal

GAMMA = 0.03  # γ at "auto", as a share of the mean of the diagonal of M
ALONE = 1e-3  # the score of the best feature alone, beside which row norms of W up to 1 stand


class UDFS(Selector):
    """Unsupervised discriminative feature selection: local scatter, on few features.

        min_W Tr W'MW + γ‖W‖₂,₁  subject to  W'W = I,        W d × c,
        M = X'GX,  G = Σ_i S_i H (X̃_iX̃_i' + λI)⁻¹ H S_i',

    X̃_i ((k + 1) × d) sample i and its k neighbours less their mean, S_i (n × (k + 1)) where they
    stand in X, H = I − 11'/(k + 1). Features rank by their row of W. An iteration is O(n²d + n³ + ndc)
    for n < d and O(d³) for d ≤ n, nothing d × d in the first case; sparse X stays so.

    The problem is not convex, so the answer depends on the start, and for n < d the printed one,
    D = I, leaves it open: the smallest eigenvalue of M + γI is then (d − n)-fold. Here all its
    eigenvectors count, by the inverse of their eigenvalues: ‖w_j‖ ∝ ([(M + γI)⁻¹]_jj)⁴ at first.

    Parameters
    ----------
    n_clusters : int, default 8
        Number c of columns of W, at most d.
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those that score above the mean.
        "auto" is experimental.
    n_neighbors : int, default 5
        Neighbours k of each sample.
    lam : float or "auto"
        λ. "auto": the mean square distance of samples from the mean of their neighbourhood.
    gamma : float or "auto"
        Row sparsity γ. "auto": 0.03 of the mean of the diagonal of M.
    scale : bool, default True
        Divide columns by their root mean square, in all but the neighbour search. Without (the
        paper), features of little variance have little scatter and rank first.
    metric : str, default "euclidean"
        Distance of the neighbours, any of scikit-learn's; "cosine" suits texts.
    max_iter : int, default 500
    tol : float, default 1e-4
        An iteration that gains less, relative, is the last. Weak features may change places
        at a smaller one.
    n_jobs : int or None
        Processes of the neighbour search.

    Attributes
    ----------
    scores_ : (d,) ‖w_j‖ + 0.001 (γ + min_i M_ii)/(γ + M_jj). The second term orders features with
        w_j = 0 by γ + M_jj, what direction e_j alone would cost, and not by where the iteration
        stopped. Constant features take no part and score 0.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    coef_ : (d, c) W in units of X, which maps X to the directions.
    lam_, gamma_ : the values used.
    objective_path_ : the objective after each iteration; non-increasing.
    n_iter_ : its length.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Yang, Y., Shen, H. T., Ma, Z., Huang, Z., Zhou, X. (2011). ℓ2,1-norm regularized discriminative
    feature selection for unsupervised learning. Proceedings of the 22nd International Joint
    Conference on Artificial Intelligence, 1589-1594. doi:10.5591/978-1-57735-516-8/IJCAI11-267

    Examples
    --------
    >>> from golfs import UDFS
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> UDFS(n_clusters=5, n_features_to_select=10).fit(X).get_support(indices=True)
    array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    """

    exceptions: ClassVar[dict[str, str]] = {
        "ranks": "where one feature does for each of the c orthonormal columns of W, others like it get no weight",
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        n_neighbors: int = 5,
        lam: float | str = "auto",
        gamma: float | str = "auto",
        scale: bool = True,
        metric: Any = "euclidean",
        max_iter: int = 500,
        tol: float = 1e-4,
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_features_to_select = n_features_to_select
        self.n_neighbors = n_neighbors
        self.lam = lam
        self.gamma = gamma
        self.scale = scale
        self.metric = metric
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs

    def _fit(self, X: Any) -> int:
        n = X.shape[0]
        c = check_integer("n_clusters", self.n_clusters, 1, n, remedy=f"X has {n} samples")
        lam, gamma = check_penalty("lam", self.lam), check_penalty("gamma", self.gamma)
        max_iter = check_integer("max_iter", self.max_iter, 1)
        tol = check_real("tol", self.tol, positive=False)
        scale = check_boolean("scale", self.scale)
        base = as_design(X)
        rms = base.column_norms() / np.sqrt(n)
        varies = np.flatnonzero(rms)
        if not len(varies):
            raise ValueError("every column of X is constant, so there is nothing to compare; check how X was read")
        design = base.scaled(np.where(rms > 0, rms, 1.0)) if scale else base
        if len(varies) < len(rms):
            design = design.take(varies)
        unit = 1.0 if scale else float(base.scale[0])

        G, lam = local_scatter(design, self._neighbors(X, base), None if lam is None else lam / unit**2)
        scatter = scatter_diagonal(design, G)
        if gamma is None:
            gamma = GAMMA * float(scatter.mean()) or 1.0
        found = discriminative(design, G, gamma, min(c, len(varies)), tol=tol, max_iter=max_iter)
        if not found.converged:
            warnings.warn(
                f"stopped at max_iter={max_iter} before the objective settled; raise max_iter, or tol (now {tol:g})",
                ConvergenceWarning,
                stacklevel=3,
            )
        self.lam_, self.gamma_ = lam * unit**2, gamma
        self.objective_path_ = np.array(found.path)
        self.n_iter_ = len(found.path)
        self.coef_ = np.zeros((X.shape[1], found.W.shape[1]), dtype=X.dtype)
        self.coef_[varies] = found.W / design.scale[:, None]
        self.scores_ = np.zeros(X.shape[1])
        self.scores_[varies] = found.norms + ALONE * (gamma + scatter.min()) / (gamma + scatter)
        return above_average(self.scores_)

    def _neighbors(self, X: Any, design: Design) -> NDArray[np.intp]:
        """The k nearest of every sample, n × k."""
        n, d = design.shape
        k = check_integer("n_neighbors", self.n_neighbors, 1, n - 1, remedy=f"X has {n} samples")
        metric = check_metric(self.metric, is_sparse=sparse.issparse(X))
        check_n_jobs(self.n_jobs)
        if metric == "euclidean" and n <= d:
            return nearest_by_gram(design.inner, k)[1]
        return nearest(X, k, metric=metric, n_jobs=self.n_jobs)[1]
