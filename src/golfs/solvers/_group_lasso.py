"""The regression of the pseudo-labels on the features, to a certified optimum.

    min_W ‖XW − F‖² + β‖W‖₂,₁        W is d × c, row j belongs to feature j

Few rows of W are nonzero at the penalties of interest, so the problem is solved on a
working set of features, checked against all features by one product X'R, and the set grows
by the features that violate optimality most. Inside the set: accelerated proximal gradient
with restarts. At small penalties most samples' worth of features count and gradients crawl;
what a limited number of iterations leaves undone goes to Newton's method, which starts afresh.
The duality gap says how far the answer is from the optimum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from golfs.arrays import Design, row_norms
from golfs.solvers._newton_lasso import fits, newton_lasso
from golfs.solvers._regression import Regression, duality_gap

Array = NDArray[np.float64]

FIRST_SET = 16  # features in the first working set; later ones double what is nonzero
ROUGH = 0.1  # gap left inside a working set that will grow, as a share of the gap outside
PATIENCE = 1000  # iterations before Newton's method: about what its few, dearer steps take
ROUNDING = 1e-14  # rise of the objective, as a share of ‖F‖², that is none
CHECK_EVERY = 10  # iterations between two evaluations of the gap inside a working set


def group_lasso(
    X: Design, F: Array, beta: float, W: Array | None = None, *, tol: float = 1e-6, max_iter: int = 5000
) -> Regression:
    """Minimise from W (zeros) until the gap is below tol‖F‖². O(ndc) a check, O(k²c) an iteration on k features.

    Never returns a W with a higher objective than the one it was given, but for rounding.
    Beyond PATIENCE of the max_iter iterations `newton_lasso` takes over, where its systems are small enough.
    """
    unit = float(np.sum(F * F)) or 1.0
    if W is None:
        W = np.zeros((X.shape[1], F.shape[1]))
    current = Regression.at(X, F, beta, W)

    def better(one: Regression, other: Regression) -> bool:
        rise = one.objective(beta) - other.objective(beta)
        return rise < 0 or (rise <= ROUNDING * unit and one.gap < other.gap)

    newton = max_iter > PATIENCE and fits(X, F)
    left, rough = PATIENCE if newton else max_iter, ROUGH
    while current.gap > tol and left > 0:
        size = row_norms(current.W)
        pull = 2 * row_norms(current.correlations)
        active = np.flatnonzero(size)
        outside = np.flatnonzero((size == 0) & (pull > beta))
        room = max(FIRST_SET, len(active))
        worst = outside[np.argsort(-pull[outside], kind="stable")[:room]]
        chosen = np.sort(np.concatenate([active, worst]))
        inside = max(tol, rough * current.gap)
        W, used = _proximal(X, F, beta, current.W, chosen, inside * unit / 2, left)
        left -= used
        after = Regression.at(X, F, beta, W)
        if better(after, current):
            current = after
        elif inside > tol:
            rough = 0.0
        else:
            break  # rounding: nothing more to gain
    if newton and current.gap > tol:
        found = newton_lasso(X, F, beta, current, tol=tol)
        if found.gap < current.gap and better(found, current):
            return found
    return current


def _proximal(
    X: Design, F: Array, beta: float, W: Array, chosen: NDArray[np.intp], tol: float, max_iter: int
) -> tuple[Array, int]:
    """FISTA with restarts on the chosen features. The Gram matrix is formed when it is no wider than n."""
    n, k = X.shape[0], len(chosen)
    part = X if k == X.shape[1] else X.take(chosen)
    target = part.tdot(F)
    total = float(np.sum(F * F))
    if k <= n:
        G = part.cogram()
        top = float(eigh(G, eigvals_only=True, subset_by_index=[k - 1, k - 1])[0])
    else:
        G = None
        top = float(eigh(part.gram(), eigvals_only=True, subset_by_index=[n - 1, n - 1])[0])
    step = 0.5 / (top * (1 + 1e-12) or 1.0)
    current = ahead = W[chosen]
    momentum = 1.0
    iteration = 0
    for iteration in range(1, max_iter + 1):
        product = G @ ahead if G is not None else part.tdot(part.dot(ahead))
        moved = ahead + 2 * step * (target - product)
        size = np.sqrt(np.einsum("jk,jk->j", moved, moved))
        shrunk = moved * np.maximum(1 - beta * step / np.maximum(size, beta * step), 0.0)[:, None]
        change = shrunk - current
        if float(np.sum((ahead - shrunk) * change)) > 0:
            momentum = 1.0
        grown = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = shrunk + ((momentum - 1) / grown) * change
        current, momentum = shrunk, grown
        if iteration % CHECK_EVERY == 0:
            product = G @ current if G is not None else part.tdot(part.dot(current))
            covered, square = float(np.sum(current * target)), float(np.sum(current * product))
            loss = total - 2 * covered + square
            penalty = float(row_norms(current).sum())
            if duality_gap(loss, penalty, total - covered, target - product, beta) <= tol:
                break
    W = np.zeros_like(W)
    W[chosen] = current
    return W, iteration
