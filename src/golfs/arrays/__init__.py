"""X as an operator: centred, scaled, dense or sparse, seen only through products.

Every other room asks a `Design` for what it needs of X, so a new kind of array is one
file here that registers itself with `as_design`.
"""

from golfs.arrays._cholesky import Cholesky
from golfs.arrays._dense import DenseDesign
from golfs.arrays._design import Design, as_design, divide_columns, power_of_two, row_norms
from golfs.arrays._sparse import SparseDesign
from golfs.arrays._threads import one_thread
from golfs.arrays._transposed import Transposed

__all__ = [
    "Cholesky",
    "DenseDesign",
    "Design",
    "SparseDesign",
    "Transposed",
    "as_design",
    "divide_columns",
    "one_thread",
    "power_of_two",
    "row_norms",
]
