"""What a data matrix must be able to do, whatever it is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property, singledispatch
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg import blas

from golfs.arrays._cholesky import mirror
from golfs.arrays._threads import worth_threads

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

# Values in one temporary block: 512 KB. Smaller ones slow the products, larger ones cost fresh pages.
BLOCK_VALUES = 2**16


class Design(ABC):
    """X̃ = (X − 1μ') diag(1/s), n × d, seen only through products.

    All products come back in float64 whatever the dtype of X. No method makes a temporary
    larger than its result plus one block of columns (or of rows). A new kind of array
    writes the abstract methods; the rest work on blocks.

    Attributes
    ----------
    shape : (n, d).
    mean : (d,) what was subtracted from each column, in units of X; zeros if not centred.
    scale : (d,) what each centred column was then divided by, in units of X.
    """

    shape: tuple[int, int]
    mean: Array
    scale: Array

    @abstractmethod
    def dot(self, W: Array) -> Array:
        """X̃W, n × c. O(ndc)."""

    @abstractmethod
    def tdot(self, U: Array, times: Array | None = None) -> Array:
        """X̃'U, d × c, each row `times` a number. O(ndc)."""

    @abstractmethod
    def columns(self, which: slice | Indices, times: Array | None = None) -> Array:
        """Some columns of X̃, each `times` a number, transposed: k × n, each in contiguous memory."""

    @abstractmethod
    def rows(self, which: slice) -> Array:
        """Some rows of X̃, k × d."""

    @abstractmethod
    def take(self, which: Indices) -> Design:
        """X̃ restricted to some columns."""

    @abstractmethod
    def scaled(self, by: Array) -> Self:
        """X̃ diag(1/by), sharing its memory."""

    def points(self) -> Any:
        """The samples with the distances of X̃'s rows, for k-means: an array n × d, or CSR where X is sparse."""
        return self.rows(slice(0, self.shape[0]))

    @property
    def density(self) -> float:
        """Share of values that are stored."""
        return 1.0

    @property
    def dot_cost(self) -> float:
        """Time of X̃ times one column, in multiplications of a dense n²d product, which are faster."""
        return 5.0 * self.shape[0] * self.shape[1]

    @property
    def gram_cost(self) -> float:
        """Time of `gram`, in the same unit."""
        return self.shape[0] ** 2 * self.shape[1] / 2

    def distinct_rows(self) -> int:
        """How many different samples there are, told by one fixed random projection. O(nd)."""
        projected = np.sort(self.dot(np.random.RandomState(0).standard_normal((self.shape[1], 1)))[:, 0])
        size = np.abs(projected)
        rounding = 4 * np.finfo(float).eps * np.sqrt(self.shape[1])
        return 1 + int(np.sum(np.diff(projected) > rounding * np.maximum(size[1:], size[:-1])))

    def gram(self, weights: Array | None = None, *, half: bool = False) -> Array:
        """X̃ diag(weights) X̃', n × n, weights ≥ 0; columns of zero weight cost nothing. n²d multiplications.

        With `half`, only the upper triangle need be right, which is all that `Cholesky` reads.
        """
        n, d = self.shape
        K: Array = np.zeros((n, n), order="F")
        kept = None if weights is None or weights.all() else np.flatnonzero(weights)
        root = None if weights is None else np.sqrt(weights)
        with worth_threads(n * n * d):
            for block in blocks(d if kept is None else len(kept), n):
                which = block if kept is None else kept[block]
                B = self.columns(which, None if root is None else root[which])
                K = blas.dsyrk(1.0, B.T, beta=1.0, c=K, lower=1, overwrite_c=1)
        return K.T if half else mirror(K.T)

    @cached_property
    def inner(self) -> Array:
        """X̃X̃', n × n, kept: graphs and starts both need it."""
        return self.gram()

    def cogram(self, weights: Array | None = None) -> Array:
        """X̃' diag(weights) X̃, d × d, weights ≥ 0. nd² multiplications."""
        n, d = self.shape
        G: Array = np.zeros((d, d), order="F")
        root = None if weights is None else np.sqrt(weights)
        with worth_threads(n * d * d):
            for block in blocks(n, d):
                B = self.rows(block)
                if root is not None:
                    B *= root[block, None]
                G = blas.dsyrk(1.0, B.T, beta=1.0, c=G, lower=1, overwrite_c=1)
        return mirror(G.T)

    def column_norms(self, A: Array | None = None) -> Array:
        """‖A x̃_j‖₂ of every column, A n × n (absent: the identity). 2n²d multiplications."""
        n, d = self.shape
        squares = np.empty(d)
        with worth_threads(0.0 if A is None else n * n * d):
            for block in blocks(d, n):
                B = self.columns(block)
                if A is not None:
                    B = B @ A.T
                squares[block] = np.einsum("ji,ji->j", B, B)
        norms: Array = np.sqrt(squares)
        return norms

    def row_forms(self, B: Array) -> Array:
        """x̃_i' B x̃_i of every row, B d × d. 2nd² multiplications."""
        n, d = self.shape
        forms = np.empty(n)
        with worth_threads(n * d * d):
            for block in blocks(n, d):
                R = self.rows(block)
                forms[block] = np.einsum("ij,ij->i", R @ B, R)
        return forms


@singledispatch
def as_design(X: Any, center: bool = True) -> Design:
    """Wrap a validated matrix of float32 or float64.

    Its overall scale is brought near 1 by a power of two, exactly, so that no later square
    overflows or vanishes; `Design.scale` remembers the factor. With `center`, columns that
    are constant but for rounding become exact zeros.
    """
    raise TypeError(f"X of type {type(X).__name__} is not supported; give a NumPy array or a SciPy CSR or CSC matrix")


def row_norms(W: Array) -> Array:
    """‖w_j‖₂ of every row, without the temporaries of `numpy.linalg.norm`."""
    norms: Array = np.sqrt(np.einsum("jk,jk->j", W, W))
    return norms


def divide_columns(X: Any, by: Array) -> Any:
    """X diag(1/by) as a matrix of the same kind and dtype, uncentred."""
    if sparse.issparse(X):
        return (X @ sparse.diags_array(1 / by)).astype(X.dtype)
    return (X / by).astype(X.dtype, copy=False)


def power_of_two(value: float) -> float:
    """The power of two nearest to a positive number; 1 for zero."""
    return float(2.0 ** np.round(np.log2(value))) if value > 0 else 1.0


def is_constant(mean: Array, deviation: Array) -> NDArray[np.bool_]:
    """Columns that deviate from their mean by no more than rounding explains."""
    constant: NDArray[np.bool_] = deviation <= 10 * np.finfo(float).eps * np.abs(mean)
    return constant


def blocks(length: int, width: int) -> Iterator[slice]:
    """Slices of `length` things of `width` values each, every one small enough to stay in cache."""
    step = max(32, BLOCK_VALUES // max(width, 1))
    return (slice(start, min(start + step, length)) for start in range(0, length, step))
