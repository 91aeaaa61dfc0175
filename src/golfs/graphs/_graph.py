"""A similarity S on the samples and its Laplacian L, dense or sparse, alone or in sums."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Array = NDArray[np.float64]

RANDOM_MODULARITY = 0.97  # times √degree: the best division of a random graph (Reichardt and Bornholdt 2006)


class Graph:
    """S ≥ 0 (n × n, symmetric, zero diagonal) and L = D − S, D = diag(S1).

    With ``normalized``, S is replaced by D^(−1/2) S D^(−1/2) and L = I − S, as in NDFS; a
    sample without neighbours keeps a zero row. L acts through S and is never formed.

    Attributes
    ----------
    S : n × n array or CSR array.
    degree : (n,) the diagonal of L.
    """

    def __init__(self, S: Any, *, normalized: bool = False) -> None:
        if sparse.issparse(S):
            S = sparse.csr_array(S, dtype=np.float64)
            if S.diagonal().any():
                S = sparse.csr_array(S - sparse.diags_array(S.diagonal()))
            if not S.data.all():
                S = S.copy()
                S.eliminate_zeros()
        else:
            S = np.array(S, dtype=np.float64)
            np.fill_diagonal(S, 0.0)
        degree = np.asarray(S.sum(axis=1), dtype=np.float64).ravel()
        if normalized:
            root = np.divide(1.0, np.sqrt(degree), out=np.zeros_like(degree), where=degree > 0)
            if sparse.issparse(S):
                S = sparse.csr_array(sparse.diags_array(root) @ S @ sparse.diags_array(root))
            else:
                S *= root
                S *= root[:, None]
            degree = (degree > 0).astype(np.float64)
        self.S, self.degree = S, degree

    @classmethod
    def sum(cls, graphs: list[Graph], weights: list[float]) -> Graph:
        """Σ weight · L. The result is sparse if every graph with a weight is."""
        pairs = list(zip(graphs, weights, strict=True))
        kept = [(g, w) for g, w in pairs if w != 0] or pairs[:1]
        total = cls.__new__(cls)
        parts = [w * g.S for g, w in kept]
        if any(not sparse.issparse(part) for part in parts):
            dense = np.zeros(parts[0].shape)
            for part in parts:
                dense += part.toarray() if sparse.issparse(part) else part
            total.S = dense
        else:
            total.S = sum(parts[1:], parts[0])
        total.degree = np.asarray(sum(w * g.degree for g, w in kept), dtype=np.float64)
        return total

    def __len__(self) -> int:
        return len(self.degree)

    @property
    def mean_degree(self) -> float:
        """Mean of the diagonal of L: the scale of F'LF for F with orthonormal columns."""
        return float(self.degree.mean())

    def similarity(self, F: Array) -> Array:
        """SF."""
        return np.asarray(self.S @ F)

    def laplacian(self, F: Array) -> Array:
        """LF = DF − SF."""
        return np.asarray(self.degree[:, None] * F - self.S @ F)

    def smoothness(self, F: Array) -> float:
        """Tr F'LF."""
        return float(np.sum(F * self.laplacian(F)))

    def modularity(self, labels: NDArray[np.intp]) -> float:
        """Newman's Q: the share of the weight that lies within clusters, minus that expected by chance."""
        total = float(self.degree.sum())
        if total == 0:
            return 0.0
        Y = np.eye(int(labels.max()) + 1)[labels]
        within = float(np.sum(Y * self.similarity(Y)))
        return within / total - float(np.sum((self.degree @ Y / total) ** 2))

    def agreement(self, labels: NDArray[np.intp]) -> float:
        """Modularity over 0.97/√m, what the best division of a random graph of m neighbours a sample reaches."""
        return self.modularity(labels) * float(np.sqrt(self._neighbors)) / RANDOM_MODULARITY

    @cached_property
    def _neighbors(self) -> float:
        """How many a sample has, in the mean; weights s count as (Σs)²/Σs²."""
        sums = np.asarray(self.S.sum(axis=1), dtype=np.float64).ravel()
        squares = np.asarray((self.S * self.S).sum(axis=1), dtype=np.float64).ravel()
        return float(np.divide(sums**2, squares, out=np.zeros_like(sums), where=squares > 0).mean())
