"""Data frames, as pandas reads them from Parquet and text, to tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from golfs._extras import extra
from golfs.io._table import SHOWN, BadTable, Table, column, left_out, precision, readable


def read_parquet(path: Path, drop: Sequence[str], *, index: str | None = None) -> Table:
    """A Parquet file; its pandas index, unless it only counts, holds the sample names."""
    purpose = "reading Parquet files"
    parquet = extra("pyarrow.parquet", extra="data", purpose=purpose)
    pandas = extra("pandas", extra="data", purpose=purpose)
    with readable(path):
        check_names(path, parquet.read_schema(path).names)  # pandas only says that it is at a loss
        frame = pandas.read_parquet(path, engine="pyarrow")
    names = [str(name) for name in frame.columns]
    out = left_out(path, names, drop)
    rows = None if isinstance(frame.index, pandas.RangeIndex) else frame.index
    if index is not None:
        place = column(path, names, index, option="index")
        out.add(place)
        rows = frame.iloc[:, place]
    return from_frame(path, frame, names, out=out, samples=None if rows is None else [str(row) for row in rows])


def check_names(path: Path, names: Sequence[str], *, unnamed: Collection[int] = (), otherwise: str = "") -> None:
    """Every column, but for those that may be unnamed, has a name, and no other column the same."""
    seen: set[str] = set()
    for j, name in enumerate(names):
        if not name and j not in unnamed:
            raise BadTable(f"{path}: column {j} has no name (counted from 0); give it one{otherwise}")
        if name in seen:
            raise BadTable(f"{path}: several columns are named {name!r}; rename them{otherwise}")
        seen.add(name)


def from_frame(
    path: Path,
    frame: Any,
    names: Sequence[str],
    *,
    out: Collection[int],
    samples: list[str] | None,
    numbered: bool = False,
) -> Table:
    """The numbers of a frame, but for some columns; `numbered` if the names only are numbers."""
    kept = [j for j in range(len(names)) if j not in out]
    if not kept or not len(frame):
        raise BadTable(f"{path} holds no {'column to select from' if len(frame) else 'rows'}")
    values = frame.iloc[:, kept] if out else frame
    features = [names[j] for j in kept]
    _refuse_text(path, values, features)
    kinds = set(values.dtypes)
    narrow = all(precision(kind) is np.float32 for kind in kinds)
    # pandas' own types have a missing value of their own, which older versions do not convert
    missing = {} if all(isinstance(kind, np.dtype) for kind in kinds) else {"na_value": np.nan}
    X = values.to_numpy(dtype=np.float32 if narrow else np.float64, **missing)
    return Table(X, None if numbered and not out else features, samples, path.name)


def _refuse_text(path: Path, values: Any, names: Sequence[str]) -> None:
    """Name the columns that hold something else than numbers."""
    text = [j for j, kind in enumerate(values.dtypes) if kind.kind not in "biuf"]
    if not text:
        return
    listed = ", ".join(repr(names[j]) for j in text[:SHOWN]) + (", …" if len(text) > SHOWN else "")
    many = len(text) > 1
    options = " ".join(f"--drop {names[j]!r}" for j in text[:SHOWN])
    raise BadTable(
        f"{path}: column{'s' * many} {listed} hold{'s' * (not many)} text ({_culprit(values.iloc[:, text[0]])!r}): "
        f"leave {'them' if many else 'it'} out ({options}), or name the samples by one (--index)"
    )


def _culprit(values: Any) -> str:
    """The first value of a column that is no number."""
    pandas = extra("pandas", extra="cli", purpose="reading text")
    present = values[values.notna()]
    strange = present[pandas.to_numeric(present, errors="coerce").isna()]
    return str(next(iter(strange), next(iter(present), "")))
