"""A statistic of each feature by itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from golfs.arrays import Design

Array = NDArray[np.float64]

BLOCK_VALUES = 2**17  # at a time: enough to hide the overhead of a call, few enough for the cache


def per_feature(X: Design, statistic: Callable[[Array], Array]) -> Array:
    """A function from some features (k × n, one a row) to k numbers, for all d; k at a time are made dense."""
    n, d = X.shape
    step = max(1, BLOCK_VALUES // n)
    blocks = (slice(start, min(start + step, d)) for start in range(0, d, step))
    return np.concatenate([statistic(X.columns(block)) for block in blocks])
