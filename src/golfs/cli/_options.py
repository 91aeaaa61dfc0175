"""Options that commands share, and what their values may be."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def add_output(parser: argparse.ArgumentParser, *, top: int = 10) -> None:
    """The options that every command has; `top` features are printed if not told otherwise."""
    output = parser.add_argument_group("output")
    output.add_argument("--out", metavar="DIR", type=Path, help="write the results to this folder")
    output.add_argument("--force", action="store_true", help="replace existing results")
    output.add_argument("--seed", metavar="N", type=at_least(0), default=0, help="of random numbers (default: 0)")
    output.add_argument("--top", metavar="N", type=at_least(1), default=top, help=f"features to print (default: {top})")
    output.add_argument("--quiet", action="store_true", help="print nothing but notes and errors")


def at_least(low: int) -> Callable[[str], int]:
    """An integer that is not smaller."""

    def integer(text: str) -> int:
        value = _number(text)
        if not isinstance(value, int) or value < low:
            raise argparse.ArgumentTypeError(f"{text!r} must be an integer of at least {low}")
        return value

    return integer


def features(text: str) -> int | float | str:
    """A number of features, a share of them, or "auto".

    >>> features("50"), features("0.1"), features("auto")
    (50, 0.1, 'auto')
    """
    value = _number(text)
    if value == "auto" or (isinstance(value, int) and value > 0) or (isinstance(value, float) and 0 < value <= 1):
        return value
    raise argparse.ArgumentTypeError(f'{text!r} must be a number like 50, a share like 0.1, or "auto"')


def parameter(text: str) -> tuple[str, int | float | bool | str]:
    """A name and a value: a number, true, false, or else a string.

    >>> parameter("kappa=30"), parameter("center=false"), parameter("metric=cosine")
    (('kappa', 30), ('center', False), ('metric', 'cosine'))
    """
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} must look like NAME=VALUE")
    return name, {"true": True, "false": False}.get(value.lower(), _number(value))


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
