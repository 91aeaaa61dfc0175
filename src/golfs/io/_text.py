"""CSV and TSV, with a header or without, read by the C parser of pandas."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
import csv
import gzip
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from golfs._extras import extra
from golfs.io._frame import check_names, from_frame
from golfs.io._table import BadTable, Table, column, left_out, readable

MISSING = {"", "na", "nan", "n/a", "null", "none", "true", "false"}  # beside numbers, what columns of numbers hold
MARK = "="  # before names of samples, so that pandas keeps 007 and NA as they are


class _Record(NamedTuple):
    line: int
    fields: list[str]


def read_text(path: Path, drop: Sequence[str], *, header: bool | None = None, index: str | None = None) -> Table:
    """A text file, separated by commas or tabs."""
    with readable(path):
        separator = _separator(path)
        head = list(islice(_records(path, separator), 2))
    if not head:
        raise BadTable(f"{path} is empty")
    first = [field.strip() for field in head[0].fields]
    if header is None:
        asked = {*drop, *([] if index is None else [index])}
        header = _is_header(first, head[1].fields if len(head) > 1 else [], asked)
    unnamed = {0} if header and not first[0] else set()
    names = first if header else [str(j) for j in range(len(first))]
    check_names(path, names, unnamed=unnamed, otherwise=", or see --no-header")
    if len(head) == 2 and len(head[1].fields) != len(first):
        raise _ragged(path, head[1], len(first))
    naming = unnamed if index is None else {column(path, names, index, option="index")}
    out = left_out(path, names, drop) | unnamed | naming

    frame = _parsed(path, separator, header, len(names), naming)
    samples = [[name.removeprefix(MARK) for name in frame.iloc[:, place]] for place in naming]
    return from_frame(path, frame, names, out=out, samples=samples[0] if samples else None, numbered=not header)


def _parsed(path: Path, separator: str, header: bool, width: int, text: Collection[int]) -> Any:
    """A data frame whose columns are numbered; those of text have a mark before each value."""
    pandas = extra("pandas", extra="cli", purpose="reading CSV and TSV files")
    with readable(path):
        try:
            frame = pandas.read_csv(
                path,
                sep=separator,
                header=0 if header else None,
                names=range(width),  # pandas would rename duplicates
                converters=dict.fromkeys(text, MARK.__add__),
                encoding="utf-8-sig",
                low_memory=False,  # in chunks, wide files take three times as long
            )
        except pandas.errors.ParserError:
            _refuse_ragged(path, separator, width)
            raise
    last = frame.iloc[:, -1]
    if (last.isna() | (last == MARK)).any():  # so pandas fills a row that is too short
        _refuse_ragged(path, separator, width)
    return frame


def _open(path: Path) -> IO[str]:
    if path.suffix.lower() == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _separator(path: Path) -> str:
    """Tab in a .tsv; in a .csv a comma, or else what spreadsheets use instead."""
    if path.name.lower().endswith((".tsv", ".tsv.gz")):
        return "\t"
    with _open(path) as stream:
        line = next((line for line in stream if line.strip()), "")
    return next((separator for separator in ",;\t" if separator in line), ",")


def _records(path: Path, separator: str) -> Iterator[_Record]:
    """The records that are not blank, each with the number of its last line."""
    with _open(path) as stream:
        reader = csv.reader(stream, delimiter=separator)
        for fields in reader:
            if len(fields) > 1 or (fields and fields[0].strip()):
                yield _Record(reader.line_num, fields)


def _is_header(first: Sequence[str], second: Sequence[str], asked: Collection[str]) -> bool:
    """Whether the first record names the columns.

    An empty first field is what pandas writes above its index; the other reading would be a
    missing value, which is refused anyway.
    """
    text = [not _number(field) for field in first]
    below = [_number(field) for field in second]
    return (
        not first[0]
        or all(text)
        or any(name in first and not _number(name) for name in asked)
        or any(word and number for word, number in zip(text, below, strict=False))
        or (len(first) > 2 and first == [str(j) for j in range(len(first))])
    )


def _number(field: str) -> bool:
    if field.strip().lower() in MISSING:
        return True
    try:
        float(field)
    except ValueError:
        return False
    return True


def _refuse_ragged(path: Path, separator: str, width: int) -> None:
    with readable(path):
        for record in _records(path, separator):
            if len(record.fields) != width:
                raise _ragged(path, record, width)


def _ragged(path: Path, record: _Record, width: int) -> BadTable:
    fields = "field" if len(record.fields) == 1 else "fields"
    return BadTable(
        f"{path}: line {record.line} has {len(record.fields)} {fields} where the first has {width}; "
        "give every line the same number"
    )
