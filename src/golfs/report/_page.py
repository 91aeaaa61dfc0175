"""One page of everything, that needs no other file, no script and no network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from importlib.resources import files
import platform
import re
from typing import Any, NamedTuple

import golfs
from golfs._extras import extra
from golfs.report._parts import NOTHING, Figure, Table
from golfs.report._picture import Picture

OWN = ("contents", "settings")  # addresses of the page's own sections
LIBRARIES = ("numpy", "scipy", "scikit-learn", "joblib", "matplotlib")


class Block(NamedTuple):
    """A part of the page, as the template reads it."""

    kind: str  # "table", "figure" or "text"
    content: Any
    picture: Picture | None = None


class Section(NamedTuple):
    """A heading, its address in the page, and what stands under it."""

    title: str
    anchor: str
    blocks: list[Block]


def page(
    title: str, parts: Sequence[Table | Figure | str], pictures: Mapping[str, Picture], settings: Mapping[str, Any]
) -> str:
    """The page as HTML; every text in it is escaped."""
    jinja = extra("jinja2", extra="report", purpose="a report")
    environment = jinja.Environment(
        autoescape=True, undefined=jinja.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(files("golfs.report").joinpath("page.html").read_text(encoding="utf-8"))
    html: str = template.render(
        title=title,
        sections=sections(parts, pictures),
        settings={name: plain(value) for name, value in settings.items()},
        versions=versions(),
        written=datetime.now(UTC).replace(microsecond=0, tzinfo=None),
    )
    return html


def sections(parts: Iterable[Table | Figure | str], pictures: Mapping[str, Picture]) -> list[Section]:
    """The parts under their headings; the first section has none if the parts begin without."""
    parts = list(parts)
    taken = {part.name for part in parts if not isinstance(part, str)} | {*OWN}
    found = [Section("", "", [])]
    for part in parts:
        if isinstance(part, Table):
            found[-1].blocks.append(Block("table", part))
        elif isinstance(part, Figure):
            found[-1].blocks.append(Block("figure", part, pictures[part.name]))
        else:
            if part.startswith("## "):
                heading, _, part = part[3:].partition("\n")
                found.append(Section(heading.strip(), _anchor(heading, taken), []))
            found[-1].blocks.extend(Block("text", text) for text in re.split(r"\n\s*\n", part.strip()) if text)
    return found if found[0].blocks else found[1:]


def _anchor(heading: str, taken: set[str]) -> str:
    """An address in the page that nothing else has."""
    first = anchor = "-".join(re.findall(r"\w+", heading.lower())) or "section"
    number = 1
    while anchor in taken:
        number += 1
        anchor = f"{first}-{number}"
    taken.add(anchor)
    return anchor


def plain(value: Any) -> str:
    """A setting as text.

    >>> plain({"alpha": [1e-06, 1.0], "kappa": None})
    'alpha: 1e-06, 1.0; kappa: –'
    """
    if value is None:
        return NOTHING
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {plain(one)}" for name, one in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(plain(one) for one in value)
    return str(value)


def versions() -> dict[str, str]:
    """Of golfs, of what it computes with, and of what that runs on."""
    found = {"golfs": golfs.__version__}
    for library in LIBRARIES:
        try:
            found[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            continue
    return {**found, "Python": platform.python_version(), "machine": f"{platform.system()} {platform.machine()}"}
