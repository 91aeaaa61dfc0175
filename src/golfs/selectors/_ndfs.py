"""NDFS: nonnegative discriminative feature selection, GOLFS on the local graph alone."""

from __future__ import annotations

from typing import Any

from golfs._checks import check_affinity, check_option
from golfs.arrays import Design
from golfs.graphs import Graph
from golfs.selectors._base import logger
from golfs.selectors._graphs import local_graph
from golfs.selectors._pseudo_labels import PseudoLabelSelector


class NDFS(PseudoLabelSelector):
    """Nonnegative discriminative feature selection.

    With L = I − D^(−1/2)SD^(−1/2) of the nearest-neighbour graph,

        min_{F ≥ 0, W} Tr F'LF + α(‖XW − F‖² + β‖W‖₂,₁) + (γ/2)‖F'F − I‖²,

    F n × c, W d × c. Features rank by their row of W. It is `GOLFS(affinity="local", lam=1,
    laplacian="normalized")`. A number given for α, β, γ or σ means what it means there; "auto" is
    chosen from the data, without labels, and multiplying X by a constant changes nothing. Time
    O(n²d), O(n²d + n³) with solver="paper"; memory O(nd + n²) if n ≤ d, else O(nd).

    Parameters
    ----------
    n_clusters : int, default 8
        Number c of clusters.
    n_features_to_select, n_neighbors, sigma : as in `GOLFS`
    alpha, beta, gamma, center, scale, metric : as in `GOLFS`
    affinity : "local" or array, default "local"
        The nearest-neighbour graph, or a similarity of the samples (n × n) instead.
    laplacian : {"normalized", "unnormalized"}, default "normalized"
    solver : {"auto", "discrete", "multiplicative", "paper"}, default "auto"
        "paper": the multiplicative update of the paper, which may rise; α, β and γ were 1, 1 and
        1e8 or larger in code for it, with normalize_columns=True and center=False, scale="none".
    normalize_columns, init, max_iter, tol, n_jobs, random_state, verbose : as in `GOLFS`

    Attributes
    ----------
    scores_, ranking_, labels_, coef_, intercept_, indicator_, cluster_means_ : as in `GOLFS`
    objective_path_, n_iter_, alpha_, beta_, gamma_, sigma_, starts_, n_selected_ : as in `GOLFS`

    References
    ----------
    Li, Yang, Liu, Zhou, Lu (2012). Unsupervised feature selection using nonnegative spectral
    analysis. AAAI Conference on Artificial Intelligence. doi:10.1609/aaai.v26i1.8289

    Examples
    --------
    >>> from golfs import NDFS
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> NDFS(n_clusters=5, n_features_to_select=10, random_state=0).fit(X).get_support(indices=True)
    array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        n_neighbors: int = 5,
        sigma: float | str = "auto",
        alpha: float | str = "auto",
        beta: float | str = "auto",
        gamma: float | str = "auto",
        center: bool = True,
        scale: str = "regression",
        metric: Any = "euclidean",
        affinity: Any = "local",
        laplacian: str = "normalized",
        solver: str = "auto",
        normalize_columns: bool = False,
        init: Any = "auto",
        max_iter: int = 300,
        tol: float = 1e-6,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_features_to_select = n_features_to_select
        self.n_neighbors = n_neighbors
        self.sigma = sigma
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
        self.center = center
        self.scale = scale
        self.metric = metric
        self.affinity = affinity
        self.laplacian = laplacian
        self.solver = solver
        self.normalize_columns = normalize_columns
        self.init = init
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _check_parameters(self, n: int, is_sparse: bool) -> None:
        super()._check_parameters(n, is_sparse)
        if isinstance(self.affinity, str):
            check_option("affinity", self.affinity, ("local",))

    def _graphs(self, X: Any, design: Design) -> dict[str, Graph]:
        """The local graph, learned or given."""
        normalized = self.laplacian == "normalized"
        if not isinstance(self.affinity, str):
            self.sigma_ = float("nan")
            given = check_affinity((None, self.affinity), X.shape[0])
            return {name: Graph(S, normalized=normalized) for name, S in given.items()}
        graph, self.sigma_ = local_graph(
            X,
            design,
            scaled=self.scale in ("graphs", "both"),
            n_neighbors=self.n_neighbors,
            sigma=self.sigma,
            metric=self.metric,
            n_jobs=self.n_jobs,
            normalized=normalized,
        )
        logger(self.verbose).info("sigma = %.4g", self.sigma_)
        return {"local graph": graph}
