"""A fitted selector in a few lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from golfs.io import Table

LONGEST_NAME = 40
DIGITS = 4


def summary(selector: Any, table: Table, *, top: int) -> str:
    """The best features, the clusters, and how many features are selected."""
    n, d = table.X.shape
    source = [table.name or "table"] + ([f"array {table.key}"] if table.key else [])
    lines = [f"{', '.join(source)}: {n:,} samples × {d:,} features", "", *_best(selector, table, top), ""]
    if hasattr(selector, "labels_"):
        sizes = np.bincount(selector.labels_)
        listed = ", ".join(f"{cluster} ({size:,})" for cluster, size in enumerate(sizes))
        lines.append(f"{len(sizes)} clusters, with their numbers of samples: {listed}")
    lines.append(f"{selector.n_selected_:,} of {d:,} features selected")
    return "\n".join(lines)


def _best(selector: Any, table: Table, top: int) -> list[str]:
    """A table of the best features; of the selected ones, unless there are none."""
    shown = min(top, selector.n_selected_ or selector.n_features_in_)
    columns = np.argsort(selector.ranking_)[:shown]
    names = [_short(str(j) if table.features is None else table.features[j]) for j in columns]
    scores = [f"{selector.scores_[j]:#.{DIGITS}g}" for j in columns]
    marks = _marks(selector, shown)
    rows = [("rank", "feature", "score", "where it stands out" if any(marks) else "")]
    rows += [(str(rank + 1), *row) for rank, row in enumerate(zip(names, scores, marks, strict=True))]
    name, score = (max(len(row[i]) for row in rows) for i in (1, 2))
    return [f"{row[0]:>4}  {row[1]:<{name}}  {row[2]:>{score}}  {row[3]}".rstrip() for row in rows]


def _marks(selector: Any, shown: int) -> list[str]:
    """In which cluster each feature differs most from the other samples, and how."""
    if not (hasattr(selector, "top_features") and selector.n_selected_):
        return [""] * shown
    marks = {}
    sizes: dict[int, float] = {}
    for cluster, found in selector.top_features(selector.n_selected_).items():
        for feature in found:
            size = abs(feature.difference)
            if feature.rank <= shown and size > sizes.get(feature.rank, -1.0):
                sizes[feature.rank] = size
                marks[feature.rank] = f"cluster {cluster}: {feature.direction} by {size:.1f} sd"
    return [marks[rank] for rank in range(1, shown + 1)]


def _short(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"
