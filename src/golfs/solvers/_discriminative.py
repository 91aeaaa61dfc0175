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
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg import eigh, qr

from golfs.arrays import Cholesky, Design, Transposed, row_norms

Array = NDArray[np.float64]

ZERO = 1e-6  # ε: row norms are at most 1
SHARPNESS = 4  # power of the start's weights, which keeps the first eigenvalues apart
GUARD = 1  # more vectors than wanted, which makes those wanted converge faster
SHIFT = 0.99  # σ, of γ min D: below the eigenvalues of M + γD, near the smallest
LARGE = 1e-5  # of the largest of E: smaller entries count in (γD − σI)⁻¹ alone, where M is little beside γD
FIRST = 1e-5  # eigenvectors of the first D, which decide what W moves to, are sought until a step gains less, relative
GAIN = 0.003  # those of later ones, from those of the last D, so that they are exact once W settles
STEPS = 30
RIDGE = 1e-8  # of the mean of the diagonal of G, which is singular
ORTHOGONAL = 1e-12  # largest inner product of two orthonormal vectors
DENSE = 200  # features up to which a d × d eigenproblem costs less


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
    """M_jj = x̃_j'Gx̃_j. O(n²d), or O(ndk²) for d < n."""
    return Transposed(X).row_forms(G.toarray() if X.shape[0] <= X.shape[1] else G)


def discriminative(
    X: Design, G: Any, gamma: float, c: int, *, tol: float = 1e-4, max_iter: int = 500
) -> Discriminative:
    """Reweight until the objective falls by less than tol, relative. O(n²d + n³ + ndc) a step, or O(d³) for d ≤ n."""
    n, d = X.shape
    problem = FeatureSide.of(X, G, gamma) if few(n, d, c) else SampleSide.of(X, G, gamma, c)
    norms = problem.resolvent() ** SHARPNESS
    norms *= np.sqrt(c / np.sum(norms**2))
    kept, converged = np.arange(d), False
    path: list[float] = []
    while len(path) < max_iter and not converged:
        alive = norms > ZERO
        if not alive.all():
            kept, norms, problem = kept[alive], norms[alive], problem.restricted(alive)
        V, scatter = problem.smallest(1 / (2 * norms), c)
        norms = row_norms(V)
        path.append(scatter + gamma * float(norms.sum()))
        converged = len(path) > 1 and path[-2] - path[-1] <= tol * path[-1]
    W = np.zeros((d, c))
    W[kept] = V
    return Discriminative(W, row_norms(W), path, converged)


def few(n: int, d: int, c: int) -> bool:
    """Whether d features are so few that M itself costs less, or leave no room for three times the vectors sought."""
    return d <= max(n, DENSE, 3 * (c + GUARD))


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

    def smallest(self, weights: Array, c: int) -> tuple[Array, float]:
        """W, the c smallest eigenvectors of M + γ diag(weights), and Tr W'MW."""
        A = self.M + np.diag(self.gamma * weights)
        W = np.asarray(eigh(A, subset_by_index=[0, c - 1])[1])
        return W, float(np.sum(W * (self.M @ W)))


@dataclass
class SampleSide:
    """n < d: A = M + γD through products with X alone, sought in V (d × b, b > c, orthonormal), of which XV is kept."""

    X: Design
    G: Any
    gamma: float
    inverse: Array  # G⁻¹
    V: Array
    XV: Array
    gain: float

    @classmethod
    def of(cls, X: Design, G: Any, gamma: float, c: int) -> SampleSide:
        """From the principal axes of X, a guess in which the order of the features has no part. O(n²d)."""
        n = X.shape[0]
        axes = eigh(X.inner, subset_by_index=[n - min(c + GUARD, n), n - 1])[1]
        regular = G.toarray()
        regular[np.diag_indices(n)] += RIDGE * np.trace(regular) / n
        V = qr(X.tdot(axes), mode="economic")[0]
        return cls(X, G, gamma, Cholesky(regular).inverse(), V, X.dot(V), FIRST)

    def restricted(self, alive: NDArray[np.bool_]) -> SampleSide | FeatureSide:
        """The same on some features: M itself when they are few."""
        X = self.X.take(np.flatnonzero(alive))
        if few(*X.shape, self.V.shape[1]):
            return FeatureSide.of(X, self.G, self.gamma)
        V = qr(self.V[alive], mode="economic")[0]
        return SampleSide(X, self.G, self.gamma, self.inverse, V, X.dot(V), self.gain)

    def resolvent(self) -> Array:
        """γ[(M + γI)⁻¹]_jj = 1 − x̃_j'Nx̃_j/γ, N = (G⁻¹ + XX'/γ)⁻¹."""
        N = Cholesky(self.inverse + self.X.inner / self.gamma).inverse()
        return np.maximum(1 - Transposed(self.X).row_forms(N) / self.gamma, 0)

    def smallest(self, weights: Array, c: int) -> tuple[Array, float]:
        """W towards the c smallest eigenvectors of A = M + γ diag(weights), and Tr W'MW. O(n²d + n³), ndb a step.

        A step is Rayleigh–Ritz on V, the last V and about (A − σI)⁻¹(AV − VV'AV), so Tr W'AW never rises,
        however early the steps end.
        """
        X, V, XV, b = self.X, self.V, self.XV, self.V.shape[1]
        D = self.gamma * weights[:, None]
        E = 1 / (D - SHIFT * D.min())
        large = np.flatnonzero(LARGE * E.max() < E)
        inverse = Inverse(X.take(large) if len(large) < len(E) else X, E[large, 0], self.inverse)
        S, XS = V, XV
        for _ in range(STEPS):
            AV = X.tdot(self.G @ XV) + D * V
            H = V.T @ AV
            R = AV - V @ H
            Z = E * R
            Z[large] = inverse(R[large])
            Z = beside(S, Z)
            S, XS = np.hstack([S, Z]), np.hstack([XS, X.dot(Z)])
            theta, U = np.linalg.eigh(XS.T @ (self.G @ XS) + S.T @ (D * S))
            U = U[:, :b]
            V, XV = S @ U, XS @ U
            if np.trace(H[:c, :c]) - theta[:c].sum() <= self.gain * theta[:c].sum():
                break
            last = beside(U, np.eye(len(U), b))
            S, XS = np.hstack([V, S @ last]), np.hstack([XV, XS @ last])
        self.V, self.XV, self.gain = V, XV, GAIN
        return V[:, :c], float(np.sum(XV[:, :c] * (self.G @ XV[:, :c])))


class Inverse:
    """Y ↦ (M + diag(1/E))⁻¹Y = EY − EX'(G⁻¹ + XEX')⁻¹XEY. O(n²d + n³), then O(ndb) for Y d × b."""

    def __init__(self, X: Design, E: Array, inverse: Array) -> None:
        self.X, self.E = X, E
        self.middle = Cholesky(inverse + X.gram(E, half=True))

    def __call__(self, Y: Array) -> Array:
        EY = self.E[:, None] * Y
        EY -= self.X.tdot(self.middle.solve(self.X.dot(EY)), times=self.E)
        return EY


def beside(V: Array, Y: Array) -> Array:
    """An orthonormal basis of the columns of Y less their part in the orthonormal V, twice if rounding asks for it."""
    norms = np.sqrt(np.einsum("ij,ij->j", Y, Y))
    Y = Y / np.where(norms > 0, norms, 1.0)
    part = V.T @ Y
    for _ in range(2):
        Y = qr(Y - V @ part, mode="economic", overwrite_a=True, check_finite=False)[0]
        part = V.T @ Y
        if np.abs(part).max() <= ORTHOGONAL:
            break
    return Y
