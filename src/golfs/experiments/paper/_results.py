"""What was found, in one place: every table and figure reads it here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from golfs.experiments.paper._protocol import DEFAULTS, METHODS, TUNED, Scale
from golfs.experiments.paper._subjects import Subject
from golfs.experiments.paper._sweep import Order, Swept

Array = NDArray[np.float64]


@dataclass
class Results:
    """Sweeps by (data, method), a value for each draw; judged rankings by data, likewise; findings by name."""

    scale: Scale
    seed: int
    subjects: dict[str, list[Subject]] = field(default_factory=dict)
    sweeps: dict[tuple[str, str], list[Swept]] = field(default_factory=dict)
    judged: dict[str, list[dict[str, dict[str, float]]]] = field(default_factory=dict)
    findings: dict[str, Any] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)  # data that are not there, and what to put where

    def methods(self, data: str) -> list[str]:
        """Those that were run."""
        return [name for name in METHODS if (data, name) in self.sweeps]

    def ways(self, method: str) -> list[str]:
        """How a method was set: with the true labels, without, or both."""
        chosen = METHODS[method]
        return [TUNED] * bool(chosen.axes) + [DEFAULTS] * chosen.has_defaults

    def setting(self, data: str, method: str, way: str) -> str:
        """The one setting used for all draws; tuned, that of the highest mean ACC, the first of equals."""
        swept = self.sweeps[data, method]
        if way == DEFAULTS:
            return DEFAULTS
        grid = [name for name in swept[0]["settings"] if name != DEFAULTS]
        means = [float(np.mean([one["settings"][name]["ACC"] for one in swept])) for name in grid]
        return str(grid[int(np.argmax(means))])

    def values(self, data: str, method: str, way: str, measure: str) -> Array:
        """One for each draw; empty where the measure means nothing."""
        setting = self.setting(data, method, way)
        found = [one["settings"][setting].get(measure) for one in self.sweeps[data, method]]
        return np.array([value for value in found if value is not None])

    def order(self, data: str, method: str, way: str, draw: int) -> Order:
        """The ranking of a draw."""
        swept = self.sweeps[data, method][draw]
        order: Order = swept["orders"][swept["settings"][self.setting(data, method, way)]["order"]]
        return order

    def rows(self) -> list[dict[str, Any]]:
        """For results.parquet: one for each draw, method, setting, clusterer and measure, sorted."""
        found = []
        for (data, method), swept in self.sweeps.items():
            for draw, one in enumerate(swept):
                for setting, values in one["settings"].items():
                    where = {"data": data, "draw": draw, "method": method, "setting": setting}
                    found += [
                        where | {"clusterer": "" if "P(" in measure else "kmeans", "measure": measure, "value": value}
                        for measure, value in values.items()
                        if measure != "order"
                    ]
        for data, several in self.judged.items():
            for draw, named in enumerate(several):
                for name, values in named.items():
                    method, way = name.split(", ")
                    where = {"data": data, "draw": draw, "method": method, "setting": self.setting(data, method, way)}
                    for both, value in values.items():
                        by, measure = both.split(" ")
                        if by != "kmeans" or measure not in ("NMI", "ACC", "ARI"):
                            found.append(where | {"clusterer": by, "measure": measure, "value": value})
        distinct = {tuple(row.values())[:-1]: row for row in found}
        return [distinct[key] for key in sorted(distinct)]


def half_width(values: Sequence[float] | Array) -> float:
    """Of the 95 % interval of a mean, by Student's t; nan for a single value."""
    n = len(values)
    return float(stats.t.ppf(0.975, n - 1) * np.std(values, ddof=1) / np.sqrt(n)) if n > 1 else float("nan")
