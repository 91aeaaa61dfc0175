"""Time and memory of GOLFS, as ratios measured side by side in one run.

    python benchmarks/speed.py [--data DIR] [--only step fit memory methods growth threads sweep]

Every row gives the figure, the bound we hold ourselves to, and whether it holds; the exit code is
1 if one does not. Times are the least of several runs, the two sides taking turns, since
machines are shared. DIR holds the .mat files of the public collection (keys X, Y).
"""

from __future__ import annotations

import argparse
from functools import partial
import json
from pathlib import Path
import platform
import re
import subprocess
import sys
import time
import warnings

import numpy as np
from scipy import sparse
from scipy.io import loadmat
from scipy.linalg import blas, lapack
import sklearn
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_info, threadpool_limits

from golfs import GOLFS
from golfs.arrays import as_design
from golfs.experiments.paper import SCALES, subjects, sweep
from golfs.graphs import Graph
from golfs.selectors import METHODS
from golfs.solvers import Printed, Problem, dip, indicator, per_feature, printed_step, ridge

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from references import golfs_paper as paper
from references import rsr

STEPS = 10  # of RSR in either form


def take_turns(repeats, *sides):
    """The least time of each side, in seconds, the sides taking turns."""
    times = [[] for _ in sides]
    for _ in range(repeats):
        for side, seen in zip(sides, times):
            start = time.perf_counter()
            side()
            seen.append(time.perf_counter() - start)
    return [min(seen) for seen in times]


def bench_step(_):
    """One printed iteration of stage 2: against the naive transcription, and against what cannot be avoided."""
    yield from step_of(165, 1024, 5, faster=100)
    yield from step_of(165, 1024, 15, faster=100)  # Yale has 15 clusters
    yield from step_of(200, 5000, 5, faster=1000)


def step_of(n, d, c, faster):
    X = np.random.default_rng(0).standard_normal((n, d))
    S = paper.local_graph(X, 5, np.sqrt(2 * d))
    design = as_design(X)
    problem = Problem(design, Graph(sparse.csr_array(S)), alpha=1.0, beta=1.0, gamma=1e3)
    system = ridge(design, problem.beta, c)
    state = Printed(indicator(np.arange(n) % c, c) + 0.02, np.ones(d))
    centred, L0, L1, D = X - X.mean(axis=0), paper.laplacian(S), np.zeros((n, n)), 1 / state.inverse_d

    def ours():
        printed_step(problem, system, state)

    def naive():
        paper.stage_2_step(centred, L1, L0, state.F, D, 1.0, problem.alpha, problem.beta, problem.gamma)

    with threadpool_limits(1):
        (slow,) = take_turns(3, naive)
        fast, floor = take_turns(300, ours, unavoidable(centred, state.F))
    what = f"step {n} × {d}, {c} clusters"
    yield f"{what}: times faster than the naive transcription", slow / fast, ">=", faster
    yield f"{what}: over its unavoidable work", fast / floor, "<=", 1.6


def unavoidable(X, F):
    """One symmetric n²d product, one Cholesky of n, two triangular solves with c columns."""
    columns = np.ascontiguousarray(X.T)
    C = blas.dsyrk(1.0, columns.T) + np.eye(len(X))

    def work():
        blas.dsyrk(1.0, columns.T)
        factor, _ = lapack.dpotrf(C)
        lapack.dpotrs(factor, F)

    return work


def bench_fit(options):
    """A default fit, all starts and κ found, in fits of k-means."""
    for name in ("Yale", "warpPIE10P", "leukemia"):
        path = options.data / f"{name}.mat"
        if not path.exists():
            print(f"skipped: {path} is not there; say --data DIR")
            continue
        data = loadmat(path)
        X, c = np.ascontiguousarray(data["X"], dtype=float), len(np.unique(data["Y"]))
        n, d = X.shape
        k_means, golfs = KMeans(c, n_init=10, random_state=0), GOLFS(c, random_state=0)
        with threadpool_limits(1):
            short, long = take_turns(5, partial(k_means.fit, X), partial(golfs.fit, X))
        yield f"default fit of {name}, {n} × {d}: over KMeans(n_init=10)", long / short, "<=", 20


def wide(d):
    """200 samples in 5 clusters that ten of d float32 features tell apart; 10 rows at a time, to save memory."""
    rng = np.random.default_rng(0)
    y = np.arange(200) // 40
    X = np.empty((200, d), dtype=np.float32)
    for start in range(0, 200, 10):
        X[start : start + 10] = rng.standard_normal((10, d), dtype=np.float32)
    X[:, :10] += 3 * rng.standard_normal((5, 10)).astype(np.float32)[y]
    return X, y


def thin():
    """2,000 × 50,000 with one value in a hundred stored, made without larger temporaries."""
    rng = np.random.default_rng(0)
    n, d, stored = 2000, 50_000, 500
    columns = np.concatenate([np.sort(rng.choice(d, stored, replace=False)) for _ in range(n)])
    return sparse.csr_array(
        (rng.random(n * stored), columns.astype(np.int32), np.arange(0, n * stored + 1, stored)), shape=(n, d)
    )


def bench_memory(_):
    """Peak memory of a fit, each in a process of its own, above what the process had after its imports."""
    seen = in_a_process("wide")
    yield "200 × 200,000 float32: peak memory over the size of X", seen["peak"] / seen["size"], "<=", 4
    seen = in_a_process("thin")
    yield "2,000 × 50,000 at 1 %: peak memory beyond X, MB", (seen["peak"] - seen["size"]) / 1e6, "<=", 300


def in_a_process(case):
    command = [sys.executable, __file__, "--measure", case]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def measure(case):
    """What `in_a_process` runs: "wide" and "thin" for GOLFS, else a method by name on 200 × 100,000."""
    baseline = peak_memory()
    X = thin() if case == "thin" else wide(200_000)[0] if case == "wide" else wide(100_000)[0].astype(float)
    size = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes if case == "thin" else X.nbytes
    method = METHODS["golfs" if case in ("wide", "thin") else case]
    own = {"n_clusters": 5, "random_state": 0}
    selector = method(**{name: value for name, value in own.items() if name in method().get_params()})
    start = time.perf_counter()
    selector.fit(X)
    seconds = time.perf_counter() - start
    print(json.dumps({"size": size, "peak": peak_memory() - baseline, "seconds": seconds}))


def peak_memory():
    """The most memory this process has ever had resident, in bytes; Linux tells."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\s+(\d+)", status)[1])


def bench_methods(_):
    """The other methods on many features, and against the forms that cost O(d³)."""
    rng = np.random.default_rng(0)
    X = rng.random((200, 100_000))
    start = time.perf_counter()
    per_feature(as_design(X, center=False), dip)
    yield "dip of 100,000 features × 200 samples, seconds", time.perf_counter() - start, "<=", 20
    X = rng.standard_normal((165, 1024))
    fixed = METHODS["rsr"](lam=20.0, center=False, max_iter=STEPS, tol=0.0)
    with threadpool_limits(1):
        slow, fast = take_turns(2, partial(printed_rsr, X, 20.0), partial(fixed.fit, X))
    yield f"RSR 165 × 1024, {STEPS} iterations: times faster than the d × d form", slow / fast, ">=", 20
    for name in ("rsr", "udfs", "ndfs"):
        seen = in_a_process(name)
        yield f"{METHODS[name].__name__} 200 × 100,000, defaults: seconds", seen["seconds"], "<=", 60
        yield f"{METHODS[name].__name__} 200 × 100,000, defaults: peak memory with X, GB", seen["peak"] / 1e9, "<=", 4


def printed_rsr(X, lam):
    g, u = np.full(len(X), 0.5), np.full(X.shape[1], 0.5)
    for _ in range(STEPS):
        _, g, u = rsr.step(X, g, u, lam, 1e-6, 1e-6)


def bench_growth(_):
    """Ten times the features at fixed iteration counts: κ, start and number of iterations given."""
    fits = []
    for d in (20_000, 200_000):
        X, y = wide(d)
        fixed = GOLFS(n_clusters=5, kappa=float(np.sqrt(d)), init=y, max_iter=5, tol=0.0)
        fits.append(partial(fixed.fit, X))
    with threadpool_limits(1):
        few, many = take_turns(3, *fits)
    yield "200 × 200,000 over 200 × 20,000, float32, fixed iterations: time", many / few, "<=", 13


def bench_threads(_):
    """Two BLAS threads against one, whole fits on both sides of the size at which threads are allowed."""

    def with_threads(limit, X):
        with threadpool_limits(limit, user_api="blas"):
            GOLFS(n_clusters=5, random_state=0).fit(X)

    for n, d in ((60, 500), (165, 1024), (200, 5000), (2000, 100), (500, 10_000), (1500, 1500)):
        X = np.random.default_rng(0).standard_normal((n, d))
        repeats = 5 if n * n * d < 1e9 else 2
        one, two = take_turns(repeats, partial(with_threads, 1, X), partial(with_threads, 2, X))
        yield f"default fit {n} × {d}: two threads over one", two / one, "<=", 1.2


def bench_sweep(_):
    """GOLFS at 13 × 13 values of α and β on one draw, and k-means on 15 sizes, 20 times each: on one of two cores."""
    scale = SCALES["paper"]._replace(grid_lam=False)
    subject = subjects("Example 1", scale, None)[0]
    start = time.perf_counter()
    with threadpool_limits(1):
        sweep(subject, "GOLFS", scale, 0)
    yield (
        "GOLFS, 13 × 13 settings of Example 1 with evaluation, one core: seconds",
        time.perf_counter() - start,
        "<=",
        60,
    )


SECTIONS = {
    "step": bench_step,
    "fit": bench_fit,
    "memory": bench_memory,
    "methods": bench_methods,
    "growth": bench_growth,
    "threads": bench_threads,
    "sweep": bench_sweep,
}


def machine():
    libraries = ", ".join(sorted({f"{i['internal_api']} {i['version']}" for i in threadpool_info()}))
    return (
        f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"scikit-learn {sklearn.__version__}, {libraries}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of .mat files")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help="some sections only")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # fixed iteration counts
    warnings.filterwarnings("ignore", "no feature stands out")  # some cases are noise
    if options.measure:
        measure(options.measure)
        return 0
    print(f"{machine()}\n\n| what | measured | bound | holds |\n| --- | --- | --- | --- |")
    failed = 0
    for name in options.only:
        for what, value, side, bound in SECTIONS[name](options):
            holds = value >= bound if side == ">=" else value <= bound
            failed += not holds
            print(f"| {what} | {value:.3g} | {side} {bound} | {'yes' if holds else 'NO'} |", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
