"""Pictures of a fitted selector, of the words and images it selects from, and of experiments with it.

Needs matplotlib: pip install 'golfs[plots]'. A picture of one panel is drawn on the axes it is given,
or on a new figure; one of several panels is a figure of its own. Pyplot does not know these figures,
and so they need no closing. In a notebook, `plot_ranking(selector).figure` shows it; `save` writes it.
"""

from golfs.plotting._clusters import plot_clusters
from golfs.plotting._faces import plot_faces
from golfs.plotting._keywords import plot_keywords
from golfs.plotting._objective import plot_objective
from golfs.plotting._paths import plot_paths
from golfs.plotting._ranking import plot_ranking
from golfs.plotting._save import save
from golfs.plotting._sensitivity import plot_sensitivity
from golfs.plotting._word_clouds import plot_word_clouds

__all__ = [
    "plot_clusters",
    "plot_faces",
    "plot_keywords",
    "plot_objective",
    "plot_paths",
    "plot_ranking",
    "plot_sensitivity",
    "plot_word_clouds",
    "save",
]
