"""golfs explain: why a feature of a file is selected, or is not."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from golfs._checks import check_feature
from golfs.cli._method import DATA, add_data_and_method, selector_of, table_of
from golfs.cli._options import add_output
from golfs.cli._run import fit, print_written
from golfs.io import EXPLANATION, Table, check_targets, write_explanation
from golfs.selectors import METHODS, ClusterSelector

BEST = 5  # features explained if none is named

EPILOG = f"""\
features are given by name; by number, from 0, in a file that does not name them

examples:
  golfs explain table.csv --clusters 5
  golfs explain table.csv --clusters 5 --index sample --drop diagnosis --feature age --feature weight
  golfs explain scan.npy --clusters 3 --features 0.05 --feature 12 --out results

--out writes {EXPLANATION}, whole or not at all; without it nothing is written.
exit codes: 0 done, 2 bad input, 130 interrupted
"""


def add(commands: Any) -> None:
    """Add the command to those of `golfs`."""
    parser = commands.add_parser(
        "explain",
        help="why a feature is selected, or is not",
        description="Fit as golfs select does, and say of each feature its rank and score, what it is like in each "
        f"cluster, which features it is most correlated with, and what was selected instead. {DATA}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--feature",
        metavar="NAME",
        action="append",
        default=[],
        help="a feature to explain; may be repeated (default: the best)",
    )
    add_data_and_method(parser)
    add_output(parser, top=BEST)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Read, fit, explain, write."""
    selector = selector_of(options)
    if not isinstance(selector, ClusterSelector):
        clustering = ", ".join(name for name, method in METHODS.items() if issubclass(method, ClusterSelector))
        raise ValueError(f"--method {options.method} finds no clusters to explain features by; give {clustering}")
    if options.out:
        check_targets([options.out / EXPLANATION], force=options.force)
    columns: list[int] = []

    def read() -> Table:
        table = table_of(options)
        names = _names(table)
        columns.extend(check_feature(name, names, len(names)) for name in options.feature)
        return table

    table, seconds = fit(selector, read, what=f"reading {options.data}", quiet=options.quiet)
    columns = list(dict.fromkeys(columns)) or np.argsort(selector.ranking_)[: options.top].tolist()
    explanations = [selector.why(column, table.X, names=_names(table)) for column in columns]
    if not options.quiet:
        print("\n\n".join(map(str, explanations)))
    if options.out:
        path = write_explanation(
            selector, table, options.out, explanations=explanations, seconds=seconds, force=options.force
        )
        print_written([path], options)


def _names(table: Table) -> list[str]:
    """Of the features, which are numbers where the file has none."""
    return table.features or [str(j) for j in range(table.X.shape[1])]
