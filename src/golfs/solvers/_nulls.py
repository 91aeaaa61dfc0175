"""How often chance gives a statistic as large: from a table simulated by benchmarks/null_quantiles.py.

A row of the table holds quantiles of one statistic (already times √n) for one n. Between two n they are
interpolated linearly in 1/√n; for more samples than the table has, its last row serves.
Between quantiles, and beyond the last, log p is linear in the square of the statistic, as it is in the
limit for suprema of Gaussian processes.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

STEEPNESS_FROM = 0.01  # the slope beyond the table is that between this tail and the last
CLOSE = 1e-9  # quantiles closer than this are one: the smallest value a statistic can take


@dataclass(frozen=True)
class Null:
    """The distribution of a statistic if there is nothing to find, for one number of samples."""

    mean: float
    deviation: float
    tails: Array  # P(statistic ≥ quantile), falling
    quantiles: Array

    @classmethod
    def of(cls, statistic: str, n: int) -> Null:
        """That of "dip" (√n times the dip of uniform values) or "kolmogorov" (ψ of normal ones)."""
        tails, sizes, rows = _table(statistic)
        at = 1 / np.sqrt(n)
        nodes = 1 / np.sqrt(sizes)
        row = np.array([np.interp(-at, -nodes, column) for column in rows.T])
        return cls(float(row[0]), float(row[1]), tails, row[2:])

    def p_values(self, statistic: Array) -> Array:
        """P(T ≥ t) for each t."""
        new = np.diff(self.quantiles, prepend=0.0) > CLOSE
        if new.sum() == 1:  # the dip of up to three values is always the same
            return np.ones(len(statistic))
        square, log_tail = self.quantiles[new] ** 2, np.log(self.tails[new])
        log_tail[0] = 0.0
        far = int(np.searchsorted(-self.tails[new], -STEEPNESS_FROM))
        steepness = (log_tail[far] - log_tail[-1]) / (square[-1] - square[far])
        t = np.asarray(statistic, dtype=np.float64) ** 2
        log_p = np.interp(t, square, log_tail) - steepness * np.maximum(t - square[-1], 0.0)
        return np.asarray(np.exp(log_p))


@cache
def _table(statistic: str) -> tuple[Array, Array, Array]:
    """Tail probabilities, sizes and for each size mean, standard deviation and quantiles."""
    text = (files("golfs.solvers") / "_null_quantiles.csv").read_text(encoding="utf-8")
    header, *lines = csv.reader(text.splitlines())
    numbers = np.array([line[1:] for line in lines if line[0] == statistic], dtype=np.float64)
    return np.array(header[4:], dtype=np.float64), numbers[:, 0], numbers[:, 1:]


def discoveries(p_values: Array, rate: float) -> int:
    """How many of the smallest p-values to call discoveries at this false discovery rate.

    Benjamini, Y. and Hochberg, Y. (1995): the largest j with p_(j) ≤ rate · j/d.
    """
    d = len(p_values)
    passes = np.flatnonzero(np.sort(p_values) <= rate * np.arange(1, d + 1) / d)
    return int(passes[-1]) + 1 if len(passes) else 0
