"""The same regression where many features count: Newton's method on one weight per feature.

For weights w ≥ 0 and μ = β/2,

    min_W ‖XW − F‖² + β‖W‖₂,₁  =  min_{w ≥ 0} Tr F'C⁻¹F + μ² Σ_j w_j        C = I + X diag(w) X'

since ‖w_j‖ is half the least ‖w_j‖²/(μ w_j) + μ w_j; the optimal W is diag(w) X'R with R = C⁻¹F. What
is left is smooth and convex in d numbers, however many labels there are: with P = X'R/μ, in units of μ²,

    gradient  1 − ‖p_j‖²,        Hessian  2 (X'C⁻¹X) ∘ (PP').

A primal-dual interior-point method keeps w > 0 and z > 0 while w_j z_j → 0 and z → gradient, in ten to
twenty steps whatever β. Once the gap is small enough, features with less of w than of z are left out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import Cholesky, DenseDesign, Design, row_norms
from golfs.solvers._regression import Regression, beta_max

Array = NDArray[np.float64]

LARGEST = 3000  # features, or samples, in one Newton system
NEGLIGIBLE = 1e-9  # of the largest β: below it, W is that of this β, for C is near singular
REWEIGHTINGS = 10  # w ← w‖p‖, cheap, before the first Newton step
NEAR = 1e-2  # gap of a W whose features are most of those that count
STEPS = 60  # of Newton; ten to twenty do unless rounding forbids
ROUNDS = 10  # sets of features, each with those that the one before missed
REFINEMENTS = 2  # of each solve
SETTLED = 1e-18  # w'z below this share of Σw: rounding has the rest
VANISHED, RUNAWAY = 1e-30, 1e30  # w below the one, of its mean, and beyond the other, of its start, are rounding
SHORT = 0.995  # share of the way to the boundary that a step goes
OUT = 1e-3  # w below this share of its mean after reweighting, or of z times it later: the feature is out


def fits(X: Design, F: Array) -> bool:
    """Whether the systems are small enough."""
    n, d = X.shape
    return bool(min(n, d + F.shape[1]) <= LARGEST)


def newton_lasso(X: Design, F: Array, beta: float, near: Regression | None = None, *, tol: float) -> Regression:
    """The optimum, or what is nearest to it within rounding; sought first among the features of a W that is `near`.

    A step costs nk(n + k/2) + k³/6 multiplications on k ≤ LARGEST features, n ≤ d + c after compression.
    """
    whole, target = X, F
    if X.shape[0] > X.shape[1] + F.shape[1]:
        X, F = _compressed(X, F)
    reached = max(beta, NEGLIGIBLE * beta_max(X, F))
    W = np.zeros((X.shape[1], F.shape[1]))
    if near is not None and near.gap <= NEAR and reached == beta:
        chosen, w = _among(near, beta)
        out = 0.0
    else:
        w = _reweighted(X, F, reached)
        chosen = np.sort(np.argsort(-w, kind="stable")[: min(LARGEST, np.count_nonzero(w))])
        out = OUT
    for _ in range(ROUNDS if len(chosen) else 0):
        part = _interior(_dense(X.columns(chosen).T), F, reached, w[chosen], tol, out=out)
        W = np.zeros_like(W)
        W[chosen] = part
        found = Regression.at(X, F, reached, W)
        before = chosen
        chosen, w = _among(found, reached)
        if found.gap <= tol or (out == 0.0 and np.isin(chosen, before).all()):
            break
        out = 0.0
    return Regression.at(whole, target, beta, W)


def _among(found: Regression, beta: float) -> tuple[NDArray[np.intp], Array]:
    """The features of W and those it misses most, and a w of every feature, none of them near 0."""
    size, pull = row_norms(found.W), 2 * row_norms(found.correlations)
    active, missed = np.flatnonzero(size), np.flatnonzero((size == 0) & (pull > beta))
    worst = missed[np.argsort(-pull[missed], kind="stable")[: LARGEST - len(active)]]
    typical = float(size[active].mean()) if len(active) else 1.0
    w = np.where(size > 0, np.maximum(size, OUT * typical), typical) * 2 / beta
    return np.sort(np.concatenate([active, worst])), w


def _compressed(X: Design, F: Array) -> tuple[DenseDesign, Array]:
    """The triangular factor of (X F), d + c rows: all that ‖XW − F‖ depends on. 4nd²."""
    n, d = X.shape
    width = d + F.shape[1]
    T = np.empty((0, width))
    for start in range(0, n, 2 * width):
        rows = slice(start, min(start + 2 * width, n))
        T = np.asarray(np.linalg.qr(np.vstack([T, np.hstack([X.rows(rows), F[rows]])]), mode="r"))
    return _dense(T[:, :d]), T[:, d:]


def _dense(A: Array) -> DenseDesign:
    d = A.shape[1]
    return DenseDesign(np.asfortranarray(A), np.ones(d), np.zeros(d), np.ones(d))


def _reweighted(X: Design, F: Array, beta: float) -> Array:
    """A first w, zero for features that are out. Each reweighting lowers the objective; n²d/2."""
    n, d = X.shape
    w = np.full(d, 2 * np.linalg.norm(F) / (beta * d * np.sqrt(n)))
    for _ in range(REWEIGHTINGS):
        w *= row_norms(_ridge(X, F, beta, w)[2])
    return np.where(w > OUT * w.mean(), w, 0.0)


def _ridge(X: Design, F: Array, beta: float, w: Array) -> tuple[Cholesky, Array, Array]:
    """C, W = diag(w) X'R and P = X'R/μ.

    C may be near singular, so R is refined, and W takes up the refinement apart: in R, what X' does not
    see would drown it.
    """
    C = X.gram(w, half=True)
    C.flat[:: len(C) + 1] += 1.0
    factor = Cholesky(C)
    R = factor.solve(F)
    V = X.tdot(R)
    for _ in range(REFINEMENTS):
        more = factor.solve(F - R - X.dot(w[:, None] * V))
        R += more
        V += X.tdot(more)
    return factor, w[:, None] * V, V * (2 / beta)


def _interior(X: DenseDesign, F: Array, beta: float, w: Array, tol: float, *, out: float) -> Array:
    """W on these features, from w > 0; those that seem out are dropped on the way."""
    z = np.full(len(w), 0.1)
    kept = np.arange(len(w))
    best, least = np.zeros((len(w), F.shape[1])), np.inf
    w0 = max(1.0, float(w.max()))
    for _ in range(STEPS):
        inside = w > out * z * w.mean()
        if not inside.any():
            break
        if np.mean(inside) < 0.8:
            X, w, z, kept = X.take(np.flatnonzero(inside)), w[inside], z[inside], kept[inside]
        factor, W, P = _ridge(X, F, beta, w)
        gap = Regression.at(X, F, beta, W).gap
        done = False
        if gap <= tol:
            W = _ridge(X, F, beta, w * (w > z * w.mean()))[1]
            done = Regression.at(X, F, beta, W).gap <= tol
        if done or gap < least:
            least = gap
            best[:] = 0.0
            best[kept] = W
        if done or w @ z <= SETTLED * w.sum():
            break
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            dw, dz = _newton(X, factor, P, w, z)
            w = np.maximum(w + _reach(w, dw, SHORT) * dw, VANISHED * w.mean())
            z = np.maximum(z + _reach(z, dz, SHORT) * dz, VANISHED)
        if not max(w.max(), z.max()) < RUNAWAY * w0:
            break  # rounding has made the system singular
    return best


def _newton(X: DenseDesign, C: Cholesky, P: Array, w: Array, z: Array) -> tuple[Array, Array]:
    """The step towards gradient = z, wz = τ: τ = 0 first, then the τ and the curvature which that step suggests.

    With r = √w, the system (rHr + z) dw/r = r(τ/w − gradient) stays in scale as weights vanish.
    """
    root = np.sqrt(w)
    Y = C.halfway(X.A * root)
    H = (P @ P.T) * (Y.T @ Y)
    H *= 2
    H.flat[:: len(w) + 1] += z
    system = Cholesky(H)
    gradient = 1 - np.einsum("jk,jk->j", P, P)

    def solve(barrier: Array | float) -> tuple[Array, Array]:
        dw = root * system.solve((root * (barrier / w - gradient))[:, None])[:, 0]
        return dw, (barrier - z * dw) / w - z

    dw, dz = solve(0.0)
    a, b = _reach(w, dw), _reach(z, dz)
    left = ((w + a * dw) @ (z + b * dz)) / (w @ z)
    return solve(left**3 * (w @ z) / len(w) - a * b * dw * dz)


def _reach(x: Array, dx: Array, share: float = 1.0) -> float:
    """How far to go along dx: at most 1, and at most a share of the way to where x is no longer positive."""
    steepest = float((-dx / x).max())
    return min(1.0, share / steepest) if steepest > 0 else 1.0
