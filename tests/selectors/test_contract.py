"""What every method promises, checked on whatever golfs.selectors exports.

A method that cannot keep a promise declares so in `exceptions`, with the reason; the check must then fail.
"""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from golfs.selectors import METHODS

N, D, C, Q = 60, 30, 3, 6  # the first Q features separate the clusters
Y = np.arange(N) % C
IGNORED = [
    "ignore:n_clusters=1 leaves nothing",  # some checks of scikit-learn set it, and then nothing is selected
    "ignore:no feature stands out",
    "ignore:No features were selected",
]


def matrix():
    """Clusters far apart in some features, in which the variance is larger, and noise; no two scores alike."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((N, D)) * rng.uniform(0.5, 1, D)
    X[:, :Q] += np.array([[-6.0, 0, 6], [6, -6, 0], [0, 6, -6]])[Y][:, np.arange(Q) % C] * rng.uniform(0.8, 1.2, Q)
    return X + rng.uniform(-1, 1, D)


def method(name, **given):
    """The default instance, told the number of clusters and the seed if it asks for them."""
    default = METHODS[name]()
    known = {"n_clusters": C, "random_state": 0} | given
    return default.set_params(**{one: value for one, value in known.items() if one in default.get_params()})


def fitted(name, X, **given):
    return method(name, **given).fit(X)


def same(scores, expected, tolerance=1e-7):
    assert scores == pytest.approx(expected, rel=tolerance, abs=tolerance * float(np.max(expected)))


# Each check takes the name of a method; the key is the name an exception is declared by.


def ranks(name):
    ranking = fitted(name, matrix()).ranking_
    assert set(ranking[:Q]) == set(range(1, Q + 1))
    assert np.ptp(fitted(name, matrix()[:, ::-1]).scores_) > 0


def permuted_features(name):
    X, order = matrix(), np.random.default_rng(1).permutation(D)
    plain, other = fitted(name, X), fitted(name, X[:, order])
    same(other.scores_, plain.scores_[order])
    assert other.n_selected_ == plain.n_selected_


def permuted_samples(name):
    X, order = matrix(), np.random.default_rng(2).permutation(N)
    plain, other = fitted(name, X), fitted(name, X[order])
    same(other.scores_, plain.scores_)
    if hasattr(plain, "labels_"):
        pairs = {*zip(other.labels_.tolist(), plain.labels_[order].tolist(), strict=True)}
        assert len(pairs) == C


def duplicated_column(name):
    X = matrix()
    twins = [0, 1, Q, Q + 1]
    scores = fitted(name, np.hstack([X, X[:, twins]])).scores_
    same(scores[D:], scores[twins])


def constant_column(name):
    X = np.column_stack([np.full(N, 1e4), matrix(), np.full(N, -3.0)])
    scores = fitted(name, X).scores_
    assert scores[0] == scores[-1] == scores.min()
    assert (scores[1 : Q + 1] > scores[0]).all()


def single_precision(name):
    X = matrix().astype(np.float32)
    single, double = fitted(name, X), fitted(name, X.astype(np.float64))
    assert single.scores_.dtype == np.float32
    assert double.scores_.dtype == np.float64
    same(single.scores_, double.scores_, 1e-4)
    informative = double.ranking_ <= Q
    assert np.array_equal(single.ranking_ <= Q, informative)


def scaled_x(name):
    X = matrix()
    plain = fitted(name, X)
    for unit in (1e-100, 1e-3, 7.0, 1e100):
        other = fitted(name, X * unit)
        assert other.ranking_.tolist() == plain.ranking_.tolist()
        assert other.n_selected_ == plain.n_selected_


CONTRACT = {
    "ranks": ranks,
    "permuted features": permuted_features,
    "permuted samples": permuted_samples,
    "duplicated column": duplicated_column,
    "constant column": constant_column,
    "float32": single_precision,
    "scaled X": scaled_x,
}


@pytest.mark.parametrize("promise", CONTRACT)
@pytest.mark.parametrize("name", METHODS)
def test_every_method_keeps_every_promise_but_those_it_declares(name, promise):
    if promise in METHODS[name].exceptions:
        with pytest.raises(AssertionError):
            CONTRACT[promise](name)
    else:
        CONTRACT[promise](name)


@pytest.mark.parametrize("name", METHODS)
def test_exceptions_are_of_the_contract_and_have_a_reason(name):
    for promise, reason in METHODS[name].exceptions.items():
        assert promise in CONTRACT
        assert len(reason.split()) > 3


@pytest.mark.parametrize("name", METHODS)
def test_scores_are_non_negative_and_the_ranking_follows_them(name):
    result = fitted(name, matrix())
    assert (result.scores_ >= 0).all()
    assert np.isfinite(result.scores_).all()
    by_rank = result.scores_[np.argsort(result.ranking_)]
    assert (np.diff(by_rank) <= 1e-9 * by_rank[0]).all()
    assert 0 <= result.n_selected_ <= D
    assert result.transform(matrix()).shape == (N, result.n_selected_)


@pytest.mark.parametrize("name", METHODS)
def test_the_same_seed_gives_the_same_bytes(name):
    once, again = fitted(name, matrix()), fitted(name, matrix())
    assert once.scores_.tobytes() == again.scores_.tobytes()


@pytest.mark.parametrize("kind", [np.asarray, np.asfortranarray, sparse.csr_array, sparse.csc_array])
@pytest.mark.parametrize("name", METHODS)
def test_x_is_never_modified(name, kind):
    X = kind(np.where(np.abs(matrix()) > 0.3, matrix(), 0.0))
    parts = [X] if isinstance(X, np.ndarray) else [X.data, X.indices, X.indptr]
    before = [part.tobytes() for part in parts]
    for part in parts:
        part.flags.writeable = False
    fitted(name, X)
    assert [part.tobytes() for part in parts] == before


@pytest.mark.parametrize("name", METHODS)
def test_sparse_x_gives_what_dense_x_gives(name):
    X = np.where(np.abs(matrix()) > 0.3, matrix(), 0.0)
    plain = fitted(name, X)
    for kind in (sparse.csr_array, sparse.csc_array):
        same(fitted(name, kind(X)).scores_, plain.scores_, 1e-6)


@pytest.mark.parametrize("name", METHODS)
def test_parameters_are_keyword_only_but_the_first(name):
    _, first, *others = inspect.signature(METHODS[name].__init__).parameters.values()
    assert first.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    assert all(one.kind is inspect.Parameter.KEYWORD_ONLY for one in others)


@pytest.mark.filterwarnings(*IGNORED)
@parametrize_with_checks([clone(METHODS[name]()) for name in METHODS])
def test_scikit_learn(estimator, check):
    check(estimator)
