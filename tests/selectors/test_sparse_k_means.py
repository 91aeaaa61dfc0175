"""Sparse k-means: its weights and objective as printed, its ascent, and the choice of the bound."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from golfs import SparseKMeans
from golfs.arrays import as_design
from golfs.solvers import SparseKMeansProblem, bounds, feature_weights, permuted, smallest_within
from golfs.solvers import _sparse_k_means as solver
from references import sparse_k_means as paper

N, D, C, Q = 45, 60, 3, 8
Y = np.arange(N) % C


def matrix(apart=4.0):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((N, D))
    X[:, :Q] += apart * rng.standard_normal((C, Q))[Y]
    return X


def selector(**given):
    return SparseKMeans(**{"n_clusters": C, "random_state": 0, **given})


def labels(seed):
    return np.random.default_rng(seed).permutation(Y)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_between_is_the_printed_sum_over_pairs(kind):
    X = matrix()
    a = solver.between(as_design(kind(X)), labels(1), C)
    assert a * as_design(X).scale ** 2 == pytest.approx(paper.between(X, labels(1)), rel=1e-10)


@pytest.mark.parametrize("seed", range(30))
def test_weights_are_the_printed_soft_threshold(seed):
    rng = np.random.default_rng(seed)
    a = rng.exponential(size=rng.integers(2, 40)) ** rng.uniform(0.2, 3)
    s = rng.uniform(1.0, 1.1 * np.sqrt(len(a)))
    w = feature_weights(a, s)
    assert w == pytest.approx(paper.weights(a, s), abs=1e-8)
    assert np.linalg.norm(w) == pytest.approx(1)
    assert w.sum() <= s * (1 + 1e-9)


@pytest.mark.parametrize("apart", [1e-3, 1e-6, 1e-9])
def test_weights_of_features_that_nearly_tie_keep_the_bound(apart):
    w = feature_weights(np.array([1, 1 - apart, 0.5, 0.2]), 1.2)
    assert w.sum() == pytest.approx(1.2, rel=1e-6)
    assert np.linalg.norm(w) == pytest.approx(1)


def test_weights_at_the_ends():
    a = np.array([3.0, 1, 2])
    assert feature_weights(a, 5.0) == pytest.approx(a / np.linalg.norm(a))
    assert feature_weights(a, 1.0) == pytest.approx([1, 0, 0])
    assert feature_weights(np.array([2.0, 2, 1]), 1.2) == pytest.approx([0.6, 0.6, 0])  # copies share the bound
    assert feature_weights(np.zeros(3), 1.5).tolist() == [0, 0, 0]


@pytest.mark.parametrize("bound", [1.0, 2.0, 4.0, np.sqrt(D)])
@pytest.mark.parametrize("apart", [0.5, 4.0])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_the_objective_outside_the_solver_never_falls(bound, apart, kind):
    X = matrix(apart)
    design = as_design(kind(X))
    values = []
    for stop in range(1, 9):
        problem = SparseKMeansProblem(design, C, seed=0, n_init=2, max_iter=stop, tol=0.0)
        found = problem.improve(labels(2), bound)
        values.append(paper.objective(X, found.labels, found.weights))
        assert values[-1] / design.scale[0] ** 2 == pytest.approx(found.path[-1], rel=1e-9)
    assert (np.diff(values) >= -1e-9 * values[0]).all()
    assert values[-1] > values[0] or found.converged


def test_what_is_learned_is_the_optimum_of_either_half():
    X = matrix()
    fitted = selector(bound=2.5).fit(X)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    assert fitted.scores_ * N * D == pytest.approx(paper.between(Z, fitted.labels_), rel=1e-9)
    assert fitted.weights_ == pytest.approx(paper.weights(paper.between(Z, fitted.labels_), 2.5), abs=1e-8)
    weighted = Z * np.sqrt(fitted.weights_)
    centers = np.array([weighted[fitted.labels_ == k].mean(axis=0) for k in range(C)])
    again = KMeans(C, init=centers, n_init=1, max_iter=1).fit(weighted)
    assert adjusted_rand_score(again.labels_, fitted.labels_) == 1
    assert fitted.n_selected_ == np.sum(fitted.weights_ > 0)
    assert (np.diff(fitted.objective_path_) <= 0).all()
    assert fitted.objective_path_[-1] == pytest.approx(-fitted.weights_ @ fitted.scores_, rel=1e-9)


def test_without_a_bound_and_with_one_weight_for_all_it_is_k_means():
    X = matrix()
    ordinary = KMeans(C, n_init=10, random_state=0).fit((X - X.mean(axis=0)) / X.std(axis=0))
    start = SparseKMeansProblem(as_design(X).scaled(X.std(axis=0)), C, 0, 10, 50, 0.0).start()
    assert adjusted_rand_score(start, ordinary.labels_) == 1


def test_it_finds_the_clusters_and_their_features_without_a_bound_given():
    fitted = selector().fit(matrix())
    assert adjusted_rand_score(fitted.labels_, Y) == 1
    assert set(fitted.ranking_[:Q]) == set(range(1, Q + 1))
    assert Q <= fitted.n_selected_ < D
    tried, gaps, deviations = fitted.gaps_.T
    best = gaps.argmax()
    assert fitted.bound_ == tried[gaps >= gaps[best] - deviations[best]].min()


def test_the_smallest_bound_within_a_deviation_of_the_largest_gap_is_chosen():
    assert smallest_within(np.array([0.1, 0.85, 0.9, 1.0]), np.array([9.0, 0.0, 0.0, 0.12])) == 2
    assert smallest_within(np.array([0.1, 0.85, 1.0, 1.0]), np.zeros(4)) == 2


def test_gaps_are_small_where_there_are_no_clusters():
    noise = selector().fit(permuted(matrix(), np.random.default_rng(5))).gaps_
    clusters = selector().fit(matrix()).gaps_
    assert np.abs(noise[:, 1]).max() < 0.15 < clusters[:, 1].max()


def test_the_objective_rises_with_the_bound():
    problem = SparseKMeansProblem(as_design(matrix(0.3)), C, 0, 3, 50, 1e-6)
    values = [found.path[-1] for found in problem.along(bounds(D))]
    assert (np.diff(values) >= 0).all()


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.csc_array])
def test_a_permuted_copy_has_the_same_values_elsewhere(kind):
    X = np.where(np.random.default_rng(0).random((30, 20)) < 0.5, np.random.default_rng(1).random((30, 20)), 0)
    copy = permuted(kind(X), np.random.default_rng(2))
    copy = copy if isinstance(copy, np.ndarray) else copy.toarray()
    assert np.sort(copy, axis=0).tolist() == np.sort(X, axis=0).tolist()
    orders = {tuple(np.argsort(column).tolist()) for column in copy.T}
    assert len(orders) == 20
    assert np.mean(copy == X) < 0.7


def test_sparse_x_gives_what_dense_x_gives():
    X = np.where(np.random.default_rng(0).random((N, D)) < 0.5, matrix(), 0)
    one, other = (selector(bound=2.5).fit(Z) for Z in (X, sparse.csr_array(X)))
    assert adjusted_rand_score(one.labels_, other.labels_) == 1
    assert other.weights_ == pytest.approx(one.weights_, abs=1e-9)


def test_columns_are_scaled_only_if_asked():
    X = matrix()
    X[:, -1] *= 100
    assert selector(bound=1.5).fit(X).ranking_[-1] > Q
    assert selector(bound=1.5, scale=False).fit(X).ranking_[-1] == 1


def test_stopping_early_warns():
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        selector(bound=2.0, max_iter=1).fit(matrix(1.0))


@pytest.mark.parametrize("d", [1, 2, 5, 1000, 10**6])
def test_bounds_lie_between_one_feature_and_all(d):
    tried = bounds(d)
    assert 1 <= tried[0] <= tried[-1] <= np.sqrt(d)
    assert (np.diff(tried) > 0).all()
    assert len(tried) <= 10


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_clusters": 46}, "n_clusters=46"),
        ({"bound": 0.5}, "bound=0.5"),
        ({"bound": "tight"}, "bound"),
        ({"n_permutations": 0}, "n_permutations"),
        ({"n_init": 0}, "n_init"),
        ({"max_iter": 0}, "max_iter"),
        ({"scale": "none"}, "scale"),
    ],
)
def test_a_bad_parameter_is_named(given, message):
    with pytest.raises(ValueError, match=message):
        selector(**given).fit(matrix())


def test_too_few_distinct_samples_or_values_are_named():
    with pytest.raises(ValueError, match="distinct rows"):
        selector().fit(np.repeat(np.eye(2, 5), 10, axis=0))
    with pytest.raises(ValueError, match="constant"):
        selector().fit(np.ones((10, 5)))
