"""Every bad parameter or matrix gives one sentence: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

METRICS = ("euclidean", "cosine", "manhattan")  # of dense and of sparse X
DENSE_METRICS = ("braycurtis", "canberra", "chebyshev", "correlation", "hamming", "sqeuclidean")
SMALL_GRAPH = 500  # samples up to which whatever is done with a sparse graph is done sooner with a dense one
GRAPHS = ("global graph", "local graph")  # in the order of an affinity given as a pair


class InvalidParameter(ValueError, TypeError):
    """A parameter of the wrong type; caught as either, as scikit-learn's own."""


def check_integer(name: str, value: Any, low: float = -np.inf, high: float = np.inf, *, remedy: str = "") -> int:
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


def check_feature(feature: Any, names: Sequence[str] | None, n_features: int) -> int:
    """The column of a feature that is given by its name, or by its column from 0."""
    if not isinstance(feature, str):
        return check_integer("feature", feature, 0, n_features - 1, remedy="columns count from 0")
    if names is None:
        raise ValueError(f"feature={feature!r} is a name, but the features have none; give its column, from 0")
    columns = [j for j, name in enumerate(names) if name == feature]
    if len(columns) > 1:
        listed = ", ".join(map(str, columns))
        raise ValueError(f"{len(columns)} features are called {feature!r}; give a column: {listed}")
    if not columns:
        close = get_close_matches(feature, names)
        hint = (
            f"did you mean {' or '.join(map(repr, close))}?" if close else f"the first of {n_features} is {names[0]!r}"
        )
        raise ValueError(f"no feature is called {feature!r}; {hint}")
    return columns[0]


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


def check_boolean(name: str, value: Any) -> bool:
    """True or False, nothing that is merely taken for one."""
    if not isinstance(value, (bool, np.bool_)):
        raise InvalidParameter(f"{name} must be True or False, got {value!r} of type {type(value).__name__}")
    return bool(value)


def check_verbose(value: Any) -> int:
    """0, 1 or more; True is 1."""
    return int(value) if isinstance(value, (bool, np.bool_)) else check_integer("verbose", value, 0)


def check_n_jobs(value: Any) -> int | None:
    """None or a number of jobs; negative ones count back from the number of cores."""
    if value is None:
        return None
    jobs = check_integer("n_jobs", value)
    if jobs == 0:
        raise ValueError("n_jobs=0 leaves nobody to do the work; give 1 or more, -1 for every core, or None")
    return jobs


def check_seed(value: Any) -> np.random.RandomState:
    """A generator from None, a seed or a RandomState."""
    try:
        generator: np.random.RandomState = check_random_state(value)
    except ValueError as error:
        raise InvalidParameter(
            f"random_state={value!r} must be None, an integer between 0 and 2**32 - 1, or a numpy.random.RandomState"
        ) from error
    return generator


def check_metric(metric: Any, *, is_sparse: bool) -> Any:
    """The name of a distance that X supports, or a function of two samples."""
    if callable(metric):
        return metric
    names = METRICS if is_sparse else METRICS + DENSE_METRICS
    if is_sparse and metric in DENSE_METRICS:
        raise ValueError(
            f"metric={metric!r} needs a dense X; for sparse X it must be one of {', '.join(map(repr, names))}"
        )
    return check_option("metric", metric, names)


def check_matrix(estimator: Any, X: Any, *, reset: bool) -> Any:
    """X as float32 or float64, dense or CSR or CSC, finite, never modified."""
    names = None if sparse.issparse(X) else getattr(X, "columns", None)
    _refuse_shape(X, 2 if reset else 1)
    if not sparse.issparse(X):
        _refuse_text_and_dates(X)
    try:
        X = validate_data(
            estimator,
            X,
            reset=reset,
            accept_sparse=("csr", "csc"),
            dtype=[np.float64, np.float32],
            ensure_all_finite=False,
            ensure_min_samples=2 if reset else 1,
        )
    except (TypeError, ValueError) as error:
        raise _explained(error) from error
    if sparse.issparse(X) and not X.has_canonical_format:
        X = X.copy()  # whose entries may be sorted, and added where several stand in one place
        X.sum_duplicates()
    _refuse_non_finite(X, names)
    return X


def _refuse_shape(X: Any, fewest: int) -> None:
    """Rows are samples, columns are features, and there must be some of each."""
    try:
        shape = tuple(X.shape) if hasattr(X, "shape") else np.asarray(X).shape
    except ValueError as error:
        raise ValueError("X has rows of different lengths; every sample needs a value for every feature") from error
    if len(shape) == 1:
        raise ValueError(
            f"X must have rows and columns, but has one dimension, shape {shape}. Reshape your data: "
            "X.reshape(-1, 1) if it is one feature, X.reshape(1, -1) if it is one sample"
        )
    if len(shape) != 2:
        raise ValueError(
            f"X must be a table of samples × features, but {type(X).__name__} has {len(shape)} dimensions; "
            "give an array, a data frame or a CSR or CSC matrix, each sample one row (X.reshape(len(X), -1))"
        )
    for count, least, what in zip(shape, (fewest, 1), ("sample", "feature"), strict=True):
        if count < least:
            raise ValueError(
                f"X has {count} {what}(s) (shape={shape}) while a minimum of {least} is required; "
                "samples are rows and features are columns: check how X was read"
            )

    if np.ma.is_masked(X):
        raise ValueError("X has masked values: fill them (X.filled) or drop those rows or columns")


def _explained(error: TypeError | ValueError) -> Exception:
    """What scikit-learn says of X, with a remedy where it gives none, and caught as ValueError."""
    said = str(error).splitlines()[0]
    if said.startswith("Complex data"):
        return ValueError(f"{said}: give X.real, or real and imaginary parts as columns of their own")
    if "could not convert string" in said:
        return ValueError(f"X holds text, {said}: leave it out, or encode it as numbers")
    return InvalidParameter(f"X: {error}") if isinstance(error, TypeError) else error


def _refuse_text_and_dates(X: Any) -> None:
    """Name the columns of a data frame that are no numbers, which scikit-learn does not."""
    if getattr(getattr(X, "dtype", None), "kind", "") in {"m", "M"}:
        raise ValueError(f"X holds dates (dtype {X.dtype}): give numbers instead, such as days since a first day")
    if not hasattr(X, "dtypes") or not hasattr(X, "columns"):
        return
    kinds = [_kind(X, j, str(dtype).lower()) for j, dtype in enumerate(X.dtypes)]
    for kind, remedy in (
        ("text", "could not convert string to float: leave them out, or encode them as numbers (OneHotEncoder)"),
        ("dates", "which are no numbers: leave them out, or give numbers such as days since a first day"),
    ):
        names = [str(name) for name, found in zip(X.columns, kinds, strict=True) if found == kind]
        if names:
            shown = ", ".join(repr(name) for name in names[:5]) + (", …" if len(names) > 5 else "")
            raise ValueError(f"X has {len(names)} column{'s' * (len(names) > 1)} of {kind} ({shown}), {remedy}")


def _kind(X: Any, j: int, dtype: str) -> str:
    """Of column j of a pandas or polars frame: "text", "dates" or "" for what may be numbers."""
    if dtype.startswith(("str", "string", "utf8", "large_string")):
        return "text"
    if dtype.startswith(("date", "time", "duration", "period")):
        return "dates"
    if not dtype.startswith(("object", "categor", "enum")):
        return ""
    values = X.iloc[:, j] if hasattr(X, "iloc") else X[:, j]
    return "text" if any(isinstance(value, str) for value in values) else ""


def _refuse_non_finite(X: Any, names: Any) -> None:
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
    name = "" if names is None else f" ({str(names[column])!r})"
    raise ValueError(
        f"Input X contains {' and '.join(kinds)}, the first in row {row}, column {column}{name}, counted from 0: "
        "fill them (sklearn.impute.SimpleImputer) or drop those rows or columns"
    )


def _first_place(X: Any, bad: NDArray[np.bool_]) -> tuple[int, int]:
    """Row by row, whatever the layout of X."""
    if sparse.issparse(X):
        entries = X.tocoo()
        return min(zip(entries.row[bad].tolist(), entries.col[bad].tolist(), strict=True))
    row, column = divmod(int(bad.argmax()), X.shape[1])
    return row, column


def check_affinity(affinity: Any, n: int) -> dict[str, Any]:
    """Given graphs by name: a pair (global, local), either of which may be None, or one, taken as the local graph."""
    pair = affinity if isinstance(affinity, tuple) else (None, affinity)
    if len(pair) != len(GRAPHS):
        raise ValueError(f"affinity is a tuple of {len(pair)}; give (global, local), either of which may be None")
    given = {name: check_similarity(S, n) for name, S in zip(GRAPHS, pair, strict=True) if S is not None}
    if not given:
        raise ValueError(
            f'affinity={affinity} holds no graph; give an n × n similarity, a pair of them, "both", "local" or "global"'
        )
    return given


def check_similarity(S: Any, n: int) -> Any:
    """A given graph: n × n, finite, non-negative and symmetric; a small one dense, a large sparse one as a copy."""
    if sparse.issparse(S) and max(S.shape) > SMALL_GRAPH:
        S = sparse.csr_array(S, copy=True)
    else:
        S = S.toarray() if sparse.issparse(S) else np.asarray(S)
    if S.dtype.kind not in "biuf":
        raise InvalidParameter(f"affinity must be a similarity of real numbers, not of dtype {S.dtype}")
    if S.shape != (n, n):
        raise ValueError(f"affinity has shape {S.shape}, but X has {n} samples, so it must be ({n}, {n})")
    S = S.astype(np.float64, copy=False)
    values = S.data if sparse.issparse(S) else S
    if not np.isfinite(values).all() or (values < 0).any():
        raise ValueError("affinity must be a similarity: finite and nowhere negative")
    if abs(S - S.T).max() > 1e-8 * max(float(abs(S).max()), np.finfo(float).tiny):
        raise ValueError("affinity must be symmetric; (S + S.T) / 2 is")
    return S


def check_labels(init: Any, n: int, n_clusters: int) -> list[NDArray[np.intp]]:
    """One array of labels or several, each with n_clusters different values."""
    several = list(init) if isinstance(init, (list, tuple)) or np.ndim(init) > 1 else [init]
    if several and all(np.ndim(labels) == 0 for labels in several):
        several = [init]
    if not several:
        raise ValueError(f'init is empty; give "auto", a label for each of the {n} samples, or a list of such arrays')
    return [_codes(labels, n, n_clusters) for labels in several]


def _codes(labels: Any, n: int, n_clusters: int) -> NDArray[np.intp]:
    labels = np.asarray(labels)
    if labels.shape != (n,):
        raise ValueError(f"init must hold a label for each of the {n} samples, got shape {labels.shape}")
    missing = sum(label is None or (isinstance(label, float) and np.isnan(label)) for label in labels.tolist())
    if missing:
        raise ValueError(f"init has {missing} samples without a label; give every sample one")
    try:
        values, codes = np.unique(labels, return_inverse=True)
    except TypeError as error:
        raise InvalidParameter("init mixes labels of different types; give all as integers or as text") from error
    if len(values) != n_clusters:
        raise ValueError(f"init has {len(values)} different labels, but n_clusters={n_clusters}")
    return codes.ravel().astype(np.intp)
