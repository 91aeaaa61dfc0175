"""Least-angle regression of several targets on the same features, all in step.

Each target y_k starts from w_k = 0. Its active features have one absolute correlation with the
residual, larger than all others; w_k moves in the direction in which they shrink together
until another feature catches up and joins. After m joins w_k has m nonzero entries.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack

from golfs.arrays import Design

Array = NDArray[np.float64]

COLLINEAR = 1e-10  # a feature with no more of ‖x̃_j‖² outside the span of the active ones cannot join
ROUNDING = 1e-10  # of a step or a correlation
NEGLIGIBLE = 1e-12  # correlation, as a share of ‖x̃_j‖‖y‖, below which a target is explained


class _Path:
    """One target's active set, its columns, and the lower Cholesky factor of their Gram matrix, for at most m."""

    def __init__(self, n: int, m: int) -> None:
        self.active: list[int] = []
        self._columns = np.empty((m, n))
        self._factor = np.zeros((m, m))

    def join(self, j: int, column: Array) -> bool:
        """Whether x̃_j could join: not if the active features already span it."""
        m = len(self.active)
        square = rest = float(column @ column)
        if m:
            products = self._columns[:m] @ column
            self._factor[m, :m] = lapack.dtrtrs(self._factor[:m, :m], products, lower=1)[0]
            rest -= float(self._factor[m, :m] @ self._factor[m, :m])
        if rest <= COLLINEAR * square:
            return False
        self._columns[m], self._factor[m, m] = column, np.sqrt(rest)
        self.active.append(j)
        return True

    def direction(self, correlation: Array) -> tuple[Array, Array]:
        """The w on the active features that takes the same share of all their correlations, all at step 1; and Xw."""
        m = len(self.active)
        w = lapack.dpotrs(self._factor[:m, :m], correlation[self.active], lower=1)[0]
        return w, w @ self._columns[:m]


def least_angle(X: Design, Y: Array, n_nonzero: int) -> tuple[Array, Array]:
    """W (d × K) after at most n_nonzero joins for every column of Y (n × K), and the correlations X'(Y − XW).

    Of equal columns the first joins and the others never do. O(ndK) a join: one product X'U for
    all targets, so sparse X stays sparse and nothing is d × d.
    """
    (n, d), K = X.shape, Y.shape[1]
    norms = X.column_norms()
    W, correlations = np.zeros((d, K)), X.tdot(Y)
    most = min(n_nonzero, *X.shape)
    paths = [_Path(n, most) for _ in range(K)]
    out = np.tile(norms[:, None] == 0, (1, K))  # features that can no longer join
    floor = NEGLIGIBLE * float(norms.max(initial=0.0)) * np.linalg.norm(Y, axis=0)
    running = list(range(K))
    for _ in range(most):
        running = [k for k in running if _next_joins(X, paths[k], correlations[:, k], out[:, k], floor[k])]
        if not running:
            break
        directions = [paths[k].direction(correlations[:, k]) for k in running]
        slopes = X.tdot(np.column_stack([fitted for _, fitted in directions]))
        for k, (w, _), slope in zip(running, directions, slopes.T, strict=True):
            step = _step(paths[k], correlations[:, k], slope, out[:, k])
            W[paths[k].active, k] += step * w
            correlations[:, k] -= step * slope
    return W, correlations


def _next_joins(X: Design, path: _Path, correlation: Array, out: NDArray[np.bool_], floor: float) -> bool:
    """Let the most correlated feature that is still out join, dropping for good those that the active ones span."""
    while True:
        left = np.where(out, 0.0, np.abs(correlation))
        j = int(left.argmax())
        if left[j] <= floor:
            return False
        out[j] = True
        if path.join(j, X.columns(np.array([j]))[0]):
            return True


def _step(path: _Path, correlation: Array, slope: Array, out: NDArray[np.bool_]) -> float:
    """How far until a feature catches up with C(1 − step), the active ones' correlation; at most 1, where it is 0."""
    C = abs(float(correlation[path.active[0]]))
    c, a = correlation[~out], slope[~out]
    c, a = np.concatenate([c, -c]), np.concatenate([a, -a])
    apart = C - a > ROUNDING * C  # a copy of an active feature moves with it and is never caught
    meet = (C - c[apart]) / (C - a[apart])
    return max(0.0, float(np.min(meet, where=meet > -ROUNDING, initial=1.0)))
