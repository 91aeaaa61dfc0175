"""TP(s), CP(s) and redundancy, by hand and against numpy."""

import numpy as np
import pytest
from scipy import sparse

from golfs import GOLFS
from golfs.datasets import make_golfs_example2
from golfs.metrics import _selection, complete, evaluate_selection, redundancy, true_positives

SCORES = np.array([0.3, 0.9, 0.0, 0.8, 0.8])  # best to worst: 1, 3, 4, 0, 2
RANKING = np.array([4, 1, 5, 2, 3])


@pytest.mark.parametrize("given", [SCORES, RANKING, SCORES.tolist(), RANKING.tolist(), -1.0 / (SCORES + 1)])
@pytest.mark.parametrize(("s", "tp", "cp"), [(1, 0, False), (2, 1, False), (3, 1, False), (4, 2, True), (5, 2, True)])
def test_counts_by_hand(given, s, tp, cp):
    for features in ([3, 0], np.array([True, False, False, True, False])):
        assert true_positives(given, features, s) == tp
        assert complete(given, features, s) is cp


def test_scores_and_ranking_of_a_selector_say_the_same():
    X, _, features = make_golfs_example2(n_features=60, random_state=0)
    golfs = GOLFS(n_clusters=5, random_state=0).fit(X)
    for s in (5, 10, 30):
        assert true_positives(golfs.scores_, features, s) == true_positives(golfs.ranking_, features, s)
    assert true_positives(golfs.scores_, features, 10) == 10
    assert complete(golfs.ranking_, features, 10)


@pytest.mark.parametrize(
    ("given", "features", "s", "message"),
    [
        (np.argsort(-SCORES), [0], 1, r"holds 0, but counts from 1.*np.argsort\(order\) \+ 1"),
        ([0.1, np.nan], [0], 1, "has 1 NaN; give these features the lowest score"),
        (["a", "b"], [0], 1, "must hold numbers"),
        ([True, False], [0], 1, "must hold numbers"),
        ([[0.1, 0.2]], [0], 1, "must hold one number a feature"),
        ([], [0], 1, "must hold one number a feature"),
        (SCORES, [0], 6, "s=6 must be between 1 and 5; there are 5 features"),
        (SCORES, [0], 0, "s=0"),
        (SCORES, [0], 2.0, "s must be an integer"),
        (SCORES, [5], 1, "features holds 5, but there are 5 features; indices go from 0 to 4"),
        (SCORES, [-1], 1, "features holds -1"),
        (SCORES, [1, 1], 1, r"features names a feature more than once; np.unique\(features\)"),
        (SCORES, [], 1, "features is empty; name the true features"),
        (SCORES, [0.0], 1, "features must hold integer indices or be a mask"),
        (SCORES, [True, False], 1, "features is a mask of 2 features, but there are 5"),
        (SCORES, 3, 1, "features must be a list of indices or a mask"),
    ],
)
@pytest.mark.parametrize("measure", [true_positives, complete])
def test_bad_input_is_named(measure, given, features, s, message):
    with pytest.raises(ValueError, match=message):
        measure(given, features, s)


@pytest.fixture
def X():
    rng = np.random.RandomState(0)
    return np.where(rng.rand(40, 9) < 0.5, rng.standard_normal((40, 9)), 0.0)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.csc_array])
def test_redundancy_is_the_mean_correlation_of_pairs(kind, X):
    chosen = [7, 1, 4, 2]
    correlation = np.abs(np.corrcoef(X[:, chosen].T))
    expected = correlation[np.triu_indices(4, 1)].mean()
    mask = np.isin(np.arange(9), chosen)
    assert redundancy(kind(X), chosen) == pytest.approx(expected, rel=1e-12)
    assert redundancy(kind(X), mask) == pytest.approx(expected, rel=1e-12)
    assert redundancy(kind(X)) == pytest.approx(np.abs(np.corrcoef(X.T))[np.triu_indices(9, 1)].mean(), rel=1e-12)


def test_redundancy_does_not_depend_on_units_offsets_and_blocks(X, monkeypatch):
    value = redundancy(X)
    assert redundancy(X * 1e100) == pytest.approx(value, rel=1e-12)
    assert redundancy(X * -1e-100) == pytest.approx(value, rel=1e-12)
    assert redundancy(X + 1000.0) == pytest.approx(value, rel=1e-10)
    monkeypatch.setattr(_selection, "BLOCK_VALUES", 18)
    assert redundancy(X) == pytest.approx(value, rel=1e-12)


def test_redundancy_of_copies_and_of_constants(X):
    copies = np.column_stack([X[:, 0], -3 * X[:, 0] + 1, np.full(40, 0.1), np.zeros(40)])
    assert redundancy(copies, [0, 1]) == pytest.approx(1)
    assert redundancy(copies, [0, 2]) == pytest.approx(0, abs=1e-15)
    assert redundancy(copies) == pytest.approx(1 / 6)  # one pair of six
    assert redundancy(copies, [1]) == redundancy(copies, []) == 0
    with pytest.raises(ValueError, match="features holds 4, but there are 4 features"):
        redundancy(copies, [4])


def test_a_ranking_given_as_scores_is_noticed():
    X = np.random.default_rng(0).standard_normal((12, 4))
    with pytest.raises(ValueError, match="scores holds 1 to 4 once each, as a ranking does; give it as ranking="):
        evaluate_selection(X, np.array([2, 1, 4, 3]), n_clusters=2, n_features=2)
