"""golfs select: the features of a file."""

from __future__ import annotations

import argparse
from typing import Any

from golfs.cli._method import DATA, add_data_and_method, selector_of, table_of
from golfs.cli._options import add_output
from golfs.cli._run import fit_and_print, print_written
from golfs.io import CLUSTERS, FEATURES, SELECTION, check_targets, write_selection

EPILOG = f"""\
columns are given by name; by number, from 0, in a file that does not name them

examples:
  golfs select table.csv --clusters 5
  golfs select table.csv --clusters 5 --index sample --drop diagnosis --drop age --out results
  golfs select counts.tsv.gz --clusters 8 --features 100 --seed 1 --out results --force
  golfs select scan.npy --clusters 3 --features 0.05 --param solver=multiplicative --param kappa=30
  golfs select Yale.mat --key X --clusters 15 --top 20

--out writes {FEATURES} (rank, feature, score, selected), {CLUSTERS} (sample, cluster) and
{SELECTION} (parameters, objective, versions, seed, time), all or none; without it nothing is written.
exit codes: 0 done, 2 bad input, 130 interrupted
"""


def add(commands: Any) -> None:
    """Add the command to those of `golfs`."""
    parser = commands.add_parser(
        "select",
        help="select the features of a table",
        description=f"Select the features of a table that tell its clusters of samples apart. {DATA}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_data_and_method(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Read, fit, print, write."""
    selector = selector_of(options)
    if options.out:
        check_targets([options.out / name for name in (FEATURES, CLUSTERS, SELECTION)], force=options.force)
    table, seconds = fit_and_print(selector, lambda: table_of(options), what=f"reading {options.data}", options=options)
    if options.out:
        written = write_selection(selector, table, options.out, seconds=seconds, force=options.force)
        print_written(written, options)
