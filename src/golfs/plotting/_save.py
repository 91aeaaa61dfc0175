"""A picture to a file, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from golfs._checks import check_real
from golfs.io import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def save(ax: Axes, path: str | os.PathLike[str], *, dpi: float = 150) -> None:
    """Write the whole figure of some axes; the suffix says how: .png, .pdf, .svg …

    An existing file is replaced, and only once the new one is complete.

    Parameters
    ----------
    ax : matplotlib Axes
        As the plots return it.
    path : str or path
    dpi : float, default 150
        Pixels per inch.
    """
    path = Path(path)
    check_real("dpi", dpi)
    figure = ax.figure.figure  # of axes in a subfigure, the figure around it
    kind = path.suffix[1:].lower()
    kinds = figure.canvas.get_supported_filetypes()
    if kind not in kinds:
        raise ValueError(f"path={str(path)!r} must end in one of {', '.join('.' + known for known in sorted(kinds))}")
    write_whole({path: lambda file: figure.savefig(file, dpi=dpi, format=kind, bbox_inches="tight")}, force=True)
