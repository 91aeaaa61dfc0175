"""How much selections from different samples or seeds agree, beyond chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from golfs._checks import InvalidParameter, check_integer
from golfs.metrics._selection import check_features


class Stability(NamedTuple):
    """Nogueira's index (1 = always the same features, 0 = as by chance), its variance, and its interval."""

    value: float
    variance: float
    interval: tuple[float, float]


def stability(selections: Sequence[Any], n_features: int, *, level: float = 0.95) -> Stability:
    """Φ = 1 − mean_f(s_f²) / (k̄/d (1 − k̄/d)), s_f² = M/(M − 1) p_f (1 − p_f), with an asymptotic interval.

    Z (M × d) has a row for each of M selections, p_f = mean of column f, k̄ the mean number
    selected. Selections may differ in size; for equal sizes Φ is the mean of Kuncheva's index over
    all pairs. Variance and interval are those of the paper's theorem 7 and corollary 9:
    v = 4/M² Σ_i (φ_i − φ̄)², Φ ± z √v, not cut off at 1; they grow reliable with M (20 and more). O(Md).

    Parameters
    ----------
    selections : of each run the selected features, as indices or as a mask.
    n_features : d, of how many they were selected.
    level : of confidence of the interval.

    References
    ----------
    Nogueira, Sechidis, Brown 2018. On the stability of feature selection algorithms. Journal of
    Machine Learning Research 18(174), 1–54.

    Examples
    --------
    >>> from golfs.metrics import stability
    >>> stability([[0, 1], [0, 1], [0, 1]], n_features=10).value
    1.0
    """
    d = check_integer("n_features", n_features, 1)
    if isinstance(level, bool) or not isinstance(level, (int, float)) or not 0 < level < 1:
        raise InvalidParameter(f"level={level!r} must be a number between 0 and 1, such as 0.95")
    Z = _matrix(selections, d)
    M = len(Z)
    p, k = Z.mean(axis=0), Z.sum(axis=1)
    share = float(k.mean()) / d
    if share in (0.0, 1.0):
        what = "none" if share == 0 else "all"
        raise ValueError(f"selections hold {what} of the features each, so their stability is undefined; select some")
    chance = share * (1 - share)
    value = float(1 - np.mean(M / (M - 1) * p * (1 - p)) / chance)
    parts = (Z @ p / d - k * share / d + value / 2 * (2 * k * share / d - k / d - share + 1)) / chance
    variance = float(4 / M**2 * np.sum((parts - parts.mean()) ** 2))
    half = float(norm.ppf((1 + level) / 2)) * variance**0.5
    return Stability(value, variance, (value - half, value + half))


def compare_stability(first: Stability, second: Stability) -> float:
    """p-value, two-sided, of the hypothesis that two procedures are equally stable.

    From T = (Φ₂ − Φ₁) / √(v₁ + v₂), asymptotically N(0, 1); the runs must be independent.

    Examples
    --------
    >>> from golfs.metrics import compare_stability, stability
    >>> same = stability([[0, 1], [0, 2], [0, 1]], n_features=10)
    >>> compare_stability(same, same)
    1.0
    """
    difference = abs(second.value - first.value)
    deviation = (first.variance + second.variance) ** 0.5
    if deviation == 0:
        return float(difference == 0)
    return float(2 * norm.sf(difference / deviation))


def _matrix(selections: Any, d: int) -> NDArray[np.float64]:
    """Z, M × d."""
    if not np.iterable(selections) or isinstance(selections, (str, bytes)):
        raise InvalidParameter("selections must be a list with the selected features of each run")
    rows = list(selections)
    if not all(np.iterable(row) for row in rows):
        raise InvalidParameter("selections must hold a list of features for each run, but holds single numbers")
    if len(rows) < 2:
        raise ValueError(f"selections holds {len(rows)} run(s); stability compares at least 2")
    Z = np.zeros((len(rows), d))
    for i, row in enumerate(rows):
        Z[i, check_features(f"selections[{i}]", row, d)] = 1.0
    return Z
