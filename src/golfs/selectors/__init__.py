"""One method a file: an estimator that reads like the paper's algorithm.

A method is exported by one line here, and is then known to `golfs`, to the command line and to
the family's contract of tests.
"""

from inspect import isabstract as _isabstract

from golfs.selectors._base import Selector as Selector
from golfs.selectors._clusters import ClusterFeature as ClusterFeature
from golfs.selectors._clusters import ClusterSelector as ClusterSelector
from golfs.selectors._golfs import GOLFS as GOLFS
from golfs.selectors._ndfs import NDFS as NDFS

METHODS: dict[str, type[Selector]] = {
    name.lower(): value
    for name, value in sorted(globals().items())
    if isinstance(value, type) and issubclass(value, Selector) and not _isabstract(value)
}
