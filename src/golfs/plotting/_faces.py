"""Images side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from golfs.plotting._common import LARGEST_FONT, axes, check_named, numbers, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAP = 0.08  # between images, of their height
WIDTH = 7.2  # inches, of a printed page
TALLEST_ROW = 1.0  # inches
WIDE = 0.65  # of the font: a letter


def plot_faces(images: Mapping[str, Any], *, ax: Axes | None = None) -> Axes:
    """A row of grey images for each name, all on the grey scale of the first row.

    What is darker or lighter than anything in the first row is cut at its black and white; NaN is left blank.

    Parameters
    ----------
    images : {name: array of shape (number, height, width)}
        Rows may differ in number, not in height and width.
    ax : matplotlib Axes
        Where to draw. Default: a new figure, `.figure` of the result.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import numpy as np
    >>> from golfs.plotting import plot_faces
    >>> faces = np.arange(32.0).reshape(2, 4, 4)
    >>> ax = plot_faces({"original": faces, "reconstructed": faces.round(-1)})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['original', 'reconstructed']
    """
    check_named("images", images, "{name: array of shape (number, height, width)}")
    rows = {name: numbers(f"images[{name!r}]", row) for name, row in images.items()}
    _check_images(rows)
    first = next(iter(rows.values()))
    _, height, width = first.shape
    gap = max(1, round(GAP * height))
    most = max(len(row) for row in rows.values())
    canvas = np.full((len(rows) * (height + gap) - gap, most * (width + gap) - gap), np.nan)
    for i, row in enumerate(rows.values()):
        for j, image in enumerate(row):
            top, left = i * (height + gap), j * (width + gap)
            canvas[top : top + height, left : left + width] = image

    labels = [shortened(name) for name in rows]
    room = max(map(len, labels)) * WIDE * LARGEST_FONT / 72
    inches = min((WIDTH - room) / canvas.shape[1], TALLEST_ROW / height)  # a pixel
    ax = axes(ax, canvas.shape[1] * inches + room, canvas.shape[0] * inches)
    ax.imshow(canvas, cmap="gray", vmin=np.nanmin(first), vmax=np.nanmax(first), interpolation="nearest")
    middles = (height - 1) / 2 + (height + gap) * np.arange(len(rows))
    ax.set_yticks(middles, labels=labels, fontsize=LARGEST_FONT, parse_math=False)
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _check_images(rows: Mapping[str, NDArray[np.float64]]) -> None:
    shape = next(iter(rows.values())).shape[1:]
    for name, row in rows.items():
        if row.ndim != 3 or row.size == 0:
            raise ValueError(f"images[{name!r}] has shape {row.shape}; give (number, height, width), none of them 0")
        if row.shape[1:] != shape:
            raise ValueError(
                f"images[{name!r}] are {row.shape[1]} × {row.shape[2]}, those before {shape[0]} × {shape[1]}; "
                "give all the same height and width"
            )
        if np.isinf(row).any() or np.isnan(row).all():
            raise ValueError(f"images[{name!r}] has infinite values, or nothing but NaN; give grey values")
