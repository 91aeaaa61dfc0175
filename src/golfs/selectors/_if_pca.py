"""IF-PCA: the features least like a normal distribution, then clusters by their principal components."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from golfs._checks import check_integer, check_option, check_seed, check_verbose
from golfs.arrays import Design, as_design
from golfs.selectors._base import logger, ranked
from golfs.selectors._clusterable import check_clusterable
from golfs.selectors._clusters import ClusterSelector
from golfs.solvers import Null, higher_criticism, kolmogorov, partition, per_feature, principal_components

Array = NDArray[np.float64]

MAD = 1.4826  # times the median absolute deviation is the standard deviation of a normal variable


class IFPCA(ClusterSelector):
    """Influential features principal component analysis.

    1. ψ_j = √n sup_t |F_j(t) − Φ(t)|, F_j the distribution function of feature j, standardised:
       a feature with clusters is not normal.
    2. Efron's null correction: ψ* has the mean and standard deviation that ψ has for normal
       features, so that a null shared by all features, normal or not, is none.
    3. π_j = P(ψ ≥ ψ*_j) for a normal feature, by simulation (a table).
    4. The k smallest π are selected, k the higher-criticism threshold: it maximises
       √d (k/d − π_(k)) / √(max{√n (k/d − π_(k)), 0} + k/d) over k ≤ d/2 and π_(k) > log(d)/d.
    5. The c − 1 leading left singular vectors of the selected features, standardised, entries cut
       at log(d)/√n; k-means of these.

    Nothing depends on the units of a feature. O(nd log n), and O(n²k) for the k selected.

    Parameters
    ----------
    n_clusters : int, default 8
        Number c of clusters.
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or the higher-criticism threshold. The
        clusters come from the threshold's features in any case.
    null_correction : {"mean", "median", "none"}, default "mean"
        "mean": by mean and standard deviation of all ψ, the paper's choice; "median": by median
        and median absolute deviation, its alternative, where many features have clusters;
        "none": ψ* = ψ.
    n_init : int, default 10
        Starts of k-means.
    random_state : int, RandomState or None
        Seeds k-means.
    verbose : int, default 0
        1 logs the threshold.

    Attributes
    ----------
    scores_ : (d,) ψ_j; 0 for a constant feature.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    labels_ : (n,) cluster of each sample, 0 … c − 1, none empty.
    p_values_ : (d,) π_j; 1 for a constant feature.
    higher_criticism_ : (m,) the path whose maximum is the threshold, m the features that vary.
    cluster_means_ : (c, d) mean of each feature in each cluster.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Jin, J., Wang, W. (2016). Influential features PCA for high dimensional clustering. Annals of
    Statistics 44(6), 2323-2359. doi:10.1214/15-AOS1423

    Examples
    --------
    >>> from golfs import IFPCA
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> IFPCA(5, random_state=0).fit(X).labels_.shape
    (200,)
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        null_correction: str = "mean",
        n_init: int = 10,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_features_to_select = n_features_to_select
        self.null_correction = null_correction
        self.n_init = n_init
        self.random_state = random_state
        self.verbose = verbose

    def _fit(self, X: Any) -> int:
        check_option("null_correction", self.null_correction, ("mean", "median", "none"))
        check_integer("n_init", self.n_init, 1)
        check_verbose(self.verbose)
        seed = int(check_seed(self.random_state).randint(np.iinfo(np.int32).max))
        base = as_design(X)
        check_clusterable(self.n_clusters, base)
        self.scores_ = per_feature(base, kolmogorov)
        varies = self.scores_ > 0
        null = Null.of("kolmogorov", X.shape[0])
        self.p_values_ = np.ones(X.shape[1])
        self.p_values_[varies] = null.p_values(_corrected(self.scores_[varies], null, self.null_correction))
        threshold, self.higher_criticism_ = higher_criticism(self.p_values_[varies], X.shape[0])
        logger(self.verbose).info("higher criticism selects %d features", threshold)
        influential = base.take(np.sort(ranked(self.scores_)[:threshold]))
        self.labels_ = partition(self._embedding(influential, X.shape[1]), self.n_clusters, seed, self.n_init)
        self._profile(base)
        return threshold

    def _embedding(self, X: Design, d: int) -> Array:
        """U, its columns of norm 1, entries beyond log(d)/√n moved there."""
        n, k = X.shape
        standardised = X.scaled(X.column_norms() / np.sqrt(n))
        U = principal_components(standardised, max(1, min(self.n_clusters - 1, k, n - 1)))
        norms = np.linalg.norm(U, axis=0)
        U = U / np.where(norms > 0, norms, 1.0)
        largest = max(np.log(d), 1.0) / np.sqrt(n)
        return np.asarray(np.clip(U, -largest, largest))


def _corrected(psi: Array, null: Null, by: str) -> Array:
    """ψ*: Efron's correction of ψ."""
    if by == "none":
        return psi
    if by == "mean":
        center, spread = float(psi.mean()), float(psi.std())
    else:
        center = float(np.median(psi))
        spread = MAD * float(np.median(np.abs(psi - center)))
    return np.asarray((psi - center) / spread * null.deviation + null.mean) if spread > 0 else psi
