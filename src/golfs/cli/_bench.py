"""golfs bench: every method on every data set."""

from __future__ import annotations

import argparse
import csv
from functools import partial
from pathlib import Path
import sys
from typing import Any

from golfs._checks import check_n_jobs
from golfs.cli._options import at_least
from golfs.cli._progress import Progress
from golfs.experiments import cases, compare, markdown
from golfs.io import check_targets, write_whole
from golfs.selectors import METHODS

CELLS, TABLE, CSV = "cells", "comparison.md", "comparison.csv"
COLUMNS = (
    "data",
    "draw",
    "method",
    "accuracy",
    "nmi",
    "labels_accuracy",
    "true_positives",
    "n_selected",
    "seconds",
    "error",
)

EPILOG = f"""\
the true labels only judge: k-means on the best features (10, 20, …, 150 of a simulation, 50, 100, …, 300
of a data set), its accuracy and NMI averaged over these numbers and 10 repeats

a folder with bbc-news.csv gives draws of 200 of its texts, too (10, 20, …, 150 terms; at most ten draws)

examples:
  golfs bench --draws 20
  golfs bench --data-dir data --draws 20 --jobs 2 --out comparison
  golfs bench --data-dir data --methods golfs,ndfs,mcfs --draws 0

--out writes {TABLE} and {CSV}, and keeps every finished fit in {CELLS}/: a run that was cut goes on
where it stopped
"""


def add(commands: Any) -> None:
    """Add the command to those of `golfs`."""
    parser = commands.add_parser(
        "bench",
        help="compare the methods at their defaults",
        description="Compare the methods at their defaults on the paper's simulations and on a folder of labelled "
        ".mat files (arrays X and Y, or fea and gnd).",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--data-dir", metavar="DIR", type=Path, help="folder of data sets (default: none)")
    parser.add_argument(
        "--methods", metavar="A,B,…", type=_methods, default=list(METHODS), help="some methods only (default: all)"
    )
    parser.add_argument("--draws", metavar="N", type=at_least(0), default=5, help="of each simulation (default: 5)")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="processes (default: 1; -1: one a core)")
    parser.add_argument(
        "--seed",
        metavar="N",
        type=at_least(0),
        default=0,
        help="of the methods and of k-means; draws stay the same (default: 0)",
    )
    parser.add_argument("--out", metavar="DIR", type=Path, help="write the results to this folder")
    parser.add_argument("--force", action="store_true", help="replace existing tables; finished fits are kept")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Compare, print, write."""
    on = cases(options.data_dir, options.draws)
    if options.out:
        check_targets([options.out / name for name in (TABLE, CSV)], force=options.force)
        (options.out / CELLS).mkdir(parents=True, exist_ok=True)
    total, done = len(on) * len(options.methods), 0

    def step(cell: dict[str, Any]) -> None:
        nonlocal done
        done += 1
        progress.to(done / total, f"{done} of {total} fits, last {cell['method']} on {cell['data']}")

    with Progress("comparing") as progress:
        cells = compare(
            on,
            options.methods,
            seed=options.seed,
            n_jobs=check_n_jobs(options.jobs),
            cells=options.out / CELLS if options.out else None,
            done=step,
        )
    for cell in cells:
        if cell["error"]:
            print(f"golfs: note: {cell['method']} on {cell['data']}: {cell['error']}", file=sys.stderr)
    print(markdown(cells), end="")
    if options.out:
        files = {options.out / TABLE: partial(_write, text=markdown(cells)), options.out / CSV: partial(_csv, cells)}
        write_whole(files, force=options.force)
        print(f"\nwrote to {options.out}: {TABLE}, {CSV}")


def _methods(text: str) -> list[str]:
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in METHODS]
    if unknown or not names:
        raise argparse.ArgumentTypeError(f"{text!r} must name some of {', '.join(METHODS)}, separated by commas")
    return list(dict.fromkeys(names))


def _write(path: Path, *, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _csv(cells: list[dict[str, Any]], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(cells)
