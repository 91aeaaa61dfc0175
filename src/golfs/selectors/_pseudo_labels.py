"""What GOLFS and NDFS share: pseudo-labels on graphs of the samples, and their regression on the features."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple, Self
import warnings

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from golfs._checks import (
    check_boolean,
    check_integer,
    check_labels,
    check_metric,
    check_n_jobs,
    check_option,
    check_penalty,
    check_real,
    check_seed,
    check_verbose,
)
from golfs.arrays import Design, as_design, row_norms
from golfs.graphs import Graph
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
    first_starts,
    group_lasso,
    indicator,
    multiplicative,
    printed,
    sharpened,
)

Array = NDArray[np.float64]

ALPHA = 30.0  # weight of the regression at "auto", in units of the mean degree of the graphs
BETA = 0.125  # row sparsity at "auto", as a share of the β at which W vanishes
BETA_PRINTED = 0.8  # the same for "paper", whose scores are the rows of W
BETA_SCORED = 0.5  # the same for the scores at "auto"
GAMMA = 10.0  # orthogonality at "auto", in units of mean degree + α, the scale of L + M
SOFTENING = 0.2  # added to the starting F, over √n, where zeros would stay zeros (0.02 at n = 100)
ROUNDING = 1e-12  # |x̃_j'F| below this share of ‖x̃_j‖ is no correlation
REGRESSION_TOL = 1e-13  # final duality gap: the scores are those of the optimum
REGRESSION_ITER = 20000
SWEEP_MEMORY = 2**28  # bytes of regressions that a sweep keeps
REGRESSION_WARN = 1e-8  # gap above which the order of close scores is in doubt


class Preparation(NamedTuple):
    """What a fit computes before it looks at α, β and what else comes `later`; `learned` are its attributes so far."""

    base: Design
    for_regression: Design
    graphs: dict[str, Graph]
    evidence: Evidence
    start: Start
    learned: dict[str, Any]


class Regressions:
    """Those of one X at one β, in at most `memory` bytes; what no longer fits is not kept.

    A regression found again is the very one that would be solved again.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._beta = np.nan
        self._found: dict[bytes, Regression] = {}

    def solve(self, X: Design, F: Array, beta: float, W: Array | None = None, **options: Any) -> Regression:
        """`group_lasso`."""
        if beta != self._beta:
            self._beta, self._found = beta, {}
        key = sha256(repr(options).encode() + F.tobytes() + (b"" if W is None else W.tobytes())).digest()
        if key in self._found:
            return self._found[key]
        found = group_lasso(X, F, beta, W, **options)
        if (len(self._found) + 1) * (2 * found.W.nbytes + F.nbytes) <= self._memory:
            self._found[key] = found
        return found


class Shared:
    """What neighbouring fits of a sweep have in common: the preparation, and regressions for W and for the scores."""

    def __init__(self, memory: int = 0) -> None:
        self.preparation: Preparation | None = None
        self.fitting, self.scoring = Regressions(memory // 2), Regressions(memory // 2)


class PseudoLabelSelector(ClusterSelector):
    """A method writes `_graphs`, and `_weights` if it has several."""

    later: ClassVar[tuple[str, ...]] = (  # parameters that `_prepare` does not read
        "alpha",
        "beta",
        "gamma",
        "lam",
        "solver",
        "tol",
        "normalize_columns",
        "n_features_to_select",
    )
    n_neighbors: int
    sigma: Any
    alpha: Any
    beta: Any
    gamma: Any
    center: bool
    scale: str
    metric: Any
    laplacian: str
    solver: str
    normalize_columns: bool
    init: Any
    max_iter: int
    tol: float
    n_jobs: int | None
    random_state: Any
    verbose: int

    @abstractmethod
    def _graphs(self, X: Any, design: Design) -> dict[str, Graph]:
        """The graphs of the samples by name."""

    def _weights(self, graphs: dict[str, Graph], start: Start) -> dict[str, float]:
        """What each graph counts in L."""
        return dict.fromkeys(graphs, 1.0)

    def _fit(self, X: Any) -> int:
        self._check_parameters(X.shape[0], is_sparse=sparse.issparse(X))
        shared = self.__dict__.pop("_shared", None) or Shared()
        if shared.preparation is None:
            shared.preparation = self._prepare(X)
        base, for_regression, graphs, evidence, start, learned = shared.preparation
        self.__dict__.update(learned)
        problem = self._problem(for_regression, graphs, start)
        solution = self._solve(problem, start, shared.fitting)
        regression = self._regress(problem, solution, shared.fitting)
        if not solution.converged:
            warnings.warn(self._unconverged(), ConvergenceWarning, stacklevel=3)

        self.labels_ = solution.labels
        self.indicator_ = solution.F
        self.objective_path_ = solution.path
        self.n_iter_ = len(solution.path)
        self.coef_ = (regression.W / for_regression.scale[:, None]).astype(X.dtype)
        offset = solution.F.mean(axis=0) if self.center else np.zeros(self.n_clusters)
        self.intercept_ = offset - for_regression.mean @ self.coef_
        self.scores_ = self._scores(problem, solution, regression, shared.scoring)
        self._profile(base)
        automatic = int(np.sum(evidence.features(solution.labels) > 0))
        logger(self.verbose).info(
            "iterations: %d; features that stand out between the clusters: %d", self.n_iter_, automatic
        )
        return automatic

    def sweep(self, X: Any, settings: Iterable[Mapping[str, Any]]) -> Iterator[Self]:
        """Fit a clone with each of several settings, one after the other, exactly as separate fits would.

        Neighbours that agree but for α, β, γ, λ and the solver share graphs and starts, and those
        of one β the regressions on labels they agree on: let β vary slowest, then λ, then α.

        Parameters
        ----------
        X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
        settings : of {parameter: value}; other parameters are as they are here

        Yields
        ------
        fitted clone, one for each setting, in order
        """
        before: dict[str, Any] | None = None
        for setting in settings:
            prior = {name: value for name, value in setting.items() if name not in self.later}
            if before is None or not _same(prior, before):
                shared, before = Shared(SWEEP_MEMORY), prior
            one = clone(self).set_params(**setting)
            one._shared = shared
            yield one.fit(X)

    def _prepare(self, X: Any) -> Preparation:
        """Designs, graphs, evidence and the start."""
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
        return Preparation(base, for_regression, graphs, evidence, start, self._learned())

    def _check_parameters(self, n: int, is_sparse: bool) -> None:
        check_integer("n_clusters", self.n_clusters, 1, n, remedy=f"X has {n} samples")
        if self.n_clusters == 1:
            warnings.warn(
                "n_clusters=1 leaves nothing to tell apart, so every score is 0; give 2 or more",
                UserWarning,
                stacklevel=4,
            )
        check_integer("max_iter", self.max_iter, 1)
        check_real("tol", self.tol, positive=False)
        for name in ("sigma", "alpha", "beta", "gamma"):
            check_penalty(name, getattr(self, name))
        check_integer("n_neighbors", self.n_neighbors, 1)
        check_boolean("center", self.center)
        check_boolean("normalize_columns", self.normalize_columns)
        check_verbose(self.verbose)
        check_n_jobs(self.n_jobs)
        check_seed(self.random_state)
        check_metric(self.metric, is_sparse=is_sparse)
        check_option("scale", self.scale, ("regression", "both", "graphs", "none"))
        check_option("laplacian", self.laplacian, ("unnormalized", "normalized"))
        check_option("solver", self.solver, ("auto", "discrete", "multiplicative", "paper"))

    def _start(self, design: Design, scaled: Design, evidence: Evidence, graphs: dict[str, Graph]) -> Start:
        """The best of the candidate labels; all of them in `starts_`."""
        c = self.n_clusters
        if isinstance(self.init, str):
            if self.init != "auto":
                raise ValueError(f'init={self.init!r} must be "auto", an array of n labels, or a list of such arrays')
            distinct = design.distinct_rows()
            if distinct < c:
                raise ValueError(
                    f"n_clusters={c} but X has only {distinct} distinct rows; lower n_clusters or drop duplicates"
                )
            starts = first_starts(design, scaled, evidence, graphs, check_seed(self.random_state))
            starts += sharpened(evidence, graphs, starts)
        else:
            starts = [
                Start.judged(f"init {i}", labels, evidence, graphs)
                for i, labels in enumerate(check_labels(self.init, design.shape[0], c))
            ]
        self.starts_ = starts
        start = best(starts)
        logger(self.verbose).info("start: %s, the best of %d", start.name, len(starts))
        return start

    def _problem(self, design: Design, graphs: dict[str, Graph], start: Start) -> Problem:
        """L and the penalties, fixed before the solver begins."""
        log = logger(self.verbose)
        weights = self._weights(graphs, start)
        graph = Graph.sum(list(graphs.values()), list(weights.values()))
        alpha, beta, gamma = (check_penalty(name, getattr(self, name)) for name in ("alpha", "beta", "gamma"))
        unit = _unit(design) if self.scale in ("graphs", "none") else 1.0
        self.alpha_ = ALPHA * (graph.mean_degree or 1.0) if alpha is None else alpha
        F = indicator(start.labels, self.n_clusters)
        if beta is None:
            steepest = beta_max(design, F)
            related = steepest > ROUNDING * float(design.column_norms().max())
            share = BETA_PRINTED if self.solver == "paper" else BETA
            self.beta_ = (share * steepest if related else 1.0) * unit
        else:
            self.beta_ = beta
        self.gamma_ = GAMMA * (graph.mean_degree + self.alpha_) if gamma is None else gamma
        log.info("alpha = %.4g, beta = %.4g, gamma = %.4g", self.alpha_, self.beta_, self.gamma_)
        return Problem(design, graph, self.alpha_, self.beta_ / unit, self.gamma_)

    def _solve(self, problem: Problem, start: Start, regressions: Regressions) -> Solution:
        """Stage 2 from the start's indicator, softened where exact zeros would stay zeros."""
        F = indicator(start.labels, self.n_clusters)
        soft = F + SOFTENING / np.sqrt(len(F))
        if self.solver == "paper":
            unit = _unit(problem.X) if self.scale in ("graphs", "none") else 1.0
            return printed(
                problem, soft, tol=self.tol, max_iter=self.max_iter, normalize=self.normalize_columns, unit=unit
            )
        if self.solver == "multiplicative":
            F, update = soft, multiplicative
        else:
            update = discrete
        return descend(problem, F, update, tol=self.tol, max_iter=self.max_iter, regress=regressions.solve)

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

    def _regress(self, problem: Problem, solution: Solution, regressions: Regressions) -> Regression:
        """The regression of the final F, at its optimum; as the printed updates left it for "paper"."""
        X, F = problem.X, solution.F
        if self.solver == "paper":
            return Regression.at(X, F, problem.beta, solution.W)
        regression = regressions.solve(X, F, problem.beta, solution.W, tol=REGRESSION_TOL, max_iter=REGRESSION_ITER)
        if regression.gap > REGRESSION_WARN:
            warnings.warn(
                f"the regression stopped {regression.gap:.1e} short of its optimum, so close scores may be in the "
                f"wrong order; a larger beta (now {self.beta_:.3g}) has fewer features to fit",
                ConvergenceWarning,
                stacklevel=4,
            )
        return regression

    def _scores(self, problem: Problem, solution: Solution, regression: Regression, regressions: Regressions) -> Array:
        """Row norms of W before the penalty's threshold; at beta="auto", their mean with those where W = 0."""
        X = problem.X
        unit = _unit(X) if self.scale in ("graphs", "none") else 1.0
        if self.solver == "paper":
            return np.asarray(row_norms(regression.W) / unit)
        if check_penalty("beta", self.beta) is None:
            sparser = replace(problem, beta=BETA_SCORED / BETA * problem.beta)
            beside = _before_threshold(X, self._regress(sparser, solution, regressions))
            alone = _before_threshold(X, Regression.at(X, solution.F, problem.beta, np.zeros_like(regression.W)))
            rows = np.sqrt(alone * beside)
        else:
            rows = _before_threshold(X, regression)
        return np.asarray(np.sqrt(X.shape[0]) * rows / unit)


def _same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether settings agree for certain: the same objects, or equal numbers and names."""
    return a.keys() == b.keys() and all(
        a[name] is b[name] or (isinstance(a[name], (int, float, str)) and a[name] == b[name]) for name in a
    )


def _before_threshold(X: Design, regression: Regression) -> Array:
    """‖w_j + x̃_j'(F − XW)/max‖x̃‖²‖: each feature's coefficient, the others as they are."""
    largest = float(X.column_norms().max())
    rows = row_norms(regression.W + regression.correlations / largest**2)
    rows[rows <= ROUNDING / largest] = 0.0
    return rows


def _unit(design: Design) -> float:
    """What a design without scaling divided all of X by."""
    return float(design.scale[0])
