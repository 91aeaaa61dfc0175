"""Graphs on the samples and the one thing solvers do with them: F'LF."""

from golfs.graphs._graph import Graph
from golfs.graphs._neighbors import nearest, nearest_by_gram, neighbor_graph

__all__ = ["Graph", "nearest", "nearest_by_gram", "neighbor_graph"]
