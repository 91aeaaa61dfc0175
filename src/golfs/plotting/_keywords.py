"""The words that mark each cluster of documents."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from golfs.plotting._common import (
    STRONG,
    TALLEST,
    check_named,
    matplotlib,
    name_ticks,
    numbers,
    shortened,
    size_in_inches,
    tidy,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_WORDS = 10
PANEL_WIDTH = 2.4  # inches: three panels are as wide as a printed page
PER_ROW = 3


def plot_keywords(words: Mapping[str, Mapping[str, float]]) -> Figure:
    """Bars of the ten heaviest words of each cluster, a panel for each, all on one scale.

    Parameters
    ----------
    words : {cluster: {word: weight}}

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> from golfs.plotting import plot_keywords
    >>> figure = plot_keywords({"sport": {"match": 0.9, "coach": 0.4}, "politics": {"vote": 0.7}})
    >>> [ax.get_title(loc="left") for ax in figure.axes]
    ['sport', 'politics']
    """
    check_words(words)
    heaviest = {cluster: best_words(weights, MOST_WORDS) for cluster, weights in words.items()}
    longest = max(len(weights) for weights in heaviest.values())
    right = max(weight for weights in heaviest.values() for weight in weights.values())
    figure, panels = new_panels(len(words), 0.9 + 0.17 * longest)
    for ax, (cluster, weights) in zip(panels, heaviest.items(), strict=True):
        ax.barh(range(len(weights)), list(weights.values()), height=0.75, color=STRONG)
        ax.set_ylim(longest - 0.5, -0.5)
        ax.set_xlim(0, 1.03 * right)
        name_ticks(ax.yaxis, [shortened(word) for word in weights], size_in_inches(ax)[1] * len(weights) / longest)
        ax.tick_params(axis="x", labelsize=8)
        ax.locator_params(axis="x", nbins=4)
        ax.set_xlabel("Weight", fontsize=8)
        tidy(ax, "")
        name_panel(ax, cluster)
    return figure


def check_words(words: Mapping[str, Mapping[str, float]]) -> None:
    """Some clusters, each with some words, of which one at least weighs something."""
    form = "{cluster: {word: weight}}"
    check_named("words", words, form)
    for cluster, weights in words.items():
        check_named(f"words[{cluster!r}]", weights, form)
        values = numbers(f"words[{cluster!r}]", list(weights.values()))
        if not np.isfinite(values).all() or (values < 0).any():
            raise ValueError(f"words[{cluster!r}] has weights that are negative, NaN or infinite; give those above 0")
        if not values.any():
            raise ValueError(f"words[{cluster!r}] has no word of a weight above 0; leave the cluster out")


def best_words(weights: Mapping[str, float], most: int) -> dict[str, float]:
    """The heaviest words above 0, heaviest first; of equal ones the first in the alphabet."""
    positive = [(word, float(weight)) for word, weight in weights.items() if weight > 0]
    return dict(sorted(positive, key=lambda both: (-both[1], both[0]))[:most])


def new_panels(
    number: int, height: float, *, per_row: int = PER_ROW, width: float = PANEL_WIDTH
) -> tuple[Figure, list[Axes]]:
    """A new figure with axes in rows; `height` and `width` are a panel's, in inches."""
    per_row = min(number, per_row)
    rows = ceil(number / per_row)
    figure: Any = matplotlib("figure").Figure(
        figsize=(per_row * width, min(rows * height, TALLEST)), layout="constrained"
    )
    return figure, [figure.add_subplot(rows, per_row, i + 1) for i in range(number)]


def name_panel(ax: Axes, name: str) -> None:
    """A title that is a name, not a formula."""
    ax.set_title(shortened(name), loc="left", fontsize=10, parse_math=False)
