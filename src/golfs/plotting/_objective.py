"""How the objective came down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from golfs.plotting._common import ALARM, STRONG, axes, check_learned, matplotlib, tidy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROUNDING = 1e-9  # a relative rise below this is rounding
DECADES = 1.5  # from here on the end of the path is flat on a linear scale
MARKED = 60  # with more iterations, points merge into the line


def plot_objective(selector: Any, *, ax: Axes | None = None) -> Axes:
    """The objective after each iteration; steps where it rises (solver="paper") in another colour.

    On a log scale if it is positive and falls by more than a factor of about 30.

    Parameters
    ----------
    selector : a fitted selector with `objective_path_`
    ax : matplotlib Axes
        Where to draw. Default: a new figure, `.figure` of the result.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from golfs import GOLFS
    >>> from golfs.datasets import load_demo
    >>> from golfs.plotting import plot_objective
    >>> ax = plot_objective(GOLFS(n_clusters=5, random_state=0).fit(load_demo().X))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('Iteration', 'Objective')
    """
    check_learned(selector, "objective_path_", picture="plot_objective")
    path = np.asarray(selector.objective_path_, dtype=np.float64)
    if path.size == 0:
        raise ValueError("plot_objective has nothing to draw: objective_path_ is empty")
    iterations = np.arange(1, len(path) + 1)

    ax = axes(ax, 6.4, 4.0)
    style: dict[str, Any] = {"linewidth": 1.8, "marker": "o" if len(path) <= MARKED else "", "markersize": 4}
    ax.plot(iterations, path, color=STRONG, **style)
    rises = np.flatnonzero(np.diff(path) > ROUNDING * np.abs(path[:-1]))
    if rises.size:
        # each step from its beginning to its end, and a gap before the next
        steps = np.column_stack([rises, rises + 1, rises]).ravel()
        values = path[steps]
        values[2::3] = np.nan
        ax.plot(iterations[steps], values, color=ALARM, label=f"rises ({rises.size} of {len(path) - 1} steps)", **style)
        ax.legend(frameon=False)

    if path.min() > 0 and path.max() > 10**DECADES * path.min():
        ax.set_yscale("log")
    else:
        ax.ticklabel_format(axis="y", useOffset=False)
    ax.xaxis.set_major_locator(matplotlib("ticker").MaxNLocator(integer=True, min_n_ticks=1))
    ax.set_xlabel("Iteration")
    ax.set_ylabel("Objective")
    tidy(ax, f"Objective over {len(path)} iteration{'s' * (len(path) != 1)}")
    return ax
