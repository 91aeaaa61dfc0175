"""golfs: which features matter, when there are many features and no labels.

>>> from golfs import GOLFS
>>> from golfs.datasets import load_demo
>>> X, names, _ = load_demo()
>>> golfs = GOLFS(n_clusters=5, n_features_to_select=20, random_state=0).fit(X)
>>> golfs.transform(X).shape
(300, 20)
"""

from golfs.selectors import *  # noqa: F403 - every method, each exported there by one line
from golfs.selectors import METHODS

__version__ = "0.1.0"
__all__ = ["__version__", *(method.__name__ for method in METHODS.values())]
