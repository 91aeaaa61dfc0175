"""One way in for every format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
import os
from pathlib import Path
from typing import NamedTuple

from golfs.io._arrays import read_mat, read_npy, read_npz
from golfs.io._frame import read_parquet
from golfs.io._table import BadTable, Table
from golfs.io._text import read_text


class _Format(NamedTuple):
    """A reader, called with the path, the columns to leave out and some of these options."""

    read: Callable[..., Table]
    options: frozenset[str] = frozenset()


_TEXT = _Format(read_text, frozenset({"header", "index"}))
FORMATS = {
    ".csv": _TEXT,
    ".tsv": _TEXT,
    ".csv.gz": _TEXT,
    ".tsv.gz": _TEXT,
    ".parquet": _Format(read_parquet, frozenset({"index"})),
    ".npy": _Format(read_npy),
    ".npz": _Format(read_npz, frozenset({"key"})),
    ".mat": _Format(read_mat, frozenset({"key"})),
}


def read_table(
    path: str | os.PathLike[str],
    *,
    header: bool | None = None,
    index: str | int | None = None,
    drop: Sequence[str | int] | str | int = (),
    key: str | None = None,
) -> Table:
    """Read a table of numbers: samples in rows, features in columns.

    Columns are asked for by name; by number, counted from 0, where they have no names.

    Parameters
    ----------
    path : str or path
        .csv, .tsv, either with .gz; .parquet; .npy; .npz (dense arrays, or one sparse matrix as
        scipy saves it); .mat (up to version 7.2). A .csv without any comma in its first line may
        be separated by semicolons or tabs. The suffix says which.
    header : bool, default None
        Text: whether the first line names the columns. None: it does if one of its fields is
        text above a number, if all are text, if the first is empty, or if they count 0, 1, 2, …
    index : column of sample names
        Text and Parquet. A first column without a name, and pandas' index in Parquet, are taken
        without asking.
    drop : columns to leave out, such as labels
    key : str
        The array inside .npz and .mat. By default the only one that is a table; of several, the
        one named X or fea.

    Returns
    -------
    Table
        X, features, samples, name, key. X is float32 where the file is, else float64.

    Raises
    ------
    BadTable
        A ValueError whose one sentence says what is wrong with the file.
    OSError
        There is no such file, or it is a folder.
    """
    path = Path(path)
    form = _format(path)
    asked = {"header": header, "index": None if index is None else str(index), "key": key}
    options = {name: value for name, value in asked.items() if value is not None}
    for name in options.keys() - form.options:
        raise BadTable(f"{path}: {name} means nothing in a {path.suffix} file; leave it out")
    columns = [drop] if isinstance(drop, (str, int)) else drop
    return form.read(path, [str(name) for name in columns], **options)


def _format(path: Path) -> _Format:
    """How to read an existing file."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; give a file inside it")
    if not path.exists():
        raise FileNotFoundError(f"{path} does not exist")
    suffix = next((suffix for suffix in FORMATS if path.name.lower().endswith(suffix)), None)
    if suffix is None:
        raise BadTable(f"{path} has a suffix that is not known; known are {', '.join(FORMATS)}")
    if path.stat().st_size == 0:
        raise BadTable(f"{path} is empty")
    return FORMATS[suffix]
