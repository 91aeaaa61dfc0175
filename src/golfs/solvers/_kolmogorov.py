"""How far each feature is from normal, and how many features are too far: the screening of IF-PCA."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Array = NDArray[np.float64]

ROUNDING = 1e-12  # a deviation below this share of the largest value is a constant feature


def kolmogorov(columns: Array) -> Array:
    """ψ = √n sup_t |F_n(t) − Φ(t)| of every row of a k × n array, one feature a row. O(n log n) a feature.

    F_n is the distribution function of the feature, standardised by its own mean and standard
    deviation (1/n, not 1/(n − 1)). 0 for a constant feature, which has neither.
    """
    n = columns.shape[1]
    z = np.sort(columns, axis=1)
    size = np.abs(z[:, [0, -1]]).max(axis=1, keepdims=True)
    z -= z.mean(axis=1, keepdims=True)
    deviation = np.sqrt(np.einsum("ji,ji->j", z, z) / n)[:, None]
    varies = deviation > ROUNDING * size
    z /= np.where(varies, deviation, 1.0)
    miss = np.arange(1, n + 1) / n - ndtr(z)  # F_n at the sorted values is 1/n more than just before them
    farthest = np.maximum(miss.max(axis=1), 1 / n - miss.min(axis=1))
    return np.asarray(np.sqrt(n) * np.where(varies[:, 0], farthest, 0.0))


def higher_criticism(p_values: Array, n: int) -> tuple[int, Array]:
    """How many of the smallest p-values to keep, and the path HC_1 … HC_p it was chosen on. O(p log p).

        HC_j = √p (j/p − π_(j)) / √(max{√n (j/p − π_(j)), 0} + j/p)

    is largest at the number kept, among the j ≤ p/2 with π_(j) > log(p)/p: smaller p-values
    are kept in any case, but too few decide too much. If no such j exists, those smaller are kept,
    at least one.
    """
    p = len(p_values)
    ordered = np.sort(p_values)
    share = np.arange(1, p + 1) / p
    excess = share - ordered
    path = np.sqrt(p) * excess / np.sqrt(np.maximum(np.sqrt(n) * excess, 0) + share)
    small = ordered <= np.log(p) / p
    allowed = ~small & (share <= 0.5)
    if not allowed.any():
        return max(1, int(small.sum())), path
    return int(np.where(allowed, path, -np.inf).argmax()) + 1, path
