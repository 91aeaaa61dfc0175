"""Sparse k-means: clusters and weights of the features together."""

from __future__ import annotations

from typing import Any
import warnings

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

from golfs._checks import check_boolean, check_integer, check_penalty, check_real, check_seed, check_verbose
from golfs.arrays import Design, as_design
from golfs.selectors._base import logger
from golfs.selectors._clusterable import check_clusterable
from golfs.selectors._clusters import ClusterSelector
from golfs.solvers import SparseClusters, SparseKMeansProblem, bounds, permuted, smallest_within

Array = NDArray[np.float64]


class SparseKMeans(ClusterSelector):
    """k-means on weighted features, few of which have any weight.

        max_{C, w} Σ_j w_j a_j(C)   subject to ‖w‖₂ ≤ 1, ‖w‖₁ ≤ s, w ≥ 0,

    a_j(C) the sum of squares of feature j between the clusters C. It alternates between
    k-means on √w_j x̃_j and a soft threshold of a; the objective never falls. An iteration costs
    k-means on the features of nonzero weight and O(ndc). Small bounds have poor local optima, so
    larger ones, up to 10 of them, come first and hand on their clusters; bound="auto" does so on
    X and on each permuted copy.

    Parameters
    ----------
    n_clusters : int, default 8
        Number c of clusters.
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those of nonzero weight.
    bound : float or "auto"
        s, 1 … √d: the smaller, the fewer features. "auto": the smallest of those tried whose gap,
        that between log Σ_j w_j a_j on X and its mean on copies of X in which every column is
        shuffled, is within a standard deviation of the largest.
    n_permutations : int, default 5
        Such copies.
    scale : bool, default True
        Divide columns by their standard deviation first.
    n_init : int, default 3
        Starts of k-means, at first and whenever the objective stays.
    max_iter : int, default 50
    tol : float, default 1e-6
        An iteration that gains less, relative, is the last.
    random_state : int, RandomState or None
        Seeds k-means and the permutations.
    verbose : int, default 0
        1 logs the bound chosen.

    Attributes
    ----------
    scores_ : (d,) a_j over the total sum of squares of all features: features rank by it as by
        their weight, and those of zero weight have an order too.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    labels_ : (n,) cluster of each sample, 0 … c − 1, none empty.
    weights_ : (d,) w.
    cluster_means_ : (c, d) mean of each feature in each cluster.
    objective_path_ : −Σ_j w_j a_j at first and after each iteration, as a share of the total sum of squares;
        non-increasing.
    n_iter_ : its length.
    bound_ : the s used.
    gaps_ : (m, 3) bounds tried, their gaps and standard deviations; empty if the bound was given.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Witten, D. M., Tibshirani, R. (2010). A framework for feature selection in clustering.
    Journal of the American Statistical Association 105(490), 713-726.
    doi:10.1198/jasa.2010.tm09415

    Examples
    --------
    >>> from golfs import SparseKMeans
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=1)
    >>> SparseKMeans(5, bound=3, random_state=0).fit(X).get_support(indices=True)
    array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        bound: float | str = "auto",
        n_permutations: int = 5,
        scale: bool = True,
        n_init: int = 3,
        max_iter: int = 50,
        tol: float = 1e-6,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_features_to_select = n_features_to_select
        self.bound = bound
        self.n_permutations = n_permutations
        self.scale = scale
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.verbose = verbose

    def _fit(self, X: Any) -> int:
        bound = self._check_parameters(X.shape[1])
        base = as_design(X)
        c = check_clusterable(self.n_clusters, base)
        random_state = check_seed(self.random_state)
        self._seed, shuffles = (int(seed) for seed in random_state.randint(np.iinfo(np.int32).max, size=2))
        deviation = base.column_norms() / np.sqrt(X.shape[0])
        unit = np.where(deviation > 0, deviation, 1.0) if self.scale else np.ones(X.shape[1])
        total = float(np.sum((deviation / unit) ** 2) * X.shape[0])

        self.gaps_ = np.zeros((0, 3))
        problem = self._problem(base.scaled(unit))
        if bound is None:
            tried = bounds(X.shape[1]) if c > 1 else np.array([np.sqrt(X.shape[1])])
            found = problem.along(tried)
            self.gaps_ = self._gaps(X, unit, tried, found, shuffles)
            best = smallest_within(self.gaps_[:, 1], self.gaps_[:, 2])
            bound, solution = float(tried[best]), found[best]
            logger(self.verbose).info("bound = %.4g, %d features have weight", bound, np.sum(solution.weights > 0))
        else:
            larger = bounds(X.shape[1])
            solution = problem.along(np.append(bound, larger[larger > bound]))[0]
        if not solution.converged:
            warnings.warn(
                f"stopped at max_iter={self.max_iter} while the objective still rose; raise max_iter, or tol "
                f"(now {self.tol:g})",
                ConvergenceWarning,
                stacklevel=3,
            )
        self.bound_ = bound
        self.labels_, self.weights_ = solution.labels, solution.weights.astype(X.dtype)
        self.objective_path_ = -solution.path / total
        self.n_iter_ = len(solution.path)
        self.scores_ = solution.between / total
        self._profile(base)
        return int(np.sum(solution.weights > 0))

    def _check_parameters(self, d: int) -> float | None:
        """The bound, or None for "auto"."""
        check_integer("n_permutations", self.n_permutations, 1)
        check_integer("n_init", self.n_init, 1)
        check_integer("max_iter", self.max_iter, 1)
        check_real("tol", self.tol, positive=False)
        check_boolean("scale", self.scale)
        check_verbose(self.verbose)
        bound = check_penalty("bound", self.bound)
        if bound is not None and bound < 1:
            raise ValueError(f"bound={bound} must be at least 1, where one feature has all the weight; √d is no bound")
        return bound

    def _problem(self, X: Design) -> SparseKMeansProblem:
        return SparseKMeansProblem(X, self.n_clusters, self._seed, self.n_init, self.max_iter, self.tol)

    def _gaps(self, X: Any, unit: Array, tried: Array, found: list[SparseClusters], seed: int) -> Array:
        """For each bound s, Gap(s) = log O(s) − mean_b log O_b(s) and its standard deviation.

        O is the objective on X, O_b on a copy of X in which every column is shuffled.
        """
        generator = np.random.default_rng(seed)
        B = self.n_permutations
        null = np.zeros((B, len(tried)))
        for b in range(B):
            copy = as_design(permuted(X, generator)).scaled(unit)
            null[b] = _log_objectives(self._problem(copy).along(tried))
        gaps = _log_objectives(found) - null.mean(axis=0)
        return np.column_stack([tried, gaps, null.std(axis=0) * np.sqrt(1 + 1 / B)])


def _log_objectives(found: list[SparseClusters]) -> Array:
    return np.log([max(solution.path[-1], np.finfo(float).tiny) for solution in found])
