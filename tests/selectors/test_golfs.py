"""The public face of GOLFS: what it learns, how it is asked, how it behaves in company."""

from __future__ import annotations

import pickle
import subprocess
import sys

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.validation import check_is_fitted
from threadpoolctl import threadpool_info, threadpool_limits

from golfs import GOLFS
from golfs.selectors import _pseudo_labels as module
from golfs.solvers._starts import TRUSTED
from references import golfs_paper as paper

N, D, C, Q = 48, 70, 3, 8  # the first Q features separate the clusters
Y = np.arange(N) % C
NAMES = [f"f{j}" for j in range(D)]


def matrix(seed=0, shape=(N, D)):
    """Three well separated clusters in Q features of different units and offsets, and noise."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape)
    X[:, :Q] += 6 * rng.standard_normal((C, Q))[np.arange(shape[0]) % C]
    return X * rng.uniform(0.5, 2, shape[1]) + rng.uniform(-5, 5, shape[1])


def golfs(**given):
    return GOLFS(**{"n_clusters": C, "random_state": 0, **given})


@pytest.fixture(scope="module")
def X():
    return matrix()


@pytest.fixture(scope="module")
def fitted(X):
    return golfs().fit(X)


# What is learned ---------------------------------------------------------------------------------


def test_shapes_and_kinds_of_what_is_learned(fitted):
    assert fitted.scores_.shape == (D,)
    assert np.all(fitted.scores_ >= 0)
    assert sorted(fitted.ranking_) == list(range(1, D + 1))
    assert np.all(np.diff(fitted.scores_[np.argsort(fitted.ranking_)]) <= 0)
    assert fitted.labels_.shape == (N,)
    assert sorted(set(fitted.labels_.tolist())) == list(range(C))
    assert fitted.coef_.shape == (D, C)
    assert fitted.intercept_.shape == (C,)
    assert fitted.indicator_.shape == (N, C)
    assert fitted.cluster_means_.shape == (C, D)
    assert fitted.n_iter_ == len(fitted.objective_path_) >= 1
    assert fitted.n_features_in_ == D
    assert not hasattr(fitted, "feature_names_in_")
    for name in ("kappa_", "lam_", "alpha_", "beta_", "gamma_", "sigma_"):
        assert np.isfinite(getattr(fitted, name))
        assert getattr(fitted, name) > 0


def test_it_finds_the_clusters_and_their_features(fitted):
    assert adjusted_rand_score(fitted.labels_, Y) == 1
    assert set(np.flatnonzero(fitted.ranking_ <= Q)) == set(range(Q))


def test_cluster_means_are_means_of_clusters(fitted, X):
    means = np.array([X[fitted.labels_ == k].mean(axis=0) for k in range(C)])
    assert fitted.cluster_means_ == pytest.approx(means, rel=1e-10)


def test_the_indicator_of_discrete_labels_is_theirs(fitted):
    sizes = np.bincount(fitted.labels_)
    assert fitted.indicator_ == pytest.approx(np.eye(C)[fitted.labels_] / np.sqrt(sizes), abs=1e-15)


def test_nothing_learned_shadows_a_parameter(fitted):
    assert fitted.get_params() == golfs().get_params()


def optimality(X, F, W, beta):
    """How far the rows of W are from the optimum of ‖XW − F‖² + β‖W‖₂,₁, relative to β."""
    slope = -2 * X.T @ (F - X @ W)
    size = np.linalg.norm(W, axis=1)
    held = slope[size > 0] + beta * W[size > 0] / size[size > 0, None]
    out = np.linalg.norm(slope[size == 0], axis=1) - beta
    return max(np.linalg.norm(held, axis=1).max(initial=0), out.max(initial=0)) / beta


@pytest.mark.parametrize("scale", ["regression", "both", "graphs", "none"])
@pytest.mark.parametrize("shape", [(48, 70), (60, 24)])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_coefficients_solve_the_regression_of_the_indicator(scale, shape, kind):
    X = matrix(shape=shape)
    estimator = golfs(scale=scale, init=np.arange(len(X)) % C).fit(kind(X))
    centred = X - X.mean(axis=0)
    spread = centred.std(axis=0) if scale in ("regression", "both") else np.ones(X.shape[1])
    W = estimator.coef_ * spread[:, None]
    assert W.any()
    assert optimality(centred / spread, estimator.indicator_, W, estimator.beta_) < 1e-5
    values = X @ estimator.coef_ + estimator.intercept_
    centred_values = centred @ estimator.coef_ + estimator.indicator_.mean(axis=0)
    assert values == pytest.approx(centred_values, abs=1e-10)


@pytest.mark.parametrize("scale", ["regression", "none"])
def test_scores_are_the_rows_before_the_threshold(scale, X):
    estimator = golfs(scale=scale, init=Y, beta=5.0).fit(X)
    Z = X - X.mean(axis=0)
    if scale == "regression":
        Z = Z / Z.std(axis=0)
    spread = Z.std(axis=0)
    assert estimator.coef_.any()
    W = estimator.coef_ * (X.std(axis=0) / spread)[:, None]
    before = W + Z.T @ (estimator.indicator_ - Z @ W) / np.linalg.norm(Z, axis=0).max() ** 2
    expected = np.sqrt(N) * np.linalg.norm(before, axis=1)
    assert estimator.scores_ / estimator.scores_.max() == pytest.approx(expected / expected.max(), rel=1e-8)


@pytest.mark.parametrize("scale", ["regression", "none"])
def test_scores_at_auto_are_between_a_feature_alone_and_beside_the_others(scale, X):
    automatic = golfs(scale=scale, init=Y).fit(X)
    steepest = automatic.beta_ / module.BETA
    beside = golfs(scale=scale, init=automatic.labels_, beta=module.BETA_SCORED * steepest).fit(X)
    assert beside.coef_.any()
    assert beside.labels_.tolist() == automatic.labels_.tolist()
    Z = (X - X.mean(axis=0)) / (X.std(axis=0) if scale == "regression" else 1.0)
    marginal = np.linalg.norm(Z.T @ automatic.indicator_, axis=1) * np.sqrt(N) / (Z**2).sum(axis=0).max()
    assert automatic.scores_ == pytest.approx(np.sqrt(marginal * beside.scores_), rel=1e-6)


def test_without_centring_there_is_no_intercept(X):
    estimator = golfs(center=False, init=Y).fit(X)
    rms = np.sqrt(np.mean(X**2, axis=0))
    W = estimator.coef_ * rms[:, None]
    assert optimality(X / rms, estimator.indicator_, W, estimator.beta_) < 1e-5
    assert estimator.intercept_.tolist() == [0] * C


# How many features -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "number"), [(1, 1), (1.0, D), (D, D), (0.5, D // 2), (0.1, 7), (1e-9, 1), (np.int64(5), 5)]
)
def test_an_integer_is_a_number_and_a_float_a_share(given, number, X):
    estimator = golfs(n_features_to_select=given, init=Y).fit(X)
    assert estimator.n_selected_ == number
    assert estimator.get_support().sum() == number
    assert estimator.transform(X).shape == (N, number)
    assert np.all(estimator.ranking_[estimator.get_support()] <= number)


def test_auto_selects_what_stands_out(fitted):
    assert set(range(Q)) <= set(fitted.get_support(indices=True))
    assert fitted.n_selected_ < D / 2


def test_auto_that_finds_nothing_warns_and_gives_no_column():
    noise = np.random.default_rng(0).standard_normal((20, 10))
    labels = np.arange(20) % 2
    blocks = np.equal.outer(labels, labels).astype(float)  # clusters that have nothing to do with the features
    with pytest.warns(UserWarning, match="set n_features_to_select to a number"):
        estimator = golfs(n_clusters=2, init=labels, affinity=blocks, alpha=1e-9).fit(noise)
    assert estimator.n_selected_ == 0
    assert not estimator.get_support().any()
    with pytest.warns(UserWarning, match="No features were selected"):
        assert estimator.transform(noise).shape == (20, 0)
    assert set(estimator.predict(noise)) <= {0, 1}
    assert len(estimator.top_features(3)[0]) == 3


def test_equal_scores_rank_by_column(X):
    twice = golfs(init=Y).fit(np.hstack([X, X]))
    assert np.all(twice.ranking_[D:] == twice.ranking_[:D] + 1)


# Frames, names and the way back ------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "frame"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame)])
def test_frames_go_in_and_come_out(kind, frame, X, fitted):
    table = frame(dict(zip(NAMES, X.T)))
    estimator = golfs(n_features_to_select=5).set_output(transform=kind).fit(table)
    out = estimator.transform(table)
    chosen = [NAMES[j] for j in estimator.get_support(indices=True)]
    assert isinstance(out, frame)
    assert list(out.columns) == chosen == list(estimator.get_feature_names_out())
    assert list(estimator.feature_names_in_) == NAMES
    assert estimator.ranking_.tolist() == fitted.ranking_.tolist()
    assert np.asarray(out) == pytest.approx(X[:, estimator.get_support()])


def test_names_are_made_up_or_taken_where_there_are_none(fitted):
    chosen = fitted.get_support(indices=True)
    assert list(fitted.get_feature_names_out()) == [f"x{j}" for j in chosen]
    assert list(fitted.get_feature_names_out(NAMES)) == [NAMES[j] for j in chosen]


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_the_way_back_puts_zeros_where_features_were_left_out(kind, X):
    estimator = golfs(n_features_to_select=5, init=Y).fit(kind(X))
    back = estimator.inverse_transform(estimator.transform(kind(X)))
    back = back.toarray() if sparse.issparse(back) else back
    kept = estimator.get_support()
    assert np.array_equal(back[:, kept], X[:, kept])
    assert not back[:, ~kept].any()


# Company -----------------------------------------------------------------------------------------


def test_a_clone_learns_the_same(fitted, X):
    again = clone(fitted).fit(X)
    assert again.scores_.tobytes() == fitted.scores_.tobytes()


def test_it_survives_pickle_and_joblib(fitted, X, tmp_path):
    joblib.dump(fitted, tmp_path / "golfs.joblib")
    for copy in (pickle.loads(pickle.dumps(fitted)), joblib.load(tmp_path / "golfs.joblib")):
        assert copy.predict(X).tolist() == fitted.predict(X).tolist()
        assert copy.transform(X).tobytes() == fitted.transform(X).tobytes()
        assert copy.top_features(2) == fitted.top_features(2)


def test_it_works_in_a_pipeline_and_takes_parameters_there(X):
    pipeline = make_pipeline(StandardScaler(), golfs(init=Y), KMeans(C, n_init=3, random_state=0))
    pipeline.set_params(golfs__n_features_to_select=Q)
    assert adjusted_rand_score(pipeline.fit_predict(X), Y) == 1
    assert pipeline[:-1].transform(X).shape == (N, Q)


def test_fit_transform_and_fit_predict_agree_with_fit(fitted, X):
    assert golfs().fit_predict(X).tolist() == fitted.labels_.tolist()
    assert golfs().fit_transform(X).tobytes() == fitted.transform(X).tobytes()


def test_prediction_continues_the_clustering(fitted, X):
    new = matrix()[np.random.default_rng(1).permutation(N)]
    new += 0.05 * np.random.default_rng(2).standard_normal(new.shape)
    truth = np.array([fitted.labels_[k] for k in range(C)])
    order = np.random.default_rng(1).permutation(N)
    assert fitted.predict(X).tolist() == fitted.labels_.tolist()
    assert fitted.predict(new).tolist() == truth[Y[order]].tolist()
    assert fitted.predict(new[:1]).tolist() == truth[Y[order[:1]]].tolist()


def test_prediction_is_the_nearest_mean_in_standard_deviations(fitted):
    new = matrix(seed=5) + np.random.default_rng(6).standard_normal((N, D)) * 8
    used = fitted.get_support()
    X = matrix()
    unit = X.std(axis=0)[used]
    distance = np.linalg.norm((new[:, None, used] - fitted.cluster_means_[:, used]) / unit, axis=2)
    assert fitted.predict(new).tolist() == distance.argmin(axis=1).tolist()


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix])
def test_prediction_of_sparse_samples_is_that_of_dense_ones(kind, fitted, X):
    new = X + np.random.default_rng(6).standard_normal((N, D)) * 8
    assert fitted.predict(kind(new)).tolist() == fitted.predict(new).tolist()


def test_nothing_is_asked_of_an_unfitted_estimator(X):
    for ask in ("predict", "transform"):
        with pytest.raises(NotFittedError):
            getattr(golfs(), ask)(X)
    with pytest.raises(NotFittedError):
        golfs().top_features()


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_float32_stays_float32_and_tells_the_same(kind, fitted, X):
    single = golfs().fit(kind(X.astype(np.float32)))
    assert single.scores_.dtype == single.coef_.dtype == np.float32
    assert single.transform(kind(X.astype(np.float32))).dtype == np.float32
    assert adjusted_rand_score(single.labels_, fitted.labels_) == 1
    assert single.ranking_.tolist() == fitted.ranking_.tolist()
    assert single.scores_ == pytest.approx(fitted.scores_, rel=1e-4)


def test_top_features_differ_most_from_the_other_clusters(fitted, X):
    top = fitted.top_features(4)
    assert sorted(top) == list(range(C))
    chosen = fitted.get_support(indices=True)
    for cluster, features in top.items():
        inside = fitted.labels_ == cluster
        difference = (X[inside].mean(axis=0) - X[~inside].mean(axis=0)) / X.std(axis=0)
        order = chosen[np.argsort(-np.abs(difference[chosen]))][:4]
        assert [feature.feature for feature in features] == order.tolist()
        for feature in features:
            assert feature.difference == pytest.approx(difference[feature.feature], rel=1e-9)
            assert feature.direction == ("higher" if feature.difference > 0 else "lower")
            assert feature.rank == fitted.ranking_[feature.feature]
            assert feature.score == fitted.scores_[feature.feature]
    assert len(fitted.top_features(10**6)[0]) == len(chosen)


def test_top_features_have_the_names_of_a_frame(X):
    estimator = golfs(init=Y).fit(pd.DataFrame(X, columns=NAMES))
    assert {feature.feature for feature in estimator.top_features(2)[0]} <= set(NAMES)


# What it says ------------------------------------------------------------------------------------

TALK = """
import numpy as np
from golfs import GOLFS
X = np.random.default_rng(0).standard_normal((20, 6)) + 5 * (np.arange(20) % 2)[:, None]
GOLFS(2, random_state=0, verbose={verbose}).fit(X)
"""


@pytest.mark.parametrize("verbose", [0, 1])
def test_it_talks_to_standard_error_if_asked_and_nobody_listens(verbose):
    done = subprocess.run(
        [sys.executable, "-c", TALK.format(verbose=verbose)], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    assert ("golfs: kappa = " in done.stderr) == bool(verbose)
    assert verbose or done.stderr == ""


def test_verbose_logs_what_every_auto_chose(X, caplog):
    estimator = golfs(verbose=1).fit(X)
    said = "\n".join(record.getMessage() for record in caplog.records)
    for name in ("kappa", "lam", "alpha", "beta", "gamma", "sigma"):
        assert f"{name} = {getattr(estimator, name + '_'):.4g}" in said
    assert "start: " in said
    assert f"features that stand out between the clusters: {estimator.n_selected_}" in said


def test_quiet_says_nothing_even_after_a_talkative_fit(X, caplog, capfd):
    golfs(verbose=1, init=Y).fit(X)
    caplog.clear()
    capfd.readouterr()
    golfs(init=Y).fit(X)
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


@pytest.mark.filterwarnings("ignore:no feature stands out")  # between the labels it starts from
@pytest.mark.parametrize("solver", ["auto", "discrete", "multiplicative", "paper"])
def test_a_run_cut_short_warns_and_says_what_to_do(solver, X):
    remedy = 'use solver="auto"' if solver == "paper" else "raise max_iter, or tol"
    with pytest.warns(ConvergenceWarning, match="stopped at max_iter=1.*" + remedy) as caught:
        golfs(solver=solver, max_iter=1, init=np.arange(N) // (N // C), beta=10.0).fit(X)
    assert caught[0].filename == __file__


# Interruption ------------------------------------------------------------------------------------


def pools():
    return [(pool["filepath"], pool["num_threads"]) for pool in threadpool_info()]


@pytest.mark.parametrize("where", ["first_starts", "descend", "group_lasso", "beta_max"])
def test_an_interrupted_fit_ends_cleanly(where, X, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    estimator = golfs(init="auto" if where == "first_starts" else Y).fit(X)
    scores = estimator.scores_
    with monkeypatch.context() as patch, threadpool_limits(2, user_api="blas"):
        before = pools()
        patch.setattr(module, where, interrupt)
        with pytest.raises(KeyboardInterrupt):
            estimator.fit(X)
        assert pools() == before
    with pytest.raises(NotFittedError):
        check_is_fitted(estimator)
    with pytest.raises(NotFittedError):
        estimator.predict(X)
    assert not hasattr(estimator, "ranking_")
    assert estimator.fit(X).scores_.tobytes() == scores.tobytes()


def test_a_failed_fit_leaves_nothing_of_an_earlier_one(X):
    estimator = golfs(init=Y).fit(X)
    with pytest.raises(ValueError, match="NaN"):
        estimator.fit(X * np.nan)
    with pytest.raises(NotFittedError):
        estimator.predict(X)


# Solvers, starts and graphs ----------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["discrete", "multiplicative"])
@pytest.mark.parametrize("gamma", ["auto", 1e-6, 1e8])
def test_solvers_that_descend_do_and_find_the_clusters(solver, gamma, X):
    estimator = golfs(solver=solver, gamma=gamma, max_iter=20000, init=Y).fit(X)
    path = estimator.objective_path_
    assert np.all(np.diff(path) <= 1e-9 * np.abs(path[:-1]))
    assert np.all(estimator.indicator_ >= 0)
    if gamma != 1e-6:  # where nothing keeps the columns apart
        assert adjusted_rand_score(estimator.labels_, Y) == 1


def test_the_printed_solver_reports_its_own_rows_of_w(X):
    estimator = golfs(solver="paper", center=False, scale="none", tol=1e-3, init=Y).fit(X)
    expected = np.linalg.norm(estimator.coef_, axis=1)
    assert estimator.scores_ == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("unit", [1.0, 300.0, 0.01])
@pytest.mark.parametrize("iterations", [1, 4])
def test_a_printed_run_is_the_transcriptions_from_d_equal_to_the_identity(unit, iterations, X):
    X = unit * X
    graphs = local_graph(X / unit, 30.0), local_graph(X / unit, 10.0)
    penalties = {"lam": 2.0, "alpha": 0.5, "beta": 0.3 * unit, "gamma": 1e3}
    own = {"center": False, "scale": "none", "affinity": graphs, "init": Y, "tol": 0.0, "max_iter": iterations}
    with pytest.warns(ConvergenceWarning):
        estimator = golfs(solver="paper", **own, **penalties).fit(X)
    F = np.eye(C)[Y] / np.sqrt(np.bincount(Y))[Y, None] + 0.2 / np.sqrt(N)
    L1, L0 = map(paper.laplacian, graphs)
    D = np.ones(X.shape[1])
    for _ in range(iterations):
        F, W, D = paper.stage_2_step(X, L1, L0, F, D, *penalties.values())
    assert estimator.coef_ == pytest.approx(W, abs=1e-8 * np.abs(W).max())
    assert estimator.indicator_ == pytest.approx(F, rel=1e-8)


def test_auto_is_the_discrete_solver(fitted, X):
    assert golfs(solver="discrete").fit(X).scores_.tobytes() == fitted.scores_.tobytes()


def test_a_run_repeats_exactly_from_one_of_its_starts(fitted, X):
    best = max(fitted.starts_, key=lambda start: start.agreement)
    assert best.agreement > TRUSTED
    again = golfs(init=best.labels).fit(X)
    assert again.labels_.tolist() == fitted.labels_.tolist()
    assert again.scores_.tobytes() == fitted.scores_.tobytes()
    assert again.objective_path_.tobytes() == fitted.objective_path_.tobytes()
    everything = golfs(init=[start.labels for start in fitted.starts_]).fit(X)
    assert everything.scores_.tobytes() == fitted.scores_.tobytes()
    assert [start.evidence for start in everything.starts_] == [start.evidence for start in fitted.starts_]


@pytest.mark.filterwarnings("ignore:no feature stands out")  # between the bad labels
def test_of_several_given_starts_the_better_one_wins(X):
    bad = np.arange(N) // (N // C)
    for given in ([bad, Y], [Y, bad], np.stack([bad, Y])):
        estimator = golfs(init=given).fit(X)
        evidence = [start.evidence for start in estimator.starts_]
        assert len(evidence) == 2
        assert estimator.scores_.tobytes() == golfs(init=Y).fit(X).scores_.tobytes()
        assert sorted(evidence) == sorted(golfs(init=labels).fit(X).starts_[0].evidence for labels in (bad, Y))


@pytest.mark.parametrize("kind", [list, tuple, pd.Series, np.asarray])
def test_labels_to_start_from_may_come_in_any_sequence(kind, X):
    names = np.array(["a", "b", "c"])[Y]
    assert golfs(init=kind(names)).fit(X).labels_.tolist() == golfs(init=Y).fit(X).labels_.tolist()


def local_graph(X, sigma):
    return paper.local_graph(X, 5, sigma)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.coo_matrix, np.ndarray.tolist])
@pytest.mark.parametrize("pair", [False, True])
def test_a_precomputed_graph_does_what_the_learned_one_does(kind, pair, X):
    learned = golfs(affinity="local", init=Y, lam=2.0).fit(X)
    S = kind(local_graph(X, learned.sigma_))
    given = golfs(affinity=(None, S) if pair else S, init=Y, lam=2.0).fit(X)
    assert given.lam_ == learned.lam_ == 2.0
    assert given.alpha_ == pytest.approx(learned.alpha_, rel=1e-9)
    assert given.objective_path_ == pytest.approx(learned.objective_path_, rel=1e-9)
    assert given.scores_ == pytest.approx(learned.scores_, rel=1e-9)
    assert np.isnan(given.kappa_)
    assert np.isnan(given.sigma_)


def test_a_pair_of_precomputed_graphs_weighs_them_as_the_paper_does(X):
    local, other = local_graph(X, 10.0), local_graph(X, 30.0)
    estimator = golfs(affinity=(other, local), lam=2.0, alpha=0.5, init=Y).fit(X)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    W = estimator.coef_ * X.std(axis=0)[:, None]
    L1, L0 = paper.laplacian(other), paper.laplacian(local)
    penalties = 2.0, 0.5, estimator.beta_, estimator.gamma_
    expected = paper.stage_2_objective(Z, L1, L0, estimator.indicator_, W, *penalties)
    assert estimator.objective_path_[-1] == pytest.approx(expected, rel=1e-5)


def test_the_global_graph_may_be_given_alone(X):
    estimator = golfs(affinity=(local_graph(X, 10.0), None), init=Y).fit(X)
    assert estimator.lam_ == 0
    assert adjusted_rand_score(estimator.labels_, Y) == 1


@pytest.mark.parametrize("affinity", ["local", "global"])
def test_each_graph_alone_suffices(affinity, X):
    estimator = golfs(affinity=affinity).fit(X)
    assert adjusted_rand_score(estimator.labels_, Y) == 1
    assert np.isnan(estimator.kappa_) == (affinity == "local")
    assert np.isnan(estimator.sigma_) == (affinity == "global")


def test_cosine_distances_ignore_the_length_of_a_sample():
    rng = np.random.default_rng(0)
    X = np.abs(matrix()) + 0.1
    stretched = X * rng.uniform(0.1, 10, (N, 1))
    a = golfs(metric="cosine", affinity="local", init=Y).fit(X)
    b = golfs(metric="cosine", affinity="local", init=Y).fit(stretched)
    assert a.sigma_ == pytest.approx(b.sigma_, rel=1e-9)
    assert golfs(affinity="local", init=Y).fit(stretched).sigma_ != pytest.approx(a.sigma_, rel=0.1)


def test_the_normalised_laplacian_is_that_of_the_normalised_graph(X):
    S = local_graph(X, 10.0)
    root = 1 / np.sqrt(S.sum(axis=1))
    normalized = golfs(affinity=S, laplacian="normalized", init=Y, alpha=0.5).fit(X)
    assert normalized.alpha_ == 0.5
    F, W = normalized.indicator_, normalized.coef_ * X.std(axis=0)[:, None]
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    L = np.eye(N) - root[:, None] * S * root
    lam, beta, gamma = normalized.lam_, normalized.beta_, normalized.gamma_
    expected = paper.stage_2_objective(Z, 0 * L, L, F, W, lam, 0.5, beta, gamma)
    assert normalized.objective_path_[-1] == pytest.approx(expected, rel=1e-5)


def test_a_number_is_used_as_it_is(X):
    given = {"sigma": 9.0, "kappa": 20.0, "lam": 0.7, "alpha": 3.0, "beta": 5.0, "gamma": 40.0}
    estimator = golfs(init=Y, **given).fit(X)
    for name, value in given.items():
        assert getattr(estimator, name + "_") == pytest.approx(value, rel=1e-12)


def test_beta_above_its_maximum_leaves_marginal_correlations(X):
    estimator = golfs(init=Y, beta=1e6).fit(X)
    assert not estimator.coef_.any()
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    between = np.linalg.norm(Z.T @ estimator.indicator_, axis=1) / np.sqrt(N)
    assert estimator.scores_ == pytest.approx(between, rel=1e-9)
    assert np.all(estimator.scores_ <= 1 + 1e-12)


def test_a_self_representation_that_did_not_settle_warns(X):
    with pytest.warns(ConvergenceWarning, match="self-representation stopped before it settled .* raise max_iter"):
        golfs(kappa=10.0, max_iter=2, init=Y).fit(X)


def test_sparse_x_with_more_samples_than_features_is_not_made_dense(monkeypatch):
    from golfs.arrays import SparseDesign

    rng = np.random.default_rng(0)
    M = rng.standard_normal((300, 60)) * (rng.random((300, 60)) < 0.2)
    largest = []
    rows = SparseDesign.rows
    monkeypatch.setattr(
        SparseDesign,
        "rows",
        lambda self, which: largest.append((which.stop - which.start) * self.shape[1]) or rows(self, which),
    )
    monkeypatch.setattr("golfs.arrays._design.BLOCK_VALUES", 60 * 32)
    GOLFS(3, random_state=0, affinity="local").fit(sparse.csr_array(M))
    assert max(largest, default=0) <= 32 * 60


@pytest.mark.parametrize("penalty", ["alpha", "gamma", "lam"])
def test_extreme_penalties_do_not_overflow_the_multiplicative_update(penalty, X):
    fitted = golfs(solver="multiplicative", init=Y, max_iter=3000, **{penalty: 1e300})
    fitted.fit(X)
    assert np.isfinite(fitted.objective_path_).all()
    assert fitted.indicator_.any()
