"""MCFS against its paper: the embedding, the least-angle paths, the maximum of absolute values."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import lars_path

from golfs import MCFS
from golfs.arrays import as_design
from golfs.graphs import Graph
from golfs.solvers import _embedding as embedding
from golfs.solvers import least_angle, spectral_embedding
from references import golfs_paper, mcfs

C, K, M = 4, 12, 5
SHAPES = [(40, 60), (60, 25)]


def matrix(shape, seed=0):
    n, d = shape
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape) * rng.uniform(0.5, 2, d)
    X[:, :6] += (2 * rng.standard_normal((C, min(6, d))))[np.arange(n) % C]
    return X + rng.uniform(-1, 1, d)


def scaled(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


@pytest.mark.parametrize("lanczos", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_the_paper(shape, lanczos, monkeypatch):
    if lanczos:
        monkeypatch.setattr(embedding, "DENSE_EIGEN", 0)
    X = matrix(shape)
    fitted = MCFS(C, n_nonzero=M, n_neighbors=K).fit(X)
    S = golfs_paper.local_graph(X, K, fitted.sigma_)
    Y = mcfs.embedding(S, C - 1)
    sign = np.sign(np.sum(Y * fitted.embedding_, axis=0))
    assert fitted.embedding_ * sign == pytest.approx(Y, abs=1e-9)
    W = np.column_stack([mcfs.least_angle(scaled(X), y - y.mean(), M) for y in Y.T])
    assert fitted.coef_ * X.std(axis=0)[:, None] * sign == pytest.approx(W, abs=1e-9)
    chosen = W.any(axis=1)
    assert fitted.scores_[chosen] == pytest.approx(np.abs(W).max(axis=1)[chosen], abs=1e-9)
    assert fitted.n_selected_ == chosen.sum()
    assert fitted.scores_[~chosen].max() <= fitted.scores_[chosen].min() / 2
    assert (fitted.scores_[~chosen] > 0).all()


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("m", [1, 7, 19])
@pytest.mark.parametrize("shape", SHAPES)
def test_least_angles_are_the_naive_ones_and_scikit_learns(shape, m, kind):
    X = matrix(shape)
    design = as_design(kind(X))
    Z = (X - X.mean(axis=0)) / design.scale
    Y = np.random.default_rng(1).standard_normal((shape[0], 3))
    Y -= Y.mean(axis=0)
    W, correlations = least_angle(design, Y, m)
    for k in range(3):
        assert W[:, k] == pytest.approx(mcfs.least_angle(Z, Y[:, k], m), abs=1e-9)
        if m < 10:  # scikit-learn's active correlations drift apart after some fifteen joins
            assert W[:, k] == pytest.approx(lars_path(Z, Y[:, k], max_iter=m, method="lar")[2][:, -1], abs=1e-9)
    assert correlations == pytest.approx(Z.T @ (Y - Z @ W), abs=1e-9)


def test_active_features_share_the_largest_correlation():
    X = matrix(SHAPES[0])
    design = as_design(X)
    W, correlations = least_angle(design, np.random.default_rng(1).standard_normal((40, 2)), 8)
    for w, c in zip(W.T, np.abs(correlations.T), strict=True):
        assert np.count_nonzero(w) == 8
        assert c[w != 0] == pytest.approx(np.full(8, c.max()), rel=1e-9)


def test_a_path_ends_at_least_squares():
    X = matrix(SHAPES[1])
    design = as_design(X)
    Y = np.random.default_rng(1).standard_normal((60, 2))
    W, correlations = least_angle(design, Y, 25)
    assert np.abs(correlations).max() < 1e-9
    Z = (X - X.mean(axis=0)) / design.scale
    assert pytest.approx(np.linalg.lstsq(Z, Y, rcond=None)[0], abs=1e-9) == W


def test_it_stops_when_nothing_is_left_to_explain():
    X = matrix((12, 30))
    design = as_design(X)
    W, correlations = least_angle(design, scaled(X)[:, :1], 30)
    assert np.count_nonzero(W) <= 11  # the rank of centred X
    assert np.abs(correlations).max() < 1e-9


def test_a_copy_never_joins_and_copies_change_nothing_else():
    X = matrix(SHAPES[0])
    plain = least_angle(as_design(X), np.random.default_rng(1).standard_normal((40, 2)), 20)[0]
    doubled = least_angle(as_design(np.hstack([X, X])), np.random.default_rng(1).standard_normal((40, 2)), 20)[0]
    unit = as_design(np.hstack([X, X])).scale[0] / as_design(X).scale[0]
    assert doubled[:60] / unit == pytest.approx(plain, abs=1e-9)
    assert not doubled[60:].any()


def test_separate_clusters_come_first_turned_to_the_axes_of_x():
    rng = np.random.default_rng(0)
    Y = np.repeat([0, 1, 2], [20, 15, 10])
    X = rng.standard_normal((45, 8))
    X[:, 0] += 100 * Y
    X[:, 1] += 30 * (Y == 1)
    S = golfs_paper.local_graph(X, 5, 2.0)
    graph = Graph(S)
    design = as_design(X)
    found = spectral_embedding(graph, design, 3)
    degree = S.sum(axis=1)
    assert found.T @ (degree[:, None] * found) == pytest.approx(np.eye(3), abs=1e-9)
    assert degree @ found == pytest.approx(np.zeros(3), abs=1e-9)
    for y in found[:, :2].T:
        assert max(np.ptp(y[one == Y]) for one in range(3)) < 1e-9
    assert np.abs(graph.laplacian(found[:, 2:])).max() > 1e-3
    products = design.tdot(found[:, :2])
    assert products[:, 0] @ products[:, 1] == pytest.approx(0, abs=1e-6 * np.sum(products[:, 0] ** 2))
    assert np.linalg.norm(products[:, 0]) > np.linalg.norm(products[:, 1])
    order = rng.permutation(45)
    again = spectral_embedding(Graph(S[np.ix_(order, order)]), as_design(X[order]), 3)
    assert np.abs(again) == pytest.approx(np.abs(found[order]), abs=1e-8)


def test_a_sample_without_neighbours_is_zero():
    X = matrix((20, 5))
    S = golfs_paper.local_graph(X, 5, 3.0)
    S[0] = S[:, 0] = 0
    found = spectral_embedding(Graph(S), as_design(X), 4)
    assert not found[0].any()
    assert found[1:].any(axis=1).all()


def test_without_centring_and_scaling_it_is_the_paper_on_x():
    X = matrix(SHAPES[0])
    fitted = MCFS(C, n_nonzero=M, n_neighbors=K, center=False, scale=False).fit(X)
    W = np.column_stack([mcfs.least_angle(X, y, M) for y in fitted.embedding_.T])
    assert fitted.coef_ == pytest.approx(W, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_clusters": 41}, "n_clusters=41 must be between 1 and 40"),
        ({"n_nonzero": 61}, "n_nonzero=61 must be between 1 and 60; X has 60 features"),
        ({"n_nonzero": "all"}, "n_nonzero='all' must be an integer or \"auto\""),
        ({"n_neighbors": 40}, "n_neighbors=40 must be between 1 and 39"),
        ({"sigma": 0}, "sigma=0 must be a finite number above 0"),
        ({"center": 1}, "center must be True or False"),
        ({"scale": "none"}, "scale must be True or False"),
        ({"metric": "near"}, "metric='near' must be one of"),
    ],
)
def test_bad_parameters_are_named(given, message):
    with pytest.raises(ValueError, match=message):
        MCFS(**given).fit(matrix(SHAPES[0]))


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_a_given_graph_takes_the_place_of_the_neighbours(kind):
    X = matrix(SHAPES[0])
    own = MCFS(C, n_nonzero=M, n_neighbors=K).fit(X)
    S = golfs_paper.local_graph(X, K, own.sigma_)
    given = MCFS(C, n_nonzero=M, affinity=kind(S)).fit(X)
    assert given.scores_ == pytest.approx(own.scores_, abs=1e-9)
    assert np.isnan(given.sigma_)


@pytest.mark.parametrize(
    ("affinity", "message"),
    [
        ("global", "affinity='global' must be \"local\", or a similarity"),
        (np.ones((3, 3)), "affinity has shape .* so it must be"),
        (np.triu(np.ones((40, 40))), "affinity must be symmetric"),
    ],
)
def test_a_bad_graph_is_named(affinity, message):
    with pytest.raises(ValueError, match=message):
        MCFS(affinity=affinity).fit(matrix(SHAPES[0]))
