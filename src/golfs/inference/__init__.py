"""What the data say beyond one fit: how sure a selection is, and how many clusters there are."""

from golfs.inference._frequencies import SelectionFrequencies, selection_frequencies
from golfs.inference._n_clusters import ClusterCandidate, ClusterSuggestions, suggest_n_clusters

__all__ = [
    "ClusterCandidate",
    "ClusterSuggestions",
    "SelectionFrequencies",
    "selection_frequencies",
    "suggest_n_clusters",
]
