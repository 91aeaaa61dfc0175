"""One method a file: an estimator that reads like the paper's algorithm.

A method is exported by one line here, and is then known to `golfs`, to the command line and to
the family's contract of tests.
"""

from inspect import isabstract as _isabstract

from golfs.selectors._all_features import AllFeatures as AllFeatures
from golfs.selectors._base import Selector as Selector
from golfs.selectors._clusters import ClusterFeature as ClusterFeature
from golfs.selectors._clusters import ClusterSelector as ClusterSelector
from golfs.selectors._dip import DipScore as DipScore
from golfs.selectors._explanation import ClusterProfile as ClusterProfile
from golfs.selectors._explanation import CorrelatedFeature as CorrelatedFeature
from golfs.selectors._explanation import Explanation as Explanation
from golfs.selectors._golfs import GOLFS as GOLFS
from golfs.selectors._if_pca import IFPCA as IFPCA
from golfs.selectors._laplacian_score import LaplacianScore as LaplacianScore
from golfs.selectors._mcfs import MCFS as MCFS
from golfs.selectors._ndfs import NDFS as NDFS
from golfs.selectors._rsr import RSR as RSR
from golfs.selectors._sparse_k_means import SparseKMeans as SparseKMeans
from golfs.selectors._sparse_pca_score import SparsePCAScore as SparsePCAScore
from golfs.selectors._spec import SPEC as SPEC
from golfs.selectors._udfs import UDFS as UDFS
from golfs.selectors._variance import VarianceScore as VarianceScore

METHODS: dict[str, type[Selector]] = {
    name.lower(): value
    for name, value in sorted(globals().items())
    if isinstance(value, type) and issubclass(value, Selector) and not _isabstract(value)
}
