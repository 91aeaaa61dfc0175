"""Draws of the paper's simulations, their columns in an order that tells nothing."""

from __future__ import annotations

import numpy as np

from golfs.datasets import Simulation, make_golfs_example1, make_golfs_example2

EXAMPLES = {"Example 1": make_golfs_example1, "Example 2": make_golfs_example2}


def draw_of(example: str, seed: int) -> Simulation:
    """One draw, shuffled: equal scores rank by column, and the true features are made first.

    Examples
    --------
    >>> from golfs.experiments import draw_of
    >>> X, y, features = draw_of("Example 2", seed=0)
    >>> X.shape, len(features), bool(features.max() > 9)
    ((200, 1000), 10, True)
    """
    X, y, features = EXAMPLES[example](random_state=seed)
    order = np.random.RandomState(seed).permutation(X.shape[1])
    return Simulation(X[:, order], y, np.flatnonzero(np.isin(order, features)))
