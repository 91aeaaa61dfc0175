"""Features judged by the spectrum of a graph: SPEC, and the Laplacian score as one case of it.

S is the similarity of the samples (n × n), D = diag(S1), 𝓛 = I − D^(−1/2) S D^(−1/2) with eigenpairs
0 = λ_1 ≤ … ≤ λ_n ≤ 2 and ξ_1 ∝ D^(1/2)1. With f̂ = D^(1/2)f / ‖D^(1/2)f‖, α_j = f̂'ξ_j and γ(λ) = λ^r,

    φ1 = f̂'γ(𝓛)f̂ = Σ_j α_j² γ(λ_j)        the smaller the better
    φ2 = φ1 / (1 − α_1²)                    the smaller the better
    φ3 = Σ_{j=2..k} (γ(2) − γ(λ_j)) α_j²    the larger the better

Each lies in [0, γ(2)]. For r = 1, φ2 is the Laplacian score f̃'Lf̃ / f̃'Df̃, L = D − S and
f̃ = f − (f'D1/1'D1) 1. Beyond 500 samples 𝓛 acts through S and is never formed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from golfs.arrays import Design
from golfs.graphs import Graph
from golfs.solvers._embedding import spectral_embedding

Array = NDArray[np.float64]

BLOCK_VALUES = 2**16  # of D^(1/2)f at a time: several passes go over them in cache
DENSE = 500  # samples up to which a product with a dense 𝓛 costs less than one with its few entries
ROUNDING = 1e-12  # share of ‖D^(1/2)f‖² below which nothing but rounding is left beside ξ_1


def roughness(X: Design, S: Graph, *, power: int, center: bool) -> Array:
    """φ1 of every column of X̃, or with `center` φ2, which is φ1 of D^(1/2)f less its part along ξ_1. O(nkdr).

    For n ≤ 500 O(n²d), by one product with 𝓛^r. NaN where nothing of f is left to normalise: zero
    columns, with `center` constant ones.
    """
    if len(S) <= DENSE:
        dense = Graph(S.S.toarray() if sparse.issparse(S.S) else S.S, normalized=True)
        B = np.linalg.matrix_power(dense.laplacian(np.eye(len(S))), power)
        return _over_features(X, S, lambda f: np.einsum("ji,ji->j", f @ B, f), center=center)
    L = Graph(S.S, normalized=True)

    def form(f: Array) -> Array:
        half = f.T
        for _ in range(power // 2):
            half = L.laplacian(half)
        return np.asarray(np.einsum("ij,ij->j", half, L.laplacian(half) if power % 2 else half))

    return _over_features(X, S, form, center=center)


def leading_share(X: Design, S: Graph, *, power: int, k: int, center: bool) -> Array:
    """φ3 of every column of X̃, f less its part along ξ_1 if `center`. O(ndk) after k eigenpairs; NaN as above."""
    values, vectors = _leading(X, S, k)
    weights = 2.0**power - values**power
    return _over_features(X, S, lambda f: (f @ vectors) ** 2 @ weights, center=center)


def _over_features(X: Design, S: Graph, form: Callable[[Array], Array], *, center: bool) -> Array:
    """A quadratic form of D^(1/2)f (some features × n) over ‖D^(1/2)f‖², for every column of X̃, a block at a time."""
    n, d = X.shape
    root = np.sqrt(S.degree)
    first = _trivial(S)
    result = np.full(d, np.nan)
    step = max(32, BLOCK_VALUES // n)
    for start in range(0, d, step):
        f = X.columns(slice(start, min(start + step, d)))
        f *= root
        along = f @ first if center else np.zeros(len(f))
        if center:
            f -= np.outer(along, first)
        square = np.einsum("ji,ji->j", f, f)
        left = square > ROUNDING * (square + along**2)
        np.divide(form(f), square, out=result[start : start + step], where=left)
    return result


def _trivial(S: Graph) -> Array:
    """ξ_1."""
    root = np.sqrt(S.degree)
    return np.asarray(root / (np.linalg.norm(root) or 1.0))


def _leading(X: Design, S: Graph, k: int) -> tuple[Array, Array]:
    """(λ_j, ξ_j) for j = 2 … k; in the eigenspace of λ = 0, of any dimension, turned to the axes of X."""
    V = np.sqrt(S.degree)[:, None] * spectral_embedding(S, X, k - 1)
    return np.clip(np.einsum("ij,ij->j", V, Graph(S.S, normalized=True).laplacian(V)), 0.0, 2.0), V
