"""How often a feature is selected from subsamples."""

import re
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

from golfs import GOLFS, VarianceScore
from golfs.inference import selection_frequencies
from golfs.inference._frequencies import pairs
from golfs.metrics import stability
from golfs.selectors import Selector

N, D, Q = 61, 20, 4  # the first Q features separate three clusters, and vary most


def matrix():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((N, D))
    X[:, :Q] += np.array([[-6.0, 0, 6], [6, -6, 0], [0, 6, -6], [6, 0, -6]]).T[np.arange(N) % 3]
    return X


@pytest.fixture(scope="module")
def X():
    return matrix()


class Drawn(Selector):
    """Selects as many features at random as it is told, by its seed alone."""

    def __init__(self, n_features_to_select=5, random_state=None):
        self.n_features_to_select = n_features_to_select
        self.random_state = random_state

    def _fit(self, X):
        self.scores_ = np.random.RandomState(self.random_state).uniform(size=X.shape[1])
        return 0


@pytest.mark.parametrize("n_features", [Q, "auto", 0.2])
def test_planted_features_are_selected_always_and_others_seldom(X, n_features):
    selector = GOLFS(3, n_features_to_select=n_features, random_state=0)
    found = selection_frequencies(selector, X, n_subsamples=10, random_state=0)
    assert (found.frequencies[:Q] == 1).all()
    assert found.frequencies[Q:].mean() < 0.2
    assert found.n_subsamples == 10
    assert found.stability.value > 0.7
    assert not hasattr(selector, "scores_")
    answer = clone(selector).fit(X).why(0, X, frequencies=found)
    assert answer.frequency == 1
    if n_features != "auto":
        assert found.frequencies.sum() == pytest.approx(Q)


@pytest.mark.parametrize("share", [0.5, 0.3])
def test_it_is_the_mean_over_pairs_without_a_common_sample(X, share):
    selector = VarianceScore(n_features_to_select=6)
    found = selection_frequencies(selector, X, n_subsamples=8, share=share, random_state=3)
    subsamples = pairs(N, int(share * N), 8, np.random.RandomState(3))
    masks = [clone(selector).fit(X[rows]).get_support() for rows in subsamples]
    np.testing.assert_array_equal(found.frequencies, np.mean(masks, axis=0))
    assert found.stability == stability(masks, D)


def test_pairs_are_halves():
    for n in (10, 11):
        halves = pairs(n, n // 2, 6, np.random.RandomState(0))
        assert len(halves) == 6
        for first, second in zip(halves[::2], halves[1::2], strict=True):
            assert len(first) == len(second) == n // 2
            assert len(np.union1d(first, second)) == 2 * (n // 2)
    assert len({tuple(half) for half in halves}) == 6


def test_the_seed_decides_for_any_number_of_jobs(X):
    given = {"n_subsamples": 6, "random_state": 5}
    selector = GOLFS(3, n_features_to_select=8)
    one, two = (selection_frequencies(selector, X, n_jobs=n_jobs, **given) for n_jobs in (None, 2))
    np.testing.assert_array_equal(one.frequencies, two.frequencies)
    assert one.stability == two.stability
    other = selection_frequencies(selector, X, n_subsamples=6, random_state=6)
    assert (other.frequencies != one.frequencies).any()


@pytest.mark.parametrize("own", [None, 0])
def test_every_clone_has_a_seed_of_its_own(X, own):
    found = selection_frequencies(Drawn(random_state=own), X, n_subsamples=20, random_state=0)
    assert found.frequencies.min() > 0
    assert found.frequencies.max() < 1
    assert abs(found.stability.value) < 0.2


def test_permuting_features_permutes_frequencies_and_a_constant_has_none(X):
    selector = VarianceScore(n_features_to_select=8)
    order = np.random.default_rng(1).permutation(D)
    plain = selection_frequencies(selector, X, n_subsamples=10, random_state=0)
    other = selection_frequencies(selector, X[:, order], n_subsamples=10, random_state=0)
    np.testing.assert_array_equal(other.frequencies, plain.frequencies[order])
    padded = np.column_stack([np.full(N, 9.0), X])
    assert selection_frequencies(selector, padded, n_subsamples=10, random_state=0).frequencies[0] == 0


def test_copies_are_selected_equally_often(X):
    found = selection_frequencies(VarianceScore("auto"), np.hstack([X, X]), n_subsamples=10, random_state=0)
    np.testing.assert_array_equal(found.frequencies[:D], found.frequencies[D:])


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix])
def test_sparse_is_as_dense(X, kind):
    counts = np.where(X > 1, X, 0)
    dense, thin = (
        selection_frequencies(VarianceScore(5), given, n_subsamples=10, random_state=0)
        for given in (counts, kind(counts))
    )
    np.testing.assert_array_equal(thin.frequencies, dense.frequencies)


def test_notes_of_the_fits_come_once_and_no_selection_has_no_stability(X):
    with pytest.warns(UserWarning, match="^6 of 6 fits: no feature stands out") as caught:
        found = selection_frequencies(Drawn("auto"), X, n_subsamples=6)
    assert len(caught) == 1
    assert found.stability is None
    assert not found.frequencies.any()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert selection_frequencies(Drawn(1.0), X, n_subsamples=6).stability is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_subsamples": 5}, "n_subsamples=5 must be even, since subsamples come in pairs"),
        ({"n_subsamples": 0}, "n_subsamples=0 must be at least 2"),
        ({"share": 0.6}, "share=0.6 must be at most 0.5"),
        ({"share": 0.0}, "share=0.0 must be a finite number above 0"),
        ({"share": 0.02}, "share=0.02 of 61 samples leaves 1 in a subsample"),
        ({"n_jobs": 0}, "n_jobs=0"),
        ({"random_state": "seed"}, "random_state='seed'"),
        ({"selector": "golfs"}, "selector must be a feature selector, with fit and get_support, got a str"),
        ({"X": np.full((5, 3), np.nan)}, "15 NaN"),
    ],
)
def test_bad_input_gets_one_sentence(X, given, message):
    arguments = {"selector": VarianceScore(5), "X": X} | given
    with pytest.raises(ValueError, match=re.escape(message)):
        selection_frequencies(**arguments)
