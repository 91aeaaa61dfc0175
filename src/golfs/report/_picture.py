"""A figure as PNG and as SVG, the same bytes at every run."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
import struct
from typing import NamedTuple

from golfs._checks import InvalidParameter
from golfs._extras import extra
from golfs.report._parts import Figure

DPI = 200
CSS_DPI = 96  # of a page, by definition


class Picture(NamedTuple):
    """Both files, and how large they are on a page, in CSS pixels."""

    png: bytes
    svg: bytes
    width: int
    height: int

    @property
    def address(self) -> str:
        """The smaller of the two inside an address, so that a page needs no file beside it."""
        kind, content = min(("png", self.png), ("svg+xml", self.svg), key=lambda both: len(both[1]))
        return f"data:image/{kind};base64,{b64encode(content).decode('ascii')}"


def picture(figure: Figure) -> Picture:
    """Draw a figure."""
    matplotlib = extra("matplotlib", extra="report", purpose="a report with figures")
    drawn = figure.draw()
    if not hasattr(drawn, "figure"):
        raise InvalidParameter(
            f"draw of figure {figure.name!r} returned {type(drawn).__name__}; return the Axes or the Figure it drew"
        )
    drawing = drawn.figure.figure  # of axes in a subfigure, the figure around it
    if not any(ax.has_data() for ax in drawing.axes):
        raise ValueError(f"figure {figure.name!r} is empty; leave it out, or say in a paragraph why there is nothing")
    files = []
    with matplotlib.rc_context({"svg.hashsalt": "golfs"}):
        for kind, metadata in (("png", {}), ("svg", {"Date": None})):
            stream = BytesIO()
            drawing.savefig(stream, format=kind, dpi=DPI, bbox_inches="tight", metadata=metadata)
            files.append(stream.getvalue())
    width, height = struct.unpack(">II", files[0][16:24])  # where every PNG has them
    return Picture(files[0], files[1], round(width * CSS_DPI / DPI), round(height * CSS_DPI / DPI))
