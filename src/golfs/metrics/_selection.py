"""How good a selection of features is: against the true ones, and among themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from golfs._checks import InvalidParameter, check_integer
from golfs.metrics._geometry import checked

Indices = NDArray[np.intp]

BLOCK_VALUES = 2**22  # correlations held at a time: 32 MB


def true_positives(ranking_or_scores: Any, features: Any, s: int) -> int:
    """TP(s): how many of the true features are among the best s.

    Parameters
    ----------
    ranking_or_scores : (d,) integers are a ranking as in `ranking_` (1 = best), anything else
        scores as in `scores_` (higher is better). Equals come by column.
    features : the true features, as indices or as a mask.
    s : how many of the best to look at.

    Examples
    --------
    >>> from golfs.metrics import true_positives
    >>> true_positives([0.9, 0.1, 0.5, 0.0], features=[0, 1], s=2)
    1
    >>> true_positives([1, 3, 2, 4], features=[0, 1], s=3)
    2
    """
    best, true = _best(ranking_or_scores, features, s)
    return len(np.intersect1d(best, true))


def complete(ranking_or_scores: Any, features: Any, s: int) -> bool:
    """Whether the best s contain every true feature. CP(s) is the share of draws in which they do.

    Parameters as in `true_positives`.
    """
    best, true = _best(ranking_or_scores, features, s)
    return bool(np.isin(true, best).all())


def redundancy(X: Any, features: Any = None) -> float:
    """Mean |correlation| over the pairs of different selected features; 0 for fewer than two.

    A constant feature correlates with none. O(nk²) for k features, which are made dense.

    Parameters
    ----------
    X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
    features : the selected ones, as indices or as a mask; all by default.

    Examples
    --------
    >>> from golfs.metrics import redundancy
    >>> round(redundancy([[0.0, 0.0, 1.0], [1.0, -2.0, 1.0], [2.0, -4.0, 1.0]], features=[0, 1]), 12)
    1.0
    """
    X = checked(X)
    chosen = np.arange(X.shape[1]) if features is None else check_features("features", features, X.shape[1])
    k = len(chosen)
    if k < 2:
        return 0.0
    Z = _standardized(X[:, chosen])
    step = max(1, BLOCK_VALUES // k)
    total = sum(float(np.abs(Z[:, j : j + step].T @ Z).sum()) for j in range(0, k, step))
    varying = int(np.sum(np.any(Z != 0, axis=0)))  # each correlates 1 with itself
    return min(max(total - varying, 0.0) / (k * (k - 1)), 1.0)


def by_ranking(name: str, ranking: Any) -> Indices:
    """Columns from best to worst of a ranking in which 1 is best."""
    array = _vector(name, ranking)
    if array.dtype.kind not in "iu":
        raise InvalidParameter(f"{name} must hold integers, 1 for the best feature; scores are higher for better ones")
    if array.min() < 1:
        raise ValueError(
            f"{name} holds {array.min()}, but counts from 1, the best feature, as ranking_ does; "
            "of an order of columns it is np.argsort(order) + 1"
        )
    order: Indices = np.argsort(array, kind="stable")
    return order


def by_score(name: str, scores: Any) -> Indices:
    """Columns from best to worst of scores of which the highest is best."""
    array = _vector(name, scores)
    if array.dtype.kind not in "iuf":
        raise InvalidParameter(f"{name} must hold numbers, one a feature, got dtype {array.dtype}")
    if np.isnan(array).any():
        raise ValueError(f"{name} has {int(np.isnan(array).sum())} NaN; give these features the lowest score")
    if array.dtype.kind in "iu" and len(array) > 1 and np.array_equal(np.sort(array), np.arange(1, len(array) + 1)):
        raise ValueError(f"{name} holds 1 to {len(array)} once each, as a ranking does; give it as ranking=")
    order: Indices = np.argsort(-array.astype(np.float64), kind="stable")
    return order


def check_features(name: str, features: Any, d: int) -> Indices:
    """Indices, or a mask, of some of d features as sorted indices."""
    array = np.asarray(features)
    if array.ndim != 1:
        raise ValueError(f"{name} must be a list of indices or a mask, but has shape {array.shape}")
    if array.dtype.kind == "b":
        if len(array) != d:
            raise ValueError(f"{name} is a mask of {len(array)} features, but there are {d}; give a value for each")
        return np.flatnonzero(array)
    if len(array) == 0:
        return np.empty(0, dtype=np.intp)
    if array.dtype.kind not in "iu":
        raise InvalidParameter(f"{name} must hold integer indices or be a mask, got dtype {array.dtype}")
    if array.min() < 0 or array.max() >= d:
        wrong = array.min() if array.min() < 0 else array.max()
        raise ValueError(f"{name} holds {wrong}, but there are {d} features; indices go from 0 to {d - 1}")
    distinct: Indices = np.unique(array).astype(np.intp)
    if len(distinct) < len(array):
        raise ValueError(f"{name} names a feature more than once; np.unique({name}) leaves one of each")
    return distinct


def _best(ranking_or_scores: Any, features: Any, s: int) -> tuple[Indices, Indices]:
    """The best s columns, and the true ones."""
    array = np.asarray(ranking_or_scores)
    order = (by_ranking if array.dtype.kind in "iu" else by_score)("ranking_or_scores", array)
    check_integer("s", s, 1, len(order), remedy=f"there are {len(order)} features")
    true = check_features("features", features, len(order))
    if len(true) == 0:
        raise ValueError("features is empty; name the true features")
    return order[:s], true


def _vector(name: str, values: Any) -> NDArray[Any]:
    array = np.asarray(values)
    if array.ndim != 1 or len(array) == 0:
        raise ValueError(f"{name} must hold one number a feature, but has shape {array.shape}")
    return array


def _standardized(columns: Any) -> NDArray[np.float64]:
    """Columns of mean 0 and norm 1; constant ones are zeros."""
    Z: NDArray[np.float64] = np.asarray(columns.toarray() if sparse.issparse(columns) else columns, dtype=np.float64)
    largest = np.abs(Z).max(axis=0)
    Z = Z / np.where(largest > 0, largest, 1.0)
    mean = Z.mean(axis=0)
    Z -= mean
    norms = np.linalg.norm(Z, axis=0)
    constant = norms <= 10 * np.finfo(float).eps * np.sqrt(len(Z)) * np.abs(mean)
    return np.where(constant, 0.0, Z / np.where(constant, 1.0, norms))
