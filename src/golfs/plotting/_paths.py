"""Objectives of several solvers, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from golfs.plotting._common import ALARM, INK, STRONG, axes, check_named, matplotlib, numbers, shortened, tidy
from golfs.plotting._objective import DECADES, ROUNDING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = (STRONG, ALARM, "#009E73", INK, "#CC79A7", "#E69F00")  # Okabe and Ito's
DASHES = ("-", "--", ":", "-.")  # so that no line is told by its colour alone
BELOW = 3.6  # lines of text between the axes and the legend: for the ticks and the name of the axis


def plot_paths(paths: Mapping[str, Sequence[float]], *, ax: Axes | None = None) -> Axes:
    """The objective after each iteration, a line for each solver; the legend counts where it rises.

    An axis is logarithmic where a linear one would show nothing: the objectives are positive and
    span a factor of more than about 30, or there are more than 30 iterations.

    Parameters
    ----------
    paths : {name: objective after each iteration}
    ax : matplotlib Axes
        Where to draw. Default: a new figure, `.figure` of the result.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from golfs.plotting import plot_paths
    >>> ax = plot_paths({"printed": [3, 4, 3], "default": [3, 2, 1]})
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['printed (rises in 1 of 2 steps)', 'default (never rises)']
    """
    check_named("paths", paths, "{name: objective after each iteration}")
    lines = {name: numbers(f"paths[{name!r}]", path) for name, path in paths.items()}
    for name, line in lines.items():
        if line.ndim != 1 or not line.size or not np.isfinite(line).all():
            raise ValueError(f"paths[{name!r}] must be a sequence of finite numbers, one for each iteration")

    ax = axes(ax, 6.4, 3.8 + 0.22 * len(lines))
    for i, (name, line) in enumerate(lines.items()):
        rises = int((np.diff(line) > ROUNDING * np.abs(line[:-1])).sum())
        ax.plot(
            np.arange(1, len(line) + 1),
            line,
            color=COLOURS[i % len(COLOURS)],
            linestyle=DASHES[i % len(DASHES)],
            marker="o" if len(line) == 1 else "",
            linewidth=1.6,
            zorder=3 - rises / len(line),  # one that goes up and down is a band, and lies behind
            label=f"{shortened(name)} ({f'rises in {rises} of {len(line) - 1} steps' if rises else 'never rises'})",
        )
    longest, values = max(map(len, lines.values())), np.concatenate(list(lines.values()))
    if longest > 10**DECADES:
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter("{x:g}")
    else:
        ax.xaxis.set_major_locator(matplotlib("ticker").MaxNLocator(integer=True, min_n_ticks=1))
    if values.min() > 0 and values.max() > 10**DECADES * values.min():
        ax.set_yscale("log")
    else:
        ax.ticklabel_format(axis="y", useOffset=False)
    ax.set_xlabel("Iteration")
    ax.set_ylabel("Objective")
    legend = ax.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=BELOW)
    for text in legend.get_texts():
        text.set_parse_math(False)
    tidy(ax, "Objective after each iteration")
    return ax
