"""The Laplacian score against its paper."""

import numpy as np
import pytest
from scipy import sparse

from golfs import SPEC, LaplacianScore
from references import golfs_paper, spec

SHAPES = [(40, 60), (60, 25)]


def matrix(shape=SHAPES[0]):
    rng = np.random.default_rng(0)
    X = rng.standard_normal(shape)
    X[:, :5] += 3 * rng.standard_normal((3, 5))[np.arange(shape[0]) % 3]
    return X


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("k", [1, 5])
def test_it_is_the_printed_score(shape, k):
    X = matrix(shape)
    fitted = LaplacianScore(n_neighbors=k).fit(X)
    S = golfs_paper.local_graph(X, k, fitted.sigma_)
    printed = np.array([spec.laplacian_score(X[:, j], S) for j in range(shape[1])])
    assert 2 * (1 - fitted.scores_) == pytest.approx(printed, abs=1e-10)
    assert fitted.ranking_.tolist() == (1 + np.argsort(np.argsort(printed))).tolist()


def test_a_given_sigma_is_the_papers():
    X = matrix()
    S = golfs_paper.local_graph(X, 5, 3.0)
    fitted = LaplacianScore(sigma=3.0).fit(X)
    assert 2 * (1 - fitted.scores_[7]) == pytest.approx(spec.laplacian_score(X[:, 7], S), rel=1e-10)
    assert fitted.sigma_ == 3.0


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_array])
def test_sparse_x_scores_as_dense_x_without_becoming_dense(kind, monkeypatch):
    X = np.where(np.random.default_rng(1).random((40, 3000)) < 0.05, matrix((40, 3000)), 0.0)
    dense = LaplacianScore().fit(X)
    rows = []
    original = sparse.csr_array.toarray

    def watched(self, *args, **given):
        rows.append(self.shape[0])
        return original(self, *args, **given)

    monkeypatch.setattr("golfs.solvers._spectral_filter.BLOCK_VALUES", 40 * 100)
    monkeypatch.setattr(sparse.csr_array, "toarray", watched)
    assert LaplacianScore().fit(kind(X)).scores_ == pytest.approx(dense.scores_, abs=1e-10)
    assert max(rows) <= 100


def test_smooth_features_score_one_and_the_scale_of_a_feature_is_nothing():
    X = np.repeat(np.array([[0.0, 1.0], [50.0, 2.0], [90.0, 9.0]]), 7, axis=0)
    X[:, 0] += np.linspace(0, 1, 21)
    rng = np.random.default_rng(0)
    X = np.column_stack([X, rng.standard_normal(21), 1e-3 * X[:, 1]])
    fitted = LaplacianScore().fit(X)
    assert fitted.scores_[1] == pytest.approx(1, abs=1e-12)
    assert fitted.scores_[3] == pytest.approx(fitted.scores_[1], abs=1e-12)
    assert fitted.scores_[2] < 0.9  # noise


def test_it_is_spec_with_phi2():
    X = matrix()
    assert LaplacianScore().fit(X).scores_ == pytest.approx(SPEC(style="phi2").fit(X).scores_, abs=1e-12)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_neighbors": 40}, "n_neighbors=40"),
        ({"sigma": -1.0}, "sigma"),
        ({"sigma": "wide"}, "sigma"),
        ({"metric": "straight"}, "metric"),
        ({"n_jobs": 0}, "n_jobs"),
    ],
)
def test_a_bad_parameter_is_named(given, message):
    with pytest.raises(ValueError, match=message):
        LaplacianScore(**given).fit(matrix())


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_a_given_graph_takes_the_place_of_the_neighbours(kind):
    X = matrix()
    own = LaplacianScore().fit(X)
    S = golfs_paper.local_graph(X, 5, own.sigma_)
    given = LaplacianScore(affinity=kind(S)).fit(X)
    assert given.scores_ == pytest.approx(own.scores_, abs=1e-9)
    assert np.isnan(given.sigma_)


@pytest.mark.parametrize(
    ("affinity", "message"),
    [
        ("global", "affinity='global' must be \"local\", or a similarity"),
        (None, "affinity must be a similarity of real numbers"),
        (np.ones((3, 3)), "affinity has shape .* so it must be"),
        (-np.ones((40, 40)), "finite and nowhere negative"),
        (np.triu(np.ones((40, 40))), "affinity must be symmetric"),
    ],
)
def test_a_bad_graph_is_named(affinity, message):
    with pytest.raises(ValueError, match=message):
        LaplacianScore(affinity=affinity).fit(matrix())
