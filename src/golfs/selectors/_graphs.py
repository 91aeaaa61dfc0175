"""The graphs of the samples that methods share, from their parameters."""

from __future__ import annotations

from typing import Any
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from golfs._checks import check_integer, check_penalty, check_similarity
from golfs.arrays import Design, divide_columns
from golfs.graphs import Graph, nearest, nearest_by_gram, neighbor_graph
from golfs.solvers import find_representation, self_representation


def global_graph(design: Design, *, kappa: Any, max_iter: int, normalized: bool) -> tuple[Graph, float]:
    """S1 = (|P| + |P|')/2 of the self-representation, and κ in units of X."""
    unit = float(design.scale[0])
    wanted = check_penalty("kappa", kappa)
    if wanted is None:
        found = find_representation(design)
    else:
        found = self_representation(design, wanted / unit, max_iter=max_iter)
    if not found.converged:
        remedy = f"raise max_iter (now {max_iter})" if wanted is not None else "give kappa a number"
        warnings.warn(
            f"the self-representation stopped before it settled at kappa={found.kappa * unit:.4g}; {remedy}",
            ConvergenceWarning,
            stacklevel=6,
        )
    P = np.abs(found.matrix(design))
    return Graph((P + P.T) / 2, normalized=normalized), found.kappa * unit


def local_graph(
    X: Any,
    design: Design,
    *,
    scaled: bool,
    n_neighbors: int,
    sigma: Any,
    metric: Any,
    n_jobs: int | None,
    normalized: bool,
    affinity: Any = "local",
) -> tuple[Graph, float]:
    """S0 of the samples, and σ in units of X, or of its scaled columns if `scaled`; a given `affinity` has no σ (NaN).

    Euclidean distances between few samples come from their inner products, which the starts
    need too; others from a search in X.
    """
    n, d = design.shape
    if not isinstance(affinity, str):
        return Graph(check_similarity(affinity, n), normalized=normalized), float("nan")
    if affinity != "local":
        raise ValueError(f'affinity={affinity!r} must be "local", or a similarity of the samples (n × n)')
    check_integer("n_neighbors", n_neighbors, 1, n - 1, remedy=f"X has {n} samples")
    if metric == "euclidean" and n <= d:
        neighbors = nearest_by_gram(design.inner, n_neighbors)
    else:
        points = divide_columns(X, design.scale) if scaled or metric == "euclidean" else X
        neighbors = nearest(points, n_neighbors, metric=metric, n_jobs=n_jobs)
    unit = float(design.scale[0]) if metric == "euclidean" and not scaled else 1.0
    width = check_penalty("sigma", sigma)
    S, width = neighbor_graph(neighbors, sigma=None if width is None else width / unit)
    return Graph(S, normalized=normalized), width * unit
