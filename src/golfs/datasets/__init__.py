"""The paper's simulations, the data it is compared on, and one small set that comes with the package."""

from golfs.datasets._bbc import News, Terms, bbc_tfidf, fetch_bbc_news
from golfs.datasets._collection import COLLECTION, Dataset, fetch_dataset, load_mat
from golfs.datasets._digits import load_demo
from golfs.datasets._faces import Faces, fetch_yale_faces
from golfs.datasets._simulations import Simulation, make_golfs_example1, make_golfs_example2

__all__ = [
    "COLLECTION",
    "Dataset",
    "Faces",
    "News",
    "Simulation",
    "Terms",
    "bbc_tfidf",
    "fetch_bbc_news",
    "fetch_dataset",
    "fetch_yale_faces",
    "load_demo",
    "load_mat",
    "make_golfs_example1",
    "make_golfs_example2",
]
