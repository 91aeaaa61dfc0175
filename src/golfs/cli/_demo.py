"""golfs demo: all of it, on the data that come with the package."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from golfs.cli._options import add_output
from golfs.cli._run import fit_and_print, print_written
from golfs.datasets import load_demo
from golfs.io import CLUSTERS, FEATURES, SELECTION, Table, check_targets, selection_files, write_whole
from golfs.plotting import plot_clusters, plot_objective, plot_ranking, save
from golfs.selectors import GOLFS

PICTURES = ("ranking.png", "clusters.png", "objective.png")
CLUSTERS_OF_DEMO = 5
BEYOND = 8  # features drawn after the last selected one, for comparison

EPILOG = """examples:
  golfs demo
  golfs demo --out golfs-demo
"""


def add(commands: Any) -> None:
    """Add the command to those of `golfs`."""
    parser = commands.add_parser(
        "demo",
        help="select features of an embedded data set",
        description="Select features of 300 handwritten digits from 0 to 4, whose 64 pixels hide among 192 columns "
        f"of noise. With --out, writes what `golfs select` does, and {', '.join(PICTURES)}.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Fit, print, compare with the truth, write and draw."""
    if options.out:
        check_targets([options.out / name for name in (FEATURES, CLUSTERS, SELECTION, *PICTURES)], force=options.force)
    X, names, _ = load_demo()
    selector = GOLFS(CLUSTERS_OF_DEMO, random_state=options.seed, verbose=int(not options.quiet))
    table, seconds = fit_and_print(
        selector, lambda: Table(X, names, name="demo"), what="300 handwritten digits", options=options
    )
    if not options.quiet:
        chosen = selector.get_support(indices=True)
        real = sum(names[j].startswith("pixel") for j in chosen)
        print(f"{real} of these {len(chosen)} are pixels of the digits, {len(chosen) - real} are noise")
    if options.out:
        files = {
            **selection_files(selector, table, options.out, seconds=seconds),
            **_pictures(selector, table, options.out),
        }
        options.out.mkdir(parents=True, exist_ok=True)
        write_whole(files, force=options.force)
        print_written(list(files), options)


def _pictures(selector: GOLFS, table: Table, out: Path) -> dict[Path, Any]:
    drawn = (
        plot_ranking(selector, n_features=selector.n_selected_ + BEYOND, names=table.features),
        plot_clusters(selector, table.X, names=table.features),
        plot_objective(selector),
    )
    return {out / name: partial(save, axes) for name, axes in zip(PICTURES, drawn, strict=True)}
