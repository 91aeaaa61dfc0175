"""GOLFS: global and local graphs, pseudo-labels on both, and the features that explain them."""

from __future__ import annotations

from typing import Any
import warnings

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from golfs._checks import (
    check_integer,
    check_labels,
    check_option,
    check_penalty,
    check_real,
    check_similarity,
)
from golfs.arrays import Design, as_design, divide_columns
from golfs.graphs import Graph, neighbor_graph
from golfs.selectors._base import logger
from golfs.selectors._clusters import ClusterSelector
from golfs.solvers import (
    Evidence,
    Problem,
    Regression,
    Solution,
    Start,
    best,
    beta_max,
    descend,
    discrete,
    find_representation,
    first_starts,
    group_lasso,
    indicator,
    multiplicative,
    printed,
    self_representation,
    sharpened,
)

Array = NDArray[np.float64]

ALPHA = 30.0  # weight of the regression at "auto", in units of the mean degree of the graphs
BETA = 0.8  # row sparsity at "auto", as a share of the β at which W vanishes
GAMMA = 10.0  # orthogonality at "auto", in units of mean degree + α, the scale of L + M
FLOOR = 1e-3  # least share of a graph in L1 + λL0 at lam = "auto"
SOFTENING = 0.2  # added to the starting F, over √n, where zeros would stay zeros (0.02 at n = 100)
REGRESSION_TOL = 1e-13  # final duality gap: the scores are those of the optimum
REGRESSION_ITER = 20000
REGRESSION_WARN = 1e-8  # gap above which the order of close scores is in doubt


class GOLFS(ClusterSelector):
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
        Row sparsity β. "auto": 0.8 of the value at which all of W vanishes.
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
        also clustered again on the features that stand out; the labels with the greatest
        evidence win. Of several given arrays the same decides.
    max_iter : int, default 300
        Most iterations of stage 2, and of stage 1 if κ is given.
    tol : float, default 1e-6
        Stage 2 stops when the objective falls by less, relative. The scores do not depend on
        it: the regression is solved to its optimum at the end.
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
        columns are scaled. solver="paper": ‖w_j‖.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    labels_ : (n,) cluster of each sample, 0 … c − 1, none empty.
    coef_, intercept_ : (d, c) and (c,): F ≈ X coef_ + intercept_.
    indicator_ : (n, c) F.
    cluster_means_ : (c, d) mean of each feature in each cluster.
    objective_path_ : the objective after each iteration; non-increasing but for "paper".
    n_iter_ : its length.
    kappa_, lam_, alpha_, beta_, gamma_, sigma_ : the values used; nan where a graph is absent.
    starts_ : list of (name, labels, evidence), the candidates for the start.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    Notes
    -----
    The evidence of labels is Σ_j max(0, −n log(1 − η_j²) − (c − 1) log n − 2 log d), η_j² the
    share of the variance of feature j between the clusters: the best Gaussian model in which
    each feature either matters or does not. It is blind to the scale of the features.

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

    def _fit(self, X: Any) -> int:
        self._check_parameters(X.shape[0])
        log = logger(self.verbose)
        base = as_design(X, center=bool(self.center))
        rms = base.column_norms() / np.sqrt(X.shape[0])
        if not rms.any():
            raise ValueError("every column of X is constant, so there is nothing to cluster; check how X was read")
        scaled = base.scaled(np.where(rms > 0, rms, 1.0))
        for_graphs = scaled if self.scale in ("graphs", "both") else base
        for_regression = scaled if self.scale in ("regression", "both") else base

        graphs = self._graphs(X, for_graphs)
        evidence = Evidence.of(for_graphs, self.n_clusters)
        start = self._start(for_graphs, scaled, evidence, graphs)
        problem = self._problem(for_regression, graphs, start)
        solution = self._solve(problem, start)
        regression = self._regress(problem, solution)
        if not solution.converged:
            warnings.warn(self._unconverged(), ConvergenceWarning, stacklevel=3)

        self.labels_ = solution.labels
        self.indicator_ = solution.F
        self.objective_path_ = solution.path
        self.n_iter_ = len(solution.path)
        self.coef_ = (regression.W / for_regression.scale[:, None]).astype(X.dtype)
        self.intercept_ = solution.F.mean(axis=0) - for_regression.mean @ self.coef_
        self.scores_ = self._scores(for_regression, regression)
        self._profile(base)
        automatic = int(np.sum(evidence.features(solution.labels) > 0))
        log.info("%d iterations; %d features stand out between the clusters", self.n_iter_, automatic)
        return automatic

    def _check_parameters(self, n: int) -> None:
        check_integer("n_clusters", self.n_clusters, 1, n, remedy=f"X has {n} samples")
        if self.n_clusters == 1:
            warnings.warn(
                "n_clusters=1 leaves nothing to tell apart, so every score is 0; give 2 or more",
                UserWarning,
                stacklevel=4,
            )
        check_integer("max_iter", self.max_iter, 1)
        check_real("tol", self.tol, positive=False)
        for name in ("sigma", "kappa", "alpha", "beta", "gamma"):
            check_penalty(name, getattr(self, name))
        check_penalty("lam", self.lam, positive=False)
        check_option("scale", self.scale, ("regression", "both", "graphs", "none"))
        check_option("laplacian", self.laplacian, ("unnormalized", "normalized"))
        check_option("solver", self.solver, ("auto", "discrete", "multiplicative", "paper"))
        if isinstance(self.affinity, str):
            check_option("affinity", self.affinity, ("both", "local", "global"))

    def _graphs(self, X: Any, design: Design) -> dict[str, Graph]:
        """The global and the local graph, those that are asked for, learned or given."""
        normalized = self.laplacian == "normalized"
        self.kappa_ = self.sigma_ = np.nan
        if not isinstance(self.affinity, str):
            pair = self.affinity if isinstance(self.affinity, tuple) else (None, self.affinity)
            given = {name: S for name, S in zip(("global graph", "local graph"), pair, strict=True) if S is not None}
            return {name: Graph(check_similarity(S, X.shape[0]), normalized=normalized) for name, S in given.items()}
        log = logger(self.verbose)
        graphs: dict[str, Graph] = {}
        if self.affinity in ("both", "global"):
            kappa = check_penalty("kappa", self.kappa)
            unit = _unit(design)
            if kappa is None:
                found = find_representation(design)
            else:
                found = self_representation(design, kappa / unit, max_iter=self.max_iter)
            self.kappa_ = found.kappa * unit
            log.info("kappa = %.4g", self.kappa_)
            P = np.abs(found.matrix(design))
            graphs["global graph"] = Graph((P + P.T) / 2, normalized=normalized)
        if self.affinity in ("both", "local"):
            check_integer("n_neighbors", self.n_neighbors, 1, X.shape[0] - 1, remedy=f"X has {X.shape[0]} samples")
            points = divide_columns(X, design.scale) if self.scale in ("graphs", "both") else X
            S, self.sigma_ = neighbor_graph(
                points,
                n_neighbors=self.n_neighbors,
                sigma=check_penalty("sigma", self.sigma),
                metric=self.metric,
                n_jobs=self.n_jobs,
            )
            log.info("sigma = %.4g", self.sigma_)
            graphs["local graph"] = Graph(S, normalized=normalized)
        return graphs

    def _start(self, design: Design, scaled: Design, evidence: Evidence, graphs: dict[str, Graph]) -> Start:
        """The candidate labels with the greatest evidence; all of them in `starts_`."""
        c = self.n_clusters
        if isinstance(self.init, str):
            check_option("init", self.init, ("auto",))
            distinct = design.distinct_rows()
            if distinct < c:
                raise ValueError(
                    f"n_clusters={c} but X has only {distinct} distinct rows; lower n_clusters or drop duplicates"
                )
            starts = first_starts(design, scaled, evidence, graphs, check_random_state(self.random_state))
            starts += sharpened(evidence, starts)
        else:
            starts = [
                Start(f"init {i}", labels, evidence(labels))
                for i, labels in enumerate(check_labels(self.init, design.shape[0], c))
            ]
        self.starts_ = starts
        start = best(starts)
        logger(self.verbose).info("start: %s, the best of %d by evidence", start.name, len(starts))
        return start

    def _problem(self, design: Design, graphs: dict[str, Graph], start: Start) -> Problem:
        """L = L1 + λL0 and the penalties, fixed before the solver begins."""
        log = logger(self.verbose)
        weights = self._graph_weights(graphs, start)
        self.lam_ = weights.get("local graph", 0.0)
        graph = Graph.sum(list(graphs.values()), list(weights.values()))
        alpha, beta, gamma = (check_penalty(name, getattr(self, name)) for name in ("alpha", "beta", "gamma"))
        unit = _unit(design) if self.scale in ("graphs", "none") else 1.0
        self.alpha_ = ALPHA * (graph.mean_degree or 1.0) if alpha is None else alpha
        F = indicator(start.labels, self.n_clusters)
        self.beta_ = (BETA * beta_max(design, F) or 1.0) * unit if beta is None else beta
        self.gamma_ = GAMMA * (graph.mean_degree + self.alpha_) if gamma is None else gamma
        log.info("lam = %.4g, alpha = %.4g, beta = %.4g, gamma = %.4g", self.lam_, self.alpha_, self.beta_, self.gamma_)
        return Problem(design, graph, self.alpha_, self.beta_ / unit, self.gamma_)

    def _graph_weights(self, graphs: dict[str, Graph], start: Start) -> dict[str, float]:
        """1 for L1 and λ for L0."""
        lam = check_penalty("lam", self.lam, positive=False)
        if len(graphs) == 1:
            return {name: 1.0 if lam is None or name == "global graph" else lam for name in graphs}
        if lam is None:
            share = {
                name: max(graph.modularity(start.labels), FLOOR) / (graph.mean_degree or 1.0)
                for name, graph in graphs.items()
            }
            lam = share["local graph"] / share["global graph"]
        return {"global graph": 1.0, "local graph": lam}

    def _solve(self, problem: Problem, start: Start) -> Solution:
        """Stage 2 from the start's indicator, softened where exact zeros would stay zeros."""
        F = indicator(start.labels, self.n_clusters)
        soft = F + SOFTENING / np.sqrt(len(F))
        if self.solver == "paper":
            return printed(problem, soft, tol=self.tol, max_iter=self.max_iter, normalize=self.normalize_columns)
        if self.solver == "multiplicative":
            return descend(problem, soft, multiplicative, tol=self.tol, max_iter=self.max_iter)
        return descend(problem, F, discrete, tol=self.tol, max_iter=self.max_iter)

    def _unconverged(self) -> str:
        if self.solver == "paper":
            return (
                f"stopped at max_iter={self.max_iter} before the objective settled; the printed update need not "
                'converge, at large gamma least of all: use solver="auto" or "multiplicative", which descend'
            )
        return (
            f"stopped at max_iter={self.max_iter} before the objective settled; raise max_iter, or tol "
            f"(now {self.tol:g})"
        )

    def _regress(self, problem: Problem, solution: Solution) -> Regression:
        """The regression of the final F, at its optimum; as the printed updates left it for "paper"."""
        X, F = problem.X, solution.F
        if self.solver == "paper":
            return Regression.at(X, F, problem.beta, solution.W)
        regression = group_lasso(X, F, problem.beta, solution.W, tol=REGRESSION_TOL, max_iter=REGRESSION_ITER)
        if regression.gap > REGRESSION_WARN:
            warnings.warn(
                f"the regression stopped {regression.gap:.1e} short of its optimum, so close scores may be in the "
                f"wrong order; a larger beta (now {self.beta_:.3g}) has fewer features to fit",
                ConvergenceWarning,
                stacklevel=4,
            )
        return regression

    def _scores(self, X: Design, regression: Regression) -> Array:
        """Row norms of W before the penalty's threshold: each feature's coefficient, the others as they are."""
        unit = _unit(X) if self.scale in ("graphs", "none") else 1.0
        if self.solver == "paper":
            return np.asarray(np.linalg.norm(regression.W, axis=1) / unit)
        largest = float(X.column_norms().max())
        before = regression.W + regression.correlations / largest**2
        return np.asarray(np.sqrt(X.shape[0]) * np.linalg.norm(before, axis=1) / unit)


def _unit(design: Design) -> float:
    """What a design without scaling divided all of X by."""
    return float(design.scale[0])
