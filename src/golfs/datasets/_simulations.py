"""Examples 1 and 2 of the paper, with every number free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from golfs._checks import check_integer, check_real

Array = NDArray[np.float64]
Noise = Literal["normal", "t3", "laplace"]


class Simulation(NamedTuple):
    """X (n × p), the cluster of each sample, and the columns that are true features."""

    X: Array
    y: NDArray[np.intp]
    features: NDArray[np.intp]


def make_golfs_example1(
    n_samples: int = 200,
    n_features: int = 1000,
    n_informative: int = 10,
    *,
    clusters: int | Sequence[int] = 5,
    signal: float = 1.0,
    noise: Noise = "normal",
    noise_level: float = 1.0,
    random_state: int | np.random.RandomState | None = None,
) -> Simulation:
    """Ten copies of one signal: all true features share the mean of the cluster.

    In cluster k every true feature has mean μ_k ~ U(1, 10) · signal; feature j has standard
    deviation |σ_j|, σ_j ~ N(0, 1). The others have one mean, U(1, 10), and a deviation |N(0, 1)|.

    Parameters
    ----------
    clusters : how many, of equal size; or the size of each, and n_samples is their sum.
    signal : multiplies the means of the clusters, so 0 is pure noise.
    noise : the distribution of the errors, "normal", "t3" or "laplace", scaled to variance 1.
    noise_level : multiplies the errors of all features.

    Examples
    --------
    >>> from golfs.datasets import make_golfs_example1
    >>> X, y, features = make_golfs_example1(random_state=0)
    >>> X.shape, list(features) == list(range(10))
    ((200, 1000), True)
    """
    rng = check_random_state(random_state)
    y, n_clusters = _memberships(n_samples, clusters)
    draw = _errors(noise, noise_level, rng)
    q, p = _counts(n_informative, n_features)
    centers = check_real("signal", signal, positive=False) * np.tile(rng.uniform(1, 10, (n_clusters, 1)), q)
    deviation = np.abs(rng.standard_normal(p))
    X = np.concatenate([centers[y], np.tile(rng.uniform(1, 10, p - q), (len(y), 1))], axis=1)
    X += deviation * draw(X.shape)
    return Simulation(X, y, np.arange(q))


def make_golfs_example2(
    n_samples: int = 200,
    n_features: int = 1000,
    n_informative: int = 10,
    *,
    clusters: int | Sequence[int] = 5,
    signal: float = 1.0,
    noise: Noise = "normal",
    noise_level: float = 1.0,
    random_state: int | np.random.RandomState | None = None,
) -> Simulation:
    """Complementary features: in cluster k true feature j has a mean of its own, U(1, 10) · signal.

    Errors are correlated, 0.5^|i − j|, among the true features and among the others; the
    others have one mean, U(1, 10). Parameters as in `make_golfs_example1`.

    Examples
    --------
    >>> from golfs.datasets import make_golfs_example2
    >>> X, y, features = make_golfs_example2(random_state=0)
    >>> bool(X[:, features].std() > X[:, 10:].std(axis=0).mean())
    True
    """
    rng = check_random_state(random_state)
    y, n_clusters = _memberships(n_samples, clusters)
    draw = _errors(noise, noise_level, rng)
    q, p = _counts(n_informative, n_features)
    centers = check_real("signal", signal, positive=False) * rng.uniform(1, 10, (n_clusters, q))
    X = np.concatenate([centers[y], np.tile(rng.uniform(1, 10, p - q), (len(y), 1))], axis=1)
    for start, stop in ((0, q), (q, p)):
        errors = draw((len(y), stop - start))
        for j in range(1, stop - start):
            errors[:, j] = 0.5 * errors[:, j - 1] + np.sqrt(0.75) * errors[:, j]
        X[:, start:stop] += errors
    return Simulation(X, y, np.arange(q))


def _memberships(n_samples: int, clusters: int | Sequence[int]) -> tuple[NDArray[np.intp], int]:
    if not isinstance(clusters, (Sequence, np.ndarray)):
        check_integer("n_samples", n_samples, 1)
        check_integer("clusters", clusters, 1, n_samples, remedy="each needs a sample")
        return np.arange(n_samples) * clusters // n_samples, clusters
    if not len(clusters):
        raise ValueError("clusters is empty; give a number of clusters, or the size of each")
    sizes = [check_integer("clusters", size, 1, remedy="each needs a sample") for size in clusters]
    return np.repeat(np.arange(len(sizes)), sizes), len(sizes)


def _counts(n_informative: int, n_features: int) -> tuple[int, int]:
    check_integer("n_features", n_features, 1)
    if not 0 < check_integer("n_informative", n_informative) <= n_features:
        raise ValueError(f"n_informative={n_informative} must lie between 1 and n_features={n_features}")
    return n_informative, n_features


def _errors(noise: Noise, level: float, rng: np.random.RandomState) -> Callable[[tuple[int, ...]], Array]:
    draws: dict[str, Callable[[tuple[int, ...]], Array]] = {
        "normal": lambda shape: rng.standard_normal(shape),
        "t3": lambda shape: rng.standard_t(3, shape) / np.sqrt(3),
        "laplace": lambda shape: rng.laplace(size=shape) / np.sqrt(2),
    }
    if noise not in draws:
        raise ValueError(f"noise={noise!r} is not one of {sorted(draws)}")
    check_real("noise_level", level, positive=False)
    return lambda shape: level * draws[noise](shape)
