"""One method of one library on one data set, in a process of its own; `peers.py` starts it.

    python peers_worker.py SIDE METHOD GIVEN RESULT REPEATS

GIVEN holds X, the graph, the labels to start from and the penalties; RESULT receives the least processor time,
the peak of memory above what stood after imports and reading, the scores (higher is better) and
what else the reasons need. SIDE is "golfs" or "skfeature". Lines on standard output are iterations.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
import re
import resource
import sys
import time
import warnings

import numpy as np
from scipy import sparse

MOST_MEMORY = 8 * 2**30
PEER = "skfeature.function."
STYLES = {"phi1": -1, "phi2": 0}  # how skfeature numbers SPEC's rankings; the third by how many eigenvectors


def memory(name):
    """VmHWM (the peak) or VmRSS of this process, in bytes; Linux tells."""
    return 1024 * int(re.search(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text())[1])


def forget_peak():
    """Let VmHWM start anew from what is resident now."""
    Path("/proc/self/clear_refs").write_text("5")


def start_from(labels):
    """Have skfeature's NDFS start from these labels: given F0 it raises, so its k-means is replaced."""
    import sklearn.cluster

    class Given:
        def __init__(self, *args, **options):
            pass

        def fit(self, X):
            self.labels_ = labels
            return self

    sklearn.cluster.KMeans = Given


def skfeature(method, given):
    """A callable that runs the method, and one that reads scores and weights from what it returns."""
    X, c = given["X"], int(given["c"])
    W = sparse.csr_matrix((given["data"], given["indices"], given["indptr"]))
    if method.startswith("NDFS"):
        run = import_module(PEER + "sparse_learning_based.NDFS").ndfs
        start_from(given["labels"])
        penalties = {"alpha": 1.0, "beta": 1.0, "gamma": float(given["gamma"])}
        return partial(run, X, mode="raw", W=W, n_clusters=c, verbose=True, **penalties), by_norms
    if method == "UDFS":
        run = import_module(PEER + "sparse_learning_based.UDFS").udfs
        options = {"n_clusters": c, "k": int(given["k"]), "gamma": float(given["gamma"]), "verbose": True}
        return partial(run, X, mode="raw", **options), by_norms
    if method == "MCFS":
        run = import_module(PEER + "sparse_learning_based.MCFS").mcfs
        wanted = int(given["n_nonzero"])
        return partial(run, X, n_selected_features=wanted, mode="raw", W=W, n_clusters=c), by_largest
    if method.startswith("LaplacianScore"):
        mode, read = ("index", by_order) if method.endswith("order") else ("rank", by_rank)
        return partial(import_module(PEER + "similarity_based.lap_score").lap_score, X, mode=mode, W=W), read
    style = STYLES.get(method.split()[1], c)
    return partial(import_module(PEER + "similarity_based.SPEC").spec, X, mode="index", W=W, style=style), by_order


def by_norms(W):
    return np.linalg.norm(W, axis=1), W


def by_largest(W):
    return W.max(axis=1), W


def by_rank(rank):
    return rank, None


def by_order(order):
    scores = np.empty(len(order))
    scores[order] = -np.arange(len(order))
    return scores, None


def golfs(method, given):
    """The same for ours."""
    from golfs import MCFS, NDFS, SPEC, UDFS, LaplacianScore
    from golfs.selectors import _pseudo_labels

    X, c, k = given["X"], int(given["c"]), int(given["k"])
    S = sparse.csr_array((given["data"], given["indices"], given["indptr"]))
    max_iter = int(given["iterations"]) or 100
    if method.startswith("NDFS"):
        _pseudo_labels.SOFTENING = 0.02 * np.sqrt(len(X))  # skfeature starts F from 0.02 above the indicator
        penalties = {"alpha": 1.0, "beta": 1.0, "gamma": float(given["gamma"])}
        printed = {"solver": "paper", "normalize_columns": True, "center": False, "scale": "none"}
        selector = NDFS(c, affinity=S, init=given["labels"], max_iter=max_iter, tol=0.0, **penalties, **printed)
    elif method == "UDFS":
        gamma = float(given["gamma"])
        selector = UDFS(c, n_neighbors=k, lam=gamma, gamma=gamma, scale=False, max_iter=max_iter, tol=0.0)
    elif method == "MCFS":
        selector = MCFS(c + 1, n_nonzero=int(given["n_nonzero"]), affinity=S, scale=False)
    elif method.startswith("LaplacianScore"):
        selector = LaplacianScore(affinity=S)
    else:
        selector = SPEC(c, style=method.split()[1], center=False, affinity=S)
    return partial(selector.fit, X), lambda fitted: (-fitted.ranking_, getattr(fitted, "coef_", None))


def main():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    warnings.simplefilter("ignore")
    side, method, source, target, repeats = sys.argv[1:]
    given = dict(np.load(source))
    run, read = {"golfs": golfs, "skfeature": skfeature}[side](method, given)
    forget_peak()
    baseline, times = memory("VmRSS"), []
    for i in range(int(repeats)):
        start = time.process_time()
        found = run()
        times.append(time.process_time() - start)
        if i == 0:
            peak = memory("VmHWM") - baseline
    scores, weights = read(found)
    np.savez(target, time=min(times), peak=peak, scores=scores, **({} if weights is None else {"weights": weights}))


if __name__ == "__main__":
    main()
