"""A design against the plain matrix it stands for."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from threadpoolctl import ThreadpoolController, threadpool_info, threadpool_limits

from golfs.arrays import Cholesky, Transposed, _design, _threads, as_design, divide_columns, one_thread, row_norms
from golfs.arrays._threads import worth_threads

KINDS = {
    "float64": np.asarray,
    "float32": lambda X: X.astype(np.float32),
    "Fortran": np.asfortranarray,
    "csr": sparse.csr_array,
    "csc": sparse.csc_array,
    "csr_matrix": sparse.csr_matrix,
    "csc float32": lambda X: sparse.csc_matrix(X.astype(np.float32)),
}
SHAPES = [(30, 45), (45, 20), (1, 4), (4, 1)]
DENSITIES = [1.0, 0.4, 0.02]  # products of a sparse design run on stored values below 0.05
SMALL_BLOCKS = 200  # so that every product takes several blocks


@pytest.fixture(autouse=True)
def many_blocks(monkeypatch):
    monkeypatch.setattr(_design, "BLOCK_VALUES", SMALL_BLOCKS)


def raw(shape, density=1.0):
    rng = np.random.default_rng(shape[0])
    X = rng.standard_normal(shape) * rng.uniform(0.1, 3, shape[1]) + rng.uniform(-2, 2, shape[1])
    X[rng.random(shape) >= density] = 0
    X[0, 0] = 2.0
    return X.astype(np.float32).astype(np.float64)  # exact in either precision


def cases():
    for name in KINDS:
        for shape in SHAPES:
            for density in DENSITIES if "cs" in name else DENSITIES[:1]:
                for center in (True, False):
                    case = name, shape, density, center
                    yield pytest.param(case, id="-".join(map(str, case)))


@pytest.fixture(params=list(cases()))
def pair(request):
    """A design with columns scaled once more, and the array it stands for."""
    name, shape, density, center = request.param
    X = raw(shape, density)
    design = as_design(KINDS[name](X), center=center)
    Z = (X - X.mean(axis=0) * center) / design.scale
    by = np.random.default_rng(9).uniform(0.5, 2, shape[1])
    return design.scaled(by), Z / by, 2e-6 if "32" in name else 1e-12


def close(a, b, tolerance):
    assert a.shape == b.shape
    assert a.dtype == np.float64
    assert np.abs(a - b).max(initial=0) <= tolerance * max(np.abs(b).max(initial=0), 1.0)


def weights(d):
    w = np.random.default_rng(7).uniform(0, 3, d)
    w[::3] = 0
    return w


def test_the_plain_matrix_is_centred_and_scaled(pair):
    design, Z, tolerance = pair
    n, d = Z.shape
    close(design.columns(slice(0, d)), Z.T, tolerance)
    close(design.columns(np.arange(d)[::-2]), Z.T[::-2], tolerance)
    close(design.columns(slice(1, d), times=np.arange(1.0, d)), (Z[:, 1:] * np.arange(1.0, d)).T, tolerance * d)
    close(design.rows(slice(0, n)), Z, tolerance)
    close(design.rows(slice(n // 2, n)), Z[n // 2 :], tolerance)
    assert design.columns(slice(0, d)).flags.c_contiguous


def test_products(pair):
    design, Z, tolerance = pair
    n, d = Z.shape
    rng = np.random.default_rng(3)
    for c in (1, 3):
        W, U = rng.standard_normal((d, c)), rng.standard_normal((n, c))
        close(design.dot(W), Z @ W, tolerance * d)
        close(design.tdot(U), Z.T @ U, tolerance * n)


def test_gram_matrices(pair):
    design, Z, tolerance = pair
    n, d = Z.shape
    close(design.gram(), Z @ Z.T, tolerance * d)
    close(design.inner, Z @ Z.T, tolerance * d)
    close(design.gram(weights(d)), Z @ np.diag(weights(d)) @ Z.T, tolerance * d)
    close(design.gram(np.zeros(d)), np.zeros((n, n)), 0)
    close(design.cogram(), Z.T @ Z, tolerance * n)
    close(design.cogram(weights(n)), Z.T @ np.diag(weights(n)) @ Z, tolerance * n)
    for G in (design.gram(weights(d)), design.cogram()):
        assert np.abs(G - G.T).max() <= 1e-12 * max(np.abs(G).max(), 1)


def test_norms_and_forms(pair):
    design, Z, tolerance = pair
    n, d = Z.shape
    rng = np.random.default_rng(4)
    A, B = rng.standard_normal((n, n)), rng.standard_normal((d, d))
    close(design.column_norms(), np.linalg.norm(Z, axis=0), tolerance)
    close(design.column_norms(A), np.linalg.norm(A @ Z, axis=0), tolerance * n)
    close(design.row_forms(B), np.einsum("ij,jk,ik->i", Z, B, Z), tolerance * d * d)


def test_some_columns_and_another_scale(pair):
    design, Z, tolerance = pair
    n, d = Z.shape
    which = np.random.default_rng(5).permutation(d)[: (d + 1) // 2]
    part = design.take(which)
    assert part.shape == (n, len(which))
    close(part.columns(slice(0, len(which))), Z[:, which].T, tolerance)
    close(part.dot(np.ones((len(which), 2))), Z[:, which] @ np.ones((len(which), 2)), tolerance * d)
    assert part.mean.tolist() == design.mean[which].tolist()
    assert part.scale.tolist() == design.scale[which].tolist()
    close(design.scaled(np.full(d, 4.0)).rows(slice(0, n)), Z / 4, tolerance)
    close(design.rows(slice(0, n)), Z, tolerance)  # unchanged


def test_what_is_remembered_brings_x_back(pair):
    design, Z, _ = pair
    d = Z.shape[1]
    back = design.columns(slice(0, d)).T * design.scale + design.mean
    expected = Z * design.scale + design.mean
    assert back == pytest.approx(expected, rel=1e-6, abs=1e-6)
    assert 0 < design.density <= 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("unit", [1e-30, 1.0, 1e30])
def test_the_overall_scale_is_near_one_whatever_the_unit(kind, unit):
    plain, design = (as_design(KINDS[kind](raw((30, 45)) * u)) for u in (1.0, unit))
    rms = np.sqrt(np.mean(design.column_norms() ** 2) / 30)
    assert 0.5 < rms < 2
    assert np.log2(design.scale[0]) == int(np.log2(design.scale[0]))
    assert design.mean / unit == pytest.approx(plain.mean, rel=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_constant_columns_become_exact_zeros_if_centred(kind):
    X = raw((30, 10))
    X[:, 2], X[:, 5], X[:, 7] = 0.1, 0.0, 1e6  # 0.1 is not the mean of thirty 0.1
    design = as_design(KINDS[kind](X))
    for j in (2, 5, 7):
        assert not design.columns(slice(j, j + 1)).any()
    assert not design.tdot(np.random.default_rng(0).standard_normal((30, 2)))[[2, 5, 7]].any()
    assert design.column_norms()[[2, 5, 7]].tolist() == [0, 0, 0]
    assert np.all(design.column_norms()[[0, 1, 3]] > 0)
    left = as_design(KINDS[kind](X), center=False)
    assert left.column_norms()[7] * left.scale[7] == pytest.approx(1e6 * np.sqrt(30), rel=1e-6)


@pytest.mark.parametrize("kind", ["float64", "csr", "csc"])
def test_a_large_mean_does_not_drown_a_small_spread(kind):
    X = np.random.default_rng(0).standard_normal((50, 8)) + 1e7
    design = as_design(KINDS[kind](X))
    spread = design.column_norms() * design.scale / np.sqrt(50)
    assert spread == pytest.approx(X.std(axis=0), rel=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("center", [True, False])
def test_a_design_never_changes_x(kind, center):
    X = KINDS[kind](raw((30, 45), 0.5))
    parts = (X.data, X.indices, X.indptr) if sparse.issparse(X) else (X,)
    before = [part.tobytes() for part in parts]
    design = as_design(X, center=center)
    design.gram(weights(45))
    design.tdot(design.dot(np.ones((45, 2))))
    design.columns(slice(0, 3))[:] = 0
    design.rows(slice(0, 3))[:] = 0
    assert [part.tobytes() for part in parts] == before


@pytest.mark.parametrize("kind", ["float64", "csr", "csc"])
def test_distinct_rows_are_counted(kind):
    X = raw((30, 45), 0.6)
    assert as_design(KINDS[kind](X)).distinct_rows() == 30
    assert as_design(KINDS[kind](X[np.arange(30) % 7])).distinct_rows() == 7
    assert as_design(KINDS[kind](X[np.zeros(30, dtype=int)])).distinct_rows() == 1


@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_divided_without_centring(kind):
    X = raw((30, 45), 0.6)
    by = np.random.default_rng(0).uniform(0.5, 2, 45)
    given = KINDS[kind](X)
    divided = divide_columns(given, by)
    assert divided.dtype == given.dtype
    assert sparse.issparse(divided) == sparse.issparse(given)
    values = divided.toarray() if sparse.issparse(divided) else divided
    assert values == pytest.approx(X / by, rel=1e-6)


def test_row_norms():
    W = np.random.default_rng(0).standard_normal((7, 3))
    assert row_norms(W) == pytest.approx(np.linalg.norm(W, axis=1), rel=1e-14)


def test_only_known_kinds_of_arrays_become_designs():
    with pytest.raises(TypeError, match="X of type list is not supported"):
        as_design([[1.0]])


# Cholesky ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 5, 60, 600])
def test_cholesky_solves_and_inverts(n):
    rng = np.random.default_rng(0)
    B = rng.standard_normal((n, n))
    A = B @ B.T + n * np.eye(n)
    F = rng.standard_normal((n, 3))
    found = Cholesky(A.copy())
    assert found.ridge == 0
    assert A @ found.solve(F) == pytest.approx(F, abs=1e-10)
    inverse = found.inverse()
    assert np.abs(A @ inverse - np.eye(n)).max() < 1e-10
    assert np.array_equal(inverse, inverse.T)


@pytest.mark.parametrize("scale", [1e-20, 1.0, 1e20])
def test_a_matrix_that_rounding_made_indefinite_gets_a_small_ridge(scale):
    B = np.random.default_rng(0).standard_normal((40, 3))
    A = scale * (B @ B.T)  # rank 3
    A[np.diag_indices_from(A)] -= 1e-15 * A.diagonal().max()
    largest = A.diagonal().max()
    found = Cholesky(A.copy())
    assert 0 < found.ridge <= 1e-10 * largest
    F = A @ np.ones((40, 1))
    assert A @ found.solve(F) == pytest.approx(F, abs=1e-6 * largest)


def test_a_matrix_of_zeros_gets_a_ridge_too():
    assert Cholesky(np.zeros((3, 3))).ridge > 0


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_no_ridge_saves_what_is_not_finite(bad):
    A = np.eye(4)
    A[2, 1] = A[1, 2] = bad
    with pytest.raises(np.linalg.LinAlgError, match="is there NaN or infinity in X"):
        Cholesky(A)


def test_no_ridge_saves_a_matrix_that_is_far_from_positive():
    with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
        Cholesky(np.diag([1.0, -5.0]))


# Threads -----------------------------------------------------------------------------------------


def blas_limits():
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_a_fit_uses_one_thread_and_its_large_products_all():
    with threadpool_limits(2, user_api="blas"):
        before = blas_limits()
        with worth_threads(1e300):
            assert blas_limits() == before
        with one_thread():
            assert blas_limits() == {1}
            with worth_threads(_threads.WORTH_THREADS / 2):
                assert blas_limits() == {1}
            with worth_threads(_threads.WORTH_THREADS * 2):
                assert blas_limits() == before
            with one_thread():
                assert blas_limits() == {1}
            assert blas_limits() == {1}
        assert blas_limits() == before
        with pytest.raises(KeyboardInterrupt), one_thread():
            raise KeyboardInterrupt
        assert blas_limits() == before


@pytest.mark.parametrize(
    "product",
    [
        pytest.param(lambda X: X.gram(), id="gram"),
        pytest.param(lambda X: X.cogram(), id="cogram"),
        pytest.param(lambda X: X.column_norms(np.eye(X.shape[0])), id="column_norms"),
        pytest.param(lambda X: X.row_forms(np.eye(X.shape[1])), id="row_forms"),
        pytest.param(lambda X: Cholesky(np.eye(X.shape[0])).inverse(), id="Cholesky"),
    ],
)
def test_only_products_worth_it_lift_the_limit(product, monkeypatch):
    seen = []
    limit = ThreadpoolController.limit

    def watched(self, *, limits=None, user_api=None):
        seen.append(limits)
        return limit(self, limits=limits, user_api=user_api)

    X = as_design(np.random.default_rng(0).standard_normal((30, 20)))
    with threadpool_limits(2, user_api="blas"), one_thread():
        monkeypatch.setattr(ThreadpoolController, "limit", watched)
        product(X)
        assert not seen
        monkeypatch.setattr(_threads, "WORTH_THREADS", 100.0)
        product(X)
        assert seen
        assert all(limits["blas"] == 2 for limits in seen)


@pytest.mark.parametrize("c", [1, 2, 3, 4, 7, 15])
def test_columns_by_fours_change_no_product(c):
    rng = np.random.default_rng(c)
    X, U, times = rng.standard_normal((12, 9)), rng.standard_normal((12, c)), rng.random(9)
    for design in (as_design(X), as_design(sparse.csr_array(X)), Transposed(as_design(X.T), 1 + times)):
        dense = design.rows(slice(0, 12))
        assert design.tdot(U) == pytest.approx(dense.T @ U)
        assert design.tdot(U, times=times) == pytest.approx(times[:, None] * (dense.T @ U))
    A = X @ X.T + np.eye(12)
    assert Cholesky(A.copy()).solve(U) == pytest.approx(np.linalg.solve(A, U))


def test_points_keep_the_distances_and_stay_sparse():
    rng = np.random.default_rng(0)
    M = rng.standard_normal((30, 12)) * (rng.random((30, 12)) < 0.3)
    dense, thin = as_design(M), as_design(sparse.csr_array(M))
    by = 1.0 + np.arange(12)
    points = thin.scaled(by).points()
    assert sparse.issparse(points)
    expected = dense.scaled(by).points()
    apart = np.linalg.norm(expected[:, None] - expected, axis=2) * (dense.scale[0] / thin.scale[0])
    made = points.toarray()
    assert np.linalg.norm(made[:, None] - made, axis=2) == pytest.approx(apart, rel=1e-10)


def test_an_outlier_hides_no_distinct_row():
    Z = np.random.default_rng(0).normal(size=(50, 20))
    Z[0, 0] = 1e10
    assert as_design(Z).distinct_rows() == 50
    Z[10:20] = Z[5]
    assert as_design(Z).distinct_rows() == 40
