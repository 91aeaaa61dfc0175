"""UDFS: the c directions in which neighbours differ least, on few features.

    min_W Tr W'MW + γ‖W‖₂,₁  subject to  W'W = I          W is d × c, row j belongs to feature j

    M = X'GX,  G = Σ_i S_i H (HK_iH + λI)⁻¹ H S_i',  H = I − 11'/(k + 1)

K_i holds the inner products of sample i and its k neighbours and S_i (n × (k + 1)) says which
they are, so G is n × n, sparse and positive semidefinite, with G1 = 0.

Reweighting: W ← the eigenvectors of the c smallest eigenvalues of M + γD, then
D = diag(1/(2‖w_j‖)). Each step minimises a majoriser of the objective, which so never rises. A
row of zeros stays one, as its weight is infinite; a row counts as zeros once ‖w_j‖ ≤ ε, and its
feature then costs no more time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg import eigh

from golfs.arrays import Design, Transposed, row_norms
from golfs.solvers._krylov import leading

Array = NDArray[np.float64]

ZERO = 1e-6  # ε: row norms are at most 1
SHARPNESS = 4  # power of the start's weights, which keeps the first eigenvalues apart
GUARD = 4  # more vectors than wanted, which makes those wanted converge faster
SHIFT = 0.99  # the inverse is that of M + γD − SHIFT · γ min D, whose eigenvalues lie apart
RESIDUAL = 0.03  # of eigenvectors while W moves; they are sought from the last ones, so exact once those settle
DENSE = 200  # features up to which a d × d eigenproblem costs less than a Krylov space


@dataclass
class Discriminative:
    """W (d × c) with orthonormal columns, its row norms, and the objective after each step.

    `converged` unless the last step still gained more than tol.
    """

    W: Array
    norms: Array
    path: list[float]
    converged: bool


def local_scatter(X: Design, neighbors: NDArray[np.intp], lam: float | None) -> tuple[Any, float]:
    """G (n × n, CSR) and λ; by default λ is the mean square distance of samples from the mean of their neighbourhood.

    O(n²d) for n ≤ d, else O(nk²d); then nk³.
    """
    n, k = neighbors.shape
    members = np.column_stack([np.arange(n), neighbors])
    if n <= X.shape[1]:
        K = X.inner[members[:, :, None], members[:, None, :]]
    else:
        samples = X.rows(slice(0, n))
        K = np.empty((n, k + 1, k + 1))
        for i, which in enumerate(members):
            offsets = samples[which] - samples[which].mean(axis=0)
            K[i] = offsets @ offsets.T
    H = np.eye(k + 1) - 1 / (k + 1)
    K = H @ K @ H
    if lam is None:
        lam = float(np.trace(K, axis1=1, axis2=2).mean()) / (k + 1) or 1.0
    B = H @ np.linalg.inv(K + lam * np.eye(k + 1)) @ H
    rows, columns = np.repeat(members, k + 1, axis=1), np.tile(members, k + 1)
    G = sparse.coo_array((B.ravel(), (rows.ravel(), columns.ravel())), shape=(n, n)).tocsr()
    return (G + G.T) / 2, lam


def scatter_diagonal(X: Design, G: Any) -> Array:
    """M_jj = x̃_j'Gx̃_j. O(ndk²)."""
    return Transposed(X).row_forms(G)


def discriminative(
    X: Design, G: Any, gamma: float, c: int, *, tol: float = 1e-4, max_iter: int = 500
) -> Discriminative:
    """Reweight until the objective falls by less than tol, relative. O(n²d + n³ + ndc) a step, or O(d³) for d ≤ n."""
    n, d = X.shape
    problem = FeatureSide.of(X, G, gamma) if d <= max(n, DENSE) else SampleSide.of(X, G, gamma, c)
    norms = problem.resolvent() ** SHARPNESS
    norms *= np.sqrt(c / np.sum(norms**2))
    kept, converged = np.arange(d), False
    path: list[float] = []
    while len(path) < max_iter and not converged:
        alive = norms > ZERO
        if not alive.all():
            kept, norms, problem = kept[alive], norms[alive], problem.restricted(alive)
        V = problem.smallest(1 / (2 * norms), c)
        norms = row_norms(V)
        path.append(problem.scatter(V) + gamma * float(norms.sum()))
        converged = len(path) > 1 and path[-2] - path[-1] <= tol * path[-1]
    W = np.zeros((d, c))
    W[kept] = V
    return Discriminative(W, row_norms(W), path, converged)


@dataclass
class FeatureSide:
    """d ≤ n: M once, then a dense d × d eigenproblem."""

    M: Array
    gamma: float

    @classmethod
    def of(cls, X: Design, G: Any, gamma: float) -> FeatureSide:
        """M from X. O(nd²)."""
        M = X.tdot(G @ X.columns(slice(0, X.shape[1])).T)
        return cls((M + M.T) / 2, gamma)

    def restricted(self, alive: NDArray[np.bool_]) -> FeatureSide:
        """The same on some features."""
        return FeatureSide(self.M[np.ix_(alive, alive)], self.gamma)

    def resolvent(self) -> Array:
        """γ[(M + γI)⁻¹]_jj."""
        values, V = eigh(self.M)
        return np.asarray(V**2 @ (self.gamma / (self.gamma + np.maximum(values, 0))))

    def smallest(self, weights: Array, c: int) -> Array:
        """The c smallest eigenvectors of M + γ diag(weights)."""
        A = self.M + np.diag(self.gamma * weights)
        return np.asarray(eigh(A, subset_by_index=[0, c - 1])[1])

    def scatter(self, W: Array) -> float:
        """Tr W'MW."""
        return float(np.sum(W * (self.M @ W)))


@dataclass
class SampleSide:
    """n < d: with E = (γD − σI)⁻¹ and N = (I + G XEX')⁻¹G (n × n), (M + γD − σI)⁻¹ = E − EX'NXE."""

    X: Design
    G: Any
    gamma: float
    guess: Array

    @classmethod
    def of(cls, X: Design, G: Any, gamma: float, c: int) -> SampleSide:
        """From the principal axes of X, a guess in which the order of the features has no part. O(n²d)."""
        n = X.shape[0]
        axes = eigh(X.inner, subset_by_index=[n - min(c + GUARD, n), n - 1])[1]
        return cls(X, G, gamma, X.tdot(axes))

    def restricted(self, alive: NDArray[np.bool_]) -> SampleSide | FeatureSide:
        """The same on some features: M itself when they are few."""
        X = self.X.take(np.flatnonzero(alive))
        if X.shape[1] <= max(X.shape[0], DENSE):
            return FeatureSide.of(X, self.G, self.gamma)
        return SampleSide(X, self.G, self.gamma, self.guess[alive])

    def resolvent(self) -> Array:
        """γ[(M + γI)⁻¹]_jj = 1 − x̃_j'Nx̃_j/γ at E = I/γ."""
        N = self._middle(np.full(self.X.shape[1], 1 / self.gamma))
        return np.maximum(1 - Transposed(self.X).row_forms(N) / self.gamma, 0)

    def smallest(self, weights: Array, c: int) -> Array:
        """The c smallest eigenvectors of M + γ diag(weights), sought from those of the last call."""
        E = 1 / (self.gamma * (weights - SHIFT * weights.min()))
        product = partial(self._inverse, E[:, None], self._middle(E))
        _, self.guess = leading(product, self.guess, c, tol=RESIDUAL)
        return self.guess[:, :c]

    def scatter(self, W: Array) -> float:
        """Tr W'MW."""
        projected = self.X.dot(W)
        return float(np.sum(projected * (self.G @ projected)))

    def _middle(self, E: Array) -> Array:
        A = self.G @ self.X.gram(E)
        A[np.diag_indices_from(A)] += 1
        N = np.linalg.solve(A, self.G.toarray())
        return np.asarray((N + N.T) / 2)

    def _inverse(self, E: Array, N: Array, Y: Array) -> Array:
        EY = E * Y
        return EY - E * self.X.tdot(N @ self.X.dot(EY))
