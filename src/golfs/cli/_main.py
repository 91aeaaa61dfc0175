"""What becomes of a command: an exit code, and of an error one sentence."""

from __future__ import annotations

from collections.abc import Sequence
import io
import re
import sys

from golfs import __version__

DONE, BAD_INPUT, INTERRUPTED = 0, 2, 130

# What the estimators call what has an option of its own here.
OPTION_OF = {"n_clusters": "--clusters", "n_features_to_select": "--features", "random_state": "--seed"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command: 0 when done, 2 for bad input, 130 when interrupted."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments == ["--version"]:
        print(f"golfs {__version__}")
        return DONE
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a feature's name may have letters that the terminal lacks
    try:
        from golfs.cli._parser import parser  # here, so that --version does not wait for the libraries

        options = parser().parse_args(arguments)
        options.run(options)
    except KeyboardInterrupt:
        print("golfs: interrupted", file=sys.stderr)
        return INTERRUPTED
    except MemoryError as error:
        print(f"golfs: not enough memory for this table. {error}".rstrip(), file=sys.stderr)
        return BAD_INPUT
    except (ValueError, OSError, ModuleNotFoundError) as error:
        print(f"golfs: {sentence(error)}", file=sys.stderr)
        return BAD_INPUT
    return DONE


def sentence(message: object) -> str:
    """One line, in which the estimators' parameters go by the names of the options."""
    line = " ".join(str(message).split())
    return re.sub(r"\b(" + "|".join(OPTION_OF) + r")\b", lambda match: OPTION_OF[match[0]], line)
