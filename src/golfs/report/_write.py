"""A report to a folder: all its files, or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
import csv
from functools import partial
from io import StringIO
import os
from pathlib import Path
from typing import Any

from golfs._checks import InvalidParameter
from golfs._extras import extra
from golfs.io import check_targets, write_whole
from golfs.report._latex import latex
from golfs.report._page import OWN, page
from golfs.report._parts import Figure, Table
from golfs.report._picture import picture


def write_report(
    out: str | os.PathLike[str],
    title: str,
    parts: Sequence[Table | Figure | str],
    settings: Mapping[str, Any],
    *,
    force: bool = False,
) -> list[Path]:
    """Write index.html, tables as CSV and LaTeX in tables/, figures as PNG and SVG in figures/: all or none.

    The page holds everything, needs nothing beside it, and names versions and the time of writing.

    Parameters
    ----------
    out : folder, made if it does not exist
    title : str
    parts : sequence of Table, Figure and str
        In the order of the page. A string is a paragraph, or several with empty lines between;
        one that begins with "## " has a heading as its first line.
    settings : {name: value}
        With what the results were made: seed, scale, grids, seconds …
    force : bool, default False
        Replace existing files.

    Returns
    -------
    list of Path
        What was written.

    Examples
    --------
    >>> import tempfile
    >>> from golfs.report import Table, write_report
    >>> table = Table("scores", "Scores", ["method", "TP(10)"], [["GOLFS", 9.875]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = write_report(folder, "Results", ["## Selection", table], {"seed": 0})
    ...     print(*(path.relative_to(folder).as_posix() for path in paths))
    tables/scores.csv tables/scores.tex index.html
    """
    if isinstance(parts, (str, Table, Figure)):
        raise InvalidParameter(f"parts is one {type(parts).__name__}; give a list of them, such as [part]")
    if not isinstance(settings, Mapping):
        raise InvalidParameter(f"settings is of type {type(settings).__name__}; give {{name: value}}")
    out, parts = Path(out), list(parts)
    _check_parts(parts)
    tables = [part for part in parts if isinstance(part, Table)]
    figures = [part for part in parts if isinstance(part, Figure)]
    targets = [out / "tables" / f"{table.name}.{kind}" for table in tables for kind in ("csv", "tex")]
    targets += [out / "figures" / f"{figure.name}.{kind}" for figure in figures for kind in ("png", "svg")]
    targets.append(out / "index.html")  # last, so that it never shows what is not there
    check_targets(targets, force=force)
    extra("jinja2", extra="report", purpose="a report")

    pictures = {figure.name: picture(figure) for figure in figures}
    contents = [text.encode() for table in tables for text in (_csv(table), latex(table))]
    contents += [content for drawn in pictures.values() for content in (drawn.png, drawn.svg)]
    contents.append(page(title, parts, pictures, settings).encode())
    files: dict[Path, Callable[[Path], object]] = {
        path: partial(Path.write_bytes, data=content) for path, content in zip(targets, contents, strict=True)
    }
    for folder in {path.parent for path in targets}:
        folder.mkdir(parents=True, exist_ok=True)
    write_whole(files, force=force)
    return targets


def _check_parts(parts: list[Table | Figure | str]) -> None:
    """Known kinds, and names that no two share: on a disk that tells no capitals apart, too."""
    names = set()
    for part in parts:
        if isinstance(part, str):
            continue
        if not isinstance(part, (Table, Figure)):
            raise InvalidParameter(
                f"parts holds {part!r} of type {type(part).__name__}; give a Table, a Figure or text"
            )
        if part.name.lower() in OWN:
            raise ValueError(f"a part is named {part.name!r}, as a section that every page has; rename it")
        if part.name.lower() in names:
            raise ValueError(f"two parts are named {part.name!r}; rename one: the name is that of its files")
        names.add(part.name.lower())


def _csv(table: Table) -> str:
    """The numbers in full, as anything reads them."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return stream.getvalue()
