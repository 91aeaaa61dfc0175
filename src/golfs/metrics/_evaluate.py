"""How well the best features of a ranking cluster: one tidy table for all methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from joblib import Parallel, delayed
import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from golfs._checks import InvalidParameter, check_integer, check_n_jobs, check_option, check_seed
from golfs._extras import extra
from golfs.metrics._agreement import Counts, agreeing_pairs, mapped_share, most_frequent, shared_information
from golfs.metrics._clusterers import CLUSTERERS
from golfs.metrics._geometry import (
    Array,
    Centroids,
    centroids,
    checked,
    compressed,
    distance_sums,
    inner_distance,
    mean_silhouette,
    prepared,
    ratio_of_squares,
    worst_overlap,
)
from golfs.metrics._labels import Codes, contingency, encode
from golfs.metrics._selection import Indices, by_ranking, by_score

WITH_LABELS: dict[str, Callable[[Counts], float]] = {
    "accuracy": mapped_share,
    "nmi": shared_information,
    "ari": agreeing_pairs,
    "purity": most_frequent,
}
OF_DISTANCES: dict[str, Callable[[Array, Codes], float]] = {
    "inner_distance": inner_distance,
    "silhouette": mean_silhouette,
}
OF_MEANS: dict[str, Callable[[Centroids], float]] = {
    "calinski_harabasz": ratio_of_squares,
    "davies_bouldin": worst_overlap,
}
WITHOUT_LABELS = ("inner_distance", "calinski_harabasz", "davies_bouldin", "silhouette")
SIZES = tuple(range(10, 151, 10))  # the paper's
UNNAMED = "selection"  # of the only method, where none is named
FEW_VALUES = 2**22  # selected values up to which sparse columns are made dense, which k-means is faster on: 32 MB

Values = list[tuple[str, int, dict[str, float]]]  # clusterer, repeat, measures


class _Plan(NamedTuple):
    """What is done with every set of features."""

    clusterers: tuple[str, ...]
    n_clusters: int
    n_repeats: int
    seed: int
    measures: tuple[str, ...]


def evaluate_selection(
    X: Any,
    scores: Any = None,
    ranking: Any = None,
    *,
    y: Any = None,
    n_features: int | Sequence[int] | None = None,
    clusterers: str | Sequence[str] = ("kmeans", "hierarchical", "spectral"),
    n_clusters: int | None = None,
    n_repeats: int = 20,
    measures: Sequence[str] | None = None,
    n_jobs: int | None = None,
    random_state: int | np.random.RandomState | None = 0,
    output: Literal["pandas", "polars"] = "pandas",
) -> Any:
    """Cluster X on the best features of one or several methods and measure the clusters.

    Seeds of k-means depend on the repeat and the number of features, never on the method, and
    a set of features that several methods select is clustered once. Every clustering runs on
    one thread; results are the same for any n_jobs.

    Parameters
    ----------
    X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
        As it is: centre or scale it beforehand if clusters should be sought so.
    scores, ranking : give one of them: (d,) as `scores_`, or as `ranking_`; or a dictionary of
        several by the name of the method, where None stands for all features, no selection.
    y : (n_samples,) true classes of any type, only to judge by.
    n_features : how many of the best; by default 10, 20, …, 150 as in the paper, as far as X has them.
    clusterers : of "kmeans" (one k-means++ start a repeat), "hierarchical" (Ward), "spectral"
        (10 nearest neighbours). Only k-means is repeated.
    n_clusters : by default the number of classes in y.
    measures : of "accuracy", "nmi", "ari", "purity" (these need y), "inner_distance",
        "calinski_harabasz", "davies_bouldin", "silhouette"; by default all that can be had.
    n_jobs : processes; None is one, −1 as many as there are cores.
    output : "pandas" or "polars".

    Returns
    -------
    table : data frame
        Columns method (if a dictionary was given), clusterer, n_features, repeat, measure,
        value. A measure that is undefined, as for a single cluster, is NaN.

    Examples
    --------
    >>> from golfs.datasets import make_golfs_example2
    >>> from golfs.metrics import evaluate_selection
    >>> X, y, _ = make_golfs_example2(n_features=100, random_state=0)
    >>> table = evaluate_selection(X, X.var(axis=0), y=y, n_features=[10, 20], n_repeats=5)
    >>> best = table[table.measure == "nmi"].groupby(["clusterer", "n_features"]).value.mean()
    >>> bool(best["kmeans", 10] > 0.8)
    True
    """
    frames = extra(check_option("output", output, ("pandas", "polars")), extra="data", purpose=f"output={output!r}")
    X = checked(X)
    n, d = X.shape
    orders = _orders(scores, ranking, d)
    true = None if y is None else encode("y", y, n)[1]
    plan = _Plan(
        _names("clusterers", clusterers, tuple(CLUSTERERS)),
        _number_of_clusters(n_clusters, true, n),
        check_integer("n_repeats", n_repeats, 1),
        int(check_seed(random_state).randint(2**31)),
        _measures(measures, true),
    )
    selected = _selected(orders, _sizes(n_features, d), d)
    distinct = {chosen.tobytes(): chosen for chosen in selected.values()}
    columns = sparse.csc_array(X) if sparse.issparse(X) else X
    found = Parallel(n_jobs=check_n_jobs(n_jobs))(
        delayed(_judge)(_take(columns, chosen), true, plan) for chosen in distinct.values()
    )
    table = _table(selected, dict(zip(distinct, found, strict=True)))
    if not isinstance(ranking if scores is None else scores, Mapping):
        del table["method"]
    return frames.DataFrame(table)


def _judge(X: Any, true: Codes | None, plan: _Plan) -> Values:
    """Cluster one set of features in every way, and measure."""
    X, unit = prepared(X)
    seeds = [_seed(plan.seed, X.shape[1], repeat) for repeat in range(plan.n_repeats)]
    with threadpool_limits(limits=1):
        runs = [
            (name, repeat, codes)
            for name in plan.clusterers
            for repeat, codes in enumerate(CLUSTERERS[name](X, plan.n_clusters, seeds))
        ]
        labelings = [codes for _, _, codes in runs]
        sums: Sequence[Any] = [None] * len(runs)
        if set(plan.measures) & set(OF_DISTANCES):
            sums = [unit * of_clusters for of_clusters in distance_sums(X, labelings)]
        return [
            (name, repeat, _measured(plan.measures, X, true, codes, own))
            for (name, repeat, codes), own in zip(runs, sums, strict=True)
        ]


def _measured(measures: tuple[str, ...], X: Any, true: Codes | None, codes: Codes, sums: Any) -> dict[str, float]:
    """The measures of one clustering; NaN for those that compare clusters where there is nothing to compare."""
    comparable = 2 <= codes.max() + 1 < len(codes)
    counts: Any = None if true is None else contingency(true, codes)
    clusters: Any = centroids(X, codes) if comparable and set(measures) & set(OF_MEANS) else None
    values = dict.fromkeys(measures, float("nan"))
    for name in measures:
        if name in WITH_LABELS:
            values[name] = WITH_LABELS[name](counts)
        elif comparable or name == "inner_distance":
            values[name] = OF_DISTANCES[name](sums, codes) if name in OF_DISTANCES else OF_MEANS[name](clusters)
    return values


def _seed(seed: int, n_features: int, repeat: int) -> int:
    """The same for every method."""
    return int(np.random.SeedSequence([seed, n_features, repeat]).generate_state(1)[0])


def _take(X: Any, chosen: Indices) -> Any:
    """Some columns, in an order that depends on nothing but the set: an array, or CSR if sparse and many."""
    part = X[:, chosen]
    if sparse.issparse(part):
        return compressed(part) if part.shape[0] * part.shape[1] > FEW_VALUES else part.toarray()
    return np.ascontiguousarray(part)


def _table(selected: dict[tuple[str, int], Indices], found: dict[bytes, Values]) -> dict[str, list[Any]]:
    """Columns of the table: a row for each method, number of features, clusterer, repeat and measure."""
    rows = [
        (method, clusterer, size, repeat, measure, value)
        for (method, size), chosen in selected.items()
        for clusterer, repeat, values in found[chosen.tobytes()]
        for measure, value in values.items()
    ]
    names = ("method", "clusterer", "n_features", "repeat", "measure", "value")
    return {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


def _orders(scores: Any, ranking: Any, d: int) -> dict[str, Indices | None]:
    """Of every method the columns from best to worst; None where it selects none."""
    if (scores is None) == (ranking is None):
        raise ValueError("give either scores (higher is better) or ranking (1 is best), and not both")
    name, given = ("scores", scores) if ranking is None else ("ranking", ranking)
    if not isinstance(given, Mapping):
        given, several = {UNNAMED: given}, False
    else:
        several = True
    if not given:
        raise ValueError(f"{name} is an empty dictionary; give the {name} of at least one method")
    read = by_score if ranking is None else by_ranking
    orders: dict[str, Indices | None] = {}
    for method, values in given.items():
        label = f"{name}[{method!r}]" if several else name
        orders[str(method)] = None if values is None else read(label, values)
        if values is not None and len(values) != d:
            raise ValueError(f"{label} has {len(values)} values, but X has {d} features; give one for each column")
    return orders


def _selected(orders: dict[str, Indices | None], sizes: tuple[int, ...], d: int) -> dict[tuple[str, int], Indices]:
    """For every method and number of features the columns, sorted."""
    selected: dict[tuple[str, int], Indices] = {}
    for method, order in orders.items():
        if order is None:
            selected[method, d] = np.arange(d)
        else:
            selected |= {(method, size): np.sort(order[:size]) for size in sizes}
    return selected


def _sizes(n_features: Any, d: int) -> tuple[int, ...]:
    if n_features is None:
        return tuple(size for size in SIZES if size <= d) or (d,)
    given = list(n_features) if np.iterable(n_features) and not isinstance(n_features, str) else [n_features]
    if not given:
        raise ValueError("n_features is empty; give a number of features, or several")
    sizes = [check_integer("n_features", size, 1, d, remedy=f"X has {d} features") for size in given]
    return tuple(dict.fromkeys(sizes))


def _number_of_clusters(n_clusters: Any, true: Codes | None, n: int) -> int:
    if n_clusters is not None:
        return check_integer("n_clusters", n_clusters, 1, n - 1, remedy=f"X has {n} samples")
    if true is None:
        raise ValueError("n_clusters is needed where y is not given; say how many clusters to look for")
    if true.max() + 1 >= n:
        raise ValueError(f"y has a class for each of the {n} samples; give n_clusters, at most {n - 1}")
    return int(true.max()) + 1


def _measures(measures: Any, true: Codes | None) -> tuple[str, ...]:
    if measures is None:
        return WITHOUT_LABELS if true is None else (*WITH_LABELS, *WITHOUT_LABELS)
    names = _names("measures", measures, (*WITH_LABELS, *WITHOUT_LABELS))
    blind = [name for name in names if name in WITH_LABELS and true is None]
    if blind:
        raise ValueError(f"measures: {', '.join(blind)} needs the true classes; give y, or leave it out")
    return names


def _names(parameter: str, given: Any, options: tuple[str, ...]) -> tuple[str, ...]:
    """Some of a few names, each once, in the order given."""
    if not np.iterable(given):
        raise InvalidParameter(f"{parameter} must be names out of {', '.join(map(repr, options))}, got {given!r}")
    names = [given] if isinstance(given, str) else list(given)
    if not names:
        raise ValueError(f"{parameter} is empty; give some of {', '.join(map(repr, options))}")
    return tuple(dict.fromkeys(check_option(parameter, name, options) for name in names))
