"""The command line: one command a file."""

from golfs.cli._main import main

__all__ = ["main"]
