"""What methods that start from k-means ask of X and of n_clusters."""

from __future__ import annotations

from typing import Any
import warnings

from golfs._checks import check_integer
from golfs.arrays import Design


def check_clusterable(n_clusters: Any, X: Design) -> int:
    """n_clusters, if a centred X has as many different samples; 1 with a warning."""
    n = X.shape[0]
    c = check_integer("n_clusters", n_clusters, 1, n, remedy=f"X has {n} samples")
    if c == 1:
        warnings.warn(
            "n_clusters=1 leaves nothing to tell apart; give 2 or more",
            UserWarning,
            stacklevel=4,
        )
    if not X.column_norms().any():
        raise ValueError("every column of X is constant, so there is nothing to cluster; check how X was read")
    distinct = X.distinct_rows()
    if distinct < c:
        raise ValueError(f"n_clusters={c} but X has only {distinct} distinct rows; lower n_clusters or drop duplicates")
    return c
