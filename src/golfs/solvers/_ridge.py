"""The weighted ridge regression inside the printed algorithm, in the form that costs least.

With D⁻¹ = diag(weights), W = (X'X + βD)⁻¹X'F and M = α[I − X(X'X + βD)⁻¹X']. No form makes
an array that is d × d when n ≤ d, or n × n when d < n, and none divides by a weight, so a
dead row (weight 0) is exact.

    samples    C = X D⁻¹ X' + βI (n × n), Z = C⁻¹F:  W = D⁻¹X'Z,  F − XW = βZ
    features   W = R (R X'X R + βI)⁻¹ R X'F, R = D^(−1/2)
    gradients  C as a product, Z by conjugate gradients
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import Cholesky, Design

Array = NDArray[np.float64]
Side = Literal["auto", "samples", "features", "gradients"]

CG_TOL = 1e-12  # residual of conjugate gradients, relative to F
CG_ITERATIONS = 100  # what a solve is taken to need when forms are compared by cost


class Ridge(ABC):
    """Factor once for the weights, then solve for any number of F."""

    def __init__(self, X: Design, beta: float) -> None:
        self.X, self.beta = X, beta

    @abstractmethod
    def factor(self, weights: Array) -> None:
        """Prepare for D⁻¹ = diag(weights)."""

    @abstractmethod
    def residual(self, F: Array) -> Array:
        """F − XW = βC⁻¹F, so that MF = α · residual."""

    @abstractmethod
    def fit(self, F: Array) -> tuple[Array, Array]:
        """W and F − XW."""


def ridge(X: Design, beta: float, n_columns: int, side: Side = "auto") -> Ridge:
    """The cheapest form for the shape and density of X, or the one asked for."""
    n, d = X.shape
    if side == "auto":
        thin = 2 * n_columns * X.dot_cost
        direct = X.gram_cost + n**3 / 6 if n <= d else d**3 / 6 + thin
        side = "gradients" if CG_ITERATIONS * thin < direct else "samples" if n <= d else "features"
    forms: dict[str, type[Ridge]] = {"samples": RidgeSamples, "features": RidgeFeatures, "gradients": RidgeGradients}
    return forms[side](X, beta)


class RidgeSamples(Ridge):
    """n ≤ d. n²d/2 + n³/6 multiplications to factor, 2n²c + ndc to fit."""

    def factor(self, weights: Array) -> None:
        self.weights = weights
        C = self.X.gram(weights, half=True)
        C.flat[:: len(C) + 1] += self.beta
        self.cholesky = Cholesky(C)

    def residual(self, F: Array) -> Array:
        return self.beta * self.cholesky.solve(F)

    def fit(self, F: Array) -> tuple[Array, Array]:
        Z = self.cholesky.solve(F)
        return self.X.tdot(Z, times=self.weights), self.beta * Z


class RidgeFeatures(Ridge):
    """d < n. X'X once, then d³/6 multiplications to factor, 2ndc + d²c to fit."""

    def __init__(self, X: Design, beta: float) -> None:
        super().__init__(X, beta)
        self.G = X.cogram()

    def factor(self, weights: Array) -> None:
        self.root = np.sqrt(weights)
        A = self.G * self.root * self.root[:, None]
        A[np.diag_indices_from(A)] += self.beta
        self.cholesky = Cholesky(A)

    def residual(self, F: Array) -> Array:
        return self.fit(F)[1]

    def fit(self, F: Array) -> tuple[Array, Array]:
        root = self.root[:, None]
        W = root * self.cholesky.solve(root * self.X.tdot(F))
        return W, F - self.X.dot(W)


class RidgeGradients(Ridge):
    """Both n and d large, or X sparse. 2ndc multiplications an iteration (stored values, if sparse)."""

    def factor(self, weights: Array) -> None:
        self.weights = weights
        self.last: Array | None = None

    def residual(self, F: Array) -> Array:
        return self.beta * self._solve(F)

    def fit(self, F: Array) -> tuple[Array, Array]:
        Z = self._solve(F)
        return self.X.tdot(Z, times=self.weights), self.beta * Z

    def _solve(self, F: Array) -> Array:
        """CZ = F, every column by its own conjugate gradients, all in one product; from the last solution."""

        def product(Z: Array) -> Array:
            return self.X.dot(self.X.tdot(Z, times=self.weights)) + self.beta * Z

        Z = np.zeros_like(F) if self.last is None else self.last.copy()
        R = F - product(Z)
        goal = CG_TOL**2 * np.sum(F * F, axis=0)
        P, square = R.copy(), np.sum(R * R, axis=0)
        for _ in range(10 * len(F)):
            if np.all(square <= goal):
                break
            Q = product(P)
            curvature = np.sum(P * Q, axis=0)
            length = np.divide(square, curvature, out=np.zeros_like(square), where=curvature > 0)
            Z += length * P
            R -= length * Q
            before, square = square, np.sum(R * R, axis=0)
            P = R + np.divide(square, before, out=np.zeros_like(square), where=before > 0) * P
        self.last = Z
        return Z
