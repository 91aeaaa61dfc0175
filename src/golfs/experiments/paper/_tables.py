"""What the tables share: a row for each method and how it was set, published figures first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from golfs.experiments.paper._protocol import ALL, EXAMPLES, METHODS, TUNED
from golfs.experiments.paper._results import Results
from golfs.report import Table

HOW = ["method", "how"]
PUBLISHED = "published"
NOTE = (
    "tuned: of the grid of penalties the one setting with the highest mean ACC over all draws, found with the true "
    "labels. label-free: our defaults, no label used. Bold: best of our figures in a column."
)

Values = Sequence[float | None]


def slug(text: str) -> str:
    """A name of files.

    >>> slug("Example 1")
    'example1'
    """
    return "".join(text.lower().split())


def compared(
    name: str,
    title: str,
    columns: Sequence[str],
    published: Mapping[str, Sequence[float]],
    ours: Callable[[str, str], Values],
    ways: Mapping[str, Sequence[str]],
    *,
    formats: Mapping[str, str],
    unjudged: Sequence[str] = (),
    note: str = NOTE,
) -> Table:
    """Published figures beside ours, `ours(method, way)` for each row; the best of ours bold where it can be judged."""
    rows: list[list[str | float | None]] = []
    for method in METHODS:
        if method in published:
            rows.append([method, PUBLISHED, *published[method]])
        rows += [[method, "no selection" if method == ALL else way, *ours(method, way)] for way in ways.get(method, ())]
    best = set()
    for j, column in enumerate(columns, start=len(HOW)):
        seen = [(value, i) for i, row in enumerate(rows) if row[1] != PUBLISHED and isinstance(value := row[j], float)]
        if seen and column not in unjudged:
            top = max(value for value, _ in seen)
            best |= {(i, column) for value, i in seen if value == top}
    return Table(name, title, [*HOW, *columns], rows, note=note, formats=formats, highlight=best)


def mean(results: Results, data: str, method: str, way: str, measure: str) -> float | None:
    """Over the draws; None where the measure means nothing."""
    values = results.values(data, method, way, measure)
    return float(values.mean()) if len(values) else None


def ways(results: Results, data: str) -> dict[str, list[str]]:
    """How each method was set that was run on some data."""
    return {method: results.ways(method) for method in results.methods(data)}


def tuned_settings(results: Results, data: str) -> str:
    """The settings that tuning found, as a sentence."""
    found = [
        f"{method}: {results.setting(data, method, TUNED)}"
        for method in results.methods(data)
        if TUNED in results.ways(method)
    ]
    return "Tuned on " + data + " — " + "; ".join(found) + "."


def examples(results: Results) -> list[str]:
    """The simulations that were run."""
    return [data for data in EXAMPLES if results.methods(data)]
