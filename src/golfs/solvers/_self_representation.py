"""Stage 1: each sample as a sparse combination of the others.

    min_P ‖X' − X'P‖₂,₁ + κ‖P‖₂,₁

r_j, row j of X' − X'P, is what remains of feature j; p_i, row i of P, is what the others
take from sample i. Iteratively reweighted least squares with weights
g1_j = 1/(2 max(‖r_j‖, ε₁)) and g2_i = 1/(2 max(‖p_i‖, ε₂)), the printed update

    P ← [diag(g2)⁻¹ X diag(g1) X' + κI]⁻¹ diag(g2)⁻¹ X diag(g1) X',

in the form that is cheaper. Each step minimises a quadratic majoriser of the objective
with ‖·‖ replaced by Huber's function of width ε, so that objective never rises.

RSR is the same problem with samples and features exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from golfs.arrays import Cholesky, Design, row_norms

Array = NDArray[np.float64]

SMOOTHING = 1e-6  # ε relative to the mean column norm of X (ε₁) and to 1, the norm of a row of I (ε₂)
SHARE = 0.8  # of their own weight that samples have handed over to the others at κ = "auto"
SHARE_TOLERANCE = 0.13
NULL = 1e-10  # eigenvalues below this share of the largest are null


@dataclass
class Representation:
    """State of stage 1 after a step.

    Attributes
    ----------
    g1 : (d,) weights of the features, from the residual norms ‖r_j‖.
    g2 : (n,) weights of the samples, from the row norms ‖p_i‖.
    objective : the smoothed objective at P.
    trace : Tr P; n (or the rank of X) when nothing is learned, 0 when P = 0.
    rows : (n,) ‖p_i‖.
    pull : (n,) ‖row i of X diag(2 g1)(X' − X'P)‖/κ, with what part of κ the data pull at p_i: 1 where p_i ≠ 0.
    path : the objective after each step of a run; `converged` unless it was cut short.
    """

    kappa: float
    g1: Array
    g2: Array
    objective: float = np.inf
    trace: float = np.nan
    rows: Array = field(default_factory=lambda: np.empty(0))
    pull: Array = field(default_factory=lambda: np.empty(0))
    path: list[float] = field(default_factory=list)
    converged: bool = False
    _parts: tuple[Array, ...] = field(default=(), repr=False)

    def matrix(self, X: Design) -> Array:
        """P, n × n, formed once and for the graph alone."""
        if len(self._parts) == 1:
            return self._parts[0]
        inverse, used = self._parts  # P = diag(g2)⁻¹ X E⁻¹ X'
        XE = X.dot(inverse)
        P: Array = X.dot(XE.T).T / used[:, None]
        return P


def start(X: Design, kappa: float) -> Representation:
    """The weights of P = 0 for the residuals and of P = I for the rows."""
    norms = X.column_norms()
    epsilon = smoothing(norms)
    return Representation(kappa, 1 / (2 * np.maximum(norms, epsilon)), np.full(X.shape[0], 0.5))


def smoothing(norms: Array) -> float:
    """ε₁ from the column norms of X."""
    return max(SMOOTHING * float(norms.mean()), float(np.finfo(float).tiny))


def step(X: Design, state: Representation, epsilon: float) -> Representation:
    """One reweighting: P from the weights, then the weights from P. O(n²d + n³) or O(nd² + d³)."""
    side = _step_samples if X.shape[0] <= X.shape[1] else _step_features
    residuals, rows, trace, parts = side(X, state.g1, state.g2, state.kappa)
    objective = huber(residuals, epsilon) + state.kappa * huber(rows, SMOOTHING)
    g1 = 1 / (2 * np.maximum(residuals, epsilon))
    g2 = 1 / (2 * np.maximum(rows, SMOOTHING))
    pull = 2 * state.g2 * rows  # X diag(g1) (X' − X'P) = κ diag(g2) P at the weights P was made from
    path = [*state.path, objective]
    return Representation(state.kappa, g1, g2, objective, trace, rows, pull, path, _parts=parts)


def _step_samples(X: Design, g1: Array, g2: Array, kappa: float) -> tuple[Array, Array, float, tuple[Array, ...]]:
    """n ≤ d. With K = X diag(g1) X' and C = K + κ diag(g2): P = C⁻¹K and I − P = κC⁻¹diag(g2)."""
    s = 1 / np.sqrt(g2)
    C = X.gram(g1)
    C *= s
    C *= s[:, None]
    C[np.diag_indices_from(C)] += kappa
    Q = Cholesky(C).inverse()  # C⁻¹ = diag(s) Q diag(s)
    Q *= -kappa * s[:, None] / s
    residuals = X.column_norms(Q.T)  # Q' = −κ diag(g2) C⁻¹ and r_j = κ diag(g2) C⁻¹ x̃_j
    Q[np.diag_indices_from(Q)] += 1
    rows = row_norms(Q)
    return residuals, rows, float(np.trace(Q)), (Q,)


def _step_features(X: Design, g1: Array, g2: Array, kappa: float) -> tuple[Array, Array, float, tuple[Array, ...]]:
    """d < n. With H = X'diag(g2)⁻¹X and E = κ diag(g1)⁻¹ + H: P = diag(g2)⁻¹ X E⁻¹ X', never formed."""
    root = np.sqrt(g1)
    H = X.cogram(1 / g2)
    E = H * root * root[:, None]
    E[np.diag_indices_from(E)] += kappa
    inverse = Cholesky(E).inverse()
    inverse *= root
    inverse *= root[:, None]  # E⁻¹
    squares = inverse @ X.cogram() @ inverse
    residuals = kappa / g1 * np.sqrt(np.maximum(squares.diagonal(), 0))
    rows = np.sqrt(np.maximum(X.row_forms(squares), 0)) / g2
    return residuals, rows, float(np.sum(inverse * H)), (inverse, g2)


def huber(norms: Array, epsilon: float) -> float:
    """Σ h(t), h(t) = t above ε and (t²/ε + ε)/2 below: what the weights 1/(2 max(t, ε)) majorise."""
    return float(np.sum(np.where(norms >= epsilon, norms, (norms**2 / epsilon + epsilon) / 2)))


def self_representation(X: Design, kappa: float, *, tol: float = 1e-4, max_iter: int = 100) -> Representation:
    """Repeat the step until the objective falls by less than tol, relative."""
    epsilon = smoothing(X.column_norms())
    state = start(X, kappa)
    for _ in range(max_iter):
        before, state = state.objective, step(X, state, epsilon)
        if before - state.objective <= tol * state.objective:
            state.converged = True
            break
    return state


def handed_over(X: Design, state: Representation) -> float:
    """1 − Tr P / rank X: 0 while P is trivial, 1 when P = 0."""
    n, d = X.shape
    return 1 - state.trace / max(min(n - bool(np.any(X.mean)), d), 1)


def largest_kappa(X: Design) -> float:
    """The smallest κ at which P = 0: max_i ‖row i of X diag(1/‖x̃_j‖) X'‖."""
    norms = X.column_norms()
    weights = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > smoothing(norms))
    if X.shape[0] <= X.shape[1]:
        K = X.gram(weights)
        return float(row_norms(K).max())
    G = X.cogram() * weights * weights[:, None]
    return float(np.sqrt(X.row_forms(G).max()))


def critical_kappa(X: Design, *, tol: float = 0.02, max_iter: int = 200) -> tuple[float, float]:
    """Bounds within `tol`, relative, of the κ below which P is trivial (n ≤ d). O(n²d) a step.

    P = I − 11'/n (I if X is not centred) is optimal exactly while some U with XU = ∂‖P‖₂,₁
    has all ‖u_j‖ ≤ 1/κ. Lawson's algorithm finds the U with the least maximum: for weights
    w on the simplex, the least (Σ w_j ‖u_j‖²)^½ is below that least maximum, and max ‖u_j‖ above it.
    """
    n, d = X.shape
    if n > d:
        raise ValueError(f"a critical kappa exists only for n ≤ d; X has {n} samples and {d} features")
    centred = bool(np.any(X.mean))
    row = np.sqrt(1 - 1 / n) if centred else 1.0  # the norm of every row of the trivial P
    null = _null_space(X.inner, centred)
    w = np.full(d, 1 / d)
    low, high = 0.0, np.inf
    for _ in range(max_iter):
        # the U with XU = P/row and the least Σ w_j ‖u_j‖² is diag(w)⁻¹ X'K⁺P/row, K = X diag(w)⁻¹ X';
        # K⁺P = K⁺, and columns of X do not see what is added to K on its null space
        K = X.gram(1 / w)
        K += np.trace(K) / n * (null @ null.T)
        norms = X.column_norms(Cholesky(K).inverse()) / (row * w)
        low = max(low, 1 / float(norms.max()))
        high = min(high, 1 / float(np.sqrt(np.sum(w * norms**2))))
        if high - low <= tol * high:
            break
        w = np.maximum(w * norms, 1e-9 * w.max())
        w /= w.sum()
    return low, high


def _null_space(K: Array, centred: bool) -> Array:
    """Orthonormal columns that X̃ cannot reach, from K = X̃X̃'. n³/3; 9n³ if there are others than 1 (equal rows)."""
    n = len(K)
    ones = np.full((n, int(centred)), 1 / np.sqrt(n))
    pivots = Cholesky(K + np.trace(K) / n * (ones @ ones.T)).factor.diagonal() ** 2
    if pivots.min() > NULL * pivots.max():
        return ones
    values, vectors = eigh(K)
    return np.asarray(vectors[:, values <= NULL * values[-1]])


def find_representation(X: Design, *, tol: float = 1e-4, max_iter: int = 100, tries: int = 8) -> Representation:
    """Stage 1 at a κ found from the data: where samples have handed over most of their own weight.

    That share, 1 − Tr P / rank X, is 0 up to the critical κ and 1 from `largest_kappa` on; the
    graph is informative around SHARE, whatever the data. The first guess lies between those
    two κ on the log scale and is nearly always good; if not, log κ is interpolated on the
    logit of the share.
    """
    top = largest_kappa(X)
    if top == 0:
        raise ValueError("every column of X is constant, so there is nothing to represent")
    low, high = (-np.inf, np.nan), (float(np.log(top)), 6.0)  # (log κ, logit of the share)
    x = _first_guess(X, top)
    for _ in range(tries):
        state = self_representation(X, float(np.exp(x)), tol=tol, max_iter=max_iter)
        share = handed_over(X, state)
        if abs(share - SHARE) <= SHARE_TOLERANCE:
            break
        if share < SHARE:
            low = (x, _logit(share))
        else:
            high = (x, _logit(share))
        if np.isinf(low[0]):
            x -= 1.0
        else:
            part = (_logit(SHARE) - low[1]) / (high[1] - low[1])
            x = low[0] + float(np.clip(part, 0.1, 0.9)) * (high[0] - low[0])
    return state


def _first_guess(X: Design, top: float) -> float:
    """log κ, 3/10 of the way from the critical κ to the largest; 11/20 from its lower bound if d < n."""
    n, d = X.shape
    if n <= d:
        critical, _ = critical_kappa(X, tol=0.1)
        return float(0.7 * np.log(critical) + 0.3 * np.log(top))
    inverse = np.linalg.pinv(X.cogram(), rcond=NULL, hermitian=True)
    critical = 1 / float(np.sqrt(inverse.diagonal().max()))  # κ max_j ‖(X⁺)_j‖ ≤ 1
    return float(0.45 * np.log(critical) + 0.55 * np.log(top))


def _logit(share: float) -> float:
    share = min(max(share, 1e-3), 1 - 1e-3)
    return float(np.log(share / (1 - share)))
