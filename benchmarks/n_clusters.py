"""How often each criterion finds the number of clusters: in all features, and in those that GOLFS selects.

    python benchmarks/n_clusters.py [--draws 10] [--first-seed 10] [--jobs 1]

Draws of the paper's Example 2 (5 clusters in 10 of 1000 features), and of noise of the same size.
GOLFS selects 10 features and is told 2, 3 or 8 clusters, on noise 3.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from golfs import GOLFS
from golfs.datasets import make_golfs_example2
from golfs.inference import suggest_n_clusters

TOLD = (2, 3, 8)


def selected(X, c):
    return GOLFS(c, n_features_to_select=10, random_state=0).fit_transform(X)


def tables(draw):
    X = make_golfs_example2(random_state=draw)[0]
    noise = np.random.default_rng(draw).standard_normal(X.shape)
    yield "Example 2, all features", X
    for c in TOLD:
        yield f"Example 2, 10 selected, told {c}", selected(X, c)
    yield "noise, 10 selected, told 3", selected(noise, 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    counts: dict[str, dict[str, Counter]] = {}
    for draw in range(options.first_seed, options.first_seed + options.draws):
        for name, X in tables(draw):
            found = suggest_n_clusters(X, range(1, 9), random_state=0, n_jobs=options.jobs).suggestions
            for criterion, c in found.items():
                counts.setdefault(name, {}).setdefault(criterion, Counter())[c] += 1
    for name, of_criteria in counts.items():
        for criterion, found in of_criteria.items():
            listed = ", ".join(f"{c or 'none'}: {times}" for c, times in found.most_common())
            print(f"{name:<34} {criterion:<10} {listed}")


if __name__ == "__main__":
    main()
