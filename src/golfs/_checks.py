"""Every bad parameter or matrix gives one sentence: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Collection
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils.validation import validate_data


class InvalidParameter(ValueError, TypeError):
    """A parameter of the wrong type; caught as either, as scikit-learn's own."""


def check_integer(name: str, value: Any, low: int, high: float = np.inf, *, remedy: str = "") -> int:
    """An integer in [low, high]; bool is not one."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise InvalidParameter(f"{name} must be an integer, got {value!r} of type {type(value).__name__}")
    if not low <= int(value) <= high:
        limits = f"at least {low}" if np.isinf(high) else f"between {low} and {int(high)}"
        raise ValueError(f"{name}={value} must be {limits}{'; ' + remedy if remedy else ''}")
    return int(value)


def check_real(name: str, value: Any, *, positive: bool = True) -> float:
    """A finite number, positive or at least not negative."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise InvalidParameter(f"{name} must be a number, got {value!r} of type {type(value).__name__}")
    number = float(value)
    if not np.isfinite(number) or number < 0 or (positive and number == 0):
        raise ValueError(f"{name}={value} must be a finite number {'above' if positive else 'of at least'} 0")
    return number


def check_penalty(name: str, value: Any, *, positive: bool = True) -> float | None:
    """A number with the paper's meaning, or None for "auto"."""
    if isinstance(value, str):
        if value != "auto":
            raise ValueError(f'{name}={value!r} must be a number, or "auto" to have it chosen from the data')
        return None
    return check_real(name, value, positive=positive)


def check_option(name: str, value: Any, options: Collection[Any]) -> Any:
    """One of a few values."""
    if not any(type(value) is type(option) and value == option for option in options):
        raise ValueError(f"{name}={value!r} must be one of {', '.join(repr(option) for option in options)}")
    return value


def check_matrix(estimator: Any, X: Any, *, reset: bool) -> Any:
    """X as float32 or float64, dense or CSR or CSC, finite, never modified."""
    if not sparse.issparse(X):
        _refuse_text(X)
    X = validate_data(
        estimator,
        X,
        reset=reset,
        accept_sparse=("csr", "csc"),
        dtype=[np.float64, np.float32],
        ensure_all_finite=False,
        ensure_min_samples=2 if reset else 1,
    )
    _refuse_non_finite(X)
    return X


def _refuse_text(X: Any) -> None:
    """Name the columns of a data frame that hold text, which scikit-learn does not."""
    dtypes = getattr(X, "dtypes", None)
    names = getattr(X, "columns", None)
    if dtypes is None or names is None:
        return
    text = [str(name) for name, dtype in zip(names, dtypes, strict=True) if _is_text(X, name, dtype)]
    if text:
        shown = ", ".join(repr(name) for name in text[:5]) + (", …" if len(text) > 5 else "")
        raise ValueError(
            f"X has {len(text)} column{'s' if len(text) > 1 else ''} of text ({shown}), could not convert string to "
            "float: leave them out, or encode them as numbers (sklearn.preprocessing.OneHotEncoder)"
        )


def _is_text(X: Any, name: Any, dtype: Any) -> bool:
    if str(dtype).lower() in {"str", "string", "utf8", "large_string"} or str(dtype).startswith("string"):
        return True
    if str(dtype) not in {"object", "Object"}:
        return False
    return any(isinstance(value, str) for value in list(X[name])[:1000])


def _refuse_non_finite(X: Any) -> None:
    values: Any = X.data if sparse.issparse(X) else X
    # One pass without a temporary: a sum is finite unless a value is not, or it overflows.
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(values.sum(dtype=np.float64)):
            return
    bad = ~np.isfinite(values)
    if not bad.any():
        return
    missing = int(np.isnan(values).sum())
    infinite = int(bad.sum()) - missing
    kinds = [f"{missing} NaN"] * bool(missing) + [f"{infinite} infinity"] * bool(infinite)
    row, column = _first_place(X, bad)
    raise ValueError(
        f"Input X contains {' and '.join(kinds)}, the first in row {row}, column {column}: fill them "
        "(sklearn.impute.SimpleImputer) or drop those rows or columns"
    )


def _first_place(X: Any, bad: NDArray[np.bool_]) -> tuple[int, int]:
    if sparse.issparse(X):
        entries = X.tocoo()
        i = int(np.flatnonzero(~np.isfinite(entries.data))[0])
        return int(entries.row[i]), int(entries.col[i])
    row, column = divmod(int(bad.argmax()), X.shape[1])
    return row, column


def check_similarity(S: Any, n: int) -> Any:
    """A given graph: n × n, finite, non-negative and symmetric."""
    S = S if sparse.issparse(S) else np.asarray(S, dtype=np.float64)
    if S.shape != (n, n):
        raise ValueError(f"affinity has shape {S.shape}, but X has {n} samples, so it must be ({n}, {n})")
    values = S.data if sparse.issparse(S) else S
    if not np.isfinite(values).all() or (values < 0).any():
        raise ValueError("affinity must be a similarity: finite and nowhere negative")
    if abs(S - S.T).max() > 1e-8 * max(float(abs(S).max()), np.finfo(float).tiny):
        raise ValueError("affinity must be symmetric; (S + S.T) / 2 is")
    return S


def check_labels(init: Any, n: int, n_clusters: int) -> list[NDArray[np.intp]]:
    """One array of labels or several, each with n_clusters different values."""
    several = init if isinstance(init, (list, tuple)) and np.ndim(init[0]) == 1 else np.atleast_2d(np.asarray(init))
    starts = []
    for labels in several:
        labels = np.asarray(labels)
        if labels.shape != (n,):
            raise ValueError(f"init must hold a label for each of the {n} samples, got shape {labels.shape}")
        values, codes = np.unique(labels, return_inverse=True)
        if len(values) != n_clusters:
            raise ValueError(f"init has {len(values)} different labels, but n_clusters={n_clusters}")
        starts.append(codes.ravel().astype(np.intp))
    return starts
