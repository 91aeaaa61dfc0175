"""How many clusters there are: planted ones are found, and nothing that should not matter does."""

import re

import numpy as np
import pytest
from scipy import sparse
from scipy.spatial.distance import pdist

from golfs.arrays import as_design
from golfs.graphs import Graph
from golfs.inference import _criteria, suggest_n_clusters
from golfs.inference._criteria import in_box, log_within, smallest_eigenvalues
from golfs.inference._n_clusters import principal_scores

RANGE = range(2, 6)


def blobs(c, n=60, d=6, spread=1.0):
    """Clusters at the corners of a simplex, 10 apart."""
    rng = np.random.default_rng(0)
    return spread * rng.standard_normal((n, d)) + 10 / np.sqrt(2) * np.eye(d)[np.arange(n) % c]


def values(found):
    return np.array(found.candidates)


@pytest.fixture(scope="module")
def X():
    return blobs(3)


@pytest.fixture(scope="module")
def found(X):
    return suggest_n_clusters(X, RANGE, random_state=0)


@pytest.mark.parametrize("c", [2, 4])
def test_planted_clusters_are_found_by_every_criterion(c):
    found = suggest_n_clusters(blobs(c), range(1, 6), random_state=0)
    assert found.suggestions == {"gap": c, "stability": c, "eigengap": c}
    planted = found.candidates[c - 1]
    assert (planted.n_clusters, planted.stability) == (c, 1.0)
    assert np.isnan(found.candidates[0].stability)


def test_one_gaussian_is_one_cluster():
    noise = np.random.default_rng(0).standard_normal((100, 8))
    found = suggest_n_clusters(noise, range(1, 5), random_state=0)
    assert (found.suggestions["gap"], found.suggestions["stability"]) == (1, None)
    assert "1 by gap, none by stability" in str(found)


def test_a_gap_that_still_grows_suggests_nothing():
    assert suggest_n_clusters(blobs(6), range(2, 5), random_state=0).suggestions["gap"] is None


def test_the_gap_of_one_cluster_is_that_of_the_sums_of_squares(X):
    Y = principal_scores(as_design(X))
    assert log_within(Y, [1], 0) == pytest.approx([np.log(np.sum((X - X.mean(axis=0)) ** 2) / unit(X) ** 2)])
    low, high = np.zeros(2), np.array([1.0, 3.0])
    assert np.exp(in_box(4000, low, high, [1], 0)[0]) / 4000 == pytest.approx((1 + 9) / 12, rel=0.05)


def unit(X):
    """What a design has divided all of X by."""
    return as_design(X).scale[0]


@pytest.mark.parametrize("shape", [(20, 50), (50, 20)])
def test_principal_axes_keep_every_distance(shape):
    X = np.random.default_rng(0).standard_normal(shape)
    Y = principal_scores(as_design(X))
    assert Y.shape == (shape[0], min(shape[0] - 1, shape[1]))
    np.testing.assert_allclose(pdist(Y), pdist(X) / unit(X))
    np.testing.assert_allclose(Y.T @ Y, np.diag(np.sum(Y**2, axis=0)), atol=1e-9)


@pytest.mark.parametrize("dense_up_to", [2000, 5])
def test_eigenvalues_are_those_of_the_whole_laplacian(dense_up_to, monkeypatch):
    monkeypatch.setattr(_criteria, "DENSE", dense_up_to)
    rng = np.random.default_rng(0)
    S = rng.uniform(size=(60, 60)) * (rng.uniform(size=(60, 60)) < 0.3)
    S = (S + S.T) * (np.arange(60)[:, None] % 3 == np.arange(60) % 3)
    np.fill_diagonal(S, 0)
    root = 1 / np.sqrt(S.sum(axis=0))
    expected = np.linalg.eigvalsh(np.eye(60) - root[:, None] * S * root)[:8]
    assert expected[:3] == pytest.approx(np.zeros(3), abs=1e-12)
    np.testing.assert_allclose(
        smallest_eigenvalues(Graph(sparse.csr_array(S), normalized=True), 8), expected, atol=1e-9
    )


def test_permuting_features_or_padding_with_a_constant_changes_nothing(X, found):
    for other in (X[:, ::-1], np.column_stack([X, np.full(len(X), 7.0)]), 1e-6 * X + 3):
        again = suggest_n_clusters(other, RANGE, random_state=0)
        assert again.suggestions == found.suggestions
        np.testing.assert_allclose(values(again), values(found), atol=1e-6)


def test_permuting_samples_changes_no_suggestion(X, found):
    again = suggest_n_clusters(X[np.random.default_rng(1).permutation(len(X))], RANGE, random_state=0)
    assert again.suggestions == found.suggestions
    np.testing.assert_allclose(values(again)[:, -1], values(found)[:, -1], atol=1e-9)


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix])
def test_sparse_is_as_dense(kind):
    wide = np.hstack([np.where(blobs(3) > 3, blobs(3), 0), np.zeros((60, 70))])
    dense = suggest_n_clusters(wide, RANGE, random_state=0)
    thin = suggest_n_clusters(kind(wide), RANGE, random_state=0)
    np.testing.assert_allclose(values(thin), values(dense), atol=1e-6)


def test_the_seed_decides_for_any_number_of_jobs(X, found):
    assert suggest_n_clusters(X, [5, 2, 3, 4, 3], random_state=0, n_jobs=2) == found
    assert suggest_n_clusters(X, RANGE, random_state=1) != found


def test_the_table_marks_what_is_suggested(found):
    lines = str(found).splitlines()
    assert len(lines) == 1 + len(RANGE) + 1
    assert [line.count("*") for line in lines[1:-1]] == [0, 3, 0, 0]
    assert lines[-1] == "suggested: 3 by gap, 3 by stability, 3 by eigengap"


@pytest.mark.parametrize(
    ("n_clusters", "message"),
    [
        (3, "n_clusters=3 must be several numbers to compare, such as range(2, 11)"),
        ("2-5", "n_clusters='2-5' must be several numbers"),
        ([], "n_clusters holds 0 candidates; give at least two"),
        ([3, 3], "n_clusters holds 1 candidates; give at least two"),
        ([0, 2], "n_clusters=0 must be between 1 and 47; X has 60 samples"),
        ([2, 48], "n_clusters=48 must be between 1 and 47; X has 60 samples"),
        ([2, 2.5], "n_clusters must be an integer, got 2.5"),
        ([True, 2], "n_clusters must be an integer, got True"),
    ],
)
def test_bad_candidates_get_one_sentence(X, n_clusters, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        suggest_n_clusters(X, n_clusters)


def test_more_clusters_than_different_samples_are_refused(X):
    with pytest.raises(ValueError, match="n_clusters=5 must be below the 4 distinct rows that X has"):
        suggest_n_clusters(np.tile(X[:4], (15, 1)), RANGE)


def test_other_bad_input_is_refused(X):
    for given in ({"n_jobs": 0}, {"random_state": "seed"}):
        with pytest.raises(ValueError, match=next(iter(given))):
            suggest_n_clusters(X, RANGE, **given)
    with pytest.raises(ValueError, match="1 NaN"):
        suggest_n_clusters(np.where(X.max() == X, np.nan, X), RANGE)
