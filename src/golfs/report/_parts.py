"""What a report is made of: tables and figures, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
import math
from numbers import Integral, Real
import re
from typing import TYPE_CHECKING, NamedTuple

from golfs._checks import InvalidParameter

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

Value = str | float | int | None
NOTHING = "–"


class Cell(NamedTuple):
    """A cell as it is shown."""

    text: str
    is_number: bool
    is_bold: bool


@dataclass(frozen=True)
class Table:
    """Rows of text and numbers under named columns.

    Parameters
    ----------
    name : str
        Of its files, and of its place in the page.
    title : str
    columns : sequence of str
        All different.
    rows : sequence of sequences of str, float, int or None
        None and NaN are shown as –.
    note : str, default ""
        Stands below the table.
    formats : {column: format specification}
        Of its numbers. Default: three digits, or more if there are more before the point.
    highlight : collection of (number of the row, column)
        Cells in bold.

    Examples
    --------
    >>> from golfs.report import Table
    >>> table = Table("scores", "Scores", ["method", "TP(10)"], [["GOLFS", 9.875], ["RSR", None]])
    >>> [[cell.text for cell in row] for row in table.cells()]
    [['GOLFS', '9.88'], ['RSR', '–']]
    """

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    note: str = ""
    formats: Mapping[str, str] = field(default_factory=dict)
    highlight: Collection[tuple[int, str]] = frozenset()

    def __post_init__(self) -> None:
        check_name("table", self.name)
        where = f"table {self.name!r}"
        check_texts(where, title=[self.title], note=[self.note], columns=self.columns)
        if len(set(self.columns)) != len(self.columns):
            raise ValueError(f"{where} has two columns of the same name; columns={list(self.columns)}")
        if not len(self.columns) or not len(self.rows):
            raise ValueError(f"{where} is empty; leave it out, or say in a paragraph why there is nothing")
        for i, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ValueError(f"{where} has {len(self.columns)} columns, but row {i} has {len(row)} cells")
        unknown = ({*self.formats} | {column for _, column in self.highlight}) - {*self.columns}
        if unknown:
            raise ValueError(
                f"{where} has no column {', '.join(map(repr, sorted(unknown)))}; see formats and highlight"
            )
        beyond = [i for i, _ in self.highlight if i not in range(len(self.rows))]
        if beyond:
            raise ValueError(f"{where} has {len(self.rows)} rows, counted from 0, but highlight names row {beyond[0]}")
        self.cells()  # refuses what cannot be shown

    def cells(self) -> list[list[Cell]]:
        """Every cell as it is shown."""
        numeric = {column: self.is_numeric(column) for column in self.columns}
        return [
            [
                Cell(self._text(value, column), numeric[column], (i, column) in self.highlight)
                for value, column in zip(row, self.columns, strict=True)
            ]
            for i, row in enumerate(self.rows)
        ]

    def is_numeric(self, column: str) -> bool:
        """Whether a column holds numbers only."""
        j = list(self.columns).index(column)
        return not any(isinstance(row[j], str) for row in self.rows)

    def _text(self, value: Value, column: str) -> str:
        if value is None or isinstance(value, str):
            return NOTHING if value is None else value
        if isinstance(value, bool) or not isinstance(value, Real):
            raise ValueError(
                f"table {self.name!r} has {value!r} of type {type(value).__name__} in column {column!r}; "
                "a cell is text, a number or None"
            )
        if math.isnan(value):
            return NOTHING
        spec = self.formats.get(column, _format(value))
        try:
            return format(value, spec).replace("-", "−")
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"formats[{column!r}]={spec!r} of table {self.name!r} does not format {value!r}; '.3f' would"
            ) from error


def _format(value: Real) -> str:
    """1234 for 1234.4, where .3g would give 1.23e+03."""
    if isinstance(value, Integral):
        return ""
    return ".0f" if 999.5 <= abs(float(value)) < 1e9 else ".3g"


@dataclass(frozen=True)
class Figure:
    """A picture, drawn when the report is written.

    Parameters
    ----------
    name : str
        Of its files, and of its place in the page.
    title : str
    draw : function without arguments
        Returns matplotlib Axes or a Figure, as everything in `golfs.plotting` does.
    note : str, default ""
        Stands below the picture.
    alt : str, default ""
        What it shows, for those who cannot see it. Default: the title.

    Examples
    --------
    >>> from golfs.plotting import plot_paths
    >>> from golfs.report import Figure
    >>> figure = Figure("paths", "The objective", lambda: plot_paths({"default": [3.0, 2.0, 1.5]}))
    """

    name: str
    title: str
    draw: Callable[[], Axes | Drawing]
    note: str = ""
    alt: str = ""

    def __post_init__(self) -> None:
        check_name("figure", self.name)
        check_texts(f"figure {self.name!r}", title=[self.title], note=[self.note], alt=[self.alt])
        if not callable(self.draw):
            raise InvalidParameter(
                f"draw of figure {self.name!r} is of type {type(self.draw).__name__}; "
                "give a function that draws, such as lambda: plot_paths(paths)"
            )


def check_name(kind: str, name: str) -> None:
    """A name that can be that of a file on any system, and an address inside a page."""
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
        raise ValueError(
            f"{kind} name={name!r} must begin with a letter and go on with letters, digits, - and _: it names files"
        )


def check_texts(where: str, **texts: Sequence[str]) -> None:
    """Nothing but texts under each name."""
    for name, several in texts.items():
        for text in several:
            if not isinstance(text, str):
                raise InvalidParameter(
                    f"{name} of {where} has {text!r} of type {type(text).__name__}; give text, such as {str(text)!r}"
                )
