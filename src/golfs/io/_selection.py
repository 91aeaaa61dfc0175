"""What a fitted selector has found, as three files that any tool reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
import csv
from functools import partial
import json
import math
from numbers import Integral, Real
import os
from pathlib import Path
import platform
from typing import Any

import numpy as np
import scipy
import sklearn

import golfs
from golfs.io._table import Table
from golfs.io._whole import check_targets, write_whole

FEATURES, CLUSTERS, SELECTION = "features.csv", "clusters.csv", "selection.json"


def write_selection(
    selector: Any,
    table: Table,
    out: str | os.PathLike[str],
    *,
    seconds: float | None = None,
    force: bool = False,
) -> list[Path]:
    """Write features.csv, clusters.csv (if the method clusters) and selection.json to a folder.

    All or none, as `write_whole` does it.

    Parameters
    ----------
    selector : a fitted selector
    table : Table
        What it was fitted on.
    out : folder, made if it does not exist
    seconds : float
        How long the fit took.
    force : bool, default False
        Replace existing files.

    Returns
    -------
    list of Path
        What was written.

    Examples
    --------
    >>> import tempfile
    >>> from golfs import GOLFS
    >>> from golfs.datasets import load_demo
    >>> from golfs.io import Table, write_selection
    >>> X, names, _ = load_demo()
    >>> selector = GOLFS(n_clusters=5, random_state=0).fit(X)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = write_selection(selector, Table(X, names), folder)
    ...     print(paths[0].read_text().splitlines()[0])
    rank,feature,score,selected
    """
    files = selection_files(selector, table, Path(out), seconds=seconds)
    check_targets(files, force=force)
    Path(out).mkdir(parents=True, exist_ok=True)
    write_whole(files, force=force)
    return list(files)


def selection_files(
    selector: Any, table: Table, out: Path, *, seconds: float | None = None
) -> dict[Path, Callable[[Path], None]]:
    """The files of a selection, as `write_whole` takes them."""
    names = table.features or [str(name) for name in getattr(selector, "feature_names_in_", range(table.X.shape[1]))]
    if len(names) != selector.n_features_in_:
        raise ValueError(f"table has {len(names)} features, but the selector was fitted on {selector.n_features_in_}")
    files: dict[Path, Callable[[Path], None]] = {}
    files[out / FEATURES] = partial(_write_rows, header=_FEATURES, rows=_features(selector, names))
    if hasattr(selector, "labels_"):
        samples = table.samples or range(len(selector.labels_))
        rows = list(zip(samples, selector.labels_, strict=True))
        files[out / CLUSTERS] = partial(_write_rows, header=("sample", "cluster"), rows=rows)
    files[out / SELECTION] = partial(write_json, content=record_of(selector, table, seconds))
    return files


_FEATURES = ("rank", "feature", "score", "selected")


def _features(selector: Any, names: list[str]) -> list[tuple[Any, ...]]:
    """All features, best first."""
    support = selector.get_support()
    return [
        (selector.ranking_[j], names[j], selector.scores_[j], "true" if support[j] else "false")
        for j in np.argsort(selector.ranking_)
    ]


def _write_rows(path: Path, *, header: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def write_json(path: Path, *, content: Any) -> None:
    """Strict JSON."""
    text = json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")


def record_of(selector: Any, table: Table, seconds: float | None) -> dict[str, Any]:
    """How the selection came about: enough to repeat it."""
    given = selector.get_params(deep=False)
    chosen = {name: getattr(selector, f"{name}_") for name in given if hasattr(selector, f"{name}_")}
    n, d = table.X.shape
    return {
        "method": type(selector).__name__,
        "data": {"name": table.name, "key": table.key, "n_samples": n, "n_features": d, "dtype": str(table.X.dtype)},
        "given": {name: _plain(value) for name, value in given.items()},
        "chosen": {name: _plain(value) for name, value in chosen.items()},
        "seed": _plain(given.get("random_state")),
        "n_selected": int(selector.n_selected_),
        "n_iter": _plain(getattr(selector, "n_iter_", None)),
        "objective_path": _plain(getattr(selector, "objective_path_", None)),
        "seconds": _plain(seconds),
        "versions": {
            "golfs": golfs.__version__,
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "scikit-learn": sklearn.__version__,
            "python": platform.python_version(),
        },
    }


def _plain(value: Any) -> Any:
    """A value as JSON knows it; what is no number to JSON, NaN and infinity, is null."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim == 1):
        return [_plain(item) for item in value]
    if hasattr(value, "shape"):
        return f"array of shape {tuple(value.shape)}"
    return f"a {type(value).__name__}"
