"""The samples, cluster by cluster, in their best features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from golfs.plotting._common import (
    INK,
    LARGEST_FONT,
    axes,
    best_first,
    check_learned,
    feature_names,
    name_ticks,
    size_in_inches,
    tidy,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CLIP = 3.0  # standard deviations
MOST_ROWS = 2000  # more than a picture has lines of pixels
COLOURS = "RdBu_r"  # red above, blue below, white at the mean: told apart by colour-blind eyes


def plot_clusters(
    selector: Any,
    X: Any,
    *,
    n_features: int = 30,
    names: Sequence[Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Heat map of samples × best features, the samples cluster by cluster.

    Values are in standard deviations from the feature's mean over all samples, clipped at ±3.
    Features stand beside others that differ most in the same cluster, in order of ranking there.
    Of more than 2000 samples, evenly spaced ones of each cluster are drawn.

    Parameters
    ----------
    selector : a fitted selector with `labels_`
    X : array, data frame or sparse matrix of shape (n_samples, n_features)
        The samples it was fitted on, in the same order. Only the drawn features are read.
    n_features : int, default 30
        How many features, at most.
    names : sequence of str, one for each feature of X
        Default: the names seen in fit, else the numbers of the columns.
    ax : matplotlib Axes
        Where to draw. Default: a new figure, `.figure` of the result.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from golfs import GOLFS
    >>> from golfs.datasets import load_demo
    >>> from golfs.plotting import plot_clusters
    >>> X, names, _ = load_demo()
    >>> golfs = GOLFS(n_clusters=5, random_state=0).fit(X)
    >>> ax = plot_clusters(golfs, X, n_features=20, names=names)
    >>> ax.images[0].get_array().shape
    (300, 20)
    """
    check_learned(selector, "ranking_", "labels_", picture="plot_clusters")
    best = best_first(selector, n_features)
    X = _check_samples(selector, X)
    clusters, labels, sizes = np.unique(selector.labels_, return_inverse=True, return_counts=True)
    rows = _rows(labels, sizes)
    values, columns = _standardised(X, best, labels, sizes, rows)
    named = feature_names(selector, names, columns)

    ax = axes(ax, 2.6 + 0.2 * len(columns), 6.0)
    # Rows taller than a point stay apart; of thinner ones each line of pixels shows a mean, not one of them.
    blend = None if len(rows) > 72 * size_in_inches(ax)[1] else "nearest"
    image = ax.imshow(values, cmap=COLOURS, vmin=-CLIP, vmax=CLIP, aspect="auto", interpolation=blend)
    drawn = np.bincount(labels[rows])
    ends = np.cumsum(drawn)
    for end in ends[:-1]:
        ax.axhline(end - 0.5, color=INK, linewidth=1)
    _name_clusters(ax, [f"{cluster} ({size:,})" for cluster, size in zip(clusters, sizes)], ends - drawn / 2 - 0.5)
    name_ticks(ax.xaxis, named, size_in_inches(ax)[0], rotation=90)
    part = f"; {len(rows):,} of {len(labels):,} samples drawn" if len(rows) < len(labels) else ""
    ax.set_ylabel(f"Cluster (number of samples{part})")
    tidy(ax, f"{len(labels):,} samples in {len(clusters)} clusters, {len(columns)} best features")
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.6, pad=0.02)
    bar.set_label(f"Standard deviations from the feature's mean, clipped at ±{CLIP:g}")
    bar.outline.set_visible(False)
    return ax


def _check_samples(selector: Any, X: Any) -> Any:
    """X as it is, if it has the shape and the column names of the fit."""
    if not hasattr(X, "shape"):
        X = np.asarray(X)
    expected = (len(selector.labels_), selector.n_features_in_)
    if tuple(X.shape) != expected:
        raise ValueError(f"X has shape {tuple(X.shape)}, but the selector was fitted on {expected}; give the same X")
    fitted, given = getattr(selector, "feature_names_in_", None), getattr(X, "columns", None)
    if fitted is not None and given is not None and list(fitted) != list(given):
        raise ValueError("X has other column names, or another order of them, than in fit; give the same X")
    return X


def _rows(labels: NDArray[np.intp], sizes: NDArray[np.intp]) -> NDArray[np.intp]:
    """The samples to draw, cluster by cluster: all, or evenly spaced ones and of each cluster some."""
    share = min(1.0, MOST_ROWS / len(labels))
    in_order = np.argsort(labels, kind="stable")
    kept = []
    for size, end in zip(sizes, np.cumsum(sizes)):
        number = max(1, round(share * size))
        kept.append(in_order[end - size + np.arange(number) * size // number])
    return np.concatenate(kept)


def _standardised(
    X: Any, best: NDArray[np.intp], labels: NDArray[np.intp], sizes: NDArray[np.intp], rows: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The values to draw, and the columns of X they are, in the order in which to draw them."""
    values = np.empty((len(rows), len(best)), dtype=np.float32)
    marks = np.empty(len(best), dtype=np.intp)
    for i, column in enumerate(_columns(X, best)):
        if not np.isfinite(column).all():
            raise ValueError("X contains NaN or infinity; give the X that the selector was fitted on")
        column = column / (np.abs(column).max() or 1.0)  # squares neither overflow nor vanish
        column -= column.mean()
        column /= column.std() or 1.0
        values[:, i] = np.clip(column[rows], -CLIP, CLIP)
        means = np.bincount(labels, weights=column) / sizes
        elsewhere = np.maximum(len(labels) - sizes, 1)
        marks[i] = np.abs(means * len(labels) / elsewhere).argmax()  # mean inside minus mean elsewhere
    grouped = np.argsort(marks, kind="stable")
    return values[:, grouped], best[grouped]


def _columns(X: Any, best: NDArray[np.intp]) -> Iterator[NDArray[np.float64]]:
    """Some columns of X, one at a time: no other is ever made dense, and no two together."""
    if sparse.issparse(X):
        X = X if X.format in ("csr", "csc") else X.tocsr()
        chosen = X[:, best].tocsc()
        for i in range(len(best)):
            yield chosen[:, [i]].toarray().ravel().astype(np.float64)
        return
    table = X.iloc if hasattr(X, "iloc") else X
    for j in best:
        yield np.asarray(table[:, int(j)], dtype=np.float64)


def _name_clusters(ax: Axes, names: list[str], middles: NDArray[np.float64]) -> None:
    """Each name beside the middle of its cluster, pushed down where small clusters crowd."""
    top, bottom = sorted(ax.get_ylim())
    line = (bottom - top) / (72 * size_in_inches(ax)[1])  # one point, in rows
    count = np.arange(len(names))
    gap = min(1.2 * LARGEST_FONT * line, (bottom - top) / len(names))
    places = np.maximum.accumulate(middles - gap * count) + gap * count
    places = np.minimum(places, bottom - gap / 2 - gap * count[::-1])
    ax.set_yticks(places, labels=names, fontsize=min(LARGEST_FONT, gap / line / 1.2))
    ax.tick_params(axis="y", length=0)
