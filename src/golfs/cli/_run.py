"""What every command does: read, fit, and say what was found."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
import logging
from pathlib import Path
import sys
import time
import warnings

from golfs.cli._main import sentence
from golfs.cli._summary import summary
from golfs.io import Table
from golfs.selectors import Selector

Say = Callable[[str], None]


def fit_and_print(
    selector: Selector, read: Callable[[], Table], *, what: str, options: argparse.Namespace
) -> tuple[Table, float]:
    """Fit on what is read, and print a summary. The table, and the seconds of the fit."""
    table, seconds = fit(selector, read, what=what, quiet=options.quiet)
    if not options.quiet:
        print(summary(selector, table, top=options.top))
    return table, seconds


def fit(selector: Selector, read: Callable[[], Table], *, what: str, quiet: bool) -> tuple[Table, float]:
    """Fit on what is read, with progress; print notes. The table, and the seconds of the fit."""
    with _progress(quiet) as say, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")  # of other kinds, which address programmers
        warnings.simplefilter("always", UserWarning)
        say(what)
        table = read()
        say(f"selecting among {table.X.shape[1]:,} features of {table.X.shape[0]:,} samples")
        begin = time.perf_counter()
        selector.fit(table.X)
        seconds = time.perf_counter() - begin
    for note in dict.fromkeys(sentence(warning.message) for warning in caught):
        print(f"golfs: note: {note}", file=sys.stderr)
    return table, seconds


def print_written(paths: list[Path], options: argparse.Namespace) -> None:
    """Name the files that were written."""
    if not options.quiet:
        print(f"wrote to {options.out}: {', '.join(path.name for path in paths)}")


class _Passing(logging.Handler):
    """Passes on what the estimators log."""

    def __init__(self, say: Say) -> None:
        super().__init__(logging.INFO)
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        self._say(record.getMessage())


@contextmanager
def _progress(quiet: bool) -> Iterator[Say]:
    """One line on a terminal that changes, else a line for each step; also for what the estimators log."""
    if quiet:
        yield lambda message: None
        return
    handler = None
    log = logging.getLogger("golfs")
    with _status() as say:
        handler = _Passing(say)
        log.addHandler(handler)
        try:
            yield say
        finally:
            log.removeHandler(handler)


@contextmanager
def _status() -> Iterator[Say]:
    """Says on the error stream, where it stands in nobody's way."""
    try:
        from rich.console import Console
        from rich.text import Text
    except ModuleNotFoundError:
        terminal = False
    else:
        console = Console(stderr=True)
        terminal = console.is_terminal
    if not terminal:
        yield lambda message: print(f"golfs: {message}", file=sys.stderr, flush=True)
        return
    with console.status("golfs") as status:
        yield lambda message: status.update(Text(message))
