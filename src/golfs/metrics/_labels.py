"""Labels of any type as codes 0 … c − 1."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from golfs._checks import InvalidParameter

Codes = NDArray[np.intp]


def encode(name: str, labels: Any, n: int | None = None) -> tuple[NDArray[Any], Codes]:
    """The different labels, sorted, and for each sample which of them it has.

    Parameters
    ----------
    name : of the parameter, for messages.
    labels : integers, text or anything that sorts, one a sample.
    n : how many samples there are, if that is known.
    """
    array = _array(name, labels)
    if array.ndim != 1:
        raise ValueError(f"{name} must hold one label a sample, but has shape {array.shape}; give one dimension")
    if len(array) == 0:
        raise ValueError(f"{name} is empty; give a label for each sample")
    if n is not None and len(array) != n:
        raise ValueError(f"{name} has {len(array)} labels, but X has {n} samples; give one label for each row of X")
    missing = _missing(array)
    if missing:
        raise ValueError(f"{name} has {missing} samples without a label; leave these samples out, or label them")
    try:
        values, codes = np.unique(array, return_inverse=True)
    except TypeError as error:
        raise InvalidParameter(f"{name} mixes labels of different types; give all as integers or as text") from error
    return np.array(values.tolist()) if values.dtype.kind == "O" else values, codes.ravel().astype(np.intp)


def encode_pair(y_true: Any, y_pred: Any) -> tuple[tuple[NDArray[Any], Codes], tuple[NDArray[Any], Codes]]:
    """Two labelings of the same samples."""
    true, found = encode("y_true", y_true), encode("y_pred", y_pred)
    if len(true[1]) != len(found[1]):
        raise ValueError(
            f"y_true has {len(true[1])} labels and y_pred {len(found[1])}; both must label the same samples, in order"
        )
    return true, found


def contingency(true: Codes, found: Codes) -> NDArray[np.intp]:
    """How many samples of each class (rows) are in each cluster (columns)."""
    rows, columns = int(true.max()) + 1, int(found.max()) + 1
    counts: NDArray[np.intp] = np.bincount(true * columns + found, minlength=rows * columns).reshape(rows, columns)
    return counts


def _array(name: str, labels: Any) -> NDArray[Any]:
    if labels is None or isinstance(labels, (str, bytes)) or not np.iterable(labels):
        raise InvalidParameter(f"{name} must be an array of labels, one a sample, got {labels!r}")
    if hasattr(labels, "dtype"):
        return np.asarray(labels)
    given = list(labels)
    if any(np.iterable(label) and not isinstance(label, (str, bytes)) for label in given):
        raise ValueError(f"{name} must hold one label a sample, but holds lists of them; give one dimension")
    return np.array(given, dtype=object)  # as numbers or text, None and nan would be hard to tell


def _missing(array: NDArray[Any]) -> int:
    if array.dtype.kind == "O":
        return sum(_is_missing(label) for label in array)
    return int(np.sum(array != array))  # NaN and NaT


def _is_missing(label: Any) -> bool:
    try:
        return label is None or bool(label != label)
    except TypeError:  # pandas.NA says neither yes nor no
        return True
