"""golfs reproduce: the paper, table by table."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
import shlex
import sys
import time
from typing import Any

from joblib import effective_n_jobs

from golfs._checks import check_n_jobs
from golfs.cli._options import at_least
from golfs.cli._progress import Progress, duration
from golfs.experiments import paper

EPILOG = f"""\
targets: {", ".join(paper.TARGETS)}, all

scales: quick (3 draws, 3 values of a penalty), standard (20 draws, 7 values), paper (100 draws, 13 values and λ)

examples:
  golfs reproduce table1 table2 --scale quick
  golfs reproduce all --scale standard --jobs -1 --out reproduced
  golfs reproduce yale --data-home faces --out yale

--out writes index.html (everything, on one page that needs no network), findings.md, results.parquet, tables/ and
figures/, and keeps what is finished in {paper.CELLS}/: a run that was cut goes on where it stopped
"""


def add(commands: Any) -> None:
    """Add the command to those of `golfs`."""
    parser = commands.add_parser(
        "reproduce",
        help="the paper's tables and figures, beside ours",
        description="Run the paper's experiments and set what is found beside what was published: every method tuned "
        "with the true labels, as in the paper, and at its defaults, which see none.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "targets", metavar="TARGET", nargs="*", default=["all"], help="parts of the paper (default: all)"
    )
    parser.add_argument("--scale", choices=paper.SCALES, default="quick", help="how much to run (default: quick)")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="processes (default: 1; -1: one a core)")
    parser.add_argument(
        "--seed",
        metavar="N",
        type=at_least(0),
        default=0,
        help="of the methods and of k-means; draws stay the same (default: 0)",
    )
    parser.add_argument("--data-home", metavar="DIR", type=Path, help="where data sets are, and are downloaded to")
    parser.add_argument("--out", metavar="DIR", type=Path, help="write the results to this folder")
    parser.add_argument("--force", action="store_true", help="replace existing results; what is finished is kept")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Plan, say how long it will take, run, and write or print."""
    n_jobs = check_n_jobs(options.jobs)
    unknown = [name for name in options.targets if name not in paper.TARGETS and name != "all"]
    if unknown:
        raise ValueError(
            f"no part of the paper is called {unknown[0]!r}; give some of {', '.join(paper.TARGETS)}, or all"
        )
    named = list(paper.TARGETS) if "all" in options.targets else options.targets
    if options.out:
        paper.check_folder(options.out, force=options.force)
    planned = paper.plan(named, options.scale, seed=options.seed, data_home=options.data_home)
    for data, sentence in planned.missing.items():
        print(f"golfs: note: {data} is left out: {sentence}", file=sys.stderr)
    about = paper.seconds(planned, effective_n_jobs(n_jobs))
    print(f"golfs: about {duration(about)} if nothing is finished yet", file=sys.stderr, flush=True)
    begin = time.monotonic()
    with Progress("reproducing") as progress:
        cells = options.out / paper.CELLS if options.out else None
        results = paper.reproduce(planned, n_jobs=n_jobs, cells=cells, done=progress.to)
    if not options.out:
        print("\n\n".join(paper.tables(planned, results)))
        return
    command = "golfs reproduce " + shlex.join([*_targets(named), "--scale", options.scale, "--seed", str(options.seed)])
    paths = paper.write(planned, results, options.out, elapsed=time.monotonic() - begin, command=command)
    print(f"wrote {len(paths)} files to {options.out}; open {os.fspath(options.out / 'index.html')}")


def _targets(named: list[str]) -> list[str]:
    return ["all"] if named == list(paper.TARGETS) else named
