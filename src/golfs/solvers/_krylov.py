"""The leading invariant subspace of a symmetric operator, from a guess that is already good."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh, qr

Array = NDArray[np.float64]

DEPTH = 2  # blocks of the first Krylov space; doubled at each restart
WIDEST = 400  # most columns of a Krylov space, unless two blocks have more
RESTARTS = 30


def leading(product: Callable[[Array], Array], guess: Array, wanted: int, *, tol: float = 1e-9) -> tuple[Array, Array]:
    """The `wanted` largest eigenvalues θ, descending, and all vectors of the last block (d × b, orthonormal).

    Rayleigh–Ritz on the block Krylov space of `guess` (d × b, b ≥ wanted), restarted from its best
    b vectors until ‖Tv − θv‖ ≤ tol θ for those wanted. The space contains the guess, so
    Tr V'TV never falls, however early it stops. 4db² a product for the orthogonalisation.
    """
    V: Array = qr(guess, mode="economic")[0]
    d, b = V.shape
    depth = DEPTH
    for _ in range(RESTARTS):
        depth = min(depth, max(2, WIDEST // b), d // b)
        basis, image = _krylov(product, V, depth)
        H = basis.T @ image
        theta, U = eigh((H + H.T) / 2, subset_by_index=[H.shape[0] - b, H.shape[0] - 1])
        theta, U = theta[::-1], U[:, ::-1]
        V = basis @ U
        residual = image @ U[:, :wanted] - V[:, :wanted] * theta[:wanted]
        if np.all(np.linalg.norm(residual, axis=0) <= tol * theta[:wanted]) or depth * b == d:
            break
        depth *= 2
    return theta[:wanted], V


def _krylov(product: Callable[[Array], Array], V: Array, depth: int) -> tuple[Array, Array]:
    """An orthonormal basis of span{V, TV, …, T^(depth−1)V} and T times it, both d × depth·b."""
    d, b = V.shape
    basis, image = np.empty((d, depth * b), order="F"), np.empty((d, depth * b), order="F")
    basis[:, :b], image[:, :b] = V, product(V)
    for start in range(b, depth * b, b):
        done, new = basis[:, :start], image[:, start - b : start]
        for _ in range(2):  # what was left of a converged block is rounding, so once is not enough
            new = qr(new - done @ (done.T @ new), mode="economic")[0]
        basis[:, start : start + b] = new
        image[:, start : start + b] = product(new)
    return basis, image
