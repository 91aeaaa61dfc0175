"""The paper's simulations at defaults, no label used: how many of the ten true features rank among the first.

    python benchmarks/simulations.py [--draws 100] [--jobs 2] [--first-seed 0]

TP(s) is the mean number of true features among the top s, CP(s) the share of draws in which the
top s contain all ten; intervals are 95 %, by the t distribution for TP and Wilson's for CP.
Beside GOLFS, on the same draws: variance, and marginal correlation with k-means labels. The
paired difference is GOLFS minus that ranking.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
import warnings

from joblib import Parallel, delayed
import numpy as np
from scipy import stats
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from golfs import GOLFS
from golfs.datasets import make_golfs_example1, make_golfs_example2

EXAMPLES = {"Example 1": make_golfs_example1, "Example 2": make_golfs_example2}
PAPER = {  # TP and CP at the three sizes, its penalties tuned with the true labels
    "Example 1": (8.81, 9.29, 9.48, 0.77, 0.88, 0.9),
    "Example 2": (6.18, 7.64, 8.25, 0.36, 0.61, 0.72),
}
SIZES = (10, 30, 60)


@dataclass
class Draw:
    """For each method the number of true features among the top 10, 30, 60; and what GOLFS selects by itself."""

    found: dict[str, list[int]]
    selected: int
    right: int


def correlation_with(X, labels):
    """Correlation ratio of each feature with the labels, by their scaled indicator."""
    centred = X - X.mean(axis=0)
    F = np.eye(labels.max() + 1)[labels]
    F /= np.sqrt(F.sum(axis=0))
    return np.linalg.norm(centred.T @ F, axis=1) / np.linalg.norm(centred, axis=0)


def draw(example, seed):
    X, _, features = EXAMPLES[example](random_state=seed)
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        golfs = GOLFS(n_clusters=5, random_state=seed).fit(X)
        labels = KMeans(5, n_init=10, random_state=seed).fit_predict(X)
    rankings = {
        "GOLFS": np.argsort(golfs.ranking_),
        "variance": np.argsort(-X.var(axis=0), kind="stable"),
        "correlation with k-means": np.argsort(-correlation_with(X, labels), kind="stable"),
    }
    found = {name: [int(np.isin(order[:s], features).sum()) for s in SIZES] for name, order in rankings.items()}
    return Draw(found, golfs.n_selected_, int(golfs.get_support()[features].sum()))


def mean_interval(values):
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values) if np.ptp(values) else 0.0
    return f"{np.mean(values):.2f} ± {half:.2f}"


def share_interval(hits):
    test = stats.binomtest(int(np.sum(hits)), len(hits)).proportion_ci(method="wilson")
    return f"{np.mean(hits):.2f} [{test.low:.2f}, {test.high:.2f}]"


def report(example, draws):
    print(f"\n{example}, {len(draws)} draws\n")
    heads = [f"TP({s})" for s in SIZES] + [f"CP({s})" for s in SIZES] + ["GOLFS minus it, TP(10)"]
    print("| ranking | " + " | ".join(heads) + " |")
    print("| --- " * (len(heads) + 1) + "|")
    ours = np.array([d.found["GOLFS"][0] for d in draws])
    for name in draws[0].found:
        counts = np.array([d.found[name] for d in draws])
        cells = [mean_interval(column) for column in counts.T]
        cells += [share_interval(column == 10) for column in counts.T]
        cells += ["" if name == "GOLFS" else mean_interval(ours - counts[:, 0])]
        print(f"| {name} | " + " | ".join(cells) + " |")
    print(
        "| the paper's GOLFS, tuned with the true labels | " + " | ".join(f"{v:.2f}" for v in PAPER[example]) + " | |"
    )
    selected, right = (np.array([getattr(d, name) for d in draws]) for name in ("selected", "right"))
    print(f'\nn_features_to_select="auto": {mean_interval(selected)} selected, {mean_interval(right)} of them true')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    seeds = range(options.first_seed, options.first_seed + options.draws)
    for example in EXAMPLES:
        report(example, Parallel(options.jobs)(delayed(draw)(example, seed) for seed in seeds))


if __name__ == "__main__":
    main()
