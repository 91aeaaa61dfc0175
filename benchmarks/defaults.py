"""GOLFS at its defaults beside all features, no label used: k-means on the best features, and the labels of GOLFS.

    python benchmarks/defaults.py FOLDER [--bbc FOLDER]

The first folder holds .mat files (k-means on the best 50, 100, …, 300 features), the second
bbc-news.csv (ten draws of 200 documents, the best 10, 20, …, 150 terms).
"""

from __future__ import annotations

import argparse
from pathlib import Path
import warnings

import numpy as np
from threadpoolctl import threadpool_limits

from golfs import GOLFS
from golfs.datasets import bbc_tfidf, load_mat
from golfs.metrics import clustering_accuracy, evaluate_selection

DRAWS = 10


def measured(X, y, sizes):
    """Accuracy and NMI of k-means on the best features and on all, and the accuracy of the labels."""
    sizes = [s for s in sizes if s <= X.shape[1]]
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        golfs = GOLFS(n_clusters=len(np.unique(y)), random_state=0).fit(X)
    rankings = {"GOLFS": golfs.ranking_, "all": None}
    table = evaluate_selection(
        X, ranking=rankings, y=y, n_features=sizes, clusterers="kmeans", n_repeats=10, measures=("accuracy", "nmi")
    )
    mean = table.groupby(["measure", "method"]).value.mean()
    found = [mean[measure, method] for measure in ("accuracy", "nmi") for method in rankings]
    return 100 * np.array([*found, clustering_accuracy(y, golfs.labels_)])


def show(name, row):
    print(f"| {name} | " + " | ".join(f"{value:.1f}" for value in row) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bbc", type=Path)
    options = parser.parse_args()
    print("| data | accuracy | all features | NMI | all features | accuracy of labels_ |\n" + "| --- " * 6 + "|")
    rows = []
    for path in sorted(options.folder.glob("*.mat")):
        X, y, _ = load_mat(path)
        rows.append(measured(X, y, range(50, 301, 50)))
        show(path.stem, rows[-1])
    show("mean", np.mean(rows, axis=0))
    if options.bbc:
        draws = [bbc_tfidf(random_state=seed, data_home=options.bbc) for seed in range(DRAWS)]
        show(f"BBC, {DRAWS} draws", np.mean([measured(draw.X, draw.y, range(10, 151, 10)) for draw in draws], axis=0))


if __name__ == "__main__":
    main()
