"""GOLFS: global and local graphs, pseudo-labels on both, and the features that explain them."""

from __future__ import annotations

from typing import Any

import numpy as np

from golfs._checks import check_affinity, check_option, check_penalty
from golfs.arrays import Design
from golfs.graphs import Graph
from golfs.selectors._base import logger
from golfs.selectors._graphs import global_graph, local_graph
from golfs.selectors._pseudo_labels import PseudoLabelSelector
from golfs.solvers import Start

FLOOR = 1e-3  # least share of a graph in L1 + λL0 at lam = "auto"


class GOLFS(PseudoLabelSelector):
    """Feature selection for clustering by global and local structure, without labels.

    1. Global graph: each sample as a sparse combination of the others,
       min_P ‖X' − X'P‖₂,₁ + κ‖P‖₂,₁, S1 = (|P| + |P|')/2.
    2. Local graph: Gaussian weights exp(−‖x_i − x_j‖²/σ²) between nearest neighbours, S0.
    3. Pseudo-labels F (n × c) on both, regressed on the features:
       min_{F ≥ 0, W} Tr F'(L1 + λL0)F + α(‖XW − F‖² + β‖W‖₂,₁) + (γ/2)‖F'F − I‖².

    Features rank by their row of W. A number given for κ, λ, α, β, γ or σ means what it means
    there; "auto" is chosen from the data, without labels, and multiplying X by a constant
    changes nothing. Time O(n²d + n³) and memory O(nd + n²).

    Parameters
    ----------
    n_clusters : int, default 8
        Number c of clusters, 2 … n. With 1 there is nothing to tell apart: every score is 0.
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or as many as stand out between the
        clusters: those with positive evidence (see Notes). "auto" is experimental.
    n_neighbors : int, default 5
        Neighbours k of each sample in the local graph.
    sigma : float or "auto"
        Width σ of the local graph. "auto": root mean square of the neighbours' distances.
    kappa : float or "auto"
        Row sparsity κ of the self-representation. "auto": where samples have handed over about
        four fifths of their own weight to the others, between the κ at which nothing is
        learned and the κ at which P = 0.
    lam : float or "auto"
        Weight λ of the local graph beside the global one. "auto": each graph, at mean degree 1,
        weighs its modularity under the labels of the start, so one that is noise counts little.
    alpha : float or "auto"
        Weight α of the regression. "auto": 30 times the mean degree of the graphs.
    beta : float or "auto"
        Row sparsity β. "auto": 1/8 of β_max, at which all of W vanishes; 0.8 with solver="paper".
        A number scores by its own W (see `scores_`), so beta=beta_ of an "auto" fit ranks otherwise.
    gamma : float or "auto"
        Weight γ of F'F = I; without effect on solver="discrete", which keeps F'F = I exactly.
        "auto": 10 times the scale of the rest of the objective.
    center : bool, default True
        Subtract the column means in both stages (implicitly if X is sparse), so that the
        regression has an intercept. False is the paper.
    scale : {"regression", "both", "graphs", "none"}, default "regression"
        Where columns are divided by their root mean square. "none" is the paper.
    metric : str, default "euclidean"
        Distance of the local graph, any of scikit-learn's; "cosine" suits texts.
    affinity : {"both", "local", "global"}, array or pair of arrays, default "both"
        Which graphs to learn; or a similarity of the samples (n × n) to use as the local graph
        alone; or a pair (global, local), either of which may be None.
    laplacian : {"unnormalized", "normalized"}, default "unnormalized"
        D − S, as in GOLFS, or I − D^(−1/2)SD^(−1/2), as in NDFS.
    solver : {"auto", "discrete", "multiplicative", "paper"}, default "auto"
        "discrete" ("auto"): F is exactly a scaled partition; samples move between clusters.
        "multiplicative": F ≥ 0, by an update that provably descends for every γ.
        "paper": the printed algorithm, update for update, which may rise.
    normalize_columns : bool, default False
        With solver="paper": divide the columns of F by their norms after each update.
    init : "auto", array of n labels, or list of such arrays
        Where F starts. "auto": k-means and spectral clustering of each graph and of both, each
        also clustered again on the features that stand out; the labels that agree most with a
        graph win if it shows more than chance, else those with the greatest evidence (see
        Notes). Of several given arrays the same decides.
    max_iter : int, default 300
        Most iterations of stage 2, and of stage 1 if κ is given.
    tol : float, default 1e-6
        Stage 2 stops when the objective falls by less, relative. The regression is solved to its
        optimum at the end, so scores depend on it only by F: not with solver="discrete", which
        ends in exact labels; with "multiplicative", which creeps, give 1e-9 or less where the
        order of close scores matters.
    n_jobs : int or None
        Processes of the neighbour search.
    random_state : int, RandomState or None
        Seeds the k-means behind init="auto".
    verbose : int, default 0
        1 logs what every "auto" chose.

    Attributes
    ----------
    scores_ : (d,) non-negative, higher is better. √n ‖w_j + x̃_j'(F − XW)/max‖x̃‖²‖: the
        coefficient feature j would have before the penalty's threshold, so features with
        w_j = 0 have an order too. At W = 0 it is the correlation ratio η_j, in [0, 1], if
        columns are scaled. beta="auto": the geometric mean of this at 0.5 β_max and at β_max.
        solver="paper": ‖w_j‖.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    labels_ : (n,) cluster of each sample, 0 … c − 1, none empty.
    coef_, intercept_ : (d, c) and (c,): X coef_ + intercept_ is the row-sparse, shrunken fit of F.
    indicator_ : (n, c) F.
    cluster_means_ : (c, d) mean of each feature in each cluster.
    objective_path_ : the objective after each iteration; non-increasing but for "paper".
    n_iter_ : its length.
    kappa_, lam_, alpha_, beta_, gamma_, sigma_ : the values used. Where a graph is given or absent, κ and σ
        are nan, and λ is 0 without a local graph.
    starts_ : list of (name, labels, evidence, agreement), the candidates for the start.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    Notes
    -----
    The evidence of labels is Σ_j max(0, −n log(1 − η_j²) − (c − 1) log n − 2 log d), η_j² the
    share of the variance of feature j between the clusters: the best Gaussian model in which
    each feature either matters or does not. It is blind to the scale of the features. Their agreement is the
    modularity in units of what the best division of a random graph reaches, on the graph where
    it is larger; from 1.6 on it decides.

    References
    ----------
    Xing, Wan, Wen, Zhong (2023). GOLFS: feature selection via combining both global and local
    information for high dimensional clustering. Computational Statistics.
    doi:10.1007/s00180-023-01393-x

    Examples
    --------
    >>> from golfs import GOLFS
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> golfs = GOLFS(n_clusters=5, n_features_to_select=10, random_state=0).fit(X)
    >>> golfs.get_support(indices=True)
    array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    >>> golfs.transform(X).shape
    (200, 10)
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_features_to_select: int | float | str = "auto",
        n_neighbors: int = 5,
        sigma: float | str = "auto",
        kappa: float | str = "auto",
        lam: float | str = "auto",
        alpha: float | str = "auto",
        beta: float | str = "auto",
        gamma: float | str = "auto",
        center: bool = True,
        scale: str = "regression",
        metric: str = "euclidean",
        affinity: Any = "both",
        laplacian: str = "unnormalized",
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
        self.kappa = kappa
        self.lam = lam
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
        check_penalty("kappa", self.kappa)
        check_penalty("lam", self.lam, positive=False)
        if isinstance(self.affinity, str):
            check_option("affinity", self.affinity, ("both", "local", "global"))

    def _graphs(self, X: Any, design: Design) -> dict[str, Graph]:
        """The global and the local graph, those that are asked for, learned or given."""
        normalized = self.laplacian == "normalized"
        self.kappa_ = self.sigma_ = np.nan
        if not isinstance(self.affinity, str):
            given = check_affinity(self.affinity, X.shape[0])
            return {name: Graph(S, normalized=normalized) for name, S in given.items()}
        log = logger(self.verbose)
        graphs: dict[str, Graph] = {}
        if self.affinity in ("both", "global"):
            graphs["global graph"], self.kappa_ = global_graph(
                design, kappa=self.kappa, max_iter=self.max_iter, normalized=normalized
            )
            log.info("kappa = %.4g", self.kappa_)
        if self.affinity in ("both", "local"):
            graphs["local graph"], self.sigma_ = local_graph(
                X,
                design,
                scaled=self.scale in ("graphs", "both"),
                n_neighbors=self.n_neighbors,
                sigma=self.sigma,
                metric=self.metric,
                n_jobs=self.n_jobs,
                normalized=normalized,
            )
            log.info("sigma = %.4g", self.sigma_)
        return graphs

    def _weights(self, graphs: dict[str, Graph], start: Start) -> dict[str, float]:
        """1 for L1 and λ for L0, found from the labels of the start."""
        lam = check_penalty("lam", self.lam, positive=False)
        if lam is None:
            lam = 1.0 if len(graphs) == 1 else self._balance(graphs, start)
        weights = {name: lam if name == "local graph" else 1.0 for name in graphs}
        self.lam_ = weights.get("local graph", 0.0)
        logger(self.verbose).info("lam = %.4g", self.lam_)
        return weights

    def _balance(self, graphs: dict[str, Graph], start: Start) -> float:
        """λ so that each graph, at mean degree 1, weighs its modularity."""
        share = {
            name: max(graph.modularity(start.labels), FLOOR) / (graph.mean_degree or 1.0)
            for name, graph in graphs.items()
        }
        return share["local graph"] / share["global graph"]
