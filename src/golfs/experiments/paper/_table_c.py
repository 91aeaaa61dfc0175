"""Tables C1 and C2: k-means, hierarchical and spectral clustering on the best features of one simulation."""

from __future__ import annotations

from functools import partial

import numpy as np

from golfs.experiments.paper._published import APPENDIX, CLUSTERERS, TABLE_C
from golfs.experiments.paper._results import Results
from golfs.experiments.paper._tables import compared, ways
from golfs.report import Figure, Table

UNITS = {"NMI %": 100.0, "ACC %": 100.0, "ARI %": 100.0}


def parts(results: Results, data: str) -> list[Table | Figure | str]:
    """A table for each clusterer."""
    number = {"Example 1": "C1", "Example 2": "C2"}[data]
    found: list[Table | Figure | str] = [
        f"## Table {number}: three ways to cluster {data}\nAID: average inner-group distance, CHS: Calinski–Harabasz, "
        "DBI: Davies–Bouldin, of the clusters in the selected features. They are in units of these features, so "
        "methods that select others cannot be compared by them: they are as the paper has them, and nothing is bold. "
        "No mean distance gives the paper's AID."
    ]
    for by, title in CLUSTERERS.items():
        found.append(
            compared(
                f"table{number}-{by}",
                f"Table {number}: {data}, {title}, {len(results.subjects[data])} draws",
                APPENDIX,
                TABLE_C[data][by],
                partial(_row, results, data, by),
                ways(results, data),
                formats=dict.fromkeys(APPENDIX, ".2f"),
                unjudged=("AID", "CHS", "DBI"),
            )
        )
    return found


def _row(results: Results, data: str, by: str, method: str, way: str) -> list[float | None]:
    judged = [one[f"{method}, {way}"] for one in results.judged[data]]
    return [
        UNITS.get(column, 1.0) * float(np.mean([one[f"{by} {column.split()[0]}"] for one in judged]))
        for column in APPENDIX
    ]
