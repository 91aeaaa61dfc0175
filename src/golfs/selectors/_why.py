"""Why one feature is selected or is not: how the answer is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from golfs._checks import check_feature
from golfs.arrays import as_design
from golfs.selectors._base import ranked
from golfs.selectors._explanation import ClusterProfile, CorrelatedFeature, Explanation

Array = NDArray[np.float64]

CORRELATED = 5  # features named in an explanation


def explain(selector: Any, feature: str | int, X: Any, *, names: Sequence[str] | None, frequencies: Any) -> Explanation:
    """What a fitted ClusterSelector says of a feature; X is checked, or None."""
    d = selector.n_features_in_
    called = _names(selector, names)
    j = check_feature(feature, called, d)
    shares, related = None, np.zeros(d)
    if X is not None:
        n = len(selector.labels_)
        if X.shape[0] != n:
            raise ValueError(f"X has {X.shape[0]} samples, but the fit saw {n}; give the X it was fitted on")
        shares, related = _nonzero_shares(X, j, selector.labels_, selector.n_clusters), correlations(X, j)
    support, scores = selector.get_support(), selector.scores_
    displaced = bool(support.any() and not support[j])
    return Explanation(
        feature=_called(j, called),
        rank=int(selector.ranking_[j]),
        n_features=d,
        score=float(scores[j]),
        selected=bool(support[j]),
        n_selected=int(selector.n_selected_),
        lacks=max(float(scores[support].min() - scores[j]), 0.0) if displaced else None,
        frequency=_frequency(frequencies, j, d),
        clusters=_profiles(selector, j, shares),
        most_correlated=_most_correlated(selector, related, called),
        selected_instead=_most_correlated(selector, related * support, called) if displaced else (),
    )


def correlations(X: Any, column: int) -> Array:
    """Of one column with every column, (d,), its own 0; so is that of a constant. O(nd)."""
    design = as_design(X)
    norms = design.column_norms()
    with_it = design.tdot(design.columns(np.array([column])).T)[:, 0]
    scale = norms * norms[column]
    found: Array = np.divide(with_it, scale, out=np.zeros_like(with_it), where=scale > 0)
    found[column] = 0.0
    return np.clip(found, -1.0, 1.0)


def _nonzero_shares(X: Any, column: int, labels: NDArray[np.intp], n_clusters: int) -> Array | None:
    """Share of each cluster in which a column is not 0; None if it is somewhere negative or nowhere 0."""
    values = X[:, [column]].toarray()[:, 0] if sparse.issparse(X) else X[:, column]
    if values.min() < 0 or values.all():
        return None
    sizes = np.bincount(labels, minlength=n_clusters)
    return np.asarray(np.bincount(labels, weights=values != 0, minlength=n_clusters) / np.maximum(sizes, 1))


def _names(selector: Any, names: Sequence[str] | None) -> list[str] | None:
    """Those given, or those that the fit saw."""
    if names is None:
        names = getattr(selector, "feature_names_in_", None)
    elif len(names) != selector.n_features_in_:
        raise ValueError(f"names has {len(names)} names, but the fit saw {selector.n_features_in_} features")
    return None if names is None else [str(name) for name in names]


def _called(j: int, names: list[str] | None) -> str | int:
    return int(j) if names is None else names[j]


def _frequency(frequencies: Any, j: int, d: int) -> float | None:
    if frequencies is None:
        return None
    shares = np.asarray(getattr(frequencies, "frequencies", frequencies), dtype=np.float64)
    if shares.shape != (d,) or not ((shares >= 0) & (shares <= 1)).all():
        raise ValueError(
            f"frequencies must hold {d} shares between 0 and 1, one a feature, as selection_frequencies gives them"
        )
    return float(shares[j])


def _profiles(selector: Any, j: int, shares: Array | None) -> tuple[ClusterProfile, ...]:
    differences = selector._differences(np.array([j]))[:, 0]
    return tuple(
        ClusterProfile(
            cluster=k,
            n_samples=int(size),
            mean=float(selector.cluster_means_[k, j]),
            difference=float(differences[k]),
            nonzero=None if shares is None else float(shares[k]),
        )
        for k, size in enumerate(np.bincount(selector.labels_, minlength=selector.n_clusters))
    )


def _most_correlated(selector: Any, related: Array, called: list[str] | None) -> tuple[CorrelatedFeature, ...]:
    size = np.abs(related)
    return tuple(
        CorrelatedFeature(
            feature=_called(j, called),
            rank=int(selector.ranking_[j]),
            score=float(selector.scores_[j]),
            selected=bool(selector.ranking_[j] <= selector.n_selected_),
            correlation=float(related[j]),
        )
        for j in ranked(size)[:CORRELATED]
        if size[j] > 0
    )
