"""IF-PCA, each of its steps against the paper."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

from golfs import IFPCA
from golfs.arrays import as_design
from golfs.solvers import Null, higher_criticism, kolmogorov
from references import if_pca as paper

N, D, C, Q = 90, 200, 3, 12
Y = np.arange(N) % C


def matrix(apart=2.5):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((N, D))
    X[:, :Q] += apart * rng.standard_normal((C, Q))[Y]
    return X * rng.uniform(0.5, 2, D) + rng.uniform(-5, 5, D)


def selector(**given):
    return IFPCA(**{"n_clusters": C, "random_state": 0, **given})


def test_scores_are_the_printed_statistic():
    X = matrix()
    X[:, 5] = np.round(X[:, 5])  # ties
    assert selector().fit(X).scores_ == pytest.approx([paper.ks(x) for x in X.T], rel=1e-9)
    assert kolmogorov(X.T.copy()) == pytest.approx([paper.ks(x) for x in X.T], rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_the_threshold_maximises_higher_criticism(seed):
    rng = np.random.default_rng(seed)
    p = np.r_[rng.random(180), rng.random(20) ** rng.uniform(1, 6)]
    count, path = higher_criticism(p, 50)
    assert count == paper.threshold(p, 50)
    assert path.shape == (200,)


def test_where_no_p_value_is_allowed_the_small_ones_are_kept():
    assert higher_criticism(np.array([1e-9] * 7 + [1.0] * 3), 50)[0] == 7
    assert higher_criticism(np.array([0.9]), 50)[0] == 1


@pytest.mark.parametrize("correction", ["mean", "median", "none"])
def test_p_values_threshold_and_labels_follow_the_paper(correction):
    X = matrix()
    fitted = selector(null_correction=correction).fit(X)
    psi, null = fitted.scores_, Null.of("kolmogorov", N)
    if correction == "mean":
        psi = (psi - psi.mean()) / psi.std() * null.deviation + null.mean
    elif correction == "median":
        spread = 1.4826 * np.median(np.abs(psi - np.median(psi)))
        psi = (psi - np.median(psi)) / spread * null.deviation + null.mean
    assert fitted.p_values_ == pytest.approx(null.p_values(psi), rel=1e-9)
    assert fitted.n_selected_ == paper.threshold(fitted.p_values_, N)
    selected = np.flatnonzero(fitted.get_support())
    U = paper.embedding(X, selected, C)
    ours = fitted._embedding(as_design(X[:, selected]), D)
    assert np.abs(ours.T @ U).sum(axis=0) == pytest.approx(np.abs(U.T @ U).sum(axis=0), rel=1e-6)
    assert adjusted_rand_score(fitted.labels_, Y) == 1


def test_clusters_come_from_the_threshold_however_many_are_selected():
    X = matrix()
    one, other = selector().fit(X), selector(n_features_to_select=3).fit(X)
    assert other.n_selected_ == 3
    assert other.labels_.tolist() == one.labels_.tolist()


@pytest.mark.parametrize("n", [8, 47, 200])
def test_p_values_of_normal_features_are_uniform(n):
    draws = 4000
    X = np.random.default_rng(n).standard_normal((n, draws))
    p = IFPCA(2, null_correction="none", random_state=0).fit(X).p_values_
    for level in (0.5, 0.1, 0.01):
        assert np.mean(p <= level) == pytest.approx(level, abs=4 * np.sqrt(level / draws))


def test_the_correction_takes_a_null_that_is_not_normal_for_none():
    rng = np.random.default_rng(0)
    X = rng.standard_t(5, (100, 1000))  # no feature has clusters, none is normal
    raw = selector(null_correction="none").fit(X).p_values_
    corrected = selector(null_correction="mean").fit(X).p_values_
    assert np.mean(raw < 0.05) > 0.2
    assert np.mean(corrected < 0.05) < 0.08


def test_units_and_offsets_of_features_change_nothing():
    X = matrix()
    plain, other = selector().fit(X), selector().fit(X * np.linspace(0.1, 100, D) + 50)
    assert other.scores_ == pytest.approx(plain.scores_, rel=1e-7)
    assert other.labels_.tolist() == plain.labels_.tolist()


def test_entries_of_the_singular_vectors_are_cut():
    X = matrix()
    X[0] += 40  # one sample far from all others in every feature
    U = selector()._embedding(as_design(X), D)
    assert np.abs(U).max() == pytest.approx(np.log(D) / np.sqrt(N))


def test_sparse_x_and_constant_columns():
    X = np.where(np.random.default_rng(0).random((N, D)) < 0.7, matrix(), 0)
    X[:, [4, 9]] = [0.0, 3.0]
    one, other = (selector().fit(Z) for Z in (X, sparse.csr_array(X)))
    assert other.scores_ == pytest.approx(one.scores_, abs=1e-9)
    assert one.scores_[[4, 9]].tolist() == [0, 0]
    assert one.p_values_[[4, 9]].tolist() == [1, 1]
    assert other.labels_.tolist() == one.labels_.tolist()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_clusters": 91}, "n_clusters=91"),
        ({"null_correction": "mode"}, "null_correction"),
        ({"n_init": 0}, "n_init"),
    ],
)
def test_a_bad_parameter_is_named(given, message):
    with pytest.raises(ValueError, match=message):
        selector(**given).fit(matrix())
