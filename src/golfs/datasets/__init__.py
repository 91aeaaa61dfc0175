"""The paper's simulations, and one small data set that comes with the package."""

from golfs.datasets._digits import load_demo
from golfs.datasets._simulations import Simulation, make_golfs_example1, make_golfs_example2

__all__ = ["Simulation", "load_demo", "make_golfs_example1", "make_golfs_example2"]
