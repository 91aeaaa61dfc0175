"""The options of every command."""

from __future__ import annotations

import argparse
from typing import NoReturn

from golfs import __version__
from golfs.cli._bench import add as add_bench
from golfs.cli._demo import add as add_demo
from golfs.cli._explain import add as add_explain
from golfs.cli._reproduce import add as add_reproduce
from golfs.cli._select import add as add_select

EPILOG = """examples:
  golfs demo
  golfs select table.csv --clusters 5
  golfs select --help
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong as every other error is said."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; see {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """The parser of `golfs`; each command adds its own part."""
    top = _Parser(
        prog="golfs",
        description="Feature selection for high-dimensional clustering: which features matter, without labels.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"golfs {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (add_select, add_explain, add_demo, add_bench, add_reproduce):
        add(commands)
    return top
