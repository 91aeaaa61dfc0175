"""Cholesky factorisation that does not give up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack

from golfs.arrays._threads import worth_threads

Array = NDArray[np.float64]

TILE = 512  # rows and columns mirrored at a time: no temporary the size of the matrix


class Cholesky:
    """Solves with a symmetric positive definite matrix A (n × n). n³/3.

    When rounding has made A indefinite, a ridge of n·eps·max(diag A) is added, ten times
    more on each further failure; `ridge` says how much was needed (0 almost always).
    Only the upper triangle of A is read; its diagonal may be overwritten.
    """

    def __init__(self, A: Array) -> None:
        diagonal = A.diagonal().copy()
        unit = len(A) * np.finfo(float).eps * max(float(diagonal.max()), np.finfo(float).tiny)
        self.ridge = 0.0
        for attempt in range(16):
            if attempt:
                self.ridge = unit * 10.0 ** (attempt - 1)
                A.flat[:: len(A) + 1] = diagonal + self.ridge
            # The upper triangle in C order is LAPACK's lower one; a failed try has spoiled
            # nothing but the copy it was given.
            with worth_threads(len(A) ** 3 / 3):
                self.factor, info = lapack.dpotrf(A.T, lower=1, overwrite_a=0, clean=1)
            if info == 0 and np.isfinite(self.factor.diagonal()).all():  # some LAPACKs let NaN pass
                return
        raise np.linalg.LinAlgError("a matrix that must be positive definite is not: is there NaN or infinity in X?")

    def solve(self, B: Array) -> Array:
        """A⁻¹B. 2n²c."""
        return np.asarray(lapack.dpotrs(self.factor, evened(B), lower=1)[0][:, : B.shape[1]])

    def halfway(self, B: Array) -> Array:
        """L⁻¹B with A = LL', so that A⁻¹ = L⁻ᵀL⁻¹. n²c."""
        return np.asarray(lapack.dtrtrs(self.factor, B, lower=1)[0])

    def inverse(self) -> Array:
        """A⁻¹, both triangles, in the memory of the factor, which is gone then. 2n³/3."""
        with worth_threads(2 * len(self.factor) ** 3 / 3):
            lower, _ = lapack.dpotri(self.factor, lower=1, overwrite_c=1)
        return mirror(lower.T)


def evened(B: Array) -> Array:
    """B, with a column of zeros more where it has 3, 7, 11 …: BLAS takes columns by fours, and three cost more."""
    n, c = B.shape
    if c % 4 != 3:
        return B
    even = np.zeros((n, c + 1))
    even[:, :c] = B
    return even


def mirror(upper: Array) -> Array:
    """Fill the lower triangle, all zeros, from the upper one, in place."""
    n = len(upper)
    for start in range(0, n, TILE):
        tile = slice(start, min(start + TILE, n))
        corner = upper[tile, tile]
        diagonal = corner.diagonal().copy()
        corner += corner.T
        corner[np.diag_indices_from(corner)] = diagonal
        upper[tile.stop :, tile] = upper[tile, tile.stop :].T
    return upper
