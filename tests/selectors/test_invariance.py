"""What may not change the result: order, units, the kind of matrix, threads, and when one stops."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from threadpoolctl import threadpool_limits

from golfs import GOLFS
from golfs.arrays import _threads

C = 3
SHAPES = [(40, 60), (60, 25)]
SCALES = ["regression", "both", "graphs", "none"]
KINDS = [np.asarray, sparse.csr_array]


def truth(n):
    return np.arange(n) % C


def matrix(shape=SHAPES[0], seed=0):
    """Clusters in some features, noise in the others, no two scores alike."""
    n, d = shape
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape)
    X[:, : d // 3] += (3 * rng.random(d // 3) * rng.standard_normal((C, d // 3)))[truth(n)]
    return (X + rng.uniform(-1, 1, d)) * rng.uniform(0.5, 2, d)


def sparse_matrix(shape=SHAPES[0]):
    X = matrix(shape)
    X[np.random.default_rng(1).random(shape) < 0.6] = 0
    return X


def start(n):
    """Labels some of which are wrong, so that the solver has something to do."""
    labels = truth(n)
    labels[: n // 6] = (labels[: n // 6] + 1) % C
    return labels


def golfs(**given):
    return GOLFS(**{"n_clusters": C, "random_state": 0, **given})


@pytest.mark.parametrize("solver", ["auto", "multiplicative"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_permuting_features_permutes_scores(shape, kind, solver):
    X = matrix(shape)
    order = np.random.default_rng(2).permutation(shape[1])
    settings = {"init": start(shape[0]), "solver": solver, "max_iter": 5000}
    plain, permuted = golfs(**settings).fit(kind(X)), golfs(**settings).fit(kind(X[:, order]))
    assert permuted.labels_.tolist() == plain.labels_.tolist()
    assert permuted.ranking_.tolist() == plain.ranking_[order].tolist()
    assert permuted.scores_ == pytest.approx(plain.scores_[order], rel=1e-7)
    assert permuted.n_selected_ == plain.n_selected_


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_permuting_samples_permutes_labels_when_init_is_given(shape, kind):
    X, labels = matrix(shape), start(shape[0])
    order = np.random.default_rng(2).permutation(shape[0])
    plain, permuted = golfs(init=labels).fit(kind(X)), golfs(init=labels[order]).fit(kind(X[order]))
    assert permuted.labels_.tolist() == plain.labels_[order].tolist()
    assert permuted.ranking_.tolist() == plain.ranking_.tolist()
    assert permuted.scores_ == pytest.approx(plain.scores_, rel=1e-7)
    assert permuted.indicator_ == pytest.approx(plain.indicator_[order], abs=1e-12)


@pytest.mark.parametrize("solver", ["auto", "multiplicative"])
def test_permuting_the_names_of_clusters_permutes_names_alone(solver):
    X, labels = matrix(), start(40)
    names = np.array([2, 0, 1])
    plain = golfs(init=labels, solver=solver, max_iter=5000).fit(X)
    renamed = golfs(init=names[labels], solver=solver, max_iter=5000).fit(X)
    assert renamed.labels_.tolist() == names[plain.labels_].tolist()
    assert renamed.ranking_.tolist() == plain.ranking_.tolist()
    assert renamed.scores_ == pytest.approx(plain.scores_, rel=1e-7)
    assert renamed.coef_[:, names] == pytest.approx(plain.coef_, abs=1e-7 * np.abs(plain.coef_).max())
    assert renamed.objective_path_ == pytest.approx(plain.objective_path_, rel=1e-9)


def same_for_any_unit(X, unit, **given):
    plain, scaled = golfs(**given).fit(X), golfs(**given).fit(X * X.dtype.type(unit))
    assert scaled.labels_.tolist() == plain.labels_.tolist()
    assert scaled.ranking_.tolist() == plain.ranking_.tolist()
    assert scaled.n_selected_ == plain.n_selected_
    return plain, scaled


UNITS = [1e-100, 1e-30, 1e-3, 1e3, 1e30, 1e100]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_unit_of_x_changes_nothing(shape, unit):
    X = matrix(shape)
    plain, scaled = same_for_any_unit(X, unit)
    assert scaled.scores_ == pytest.approx(plain.scores_, rel=1e-8)
    assert scaled.coef_ * unit == pytest.approx(plain.coef_, rel=1e-6, abs=1e-12)
    assert scaled.sigma_ / unit == pytest.approx(plain.sigma_, rel=1e-9)
    assert scaled.kappa_ / unit == pytest.approx(plain.kappa_, rel=1e-6)
    assert scaled.predict(X * unit).tolist() == plain.predict(X).tolist()


@pytest.mark.parametrize("unit", [1e-100, 1e100])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("center", [True, False])
def test_the_unit_changes_nothing_for_any_scaling_of_columns(scale, center, unit):
    same_for_any_unit(matrix(), unit, scale=scale, center=center, init=start(40))


@pytest.mark.parametrize("unit", [1e-100, 1e-3, 1e100])
@pytest.mark.parametrize("scale", SCALES)
def test_the_unit_of_sparse_x_changes_nothing(scale, unit):
    same_for_any_unit(sparse.csr_array(sparse_matrix()), unit, scale=scale, init=start(40), n_features_to_select=9)


@pytest.mark.parametrize("unit", [1e-100, 1e100])
@pytest.mark.parametrize("solver", ["multiplicative", "paper"])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # the printed update need not converge
def test_the_unit_changes_nothing_for_any_solver(solver, unit):
    same_for_any_unit(matrix(), unit, solver=solver, init=start(40), max_iter=2000)


@pytest.mark.parametrize("unit", [1e-15, 1e-5, 1e5, 1e15])
@pytest.mark.parametrize("kind", KINDS)
def test_the_unit_changes_nothing_in_single_precision(kind, unit):
    same_for_any_unit(kind(matrix().astype(np.float32)), unit)


@pytest.mark.parametrize("shape", SHAPES)
def test_numbers_given_for_penalties_carry_the_unit_of_x(shape):
    X, unit = matrix(shape), 1e6
    plain = golfs(kappa=30.0, sigma=8.0, beta=40.0, scale="none", init=start(shape[0])).fit(X)
    scaled = golfs(kappa=30.0 * unit, sigma=8.0 * unit, beta=40.0 * unit, scale="none", init=start(shape[0]))
    scaled.fit(X * unit)
    assert scaled.labels_.tolist() == plain.labels_.tolist()
    assert scaled.ranking_.tolist() == plain.ranking_.tolist()
    assert scaled.objective_path_ == pytest.approx(plain.objective_path_, rel=1e-7)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_adding_a_constant_to_each_column_changes_nothing_if_centred(shape, kind):
    X = matrix(shape)
    shift = np.random.default_rng(3).uniform(-1e3, 1e3, shape[1])
    plain, shifted = golfs().fit(kind(X)), golfs().fit(kind(X + shift))
    assert shifted.labels_.tolist() == plain.labels_.tolist()
    assert shifted.ranking_.tolist() == plain.ranking_.tolist()
    assert shifted.scores_ == pytest.approx(plain.scores_, rel=1e-6)
    assert shifted.cluster_means_ - shift == pytest.approx(plain.cluster_means_, abs=1e-9)


@pytest.mark.parametrize(("solver", "tols"), [("auto", [1e-2, 1e-6, 0.0]), ("multiplicative", [1e-9, 1e-11])])
def test_the_order_of_scores_does_not_depend_on_when_one_stops(solver, tols):
    X = matrix()
    results = [
        golfs(solver=solver, tol=tol, max_iter=max_iter, init=truth(40)).fit(X)
        for tol in tols
        for max_iter in (20000, 40000)
    ]
    for result in results[1:]:
        assert result.ranking_.tolist() == results[0].ranking_.tolist()
        assert result.labels_.tolist() == results[0].labels_.tolist()


@pytest.mark.parametrize("shape", SHAPES)
def test_jobs_and_threads_change_nothing(shape, monkeypatch):
    monkeypatch.setattr(_threads, "WORTH_THREADS", 0.0)  # so that small products may use them too
    X = matrix(shape)
    results = []
    for threads in (1, 2):
        for jobs in (None, 1, 2):
            with threadpool_limits(threads):
                results.append(golfs(n_jobs=jobs).fit(X))
    for result in results[1:]:
        assert result.labels_.tolist() == results[0].labels_.tolist()
        assert result.ranking_.tolist() == results[0].ranking_.tolist()
        assert result.scores_ == pytest.approx(results[0].scores_, rel=1e-10)


def test_the_same_seed_gives_the_same_bytes():
    X = matrix()
    once, again = golfs().fit(X), golfs().fit(X)
    assert once.scores_.tobytes() == again.scores_.tobytes()
    assert once.labels_.tobytes() == again.labels_.tobytes()


def test_a_generator_is_used_as_its_seed_would_be():
    X = matrix()
    assert golfs(random_state=np.random.RandomState(0)).fit(X).labels_.tolist() == golfs().fit(X).labels_.tolist()


def test_a_fit_leaves_the_global_generator_alone():
    before = np.random.get_state()[1].tolist()
    golfs().fit(matrix())
    assert np.random.get_state()[1].tolist() == before


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_sparse_format_gives_what_the_dense_matrix_gives(shape, center, scale):
    X = sparse_matrix(shape)
    given = {"init": start(shape[0]), "scale": scale, "center": center, "n_features_to_select": 9}
    plain = golfs(**given).fit(X)
    for kind in (sparse.csr_array, sparse.csc_array):
        result = golfs(**given).fit(kind(X))
        assert result.labels_.tolist() == plain.labels_.tolist()
        assert result.ranking_.tolist() == plain.ranking_.tolist()
        assert result.scores_ == pytest.approx(plain.scores_, rel=1e-8)
        assert result.coef_ == pytest.approx(plain.coef_, abs=1e-7 * np.abs(plain.coef_).max())
        assert result.intercept_ == pytest.approx(plain.intercept_, abs=1e-7)
        assert result.kappa_ == pytest.approx(plain.kappa_, rel=1e-6)


@pytest.mark.parametrize("shape", SHAPES)
def test_sparse_and_dense_start_from_the_same_labels(shape):
    X = sparse_matrix(shape)
    plain = golfs().fit(X)
    for kind in (sparse.csr_array, sparse.csc_array):
        result = golfs().fit(kind(X))
        assert result.labels_.tolist() == plain.labels_.tolist()
        assert result.ranking_.tolist() == plain.ranking_.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_a_very_sparse_matrix_gives_what_the_dense_one_gives(kind):
    shape = (90, 120)  # below the density at which products run on stored values
    X = np.where(np.random.default_rng(4).random(shape) < 0.03, np.abs(matrix(shape)) + 1, 0)
    X[:, :6] += 4 * np.equal.outer(truth(90), np.arange(6) % C)
    plain, result = golfs(init=truth(90)).fit(X), golfs(init=truth(90)).fit(sparse.csr_array(X))
    assert result.labels_.tolist() == plain.labels_.tolist()
    assert result.scores_ == pytest.approx(plain.scores_, rel=1e-7)


@pytest.mark.parametrize("scale", SCALES)
def test_a_copy_of_a_column_scores_as_its_twin(scale):
    X = matrix()
    result = golfs(scale=scale, init=start(40)).fit(np.hstack([X, X[:, :5]]))
    assert result.scores_[60:] == pytest.approx(result.scores_[:5], rel=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scale", SCALES)
def test_a_constant_column_comes_last(scale, kind):
    X = matrix()
    result = golfs(scale=scale, init=start(40)).fit(kind(np.column_stack([np.full(40, 1e4), X])))
    assert result.scores_[0] == 0
    assert result.ranking_[0] == 61
