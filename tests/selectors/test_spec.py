"""SPEC against its paper: three rankings from the full spectrum."""

import numpy as np
import pytest
from scipy import sparse

from golfs import SPEC
from golfs.solvers import _embedding as solver
from references import golfs_paper, spec

C = 4


def matrix(n=40, d=30):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d)) + rng.uniform(-2, 2, d)
    X[:, :5] += 3 * rng.standard_normal((C, 5))[np.arange(n) % C]
    return X


def printed(X, S, style, power, k=C):
    phi = np.array([spec.phi(f, S, style, power, k) for f in X.T]) / 2.0**power
    return phi if style == "phi3" else 1 - phi


@pytest.mark.parametrize("power", [1, 2, 3, 4])
@pytest.mark.parametrize("style", ["phi1", "phi2", "phi3"])
@pytest.mark.parametrize("lanczos", [False, True])
def test_without_centring_it_is_the_paper(style, power, lanczos, monkeypatch):
    if lanczos:
        monkeypatch.setattr(solver, "DENSE_EIGEN", 0)
    X = matrix()
    fitted = SPEC(C, style=style, power=power, center=False, n_neighbors=15).fit(X)
    S = golfs_paper.local_graph(X, 15, fitted.sigma_)
    assert fitted.scores_ == pytest.approx(printed(X, S, style, power), abs=1e-9)


@pytest.mark.parametrize("style", ["phi1", "phi2", "phi3"])
def test_centring_is_the_paper_on_weighted_centred_features(style):
    X = matrix()
    fitted = SPEC(C, style=style, n_neighbors=15).fit(X)
    S = golfs_paper.local_graph(X, 15, fitted.sigma_)
    centered = X - S.sum(axis=1) @ X / S.sum()
    assert fitted.scores_ == pytest.approx(printed(centered, S, style, 1), abs=1e-9)
    assert SPEC(C, style=style, n_neighbors=15).fit(X + 100).scores_ == pytest.approx(fitted.scores_, abs=1e-7)


def test_with_all_eigenpairs_phi3_is_phi2():
    X = matrix()
    third = SPEC(40, style="phi3").fit(X).scores_
    assert third == pytest.approx(SPEC(style="phi2").fit(X).scores_, abs=1e-9)


def test_in_separate_clusters_their_indicators_have_the_best_score():
    rng = np.random.default_rng(0)
    Y = np.arange(45) % 3
    X = np.column_stack([1000.0 * (Y == 0), 1000.0 * (Y == 1), rng.standard_normal((45, 6))])
    scores = SPEC(3).fit(X).scores_
    assert scores[:2] == pytest.approx(1, abs=1e-9)  # λ = 0 three times over
    assert scores[2:].max() < 0.5


def test_phi1_as_printed_prefers_constant_features_and_centring_puts_them_last():
    X = np.column_stack([matrix(), np.full(40, 3.0)])
    assert SPEC(C, style="phi1", center=False).fit(X).ranking_[-1] == 1
    for style in ("phi1", "phi2", "phi3"):
        assert SPEC(C, style=style).fit(X).scores_[-1] == 0


@pytest.mark.parametrize("style", ["phi1", "phi2", "phi3"])
def test_a_feature_constant_but_for_a_sample_without_neighbours_is_constant(style):
    X = matrix()
    X[0] += 1e4
    X = np.column_stack([X, np.arange(40) == 0])
    assert SPEC(C, style=style, sigma=5.0).fit(X).scores_[-1] == 0


@pytest.mark.parametrize("style", ["phi1", "phi2", "phi3"])
@pytest.mark.parametrize("center", [True, False])
def test_sparse_x_scores_as_dense_x(style, center):
    X = np.where(np.random.default_rng(1).random((40, 30)) < 0.4, matrix(), 0.0)
    one, other = (SPEC(C, style=style, center=center).fit(Z) for Z in (X, sparse.csr_array(X)))
    assert other.scores_ == pytest.approx(one.scores_, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_clusters": 41}, "n_clusters=41"),
        ({"style": "phi4"}, "style"),
        ({"power": 0}, "power"),
        ({"power": 1.5}, "power"),
        ({"center": "yes"}, "center"),
        ({"metric": "straight"}, "metric"),
    ],
)
def test_a_bad_parameter_is_named(given, message):
    with pytest.raises(ValueError, match=message):
        SPEC(**given).fit(matrix())


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_a_given_graph_takes_the_place_of_the_neighbours(kind):
    X = matrix()
    own = SPEC(C, n_neighbors=15, style="phi1", center=False).fit(X)
    S = golfs_paper.local_graph(X, 15, own.sigma_)
    given = SPEC(C, affinity=kind(S), style="phi1", center=False).fit(X)
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
        SPEC(affinity=affinity).fit(matrix())


@pytest.mark.parametrize("style", ["phi1", "phi2"])
@pytest.mark.parametrize("power", [1, 2, 3])
def test_sparse_products_with_many_samples_are_the_dense_ones(style, power, monkeypatch):
    X = matrix()
    dense = SPEC(C, style=style, power=power).fit(X).scores_
    monkeypatch.setattr("golfs.solvers._spectral_filter.DENSE", 0)
    assert SPEC(C, style=style, power=power).fit(X).scores_ == pytest.approx(dense, abs=1e-10)
