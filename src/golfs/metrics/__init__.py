"""How good a clustering is, with labels and without, and how good a selection of features is."""

from golfs.metrics._agreement import (
    MappedConfusion,
    adjusted_rand,
    clustering_accuracy,
    mapped_confusion_matrix,
    normalized_mutual_info,
    paper_normalized_mutual_info,
    purity,
)
from golfs.metrics._evaluate import evaluate_selection
from golfs.metrics._geometry import average_inner_group_distance, calinski_harabasz, davies_bouldin, silhouette
from golfs.metrics._selection import complete, redundancy, true_positives
from golfs.metrics._stability import Stability, compare_stability, stability

__all__ = [
    "MappedConfusion",
    "Stability",
    "adjusted_rand",
    "average_inner_group_distance",
    "calinski_harabasz",
    "clustering_accuracy",
    "compare_stability",
    "complete",
    "davies_bouldin",
    "evaluate_selection",
    "mapped_confusion_matrix",
    "normalized_mutual_info",
    "paper_normalized_mutual_info",
    "purity",
    "redundancy",
    "silhouette",
    "stability",
    "true_positives",
]
