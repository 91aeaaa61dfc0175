"""How far a long command is, and how long the rest will take."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

EVERY = 10  # per cent, where there is no terminal


class Progress:
    """A bar on a terminal, a line every tenth of the way elsewhere; on the error stream."""

    def __init__(self, what: str) -> None:
        self.what, self.begin, self.said = what, time.monotonic(), 0
        self.terminal = sys.stderr.isatty()

    def to(self, share: float, detail: str = "") -> None:
        """Say that `share` of the work is done."""
        left = (time.monotonic() - self.begin) * (1 / share - 1) if share > 0 else 0.0
        per_cent = int(100 * share + 1e-9)
        line = f"golfs: {self.what}: {per_cent} %, about {duration(left)} left{detail and f' ({detail})'}"
        if self.terminal:
            full = round(20 * share)
            print(f"\r\x1b[2K{line} [{'#' * full}{'.' * (20 - full)}]", end="", file=sys.stderr, flush=True)
        elif per_cent // EVERY > self.said // EVERY:
            print(line, file=sys.stderr, flush=True)
        self.said = per_cent

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.terminal:
            print(file=sys.stderr)


def duration(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> duration(75), duration(7260)
    ('1 min 15 s', '2 h 1 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
