"""How many clusters there are: three criteria side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from joblib import Parallel, delayed
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from golfs._checks import InvalidParameter, check_integer, check_matrix, check_n_jobs, check_seed
from golfs.arrays import Design, as_design, one_thread
from golfs.inference._criteria import SUBSAMPLE, agreements, eigengaps, in_box, log_within

Array = NDArray[np.float64]

REFERENCES = 20  # uniform data sets that the gap statistic compares with
PAIRS = 20  # of subsamples whose clusterings are compared
SEEDS = 2**31
STABLE = 0.5  # agreement below which no number is suggested: more than half of it is chance
ROUNDING = 1e-7  # principal axes shorter than this share of the longest are none


class ClusterCandidate(NamedTuple):
    """A number of clusters, and what the criteria say of it; errors are standard errors of simulation.

    `gap`: E* log W − log W, higher is better. `stability`: mean adjusted Rand index between clusterings of
    two subsamples, 1 if always the same, 0 by chance, NaN for one cluster. `eigengap`: λ_(c+1) − λ_c.
    """

    n_clusters: int
    gap: float
    gap_error: float
    stability: float
    stability_error: float
    eigengap: float


class ClusterSuggestions(NamedTuple):
    """What `suggest_n_clusters` found; as text, a table.

    Attributes
    ----------
    candidates : ClusterCandidate of every number, ascending.
    suggestions : {"gap", "stability", "eigengap": number of clusters}; None where the gap still grows
        at the last candidate, or no clustering agrees with another by 0.5 and more.
    """

    candidates: tuple[ClusterCandidate, ...]
    suggestions: dict[str, int | None]

    def __str__(self) -> str:
        lines = ["clusters         gap    ±    stability    ±    eigengap"]
        for one in self.candidates:
            marks = {name: "*" if best == one.n_clusters else " " for name, best in self.suggestions.items()}
            lines.append(
                f"{one.n_clusters:>8}  {one.gap:>9.3f}{marks['gap']} {one.gap_error:.3f}  "
                f"{one.stability:>8.2f}{marks['stability']} {one.stability_error:.2f}  "
                f"{one.eigengap:>8.3f}{marks['eigengap']}".rstrip()
            )
        said = ", ".join(f"{best or 'none'} by {name}" for name, best in self.suggestions.items())
        return "\n".join([*lines, f"suggested: {said}"])


def suggest_n_clusters(
    X: Any, n_clusters: Iterable[int] = range(2, 11), *, random_state: Any = None, n_jobs: int | None = None
) -> ClusterSuggestions:
    """Three criteria for the number of clusters c: gap statistic, stability, eigengap.

    Gap: log W, W the sum of squares within the clusters of k-means, beside its mean over 20 samples
    that are uniform in a box along the principal axes of X. Suggested is the smallest candidate within a
    standard error, sd √(1 + 1/20), of the largest gap, as Dudoit and Fridlyand have it; the first that is
    within one of the next, as printed, stops at one cluster where several lie equally far apart.

    Stability: 20 times, k-means on two subsamples of 80 % each, compared on the samples in both by the
    adjusted Rand index, which corrects for the agreement by chance. Suggested is the largest candidate
    within a standard error of the best, or none if that is below 0.5.

    Eigengap: of the normalised Laplacian of the graph of 10 nearest neighbours with Gaussian weights.
    Suggested is the largest.

    Each looks at all features of X as they are: scale them beforehand if their units differ. They
    need not agree, least of all where few of many features hold the clusters; only the gap can say
    that there is but one, if 1 is a candidate.

    Time O(nd min(n, d)) for the principal axes, then 61 k-means of 10 starts for each c on n × min(n − 1, d)
    values, each O(n c min(n, d)) an iteration, and O(n² min(n, d)) for the graph. Sparse X stays
    sparse; memory O(n min(n, d)).

    Parameters
    ----------
    X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
    n_clusters : candidates, at least two, default 2 to 10
    random_state : None, int or RandomState
    n_jobs : int, optional
        Processes; the same result for any number.

    Returns
    -------
    ClusterSuggestions

    References
    ----------
    Tibshirani, Walther, Hastie 2001. Estimating the number of clusters in a data set via the gap
    statistic. Journal of the Royal Statistical Society B 63, 411–423.

    Dudoit, Fridlyand 2002. A prediction-based resampling method for estimating the number of clusters
    in a dataset. Genome Biology 3, research0036.

    Ben-Hur, Elisseeff, Guyon 2002. A stability based method for discovering structure in clustered
    data. Pacific Symposium on Biocomputing 7, 6–17.

    von Luxburg 2007. A tutorial on spectral clustering. Statistics and Computing 17, 395–416.

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> from golfs.inference import suggest_n_clusters
    >>> X, y = make_blobs(120, n_features=10, centers=4, random_state=0)
    >>> suggest_n_clusters(X, range(2, 7), random_state=0).suggestions
    {'gap': 4, 'stability': 4, 'eigengap': 4}
    """
    n_jobs, generator = check_n_jobs(n_jobs), check_seed(random_state)
    design = as_design(check_matrix(BaseEstimator(), X, reset=True))
    counts = _candidates(n_clusters, design)
    with one_thread():
        Y = principal_scores(design)
        wide = eigengaps(Y, counts)
    n = len(Y)
    seeds = iter(generator.randint(SEEDS, size=1 + REFERENCES + PAIRS).tolist())
    low, high = Y.min(axis=0), Y.max(axis=0)
    tasks = [delayed(log_within)(Y, counts, next(seeds))]
    tasks += [delayed(in_box)(n, low, high, counts, next(seeds)) for _ in range(REFERENCES)]
    tasks += [delayed(agreements)(Y, counts, next(seeds)) for _ in range(PAIRS)]
    found = np.array(Parallel(n_jobs=n_jobs)(tasks))
    of_data, of_references, agreement = found[0], found[1 : 1 + REFERENCES], found[1 + REFERENCES :]
    columns = (
        of_references.mean(axis=0) - of_data,
        of_references.std(axis=0) * np.sqrt(1 + 1 / REFERENCES),
        agreement.mean(axis=0),
        agreement.std(axis=0, ddof=1) / np.sqrt(PAIRS),
        wide,
    )
    candidates = tuple(ClusterCandidate(c, *map(float, row)) for c, *row in zip(counts, *columns, strict=True))
    return ClusterSuggestions(candidates, _suggestions(candidates))


def principal_scores(design: Design) -> Array:
    """The centred samples along their principal axes, n × r, r ≤ min(n − 1, d): the same distances, fewer columns.

    The largest value of each axis is positive, so that the order of samples or features changes nothing.
    """
    n, d = design.shape
    if d <= n:
        Y = design.dot(np.linalg.eigh(design.cogram())[1])
    else:
        squares, U = np.linalg.eigh(design.inner)
        Y = U * np.sqrt(np.maximum(squares, 0.0))
    lengths = np.linalg.norm(Y, axis=0)
    Y = Y[:, lengths > ROUNDING * lengths.max()][:, ::-1]
    return np.asarray(Y * np.sign(Y[np.abs(Y).argmax(axis=0), np.arange(Y.shape[1])]))


def _candidates(n_clusters: Any, design: Design) -> list[int]:
    """Different numbers, ascending, for each of which a subsample has samples enough."""
    if isinstance(n_clusters, str) or not np.iterable(n_clusters):
        raise InvalidParameter(f"n_clusters={n_clusters!r} must be several numbers to compare, such as range(2, 11)")
    most = int(SUBSAMPLE * design.shape[0]) - 1
    remedy = f"X has {design.shape[0]} samples, of which subsamples of {SUBSAMPLE:.0%} are clustered"
    counts = sorted({check_integer("n_clusters", c, 1, most, remedy=remedy) for c in n_clusters})
    if len(counts) < 2:
        raise ValueError(f"n_clusters holds {len(counts)} candidates; give at least two to compare")
    distinct = design.distinct_rows()
    if counts[-1] >= distinct:
        raise ValueError(f"n_clusters={counts[-1]} must be below the {distinct} distinct rows that X has")
    return counts


def _suggestions(candidates: tuple[ClusterCandidate, ...]) -> dict[str, int | None]:
    top = max(candidates, key=lambda one: one.gap)
    gap = next(one.n_clusters for one in candidates if one.gap >= top.gap - top.gap_error)
    several = [one for one in candidates if one.n_clusters > 1]
    best = max(several, key=lambda one: one.stability)
    stable = [one.n_clusters for one in several if one.stability >= best.stability - best.stability_error]
    widest = max(candidates, key=lambda one: one.eigengap)
    return {
        "gap": gap if gap < candidates[-1].n_clusters else None,
        "stability": max(stable) if best.stability >= STABLE else None,
        "eigengap": widest.n_clusters,
    }
