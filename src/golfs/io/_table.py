"""A table of numbers, and what all readers share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

SHOWN = 6  # names or arrays listed in an error


class BadTable(ValueError):
    """A file that holds no table of numbers; one sentence says why, and what to do."""


class Table(NamedTuple):
    """X (n × d), floating, dense or CSR/CSC, and what its file says about it.

    `features` are the names of the columns, or their numbers in the file if some were left out;
    `samples` the names of the rows; `name` is the file's, without its folder; `key` the array's
    inside the file. Each is None where there is none.
    """

    X: Any
    features: list[str] | None = None
    samples: list[str] | None = None
    name: str | None = None
    key: str | None = None


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Whatever a library says of a broken file becomes one sentence."""
    try:
        yield
    except (BadTable, ModuleNotFoundError, MemoryError):
        raise
    except UnicodeDecodeError as error:
        raise BadTable(f"{path} is not UTF-8 text: save it as UTF-8") from error
    except Exception as error:  # the libraries' own classes have no common ancestor
        if isinstance(error, OSError) and error.strerror:
            raise BadTable(f"{path} cannot be read: {error.strerror}") from error
        said = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise BadTable(f"{path} is truncated, damaged or in another format than its name says ({said})") from error


def column(path: Path, names: Sequence[str], wanted: str, *, option: str) -> int:
    """The place of a column asked for by its name, or its number where columns have no names."""
    if wanted not in names:
        listed = ", ".join(repr(name) for name in names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
        raise BadTable(f"{path} has no column {wanted!r} for {option}; its {len(names)} columns are {listed}")
    return names.index(wanted)


def left_out(path: Path, names: Sequence[str], drop: Sequence[str]) -> set[int]:
    """The places of the columns to leave out."""
    return {column(path, names, name, option="drop") for name in drop}


def precision(kind: np.dtype[Any]) -> type[np.floating[Any]]:
    """The floating type that keeps the values: float32 where the file has it or less."""
    return np.float32 if kind.kind == "f" and kind.itemsize <= 4 else np.float64


def from_array(path: Path, X: Any, drop: Sequence[str], *, key: str | None = None) -> Table:
    """A table without names from a dense or sparse array."""
    where = f"{path}" if key is None else f"{path}: {key}"
    if X.dtype.kind not in "biuf":
        raise BadTable(f"{where} holds {X.dtype} values, but a table holds real numbers")
    if X.ndim != 2 or 0 in X.shape:
        raise BadTable(f"{where} has shape {X.shape}, but a table has rows (samples) and columns (features)")
    X = X.astype(precision(X.dtype), copy=False)
    if sparse.issparse(X) and X.format not in ("csr", "csc"):
        X = X.tocsr()
    numbers = [str(j) for j in range(X.shape[1])] if drop else []
    out = left_out(path, numbers, drop)
    if not out:
        return Table(X, name=path.name, key=key)
    kept = [j for j in range(X.shape[1]) if j not in out]
    if not kept:
        raise BadTable(f"{path}: no column is left to select from")
    return Table(X[:, kept], features=[numbers[j] for j in kept], name=path.name, key=key)
