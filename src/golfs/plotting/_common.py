"""What the pictures share: the checks, the axes, the names of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from golfs._checks import InvalidParameter, check_integer
from golfs._extras import extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

# Okabe and Ito's blue and vermilion: told apart by colour-blind eyes, and in grey print.
STRONG, ALARM = "#0072B2", "#D55E00"
WEAK = "#BDC3C9"
INK = "#333333"

LONGEST_NAME = 26
LARGEST_FONT, SMALLEST_FONT = 9.0, 5.0  # points, of the names of features and clusters
TALLEST = 40.0  # inches: beyond, a picture is too large for most viewers


def matplotlib(part: str) -> Any:
    """A module of matplotlib, or the sentence that says how to install it."""
    return extra(f"matplotlib.{part}", extra="plots", purpose="plotting")


def check_named(parameter: str, values: Any, form: str) -> None:
    """A dictionary that holds something."""
    if not isinstance(values, Mapping) or not values:
        found = "empty" if isinstance(values, Mapping) else f"of type {type(values).__name__}"
        raise InvalidParameter(f"{parameter} is {found}; give {form}")


def numbers(parameter: str, values: Any) -> NDArray[np.float64]:
    """An array of numbers of any shape."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{parameter} must be numbers, in rows of equal length: {error}") from error


def check_learned(selector: Any, *attributes: str, picture: str) -> None:
    """A fitted selector that has learned what the picture shows."""
    check_is_fitted(selector)
    for attribute in attributes:
        if getattr(selector, attribute, None) is None:
            raise ValueError(f"{picture} draws {attribute}, which {type(selector).__name__} does not learn")


def best_first(selector: Any, n_features: int) -> NDArray[np.intp]:
    """The columns of the best features, in order of ranking; all if there are fewer."""
    check_integer("n_features", n_features, 1)
    order: NDArray[np.intp] = np.argsort(selector.ranking_, kind="stable")[:n_features]
    return order


def feature_names(selector: Any, names: Sequence[Any] | None, columns: NDArray[np.intp]) -> list[str]:
    """The names of some columns, on one line and short; their numbers if they have none."""
    if names is None:
        names = getattr(selector, "feature_names_in_", None)
    elif len(names) != selector.n_features_in_:
        raise ValueError(f"names has {len(names)} names, but the selector has seen {selector.n_features_in_} features")
    return [str(j) if names is None else shortened(names[j]) for j in columns]


def shortened(name: Any) -> str:
    """Long names lose their middle, since neighbours often share a beginning or an end.

    >>> shortened("ENSG00000139618.15_BRCA2_exon_11")
    'ENSG00000139618.1…_exon_11'
    """
    line = " ".join(str(name).split())
    if len(line) <= LONGEST_NAME:
        return line
    end = LONGEST_NAME // 3
    return f"{line[: LONGEST_NAME - end - 1]}…{line[-end:]}"


def axes(ax: Axes | None, width: float, height: float) -> Axes:
    """The axes to draw on: those given, or new ones of so many inches, without pyplot."""
    if ax is not None:
        return ax
    figure = matplotlib("figure").Figure(figsize=(min(width, TALLEST), min(height, TALLEST)), layout="constrained")
    new: Axes = figure.add_subplot()
    return new


def size_in_inches(ax: Axes) -> tuple[float, float]:
    """Width and height of the axes."""
    box = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
    return box.width, box.height


def name_ticks(axis: Axis, names: list[str], inches: float, **text: Any) -> None:
    """Name each tick in a font that fits; only each second, third … where none would be readable."""
    points = 72 * inches / len(names)
    step = ceil(SMALLEST_FONT / points)
    axis.set_ticks(
        range(0, len(names), step),
        labels=names[::step],
        fontsize=min(LARGEST_FONT, 0.9 * points * step),
        parse_math=False,  # a name like "$a$" is a name, not a formula
        **text,
    )
    axis.set_tick_params(length=0)


def tidy(ax: Axes, title: str) -> None:
    """A title at the left, and no frame where there is no scale."""
    ax.set_title(title, loc="left")
    ax.spines[["top", "right"]].set_visible(False)
