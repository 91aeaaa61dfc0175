"""MCFS: the features that explain the leading eigenvectors of a graph, few for each."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from golfs._checks import check_boolean, check_integer, check_metric, check_n_jobs
from golfs.arrays import as_design
from golfs.selectors._base import Selector
from golfs.selectors._graphs import local_graph
from golfs.solvers import least_angle, spectral_embedding

Array = NDArray[np.float64]

N_NONZERO = 10  # features an eigenvector is regressed on at "auto"


class MCFS(Selector):
    """Multi-cluster feature selection: spectral embedding, then sparse regression of each of its vectors.

    1. The K eigenvectors of Ly = λDy with the smallest λ, L = D − S of the nearest-neighbour
       graph, without the constant one. If the graph falls into m components, the m − 1 vectors
       that tell them apart come first.
    2. For each, w_k by least-angle regression on at most `n_nonzero` features:
       min ‖y_k − Xw_k‖² along the path that starts at w_k = 0.
    3. Features rank by max_k |w_jk|; those in no w_k behind, by how near they are to joining.

    Time O(n²d + Kndm), m = n_nonzero; nothing d × d; sparse X stays so.

    Parameters
    ----------
    n_clusters : int, default 8
        One more than K, the number of eigenvectors: apart from the constant one, c − 1 tell c
        clusters apart.
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those with a nonzero coefficient.
        "auto" is experimental.
    n_nonzero : int or "auto", default "auto"
        Most features an eigenvector is regressed on. "auto": 10. The paper takes the number of
        features to select; more hardly change the ranking on average.
    n_neighbors : int, default 5
        Neighbours k of each sample in the graph.
    sigma : float or "auto"
        Width σ of its weights exp(−‖x_i − x_j‖²/σ²). "auto": root mean square of the neighbours'
        distances.
    center : bool, default True
        Subtract the column means in the regression, which so has an intercept. False is the paper.
    scale : bool, default True
        Divide columns by their root mean square in the regression. False is the paper.
    metric : str, default "euclidean"
        Distance of the graph, any of scikit-learn's; "cosine" suits texts.
    affinity : "local" or array, default "local"
        The nearest-neighbour graph, or a similarity of the samples (n × n, dense or sparse) instead.
    n_jobs : int or None
        Processes of the neighbour search.

    Attributes
    ----------
    scores_ : (d,) max_k |w_jk|, in units of scaled columns. For a feature in no w_k, half the
        least of those times max_k |x̃_j'r_k| / C_k, r_k the residual and C_k the correlation
        of the active features with it: 1 would join next.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    coef_ : (d, K) w_k, in units of X.
    embedding_ : (n, K) y_k, Y'DY = I.
    sigma_ : the width used; NaN for a given affinity.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Cai, D., Zhang, C., He, X. (2010). Unsupervised feature selection for multi-cluster data.
    Proceedings of the 16th ACM SIGKDD International Conference on Knowledge Discovery and Data
    Mining, 333-342. doi:10.1145/1835804.1835848

    Examples
    --------
    >>> from golfs import MCFS
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> MCFS(n_clusters=5, n_features_to_select=5).fit(X).get_support(indices=True) < 10
    array([ True,  True,  True,  True,  True])
    """

    exceptions: ClassVar[dict[str, str]] = {
        "duplicated column": "least-angle regression lets one of equal columns in and never the other",
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        n_nonzero: int | str = "auto",
        n_neighbors: int = 5,
        sigma: float | str = "auto",
        center: bool = True,
        scale: bool = True,
        metric: Any = "euclidean",
        affinity: Any = "local",
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_features_to_select = n_features_to_select
        self.n_nonzero = n_nonzero
        self.n_neighbors = n_neighbors
        self.sigma = sigma
        self.center = center
        self.scale = scale
        self.metric = metric
        self.affinity = affinity
        self.n_jobs = n_jobs

    def _fit(self, X: Any) -> int:
        n, d = X.shape
        K = max(check_integer("n_clusters", self.n_clusters, 1, n, remedy=f"X has {n} samples") - 1, 1)
        n_nonzero = self._n_nonzero(d)
        check_metric(self.metric, is_sparse=sparse.issparse(X))
        check_n_jobs(self.n_jobs)
        design = as_design(X, center=check_boolean("center", self.center))
        rms = design.column_norms() / np.sqrt(n)
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
        if check_boolean("scale", self.scale):
            design = design.scaled(np.where(rms > 0, rms, 1.0))
        self.embedding_ = spectral_embedding(graph, design, K)
        W, correlations = least_angle(design, self.embedding_, n_nonzero)
        self.coef_ = (W / design.scale[:, None]).astype(X.dtype)
        self.scores_ = _scores(W, correlations)
        return int(np.count_nonzero(W.any(axis=1)))

    def _n_nonzero(self, d: int) -> int:
        if isinstance(self.n_nonzero, str):
            if self.n_nonzero != "auto":
                raise ValueError(f'n_nonzero={self.n_nonzero!r} must be an integer or "auto"')
            return min(N_NONZERO, d)
        return check_integer("n_nonzero", self.n_nonzero, 1, d, remedy=f"X has {d} features")


def _scores(W: Array, correlations: Array) -> Array:
    """max_k |w_jk|, and for features in no w_k how near they are to joining."""
    scores: Array = np.abs(W).max(axis=1)
    chosen = scores > 0
    if not chosen.any():
        return scores
    pull = np.abs(correlations)
    largest = pull.max(axis=0)
    nearness = np.divide(pull, largest, out=np.zeros_like(pull), where=largest > 0).max(axis=1)
    return np.asarray(np.where(chosen, scores, nearness * scores[chosen].min() / 2))
