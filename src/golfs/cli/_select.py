"""golfs select: the features of a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from golfs.cli._main import OPTION_OF
from golfs.cli._options import add_output, at_least, features, parameter
from golfs.cli._run import fit_and_print, print_written
from golfs.io import CLUSTERS, FEATURES, SELECTION, Table, check_targets, read_table, write_selection
from golfs.selectors import METHODS, Selector

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
        description="Select the features of a table that tell its clusters of samples apart. "
        "DATA has samples in rows and features in columns: .csv or .tsv (also .gz), .parquet, .npy, .npz or .mat.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("data", metavar="DATA", type=Path, help="the file")
    parser.add_argument("--clusters", metavar="N", type=at_least(2), help="how many clusters the samples form")
    parser.add_argument(
        "--features",
        metavar="N",
        type=features,
        default="auto",
        help='how many to select: a number, a share like 0.1, or "auto" (default): those that stand out',
    )
    parser.add_argument("--method", default="golfs", help=f"one of {', '.join(METHODS)} (default: golfs)")
    parser.add_argument(
        "--param",
        metavar="NAME=VALUE",
        type=parameter,
        action="append",
        default=[],
        help="set a parameter of the method; may be repeated",
    )
    reading = parser.add_argument_group("reading the file")
    reading.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether the first line of text names the columns (default: as it looks)",
    )
    reading.add_argument("--index", metavar="NAME", help="the column that names the samples")
    reading.add_argument(
        "--drop", metavar="NAME", action="append", default=[], help="a column to leave out, as labels; may be repeated"
    )
    reading.add_argument("--key", help="the array inside .npz or .mat")
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Read, fit, print, write."""
    selector = _selector(options)
    if options.out:
        check_targets([options.out / name for name in (FEATURES, CLUSTERS, SELECTION)], force=options.force)

    def read() -> Table:
        return read_table(options.data, header=options.header, index=options.index, drop=options.drop, key=options.key)

    table, seconds = fit_and_print(selector, read, what=f"reading {options.data}", options=options)
    if options.out:
        written = write_selection(selector, table, options.out, seconds=seconds, force=options.force)
        print_written(written, options)


def _selector(options: argparse.Namespace) -> Selector:
    """The method with its parameters, all of which exist."""
    name = options.method.lower()
    if name not in METHODS:
        raise ValueError(f"--method {options.method} is not known; known are {', '.join(METHODS)}")
    known = METHODS[name]().get_params(deep=False)
    own = {"n_features_to_select": options.features, "random_state": options.seed, "verbose": int(not options.quiet)}
    if options.clusters is not None:
        own["n_clusters"] = options.clusters
    if ("n_clusters" in known) != ("n_clusters" in own):
        problem = "needs to know how many clusters: give" if "n_clusters" in known else "takes no"
        raise ValueError(f"--method {name} {problem} --clusters")
    free = [one for one in known if one not in {*OPTION_OF, "verbose"}]
    for asked, _ in options.param:
        if asked not in free:
            remedy = f"give {OPTION_OF[asked]}" if asked in OPTION_OF else f"{name} has {', '.join(free)}"
            raise ValueError(f"--param cannot set {asked!r}: {remedy}")
    given = {asked: value for asked, value in own.items() if asked in known}
    return METHODS[name](**given, **dict(options.param))
