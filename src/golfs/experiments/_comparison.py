"""Every method at its defaults on the paper's simulations and on a folder of data sets.

A cell is one method on one data set (or on one draw). The true labels judge it and are shown to
no method: k-means clusters the samples on the best features, and its accuracy and NMI are
averaged over several numbers of features and repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
import hashlib
from pathlib import Path
import time
from typing import Any, NamedTuple
import warnings

import numpy as np

from golfs.datasets import Dataset, bbc_tfidf, load_mat
from golfs.experiments._cells import Task, finish
from golfs.experiments._draws import EXAMPLES, draw_of
from golfs.metrics import clustering_accuracy, evaluate_selection, true_positives
from golfs.selectors import METHODS, Selector

NEWS, NEWS_FILE, MOST_NEWS = "BBC", "bbc-news.csv", 10  # draws of 200 texts
FIRST_DRAW = 2000  # no default was chosen by looking at these draws
SIZES_OF_DRAWS = tuple(range(10, 151, 10))  # numbers of features, as in the paper
SIZES_OF_SETS = tuple(range(50, 301, 50))
REPEATS = 10  # of k-means

Cell = dict[str, Any]


class Case(NamedTuple):
    """What the methods run on: a draw of a simulation, or of the BBC's texts from their file, or a .mat file."""

    data: str
    draw: int = 0
    path: Path | None = None

    def load(self) -> tuple[Dataset, Any]:
        """The data, and the true features where they are known."""
        if self.path is not None and self.data == NEWS:
            texts = bbc_tfidf(random_state=self.draw, data_home=self.path.parent)
            return Dataset(texts.X.toarray(), texts.y, texts.names), None  # few, and dense for every method
        if self.path is not None:
            return load_mat(self.path), None
        X, y, features = draw_of(self.data, FIRST_DRAW + self.draw)
        return Dataset(X, y, []), features

    def identity(self) -> list[Any]:
        """Changes when the data do."""
        return [self.data, self.draw, None if self.path is None else hashlib.sha256(self.path.read_bytes()).hexdigest()]


def cases(data_dir: Path | None, draws: int) -> list[Case]:
    """Draws of both simulations, every labelled .mat file of a folder, and draws of the BBC's texts if they are there.

    Examples
    --------
    >>> from golfs.experiments import cases
    >>> [case.data for case in cases(None, draws=1)]
    ['Example 1', 'Example 2']
    """
    found = [Case(name, draw) for name in EXAMPLES for draw in range(draws)]
    if data_dir is not None:
        if not data_dir.is_dir():
            raise NotADirectoryError(f"{data_dir} is not a folder of data sets")
        found += [Case(path.stem, path=path) for path in sorted(data_dir.glob("*.mat"))]
        news = data_dir / NEWS_FILE
        found += [Case(NEWS, draw, news) for draw in range(min(draws, MOST_NEWS)) if news.exists()]
    if not found:
        where = "no folder of data sets is given" if data_dir is None else f"{data_dir} holds no data set"
        raise ValueError(f"nothing to compare on: draws is 0, and {where}; give --draws or --data-dir")
    return found


def compare(
    on: Sequence[Case],
    methods: Sequence[str],
    *,
    seed: int = 0,
    n_jobs: int | None = None,
    cells: Path | None = None,
    done: Callable[[Cell], None] = lambda cell: None,
) -> list[Cell]:
    """Every method on every case, in parallel, each fit on one thread.

    Parameters
    ----------
    on : the cases
    methods : names in `golfs.METHODS`
    seed : of the methods and of k-means
    n_jobs : processes; the result is the same for any number
    cells : folder
        Finished cells are kept there as files and never run again, unless the data, the seed or
        the code of golfs has changed.
    done : called with each finished cell

    Returns
    -------
    list of dict
        data, draw, method, accuracy, nmi, labels_accuracy (of the method's own clusters; None without),
        true_positives (of 10; None if unknown), n_selected, seconds, and error, a sentence if the
        method refused the data.
    """
    tasks = [
        Task(_run, (case, method, seed), ["bench", *case.identity(), method, seed, REPEATS, _sizes(case)])
        for case in on
        for method in methods
    ]
    return finish(tasks, n_jobs=n_jobs, cells=cells, done=lambda task, cell: done(cell))


def _run(case: Case, method: str, seed: int) -> Cell:
    cell: Cell = {"data": case.data, "draw": case.draw, "method": METHODS[method].__name__}
    cell |= dict.fromkeys(("accuracy", "nmi", "labels_accuracy", "true_positives", "n_selected", "seconds", "error"))
    try:
        (X, y, _), features = case.load()
    except ValueError as error:
        return cell | {"error": " ".join(str(error).split())}
    selector = _selector(METHODS[method], len(np.unique(y)), seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a method says of its convergence is for whoever fits it by hand
        begin = time.perf_counter()
        try:
            selector.fit(X)
        except ValueError as error:
            return cell | {"error": " ".join(str(error).split())}
        cell["seconds"] = time.perf_counter() - begin
        ranking = selector.ranking_ if np.ptp(selector.scores_) > 0 else None
        table = evaluate_selection(
            X,
            ranking={"": ranking},
            y=y,
            n_features=[s for s in _sizes(case) if s <= X.shape[1]] or [X.shape[1]],
            clusterers="kmeans",
            n_repeats=REPEATS,
            measures=("accuracy", "nmi"),
            random_state=seed,
        )
    cell |= {name: float(value) for name, value in table.groupby("measure").value.mean().items()}
    cell["n_selected"] = int(selector.n_selected_)
    if hasattr(selector, "labels_"):
        cell["labels_accuracy"] = clustering_accuracy(y, selector.labels_)
    if features is not None and ranking is not None:
        cell["true_positives"] = true_positives(ranking, features, 10)
    return cell


def _sizes(case: Case) -> tuple[int, ...]:
    return SIZES_OF_DRAWS if case.path is None or case.data == NEWS else SIZES_OF_SETS


def _selector(method: type[Selector], n_clusters: int, seed: int) -> Selector:
    """At defaults, told the number of clusters and the seed where it takes them."""
    own = {"n_clusters": n_clusters, "random_state": seed}
    known = method().get_params(deep=False)
    return method(**{name: value for name, value in own.items() if name in known})


def markdown(cells: Sequence[Cell]) -> str:
    """The comparison as tables: selection, accuracy, NMI, and time, rows are methods, best mean first."""
    parts = []
    if any(cell["true_positives"] is not None for cell in cells):
        parts += ["True features among the ten best", _table(cells, "true_positives", "{:.2f}", 1.0)]
    for measure, title in (
        ("accuracy", "Accuracy of k-means, %"),
        ("nmi", "NMI of k-means, %"),
        ("labels_accuracy", "Accuracy of the method's own clusters, %"),
    ):
        parts += [title, _table(cells, measure, "{:.1f}", 100.0)]
    parts += ["Seconds of a fit, one thread", _table(cells, "seconds", "{:.2f}", 1.0, rank=False)]
    return "\n\n".join(parts) + "\n"


def _table(cells: Sequence[Cell], measure: str, form: str, unit: float, *, rank: bool = True) -> str:
    """Means over draws; the mean over data sets and the mean rank at the right; – where a method gave nothing."""
    data = _distinct(cell["data"] for cell in cells if cell[measure] is not None)
    if not data:
        return "No method gave any."
    methods = _distinct(cell["method"] for cell in cells if cell[measure] is not None)
    values = np.full((len(methods), len(data)), np.nan)
    for i, method in enumerate(methods):
        for j, name in enumerate(data):
            seen = [c[measure] for c in cells if (c["method"], c["data"]) == (method, name) and c[measure] is not None]
            values[i, j] = unit * np.mean(seen) if seen else np.nan
    complete = ~np.isnan(values).any(axis=1)
    means = np.where(complete, np.nan_to_num(values).mean(axis=1), np.nan)
    ranks = np.full(len(methods), np.nan)
    ranks[complete] = np.mean([_ranks(column) for column in values[complete].T], axis=0)
    order = np.argsort(np.where(complete, -means if rank else means, np.inf), kind="stable")
    heads = ["method", *data, "mean"] + ["mean rank"] * rank
    lines = ["| " + " | ".join(heads) + " |", "| --- " * len(heads) + "|"]
    for i in order:
        shown = [*values[i], means[i]]
        row = [methods[i], *("–" if np.isnan(value) else form.format(value) for value in shown)]
        row += ["–" if np.isnan(ranks[i]) else f"{ranks[i]:.1f}"] * rank
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def _ranks(values: Any) -> list[float]:
    """1 for the highest; equal values share the mean of their ranks."""
    return [float(np.sum(values > value) + (np.sum(values == value) + 1) / 2) for value in values]


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
