"""Graphs on the samples and the one thing solvers do with them: F'LF."""

from golfs.graphs._graph import Graph
from golfs.graphs._neighbors import neighbor_graph

__all__ = ["Graph", "neighbor_graph"]
