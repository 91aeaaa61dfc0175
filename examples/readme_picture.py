"""The picture of the README: 1000 features hide five clusters, the ten that GOLFS selects show them.

Writes docs/images/golfs.png, or the file given as the argument.
"""

from pathlib import Path
import sys

from matplotlib.figure import Figure
import numpy as np
from PIL import Image
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, pairwise_distances

from golfs import GOLFS
from golfs.datasets import make_golfs_example2
from golfs.plotting import plot_ranking, save

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "golfs.png"
COLOURS = 40  # enough for two hues, and a fifth of the size


def distances(ax, X, y, title):
    """Distances between the samples, sorted by true cluster, and how well k-means finds those."""
    order = np.argsort(y, kind="stable")
    D = pairwise_distances(X[order])
    low, high = np.percentile(D[np.triu_indices_from(D, 1)], [1, 99])
    ax.imshow(D, cmap="Blues_r", vmin=low, vmax=high, interpolation="antialiased")
    middles = [np.flatnonzero(y[order] == cluster).mean() for cluster in np.unique(y)]
    ax.set_xticks(middles, [f"{cluster}" for cluster in np.unique(y)])
    ax.set_yticks(middles, [f"{cluster}" for cluster in np.unique(y)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    found = KMeans(5, n_init=10, random_state=0).fit_predict(X)
    ax.set_title(title, loc="left")
    ax.set_ylabel("Samples, by true cluster")
    ax.set_xlabel(f"k-means: adjusted Rand index {adjusted_rand_score(y, found):.2f}")


def main(path=PICTURE):
    """Draw and write."""
    X, y, _ = make_golfs_example2(random_state=0)
    selector = GOLFS(n_clusters=5, n_features_to_select=10, random_state=0).fit(X)
    figure = Figure(figsize=(13, 4.4), layout="constrained")
    before, ranking, after = figure.subplots(1, 3, width_ratios=[1, 1.1, 1])
    distances(before, X, y, f"Distances in all {X.shape[1]} features")
    plot_ranking(selector, n_features=15, names=[f"feature {j}" for j in range(X.shape[1])], ax=ranking)
    ranking.set_title("golfs ranks them, without labels", loc="left")
    distances(after, selector.transform(X), y, "Distances in the 10 selected features")
    save(before, path, dpi=100)
    Image.open(path).convert("RGB").quantize(COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
