"""The embedded default: handwritten digits, hidden among pixels of noise."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits


class Demo(NamedTuple):
    """X (n × d), its feature names, and for the curious the true clusters."""

    X: NDArray[np.float64]
    names: list[str]
    y: NDArray[np.intp]


def load_demo() -> Demo:
    """300 handwritten digits 0 to 4: 64 pixels (8 × 8), and 192 columns of them shuffled apart.

    Each noise column is a pixel with its samples in random order, so it has the distribution
    of a real feature and no relation to the clusters: "pixel r3c4" is real, "noise 17" is not.
    Comes from scikit-learn's own copy of the data; nothing is fetched.
    """
    pixels, y = load_digits(n_class=5, return_X_y=True)
    rng = np.random.RandomState(0)
    kept = np.sort(rng.permutation(len(y))[:300])
    pixels, y = pixels[kept], y[kept]
    noise = np.column_stack([rng.permutation(pixels[:, j]) for j in np.tile(np.arange(64), 3)])
    names = [f"pixel r{j // 8}c{j % 8}" for j in range(64)] + [f"noise {j}" for j in range(192)]
    return Demo(np.hstack([pixels, noise]), names, y.astype(np.intp))
