"""How measures depend on two penalties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from golfs.plotting._common import INK, LARGEST_FONT, SMALLEST_FONT, check_named, matplotlib, numbers
from golfs.plotting._keywords import name_panel, new_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = "cividis"  # made for colour-blind eyes, and even in grey print
PER_ROW = 2
PANEL = 3.6  # inches: two are as wide as a printed page
DRAWN = 2.7  # inches, of a panel without the names of its axes
WIDE = 0.68  # of the font: a digit and its share of the gap to the next cell


def plot_sensitivity(values: Mapping[str, Any], alpha: Sequence[float], beta: Sequence[float]) -> Figure:
    """A heat map over α × β for each measure, the values written into the cells, the highest framed.

    Where several are highest, each is framed. Cells too small for numbers (beyond about 14 × 14)
    have a colour bar instead. NaN is left blank.

    Parameters
    ----------
    values : {measure: array of shape (len(beta), len(alpha))}
    alpha, beta : sequence of float
        Increasing.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> from golfs.plotting import plot_sensitivity
    >>> figure = plot_sensitivity({"ACC": [[0.5, 0.6], [0.7, 0.4]]}, [0.1, 1], [1, 100])
    >>> figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()
    ('α', 'β')
    """
    across, up = _grid("alpha", alpha), _grid("beta", beta)
    check_named("values", values, "{measure: array of shape (len(beta), len(alpha))}")
    maps = {name: _map(name, array, (len(up), len(across))) for name, array in values.items()}
    figure, panels = new_panels(len(maps), PANEL * 0.9, per_row=PER_ROW, width=PANEL)
    for ax, (name, array) in zip(panels, maps.items(), strict=True):
        _draw(ax, array, across, up)
        name_panel(ax, name)
    return figure


def _draw(ax: Axes, array: NDArray[np.float64], across: NDArray[np.float64], up: NDArray[np.float64]) -> None:
    edges = _edges(across), _edges(up)
    ax.set(xscale="log", yscale="log", xlabel="α", ylabel="β")
    mesh = ax.pcolormesh(*edges, np.ma.masked_invalid(array), cmap=COLOURS)
    for axis, grid in ((ax.xaxis, across), (ax.yaxis, up)):
        names, most = _names(grid)
        every = ceil(len(grid) / most)
        axis.set_ticks(grid[::every].tolist(), labels=names[::every], fontsize=8)
        axis.set_ticks([], minor=True)
    _frame_highest(ax, array, *edges)
    texts = _texts(array)
    font = min(LARGEST_FONT, 72 * DRAWN / max(array.shape) / (WIDE * max(map(len, texts.flat))))
    if font < SMALLEST_FONT:
        ax.figure.colorbar(mesh, ax=ax, shrink=0.8).ax.tick_params(labelsize=8)
        return
    middle = (np.nanmin(array) + np.nanmax(array)) / 2
    for (i, j), text in np.ndenumerate(texts):
        colour = "black" if array[i, j] > middle else "white"  # on light and on dark
        place = float(across[j]), float(up[i])
        ax.text(*place, text, ha="center", va="center_baseline", fontsize=font, color=colour)


def _frame_highest(ax: Axes, array: NDArray[np.float64], across: NDArray[np.float64], up: NDArray[np.float64]) -> None:
    """White inside dark, to be seen on any colour."""
    rectangle = matplotlib("patches").Rectangle
    for colour, width in ((INK, 2.5), ("white", 1.0)):
        for row, column in np.argwhere(array == np.nanmax(array)):
            place, size = (across[column], up[row]), (np.diff(across)[column], np.diff(up)[row])
            ax.add_patch(rectangle(place, *size, fill=False, edgecolor=colour, linewidth=width, clip_on=False))


def _grid(name: str, values: Sequence[float]) -> NDArray[np.float64]:
    grid = numbers(name, values)
    steps = np.diff(grid, prepend=0.0) if grid.ndim == 1 and grid.size else np.zeros(1)
    if not (np.isfinite(grid).all() and (steps > 0).all()):
        raise ValueError(f"{name} must be increasing numbers above 0, got {grid.tolist()}")
    return grid


def _map(name: str, values: Any, shape: tuple[int, int]) -> NDArray[np.float64]:
    array = numbers(f"values[{name!r}]", values)
    if array.shape != shape:
        raise ValueError(
            f"values[{name!r}] has shape {array.shape}, but beta and alpha have {shape[0]} and {shape[1]} values; "
            "give one row for each beta and one column for each alpha"
        )
    if np.isinf(array).any() or np.isnan(array).all():
        raise ValueError(f"values[{name!r}] has infinite values, or nothing but NaN; leave the measure out")
    return array


def _edges(grid: NDArray[np.float64]) -> NDArray[np.float64]:
    """Halfway between neighbours on a log scale, and as far beyond both ends."""
    logs = np.log10(grid)
    steps = np.diff(logs) if len(logs) > 1 else np.ones(1)
    edges: NDArray[np.float64] = (
        10 ** np.r_[logs[0] - steps[0] / 2, logs[:-1] + steps[: len(logs) - 1] / 2, logs[-1] + steps[-1] / 2]
    )
    return edges


def _texts(array: NDArray[np.float64]) -> NDArray[np.str_]:
    """All with the decimals that give the largest two digits or three; no zero before the point; blank for NaN.

    >>> _texts(np.array([[0.5, -0.125, 0.0]])).tolist(), _texts(np.array([[31.0, 9.25, np.nan]])).tolist()
    ([['.50', '−.12', '.00']], [['31.0', '9.2', '']])
    """
    largest = np.nanmax(np.abs(array)) or 1.0
    power = floor(log10(largest))
    decimals = max(0, (1 if largest < 1 else 2) - power)
    texts = [f"{round(value, decimals) + 0.0:.{decimals}f}" for value in array.flat]  # + 0.0: no zero below 0
    short = [text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text for text in texts]
    return np.array(["" if text == "nan" else text.replace("-", "−") for text in short]).reshape(array.shape)


def _names(grid: NDArray[np.float64]) -> tuple[list[str], int]:
    """10⁻⁶ where all are powers of ten, else short numbers; and how many of them fit on an axis.

    >>> _names(np.array([1e-6, 1.0])), _names(np.array([0.25, 1.0]))
    ((['$10^{-6}$', '$10^{0}$'], 7), (['0.25', '1'], 4))
    """
    exponents = np.round(np.log10(grid))
    if np.allclose(grid, 10.0**exponents, rtol=1e-9, atol=0):
        return [f"$10^{{{exponent:.0f}}}$" for exponent in exponents], 7
    return [f"{value:.2g}" for value in grid], 4
