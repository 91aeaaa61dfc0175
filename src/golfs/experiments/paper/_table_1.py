"""Table 1: how many of the ten true features are among the best, TP(s), and how often all are, CP(s)."""

from __future__ import annotations

from functools import partial

from golfs.experiments.paper._protocol import ALL
from golfs.experiments.paper._published import SELECTION, TABLE_1
from golfs.experiments.paper._results import Results
from golfs.experiments.paper._tables import NOTE, compared, examples, mean, slug, tuned_settings, ways
from golfs.report import Figure, Table

TITLE = "Table 1: the features found"


def parts(results: Results) -> list[Table | Figure | str]:
    """A table for each simulation."""
    found: list[Table | Figure | str] = [
        f"## {TITLE}\nTP(s): mean number of the ten true features among the s best. CP(s): share of draws in which "
        "the s best contain all ten. The columns of every draw are shuffled, since equal scores rank by column."
    ]
    for data in examples(results):
        found.append(
            compared(
                f"table1-{slug(data)}",
                f"Table 1: {data}, {len(results.subjects[data])} draws",
                SELECTION,
                TABLE_1[data],
                partial(_row, results, data),
                {method: several for method, several in ways(results, data).items() if method != ALL},
                formats=dict.fromkeys(SELECTION, ".2f"),
                note=f"{NOTE} {tuned_settings(results, data)}",
            )
        )
    return found


def _row(results: Results, data: str, method: str, way: str) -> list[float | None]:
    return [mean(results, data, method, way, column) for column in SELECTION]
