"""How well clusters agree with classes that are known.

Each measure is a function of the counts n_ij, how many samples of class i are in cluster j:
scikit-learn's value where it has the measure, without its checks, which take longer than the measure.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.special import entr

from golfs.metrics._labels import contingency, encode_pair

Counts = NDArray[np.intp]


class MappedConfusion(NamedTuple):
    """counts[i, j]: how many samples of classes[i] are in clusters[j]; mapped pairs on the diagonal."""

    counts: Counts
    classes: NDArray[Any]
    clusters: NDArray[Any]


def clustering_accuracy(y_true: Any, y_pred: Any) -> float:
    """max_π (1/n) Σ_i [y_true_i = π(y_pred_i)] over one-to-one maps π of clusters to classes.

    By the Hungarian method. There may be more clusters than classes or fewer: what has no
    partner counts as wrong. O(n + c³) for c clusters or classes.

    Examples
    --------
    >>> from golfs.metrics import clustering_accuracy
    >>> clustering_accuracy(["a", "a", "b", "b"], [7, 7, 7, 3])
    0.75
    """
    return mapped_share(_counts(y_true, y_pred))


def mapped_confusion_matrix(y_true: Any, y_pred: Any) -> MappedConfusion:
    """Classes in rows, clusters in columns, each cluster below the class it is mapped to.

    The map is that of `clustering_accuracy`, so the diagonal sums to accuracy × n. Classes
    come in sorted order, but those without a cluster last; so do clusters without a class.

    Examples
    --------
    >>> from golfs.metrics import mapped_confusion_matrix
    >>> mapped_confusion_matrix(["a", "a", "b", "b", "b"], [1, 1, 0, 0, 2])
    MappedConfusion(counts=array([[2, 0, 0],
           [0, 2, 1]]), classes=array(['a', 'b'], dtype='<U1'), clusters=array([1, 0, 2]))
    """
    (classes, true), (clusters, found) = encode_pair(y_true, y_pred)
    counts = contingency(true, found)
    rows, columns = linear_sum_assignment(counts, maximize=True)
    rows = np.append(rows, np.setdiff1d(np.arange(len(classes)), rows))
    columns = np.append(columns, np.setdiff1d(np.arange(len(clusters)), columns))
    return MappedConfusion(counts[np.ix_(rows, columns)], classes[rows], clusters[columns])


def normalized_mutual_info(y_true: Any, y_pred: Any) -> float:
    """2 I(C, C') / (H(C) + H(C')), the usual definition; equals scikit-learn's. 1 if both are one cluster."""
    return shared_information(_counts(y_true, y_pred))


def paper_normalized_mutual_info(y_true: Any, y_pred: Any) -> float:
    """I(C, C') / (H(C) · H(C')) in natural logarithms, as the paper prints it.

    Not a share: for a perfect clustering it is 1/H(C), above 1 where H(C) < 1 and only 0.62
    for five equal clusters. 0 if either is one cluster. Report `normalized_mutual_info`.
    """
    information, of_classes, of_clusters = _information(_counts(y_true, y_pred))
    return information / (of_classes * of_clusters) if of_classes * of_clusters > 0 else 0.0


def adjusted_rand(y_true: Any, y_pred: Any) -> float:
    """The share of pairs on which both agree, adjusted so that chance gives 0; equals scikit-learn's."""
    return agreeing_pairs(_counts(y_true, y_pred))


def purity(y_true: Any, y_pred: Any) -> float:
    """(1/n) Σ_k max_c n_ck: the share of samples in the class that is most frequent in their cluster.

    Never falls when clusters are split, and is 1 for singletons: compare equal numbers of clusters only.

    Examples
    --------
    >>> from golfs.metrics import purity
    >>> purity([0, 0, 1, 1], [0, 0, 0, 0])
    0.5
    """
    return most_frequent(_counts(y_true, y_pred))


def mapped_share(counts: Counts) -> float:
    """Accuracy, from counts."""
    return float(counts[linear_sum_assignment(counts, maximize=True)].sum() / counts.sum())


def most_frequent(counts: Counts) -> float:
    """Purity, from counts."""
    return float(counts.max(axis=0).sum() / counts.sum())


def shared_information(counts: Counts) -> float:
    """NMI, from counts."""
    information, of_classes, of_clusters = _information(counts)
    return 2 * information / (of_classes + of_clusters) if of_classes + of_clusters > 0 else 1.0


def agreeing_pairs(counts: Counts) -> float:
    """ARI, from counts."""
    pairs, of_classes, of_clusters, of_all = (
        float(np.sum(sizes * (sizes - 1.0))) for sizes in (counts, counts.sum(axis=1), counts.sum(axis=0), counts.sum())
    )
    by_chance = of_classes * of_clusters / max(of_all, 1.0)
    most = (of_classes + of_clusters) / 2
    return (pairs - by_chance) / (most - by_chance) if most > by_chance else 1.0  # all together, or all alone


def _counts(y_true: Any, y_pred: Any) -> Counts:
    (_, true), (_, found) = encode_pair(y_true, y_pred)
    return contingency(true, found)


def _information(counts: Counts) -> tuple[float, float, float]:
    """I(C, C'), H(C) and H(C')."""
    tables = (counts.ravel(), counts.sum(axis=1), counts.sum(axis=0))
    of_both, of_classes, of_clusters = (float(np.sum(entr(table / counts.sum()))) for table in tables)
    return max(of_classes + of_clusters - of_both, 0.0), of_classes, of_clusters
