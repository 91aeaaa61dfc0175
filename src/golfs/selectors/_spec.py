"""SPEC: features that go with the structure of a graph, by its spectrum."""

from __future__ import annotations

from typing import Any

import numpy as np

from golfs._checks import check_boolean, check_integer, check_metric, check_n_jobs, check_option
from golfs.arrays import as_design
from golfs.selectors._base import Selector, above_average
from golfs.selectors._graphs import local_graph
from golfs.solvers import leading_share, roughness


class SPEC(Selector):
    """Spectral feature selection: three rankings by the normalised Laplacian of the neighbour graph.

    With S the similarity of the samples (n × n), D = diag(S1), 𝓛 = I − D^(−1/2)SD^(−1/2), its
    eigenpairs (λ_j, ξ_j), 0 = λ_1 ≤ … ≤ λ_n ≤ 2, f̂ = D^(1/2)f/‖D^(1/2)f‖ and α_j = f̂'ξ_j:

    - "phi1": φ1 = f̂'𝓛^r f̂ = Σ_j α_j² λ_j^r, how much f changes between neighbours;
    - "phi2": φ2 = φ1/(1 − α_1²), the same apart from the trivial eigenvector; for r = 1 it is
      the Laplacian score;
    - "phi3": φ3 = Σ_{j=2..c} (2^r − λ_j^r) α_j², how much of f lies in the c leading ones.

    Scores are 1 − φ1/2^r, 1 − φ2/2^r and φ3/2^r: in [0, 1], higher is better. O(n²d) for the
    graph, then O(nkdr) for φ1 and φ2 (O(n²d) for n ≤ 500), O(ncd) for φ3; sparse X stays so.

    Parameters
    ----------
    n_clusters : int, default 8
        Number c of leading eigenpairs in φ3; without effect on φ1 and φ2.
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those that score above the mean.
        "auto" is experimental.
    style : {"phi3", "phi2", "phi1"}, default "phi3"
        Which ranking.
    power : int, default 1
        r of the spectral function γ(λ) = λ^r: a larger one is harder on rough features.
    center : bool, default True
        Take from each f its mean weighted by D, the part along ξ_1, before it is normalised,
        so that adding a constant to a feature changes nothing; φ1 is then φ2. False is the
        paper, where φ1 prefers constant features and φ3 those with small means.
    n_neighbors : int, default 5
        Neighbours k of each sample in the graph.
    sigma : float or "auto"
        Width σ of the weights exp(−‖x_i − x_j‖²/σ²). "auto": root mean square of the
        neighbours' distances.
    metric : str, default "euclidean"
        Distance of the graph, any of scikit-learn's; "cosine" suits texts.
    affinity : "local" or array, default "local"
        The nearest-neighbour graph, or a similarity of the samples (n × n, dense or sparse) instead.
    n_jobs : int or None
        Processes of the neighbour search.

    Attributes
    ----------
    scores_ : (d,) as above; 0 for a feature of which nothing is left to normalise.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    sigma_ : the width used; NaN for a given affinity.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Zhao, Z., Liu, H. (2007). Spectral feature selection for supervised and unsupervised
    learning. Proceedings of the 24th International Conference on Machine Learning, 1151-1157.
    doi:10.1145/1273496.1273641

    Examples
    --------
    >>> from golfs import SPEC
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> SPEC(n_clusters=5, n_features_to_select=10).fit_transform(X).shape
    (200, 10)
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        style: str = "phi3",
        power: int = 1,
        center: bool = True,
        n_neighbors: int = 5,
        sigma: float | str = "auto",
        metric: str = "euclidean",
        affinity: Any = "local",
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_features_to_select = n_features_to_select
        self.style = style
        self.power = power
        self.center = center
        self.n_neighbors = n_neighbors
        self.sigma = sigma
        self.metric = metric
        self.affinity = affinity
        self.n_jobs = n_jobs

    def _fit(self, X: Any) -> int:
        n = X.shape[0]
        k = check_integer("n_clusters", self.n_clusters, 1, n, remedy=f"X has {n} samples")
        check_option("style", self.style, ("phi3", "phi2", "phi1"))
        power = check_integer("power", self.power, 1)
        center = check_boolean("center", self.center)
        check_metric(self.metric, is_sparse=not isinstance(X, np.ndarray))
        check_n_jobs(self.n_jobs)
        center = center or self.style == "phi2"
        given = not isinstance(self.affinity, str)
        design = as_design(X, center=center or not given)
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
        if not (center or given):
            design = as_design(X, center=False)
        if self.style == "phi3":
            share = leading_share(design, graph, power=power, k=k, center=center) / 2.0**power
        else:
            share = 1 - roughness(design, graph, power=power, center=center) / 2.0**power
        self.scores_ = np.clip(np.nan_to_num(share, nan=0.0), 0.0, 1.0)
        return above_average(self.scores_)
