"""How often each feature is selected from other samples of the same kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any
import warnings

from joblib import Parallel, delayed
import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from threadpoolctl import threadpool_limits

from golfs._checks import InvalidParameter, check_integer, check_matrix, check_n_jobs, check_real, check_seed
from golfs.metrics import Stability, stability

Mask = NDArray[np.bool_]
Indices = NDArray[np.intp]

SEEDS = 2**31  # those of the clones lie below


@dataclass(frozen=True, eq=False)
class SelectionFrequencies:
    """What `selection_frequencies` found.

    Attributes
    ----------
    frequencies : (d,) the share of subsamples in which each feature was selected.
    stability : of the selections; None where it is undefined, since none or all features were selected each time.
    n_subsamples : of how many.
    """

    frequencies: NDArray[np.float64]
    stability: Stability | None
    n_subsamples: int


def selection_frequencies(
    selector: Any,
    X: Any,
    *,
    n_subsamples: int = 50,
    share: float = 0.5,
    n_jobs: int | None = None,
    random_state: Any = None,
) -> SelectionFrequencies:
    """How often a clone of the selector, fitted on random subsamples of the samples, selects each feature.

    The subsamples come in pairs that have no sample in common: with share 0.5 a random half and the
    other half. Shah and Samworth bound by such pairs how many features get a high frequency by chance.
    Also Nogueira's stability of the selections; its interval takes them for independent, which subsamples
    of the same samples are not. As many fits as subsamples, one thread each.

    Parameters
    ----------
    selector : with fit and get_support; itself left alone
        Each clone gets a random_state of its own, drawn from `random_state`. No parameter may hold
        a value for each sample, as an affinity or given labels do.
    X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
    n_subsamples : int, default 50
        Even: twice the number of pairs.
    share : float, default 0.5
        Of the samples that a subsample has; at most 0.5, so that two have none in common.
    n_jobs : int, optional
        Processes; the same result for any number.
    random_state : None, int or RandomState

    Returns
    -------
    SelectionFrequencies

    References
    ----------
    Shah, Samworth 2013. Variable selection with error control: another look at stability selection.
    Journal of the Royal Statistical Society B 75, 55–80.

    Examples
    --------
    >>> from golfs import VarianceScore
    >>> from golfs.datasets import make_golfs_example2
    >>> from golfs.inference import selection_frequencies
    >>> X, y, features = make_golfs_example2(random_state=0)   # 5 clusters, in features 0 to 9 of 1000
    >>> found = selection_frequencies(VarianceScore(n_features_to_select=10), X, n_subsamples=10, random_state=0)
    >>> bool(found.frequencies[:10].min() > found.frequencies[10:].max())
    True
    >>> found.stability.value > 0.5
    True
    """
    if not (hasattr(selector, "fit") and hasattr(selector, "get_support")):
        raise InvalidParameter(
            f"selector must be a feature selector, with fit and get_support, got a {type(selector).__name__}"
        )
    if check_integer("n_subsamples", n_subsamples, 2) % 2:
        raise ValueError(f"n_subsamples={n_subsamples} must be even, since subsamples come in pairs")
    if check_real("share", share) > 0.5:
        raise ValueError(f"share={share} must be at most 0.5, so that two subsamples have no sample in common")
    n_jobs, generator = check_n_jobs(n_jobs), check_seed(random_state)
    X = check_matrix(BaseEstimator(), X, reset=True)
    X = X.tocsr() if sparse.issparse(X) else X
    n, d = X.shape
    size = int(share * n)
    if size < 2:
        raise ValueError(
            f"share={share} of {n} samples leaves {size} in a subsample; give a larger share or more samples"
        )
    subsamples = pairs(n, size, n_subsamples, generator)
    seeds = generator.randint(SEEDS, size=n_subsamples)
    found = Parallel(n_jobs=n_jobs)(
        delayed(_selected)(selector, X, rows, int(seed)) for rows, seed in zip(subsamples, seeds, strict=True)
    )
    masks = np.array([mask for mask, _ in found])
    _repeat_warnings([notes for _, notes in found])
    defined = masks.any() and not masks.all()
    return SelectionFrequencies(masks.mean(axis=0), stability(list(masks), d) if defined else None, n_subsamples)


def pairs(n: int, size: int, count: int, generator: np.random.RandomState) -> list[Indices]:
    """Subsamples of 0 … n − 1, sorted, each of an odd place disjoint from the one before it."""
    subsamples = []
    for _ in range(count // 2):
        order = generator.permutation(n)
        subsamples += [np.sort(order[:size]), np.sort(order[size : 2 * size])]
    return subsamples


def _selected(selector: Any, X: Any, rows: Indices, seed: int) -> tuple[Mask, dict[type[Warning], str]]:
    """What a clone selects from some samples, and of each kind of warning the first."""
    one = clone(selector)
    one.set_params(**{name: seed for name in one.get_params() if name.split("__")[-1] == "random_state"})
    with threadpool_limits(1), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mask: Mask = one.fit(X[rows]).get_support()
    notes: dict[type[Warning], str] = {}
    for warning in caught:
        notes.setdefault(warning.category, str(warning.message))
    return mask, notes


def _repeat_warnings(of_fits: list[dict[type[Warning], str]]) -> None:
    """Each kind once, with the number of fits that gave it."""
    counts = Counter(kind for notes in of_fits for kind in notes)
    for kind, count in counts.items():
        first = next(notes[kind] for notes in of_fits if kind in notes)
        warnings.warn(f"{count} of {len(of_fits)} fits: {first}", kind, stacklevel=3)
