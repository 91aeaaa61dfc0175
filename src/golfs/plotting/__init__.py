"""Pictures of a fitted selector: its ranking, its clusters, its objective.

Needs matplotlib: pip install 'golfs[plots]'. Every function draws on the axes it is given, or on
a new figure of its own that pyplot does not know, and so need not close. In a notebook,
`plot_ranking(selector).figure` shows it; `save` writes it.
"""

from golfs.plotting._clusters import plot_clusters
from golfs.plotting._objective import plot_objective
from golfs.plotting._ranking import plot_ranking
from golfs.plotting._save import save

__all__ = ["plot_clusters", "plot_objective", "plot_ranking", "save"]
