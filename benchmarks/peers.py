"""Time, memory and rankings beside skfeature-chappers: same data, graph, start, penalties and iterations.

    python benchmarks/peers.py [--data DIR] [--sets Yale colon] [--methods NDFS UDFS]

Every (library, method, data set) runs in a process of its own, on one thread, with 5 minutes and
8 GB; `make bench-peers` makes the environment that holds both. Times are the processor's, as
machines are shared; they leave out imports and reading, and are the least of several runs for a
fast method, the sides taking turns.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from importlib.metadata import version
import os
from pathlib import Path
import platform
import subprocess
import sys
import tempfile

import numpy as np
from scipy import sparse
from scipy.io import loadmat
from sklearn.cluster import KMeans

from golfs.arrays import as_design
from golfs.graphs import nearest_by_gram, neighbor_graph
import peers_reasons as reasons

WORKER = Path(__file__).with_name("peers_worker.py")
SETS = ("Yale", "warpPIE10P", "colon", "leukemia")
K, LIMIT = 5, 300  # neighbours; seconds
SLOW = 3.0  # seconds above which one run is enough
TURNS, REPEATS = 2, 3
PENALTIES = {  # γ
    "NDFS": 1e8,
    "NDFS γ=10": 10.0,  # at 1e8 the graph has no say
    "UDFS": 0.1,
    "MCFS": 0.0,
    "LaplacianScore": 0.0,  # theirs by default: the rank of every feature
    "LaplacianScore order": 0.0,  # theirs with mode="index": the features from best to worst
    "SPEC phi1": 0.0,
    "SPEC phi2": 0.0,
    "SPEC phi3": 0.0,
}
TARGETS = {("NDFS", "Yale"): 50, ("NDFS", "colon"): 300, ("UDFS", "Yale"): 50, ("UDFS", "colon"): 200}


@dataclass
class Run:
    """What a worker found; `failed` says why it did not finish, `iterations` how far it got."""

    time: float
    peak: float = np.nan
    scores: np.ndarray | None = None
    weights: np.ndarray | None = None
    iterations: int = 0
    failed: str = ""


@dataclass
class Case:
    """A data set with what both sides are given."""

    name: str
    given: dict

    @classmethod
    def read(cls, path):
        """From a .mat file; the graph and the labels are ours."""
        content = loadmat(path)
        X = np.ascontiguousarray(content["X"], dtype=float)
        c = len(np.unique(content["Y"]))
        S, _ = neighbor_graph(nearest_by_gram(as_design(X).inner, K))
        S.sort_indices()
        labels = KMeans(c, n_init=10, random_state=0).fit(X).labels_
        graph = {"data": S.data, "indices": S.indices, "indptr": S.indptr}
        return cls(path.stem, {"X": X, "c": c, "k": K, "n_nonzero": 100, "labels": labels, **graph})

    @property
    def S(self):
        """The graph, dense."""
        return sparse.csr_array((self.given["data"], self.given["indices"], self.given["indptr"])).toarray()


def run(side, method, given, folder, repeats):
    source, target, log = (folder / name for name in ("given.npz", "result.npz", "log.txt"))
    np.savez(source, **given)
    target.unlink(missing_ok=True)
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    command = [sys.executable, "-u", str(WORKER), side, method, str(source), str(target), str(repeats)]
    failed = ""
    with log.open("w") as out:
        try:
            done = subprocess.run(
                command, stdout=out, stderr=subprocess.PIPE, text=True, timeout=LIMIT, env=os.environ | one_thread
            )
        except subprocess.TimeoutExpired:
            failed = f"not in {LIMIT // 60} minutes"
    iterations = sum("obj at iter" in line for line in log.read_text().splitlines()) // repeats
    if failed:
        return Run(LIMIT, iterations=iterations, failed=failed)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["killed"])[-1]
        memory = "MemoryError" in last or "Unable to allocate" in last
        return Run(np.nan, iterations=iterations, failed="not in 8 GB" if memory else last)
    found = np.load(target)
    return Run(float(found["time"]), float(found["peak"]), found["scores"], found.get("weights"), iterations)


def compare(case, method, folder):
    """Both sides, ours with as many iterations as theirs made; fast ones several times in turns."""
    given = case.given | {"gamma": PENALTIES[method], "iterations": 0}
    theirs = run("skfeature", method, given, folder, 1)
    given["iterations"] = theirs.iterations
    ours = run("golfs", method, given, folder, REPEATS)
    for _ in range(TURNS if theirs.time < SLOW else 0):
        for side, seen in (("skfeature", theirs), ("golfs", ours)):
            again = run(side, method, given, folder, REPEATS)
            if not again.failed:
                seen.time, seen.peak = min(seen.time, again.time), min(seen.peak, again.peak)
    return theirs, ours


def times_row(case, method, theirs, ours):
    ratio = theirs.time / ours.time
    bound = ">" if theirs.failed.endswith("minutes") else ""
    target = TARGETS.get((method, case.name), 1)
    verdict = "yes" if ratio >= target else ("?" if np.isnan(ratio) else "NO")
    return [
        case.name,
        method,
        theirs.failed or f"{theirs.time:.3g} s",
        ours.failed or f"{ours.time:.3g} s",
        "" if np.isnan(ratio) else f"{bound}{ratio:.3g}",
        f"≥ {target}: {verdict}",
        "" if np.isnan(theirs.peak) else f"{theirs.peak / 1e6:.1f} MB",
        "" if np.isnan(ours.peak) else f"{ours.peak / 1e6:.1f} MB",
        str(theirs.iterations or ""),
    ]


def ranks_row(case, method, theirs, ours):
    said = "{:.4f}, {} of 100".format(*reasons.agreement(theirs.scores, ours.scores))
    return [case.name, method, said, reason(case, method, theirs, ours)]


def reason(case, method, theirs, ours):
    """What explains the difference, in figures."""
    if method.startswith("NDFS"):
        return ndfs_reason(case, PENALTIES[method], theirs, ours)
    if method == "UDFS":
        return udfs_reason(case, PENALTIES[method], theirs, ours)
    if method == "MCFS":
        return mcfs_reason(case, theirs, ours)
    if method in ("SPEC phi1", "SPEC phi2"):
        return f"theirs from last to first: {said(-theirs.scores, ours.scores)}"
    if method == "LaplacianScore":
        order = (len(theirs.scores) - 1 - theirs.scores).astype(int)
        return f"d − 1 − theirs, read as the features from best to worst: {said(-order.argsort(), ours.scores)}"
    return "same formula"


def said(a, b):
    return "{:.4f}, {}".format(*reasons.agreement(a, b))


def ndfs_reason(case, gamma, theirs, ours):
    X, labels = case.given["X"], case.given["labels"]
    right, wrong = (
        reasons.ndfs(X, reasons.laplacian(case.S, broadcast=broadcast), labels, gamma, theirs.iterations)
        for broadcast in (False, True)
    )
    return f"naive with their L and theirs: {said(wrong, theirs.scores)}; naive and ours: {said(right, ours.scores)}"


def udfs_reason(case, gamma, theirs, ours):
    X = case.given["X"]
    G, frozen = (reasons.local_scatter(X, K, gamma, frozen=frozen) for frozen in (False, True))
    values = [reasons.udfs_objective(X, G, side.weights, gamma) for side in (theirs, ours)]
    ranks = f"their G has rank {reasons.rank(frozen)}, the paper's {reasons.rank(G)}"
    return ranks + "; the paper's objective at theirs {:.3g}, at ours {:.3g}".format(*values)


def mcfs_reason(case, theirs, ours):
    X, m = case.given["X"], case.given["n_nonzero"]
    Y = reasons.embedding(case.S, case.given["c"])
    W = reasons.with_signs_of(reasons.lars(X, Y[:, ::-1], m), theirs.weights)
    spreads = [
        reasons.spread(X, Y, reasons.with_signs_of(side, X.T @ Y)) for side in (theirs.weights[:, ::-1], ours.weights)
    ]
    copied = f"theirs and scikit-learn's LARS, no absolute value: {said(theirs.scores, W.max(axis=1))}"
    return copied + "; correlations of active features spread by {:.3g} in theirs, {:.3g} in ours".format(*spreads)


def show(title, heads, rows):
    print(f"\n{title}\n\n| " + " | ".join(heads) + " |\n" + "| --- " * len(heads) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(__file__).parents[2] / "shared" / "data"
    parser.add_argument("--data", type=Path, default=default, help="the folder of .mat files (default ../shared/data)")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--methods", nargs="+", default=list(PENALTIES), choices=list(PENALTIES))
    options = parser.parse_args()
    libraries = ", ".join(
        f"{name} {version(name)}" for name in ("golfs", "skfeature-chappers", "numpy", "scikit-learn")
    )
    print(f"{platform.machine()}, Python {platform.python_version()}, {libraries}; one thread")
    times, ranks = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sets:
            path = options.data / f"{name}.mat"
            if not path.exists():
                print(f"skipped: {path} is not there; say --data DIR")
                continue
            case = Case.read(path)
            for method in options.methods:
                theirs, ours = compare(case, method, Path(folder))
                times.append(times_row(case, method, theirs, ours))
                print("  ".join(times[-1]), file=sys.stderr, flush=True)
                if not theirs.failed and not ours.failed:
                    ranks.append(ranks_row(case, method, theirs, ours))
                    print("  ".join(ranks[-1]), file=sys.stderr, flush=True)
    heads = ["data", "method", "skfeature-chappers", "golfs", "ratio", "target", "their memory", "ours", "iterations"]
    show("Time and peak memory", heads, times)
    show("Rankings: Spearman's correlation and overlap of the first 100", ["data", "method", "agree", "why"], ranks)


if __name__ == "__main__":
    main()
