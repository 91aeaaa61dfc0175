"""The table and the method that a command is given."""

from __future__ import annotations

import argparse
from pathlib import Path

from golfs.cli._main import OPTION_OF
from golfs.cli._options import at_least, features, parameter
from golfs.io import Table, read_table
from golfs.selectors import METHODS, Selector

DATA = "DATA has samples in rows and features in columns: .csv or .tsv (also .gz), .parquet, .npy, .npz or .mat."


def add_data_and_method(parser: argparse.ArgumentParser) -> None:
    """What to read, and what to do with it."""
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


def table_of(options: argparse.Namespace) -> Table:
    """The table, read as asked."""
    return read_table(options.data, header=options.header, index=options.index, drop=options.drop, key=options.key)


def selector_of(options: argparse.Namespace) -> Selector:
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
