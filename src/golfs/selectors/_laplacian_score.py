"""The Laplacian score: features that are alike where samples are neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np

from golfs._checks import check_metric, check_n_jobs
from golfs.arrays import as_design
from golfs.selectors._base import Selector, above_average
from golfs.selectors._graphs import local_graph
from golfs.solvers import roughness


class LaplacianScore(Selector):
    """Rank features by how smooth they are on the graph of nearest neighbours.

    With S the similarity of the samples (n × n), D = diag(S1), L = D − S, and f the feature
    less its mean weighted by D, f̃ = f − (f'D1 / 1'D1) 1, the Laplacian score is

        L_j = f̃'Lf̃ / f̃'Df̃, in [0, 2], the smaller the better.

    Here scores are 1 − L_j/2, in [0, 1], so higher is better; a constant feature, for which
    L_j is 0/0, scores 0. O(n²d), or O(nkd) after the graph for n > 500; sparse X stays so.

    Parameters
    ----------
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those that score above the mean.
        "auto" is experimental.
    n_neighbors : int, default 5
        Neighbours k of each sample in the graph.
    sigma : float or "auto"
        Width σ of the weights exp(−‖x_i − x_j‖²/σ²), the paper's t being σ². "auto": root mean
        square of the neighbours' distances.
    metric : str, default "euclidean"
        Distance of the graph, any of scikit-learn's; "cosine" suits texts.
    affinity : "local" or array, default "local"
        The nearest-neighbour graph, or a similarity of the samples (n × n, dense or sparse) instead.
    n_jobs : int or None
        Processes of the neighbour search.

    Attributes
    ----------
    scores_ : (d,) 1 − L_j/2.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    sigma_ : the width used; NaN for a given affinity.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    He, X., Cai, D., Niyogi, P. (2005). Laplacian score for feature selection. Advances in
    Neural Information Processing Systems 18, 507-514.

    Examples
    --------
    >>> from golfs import LaplacianScore
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> set(LaplacianScore(5).fit(X).get_support(indices=True)) <= set(features)
    True
    """

    def __init__(
        self,
        n_features_to_select: int | float | str = "auto",
        *,
        n_neighbors: int = 5,
        sigma: float | str = "auto",
        metric: str = "euclidean",
        affinity: Any = "local",
        n_jobs: int | None = None,
    ) -> None:
        self.n_features_to_select = n_features_to_select
        self.n_neighbors = n_neighbors
        self.sigma = sigma
        self.metric = metric
        self.affinity = affinity
        self.n_jobs = n_jobs

    def _fit(self, X: Any) -> int:
        check_metric(self.metric, is_sparse=not isinstance(X, np.ndarray))
        check_n_jobs(self.n_jobs)
        design = as_design(X, center=isinstance(self.affinity, str))  # for the neighbours; f̃ is centred by D
        graph, self.sigma_ = local_graph(
            X,
            design,
            scaled=False,
            n_neighbors=self.n_neighbors,
            sigma=self.sigma,
            metric=self.metric,
            n_jobs=self.n_jobs,
            normalized=False,
            affinity=self.affinity,
        )
        share = 1 - np.nan_to_num(roughness(design, graph, power=1, center=True), nan=2.0) / 2
        self.scores_ = np.clip(share, 0.0, 1.0)
        return above_average(self.scores_)
