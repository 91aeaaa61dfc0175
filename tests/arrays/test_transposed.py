"""The transposed design against the plain matrix it stands for."""

import numpy as np
import pytest
from scipy import sparse

from golfs.arrays import Transposed, _design, as_design

KINDS = [np.asarray, lambda X: X.astype(np.float32), sparse.csr_array]
SHAPES = [(30, 45), (45, 20), (1, 4), (4, 1)]


@pytest.fixture(autouse=True)
def many_blocks(monkeypatch):
    monkeypatch.setattr(_design, "BLOCK_VALUES", 200)


@pytest.fixture(params=[(kind, shape, density) for kind in KINDS for shape in SHAPES for density in (1.0, 0.03)])
def pair(request):
    """A transposed design, its columns scaled once more, and the array it stands for."""
    kind, shape, density = request.param
    rng = np.random.default_rng(0)
    X = rng.standard_normal(shape) * (rng.random(shape) < density)
    X[0, 0] = 2.0
    X = X.astype(np.float32).astype(np.float64)
    design = as_design(kind(X))
    by = rng.uniform(0.5, 2, shape[0])
    return Transposed(design).scaled(by), ((X - X.mean(axis=0)) / design.scale).T / by


def close(a, b):
    assert a.shape == b.shape
    assert a == pytest.approx(b, abs=1e-4 * max(np.abs(b).max(initial=0), 1))


def test_products_and_gram_matrices(pair):
    T, Z = pair
    n, d = Z.shape
    assert T.shape == (n, d)
    rng = np.random.default_rng(1)
    W, U, w, u = rng.random((d, 2)), rng.random((n, 2)), rng.random(d), rng.random(n)
    close(T.dot(W), Z @ W)
    close(T.tdot(U), Z.T @ U)
    close(T.gram(), Z @ Z.T)
    close(T.inner, Z @ Z.T)
    close(T.gram(w), Z @ np.diag(w) @ Z.T)
    close(T.cogram(), Z.T @ Z)
    close(T.cogram(u), Z.T @ np.diag(u) @ Z)


def test_norms_and_forms(pair):
    T, Z = pair
    n, d = Z.shape
    rng = np.random.default_rng(2)
    A, B = rng.standard_normal((n, n)), rng.standard_normal((d, d))
    close(T.column_norms(), np.linalg.norm(Z, axis=0))
    close(T.column_norms(A), np.linalg.norm(A @ Z, axis=0))
    close(T.row_forms(B), np.einsum("ij,jk,ik->i", Z, B, Z))
    close(T.row_forms(sparse.csr_array(B)), np.einsum("ij,jk,ik->i", Z, B, Z))


def test_parts(pair):
    T, Z = pair
    n, d = Z.shape
    which = np.random.default_rng(3).permutation(d)[: (d + 1) // 2]
    times = np.random.default_rng(4).random(d)
    close(T.columns(slice(0, d), times), (Z * times).T)
    close(T.columns(which), Z[:, which].T)
    close(T.rows(slice(0, n)), Z)
    part = T.take(which)
    close(part.dot(np.eye(len(which))), Z[:, which])
    assert part.scale.tolist() == T.scale[which].tolist()
    close(Transposed(T).rows(slice(0, d)), Z.T)
    assert 0 < T.density <= 1
