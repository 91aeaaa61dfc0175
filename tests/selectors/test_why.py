"""Why a feature is selected: known answers, on every method that clusters."""

from dataclasses import FrozenInstanceError, asdict
import json
import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError

from golfs.selectors import METHODS, ClusterSelector

N, D, C, Q = 60, 30, 3, 6  # the first Q features separate the clusters
Y = np.arange(N) % C
CLUSTERING = sorted(name for name, method in METHODS.items() if issubclass(method, ClusterSelector))


def matrix():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((N, D))
    X[:, :Q] += np.array([[-6.0, 0, 6], [6, -6, 0], [0, 6, -6]])[Y][:, np.arange(Q) % C]
    return X


def fitted(X, name="golfs", **given):
    return METHODS[name](n_clusters=C, random_state=0, **{"n_features_to_select": Q} | given).fit(X)


def naive_correlation(X, j):
    with np.errstate(invalid="ignore"):
        found = np.nan_to_num(np.corrcoef(X.T)[j])
    found[j] = 0
    return found


@pytest.fixture(scope="module")
def X():
    return matrix()


@pytest.fixture(scope="module")
def selector(X):
    return fitted(X)


@pytest.mark.parametrize("name", CLUSTERING)
def test_every_method_that_clusters_explains_every_feature(name, X):
    one = fitted(X, name)
    for j in range(D):
        answer = one.why(j, X)
        assert (answer.rank, answer.selected) == (one.ranking_[j], one.get_support()[j])
        assert answer.score == one.scores_[j]
        assert (answer.n_features, answer.n_selected) == (D, Q)
        assert (answer.lacks is None) == answer.selected
        json.dumps(asdict(answer), allow_nan=False)


@pytest.mark.parametrize("name", CLUSTERING)
def test_the_profile_is_that_of_the_clusters(name, X):
    one = fitted(X, name)
    for k, profile in enumerate(one.why(1).clusters):
        inside, outside = X[one.labels_ == k, 1], X[one.labels_ != k, 1]
        assert (profile.cluster, profile.n_samples, profile.nonzero) == (k, len(inside), None)
        assert profile.mean == pytest.approx(inside.mean())
        assert profile.difference == pytest.approx((inside.mean() - outside.mean()) / X[:, 1].std())


def test_correlations_are_the_largest_ones(X, selector):
    for j in (0, Q, D - 1):
        expected = naive_correlation(X, j)
        order = np.argsort(-np.abs(expected))[:5]
        found = selector.why(j, X).most_correlated
        assert [one.feature for one in found] == order.tolist()
        assert [one.correlation for one in found] == pytest.approx(expected[order])
        assert [one.rank for one in found] == selector.ranking_[order].tolist()


def test_what_was_selected_instead_is_selected_and_the_most_correlated(X, selector):
    expected = naive_correlation(X, D - 1)
    chosen = selector.get_support(indices=True)
    answer = selector.why(D - 1, X)
    assert [one.feature for one in answer.selected_instead] == sorted(chosen, key=lambda j: -abs(expected[j]))[:5]
    assert all(one.selected for one in answer.selected_instead)
    assert answer.lacks == pytest.approx(selector.scores_[chosen].min() - selector.scores_[D - 1])
    assert selector.why(0, X).selected_instead == ()


def test_without_x_nothing_is_correlated(selector):
    answer = selector.why(D - 1)
    assert answer.most_correlated == answer.selected_instead == ()
    assert "correlated" not in str(answer)


@pytest.mark.parametrize("sign", [1, -3])
def test_a_copy_is_the_most_correlated_feature(X, sign):
    twins = np.column_stack([X, sign * X[:, 2]])
    one = fitted(twins)
    for feature, copy in ((2, D), (D, 2)):
        first = one.why(feature, twins).most_correlated[0]
        assert (first.feature, first.correlation) == (copy, pytest.approx(np.sign(sign)))


def test_of_several_copies_the_first_column_comes_first(X):
    copies = np.column_stack([X, X[:, 2], 2 * X[:, 2], X[:, 2] / 3])
    assert [one.feature for one in fitted(copies).why(D, copies).most_correlated[:3]] == [2, D + 1, D + 2]


def test_a_constant_is_correlated_with_nothing(X):
    padded = np.column_stack([np.full(N, 1e4 / 3), X])
    one = fitted(padded)
    answer = one.why(0, padded)
    assert answer.most_correlated == answer.selected_instead == ()
    assert all(profile.difference == pytest.approx(0, abs=1e-6) for profile in answer.clusters)
    assert all(other.feature != 0 for j in range(1, D) for other in one.why(j, padded).most_correlated)


def test_permuting_features_permutes_the_answer(X, selector):
    order = np.random.default_rng(1).permutation(D)
    other = fitted(X[:, order])
    for j in (0, 3, D - 1):
        plain = selector.why(j, X).most_correlated
        assert [order[one.feature] for one in other.why(order.tolist().index(j), X[:, order]).most_correlated] == [
            one.feature for one in plain
        ]


def test_permuting_samples_or_labels_changes_no_number(X, selector):
    order = np.random.default_rng(2).permutation(N)
    plain = selector.why(1, X)
    for init, rows in ((Y[order], order), ((2 - Y), np.arange(N))):
        answer = fitted(X[rows], init=init).why(1, X[rows])
        assert [one.feature for one in answer.most_correlated] == [one.feature for one in plain.most_correlated]
        profiles = [
            sorted((round(one.mean, 9), round(one.difference, 9)) for one in a.clusters) for a in (answer, plain)
        ]
        assert profiles[0] == profiles[1]


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, np.asarray])
def test_counts_tell_in_how_many_samples_they_are(kind):
    rng = np.random.default_rng(0)
    counts = rng.poisson(0.3, (N, D)).astype(float)
    counts[Y == 0, 0] += 4
    counts[Y == 1, 1] += 4
    given = kind(counts)
    one = fitted(given, init=Y)
    answer = one.why(0, given)
    for profile in answer.clusters:
        assert profile.nonzero == pytest.approx((counts[one.labels_ == profile.cluster, 0] > 0).mean())
    assert "not 0" in str(answer)
    signed = counts.copy()
    signed[0, 0] = -1
    assert fitted(kind(signed), init=Y).why(0, kind(signed)).clusters[0].nonzero is None
    expected = naive_correlation(counts, 0)
    assert answer.most_correlated[0].correlation == pytest.approx(expected[np.abs(expected).argmax()])


def test_names_are_those_of_the_frame_or_given(X, selector):
    names = [f"gene {j}" for j in range(D)]
    frame = pd.DataFrame(X, columns=names)
    one = fitted(frame)
    answer = one.why("gene 3", frame)
    assert answer == one.why(3, frame) == selector.why("gene 3", X, names=names)
    assert answer.feature == "gene 3"
    assert str(answer).startswith("gene 3: rank ")
    assert answer.most_correlated[0].feature in names


def test_frequencies_are_shown(selector):
    shares = np.linspace(0, 1, D)
    answer = selector.why(D - 1, frequencies=shares)
    assert answer.frequency == 1
    assert "selected in 100% of the subsamples" in str(answer)
    for wrong in (shares[1:], shares + 0.5, np.full(D, np.nan)):
        with pytest.raises(ValueError, match="frequencies must hold 30 shares"):
            selector.why(0, frequencies=wrong)


def test_the_text_says_what_is_lacking(X, selector):
    text = str(selector.why(D - 1, X))
    assert "not selected: " in text
    assert "below the last of 6 selected" in text
    assert "selected instead, most correlated with it:" in text
    assert "; selected, as 6 are" in str(selector.why(0))


def test_where_nothing_is_selected(X, monkeypatch):
    method = METHODS["golfs"]
    fit = method._fit
    monkeypatch.setattr(method, "_fit", lambda self, X: 0 * fit(self, X))
    with pytest.warns(UserWarning, match="no feature stands out"):
        one = fitted(X, n_features_to_select="auto")
    answer = one.why(0, X)
    assert (answer.lacks, answer.selected, answer.selected_instead) == (None, False, ())
    assert "not selected, as none is" in str(answer)


def test_an_answer_is_not_changed(selector):
    with pytest.raises(FrozenInstanceError):
        selector.why(0).rank = 1


@pytest.mark.parametrize(
    ("feature", "given", "message"),
    [
        (D, {}, f"feature={D} must be between 0 and {D - 1}; columns count from 0"),
        (-1, {}, "feature=-1 must be between 0"),
        (True, {}, "feature must be an integer"),
        ("gene", {}, "feature='gene' is a name, but the features have none; give its column"),
        (
            "gene 33",
            {"names": [f"gene {j}" for j in range(D)]},
            "no feature is called 'gene 33'; did you mean 'gene 3'",
        ),
        ("?", {"names": ["gene"] * D}, "no feature is called '?'; the first of 30 is 'gene'"),
        ("gene", {"names": ["gene"] * 2 + ["other"] * (D - 2)}, "2 features are called 'gene'; give a column: 0, 1"),
        (0, {"names": ["gene"]}, "names has 1 names, but the fit saw 30 features"),
        (0, {"X": np.zeros((N, D - 1))}, f"X has {D - 1} features, but GOLFS is expecting {D}"),
        (0, {"X": np.zeros((N - 1, D))}, f"X has {N - 1} samples, but the fit saw {N}; give the X it was fitted on"),
        (0, {"X": np.full((N, D), np.nan)}, "contains 1800 NaN"),
    ],
)
def test_a_bad_question_gets_one_sentence(selector, feature, given, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        selector.why(feature, **given)


def test_a_selector_without_a_fit_has_nothing_to_explain():
    with pytest.raises(NotFittedError):
        METHODS["golfs"](n_clusters=2).why(0)
