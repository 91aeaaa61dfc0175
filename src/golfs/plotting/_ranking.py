"""The best features and their scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from golfs.plotting._common import (
    INK,
    STRONG,
    WEAK,
    axes,
    best_first,
    check_learned,
    feature_names,
    name_ticks,
    size_in_inches,
    tidy,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LABEL_ROOM = 0.3  # of the highest score: what the mark of the selection's end needs beside the bars


def plot_ranking(
    selector: Any, *, n_features: int = 30, names: Sequence[Any] | None = None, ax: Axes | None = None
) -> Axes:
    """Bars of the best scores, best at the top; the selected features in a stronger colour.

    A dashed line marks where the selection ends, if that is in view.

    Parameters
    ----------
    selector : a fitted selector
    n_features : int, default 30
        How many bars, at most.
    names : sequence of str, one for each feature of X
        Default: the names seen in fit, else the numbers of the columns.
    ax : matplotlib Axes
        Where to draw. Default: a new figure, `.figure` of the result.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from golfs import GOLFS
    >>> from golfs.datasets import load_demo
    >>> from golfs.plotting import plot_ranking
    >>> X, names, _ = load_demo()
    >>> golfs = GOLFS(n_clusters=5, n_features_to_select=20, random_state=0).fit(X)
    >>> ax = plot_ranking(golfs, n_features=25, names=names)
    >>> ax.get_title(loc="left")
    '25 best of 256 features, 20 selected'
    """
    check_learned(selector, "scores_", "ranking_", picture="plot_ranking")
    order = best_first(selector, n_features)
    labels = feature_names(selector, names, order)
    support = selector.get_support()
    scores = np.asarray(selector.scores_, dtype=np.float64)[order]
    shown, selected = len(order), int(support.sum())

    ax = axes(ax, 6.4, 1.2 + 0.2 * shown)
    ax.barh(range(shown), scores, height=0.75, color=[STRONG if chosen else WEAK for chosen in support[order]])
    ax.set_ylim(shown - 0.5, -0.5)
    right = 1.02 * scores.max()
    if 0 < selected < shown:
        right = max(right, scores[selected - 1] + LABEL_ROOM * scores.max())
        _mark_end(ax, selected)
    ax.set_xlim(0, right or 1.0)
    name_ticks(ax.yaxis, labels, size_in_inches(ax)[1])
    ax.set_xlabel("Score (higher is better)")
    tidy(ax, f"{shown} best of {len(support)} features, {selected or 'none'} selected")
    return ax


def _mark_end(ax: Axes, selected: int) -> None:
    """A line below the last selected bar, with its number at the right end."""
    ax.axhline(selected - 0.5, color=INK, linewidth=1, linestyle="--")
    ax.annotate(
        f"{selected} selected",
        (1, selected - 0.5),
        xycoords=ax.get_yaxis_transform(),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color=STRONG,
    )
