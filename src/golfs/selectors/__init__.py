"""One method a file: an estimator that reads like the paper's algorithm."""

from golfs.selectors._base import Selector
from golfs.selectors._clusters import ClusterFeature, ClusterSelector
from golfs.selectors._golfs import GOLFS

METHODS: dict[str, type[Selector]] = {method.__name__.lower(): method for method in (GOLFS,)}

__all__ = ["GOLFS", "METHODS", "ClusterFeature", "ClusterSelector", "Selector"]
