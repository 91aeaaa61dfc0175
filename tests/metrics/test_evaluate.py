"""The tidy table: what it holds, that it is what one would compute by hand, and that nothing else decides it."""

import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.cluster import AgglomerativeClustering

from golfs.datasets import make_golfs_example2
from golfs.metrics import _evaluate as evaluate
from golfs.metrics import (
    adjusted_rand,
    average_inner_group_distance,
    calinski_harabasz,
    clustering_accuracy,
    davies_bouldin,
    evaluate_selection,
    normalized_mutual_info,
    purity,
    silhouette,
)

COLUMNS = ["clusterer", "n_features", "repeat", "measure", "value"]


@pytest.fixture(scope="module")
def data():
    X, y, _ = make_golfs_example2(60, 40, random_state=0, clusters=3)
    return X, y


@pytest.fixture(scope="module")
def scores(data):
    return data[0].var(axis=0)


def table(data, *args, **options):
    X, y = data
    return evaluate_selection(X, *args, **{"y": y, "n_features": [5, 20], "n_repeats": 3, **options})


def test_a_row_for_every_clusterer_size_repeat_and_measure(data, scores):
    found = table(data, scores)
    assert list(found.columns) == COLUMNS
    assert len(found) == 2 * (3 + 1 + 1) * 8
    assert not found.duplicated(COLUMNS[:-1]).any()
    assert found.groupby("clusterer").repeat.nunique().to_dict() == {"kmeans": 3, "hierarchical": 1, "spectral": 1}
    assert not found.value.isna().any()


def test_values_are_those_of_the_public_measures(data, scores):
    X, y = data
    best = X[:, np.argsort(-scores)[:5]] * 1e-3
    labels = AgglomerativeClustering(3).fit_predict(best)
    found = table((X * 1e-3, y), scores, n_features=5, clusterers="hierarchical").set_index("measure").value
    expected = {
        "accuracy": clustering_accuracy(y, labels),
        "nmi": normalized_mutual_info(y, labels),
        "ari": adjusted_rand(y, labels),
        "purity": purity(y, labels),
        "inner_distance": average_inner_group_distance(best, labels),
        "calinski_harabasz": calinski_harabasz(best, labels),
        "davies_bouldin": davies_bouldin(best, labels),
        "silhouette": silhouette(best, labels),
    }
    assert found.to_dict() == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("clusterer", ["kmeans", "hierarchical", "spectral"])
def test_true_features_find_the_clusters_and_noise_does_not(data, clusterer):
    truth = np.arange(40) < 10
    found = table(data, {"true": truth * 1.0, "noise": ~truth * 1.0}, n_features=10, clusterers=clusterer, n_repeats=10)
    accuracy = found[found.measure == "accuracy"].groupby("method").value.mean()
    assert accuracy["true"] > 0.9
    assert accuracy["noise"] < 0.6


def test_scores_and_ranking_say_the_same(data, scores):
    ranking = np.empty(40, dtype=int)
    ranking[np.argsort(-scores)] = np.arange(1, 41)
    pd.testing.assert_frame_equal(table(data, scores), table(data, ranking=ranking))


def test_methods_share_seeds_and_clusterings(data, scores, monkeypatch):
    runs = []
    kmeans = evaluate.CLUSTERERS["kmeans"]

    def counted(X, n_clusters, seeds):
        runs.extend((X.shape[1], seed) for seed in seeds)
        return kmeans(X, n_clusters, seeds)

    monkeypatch.setitem(evaluate.CLUSTERERS, "kmeans", counted)
    swapped = scores.copy()  # the best two in another order: the same sets
    first, second = np.argsort(-scores)[:2]
    swapped[[first, second]] = swapped[[second, first]]
    found = table(data, {"a": scores, "b": swapped, "c": -scores, "all": None}, clusterers="kmeans")
    assert list(found.columns) == ["method", *COLUMNS]
    assert len(runs) == 3 * (2 + 2 + 1)  # b adds none
    assert {size: len({seed for width, seed in runs if width == size}) for size in (5, 20, 40)} == {5: 3, 20: 3, 40: 3}
    assert len({seed for _, seed in runs}) == 9
    of = {method: rows.drop(columns="method").reset_index(drop=True) for method, rows in found.groupby("method")}
    pd.testing.assert_frame_equal(of["a"], of["b"])
    assert set(of["all"].n_features) == {40}
    alone = table(data, {"c": -scores}, clusterers="kmeans").drop(columns="method")
    pd.testing.assert_frame_equal(of["c"], alone)


def test_the_order_of_the_columns_does_not_matter(data, scores):
    X, y = data
    order = np.random.RandomState(0).permutation(40)
    pd.testing.assert_frame_equal(
        table(data, scores, clusterers="hierarchical"),
        table((X[:, order], y), scores[order], clusterers="hierarchical"),
    )


def test_the_number_of_jobs_does_not_matter(data, scores):
    one = table(data, {"a": scores, "b": -scores})
    pd.testing.assert_frame_equal(one, table(data, {"a": scores, "b": -scores}, n_jobs=2), check_exact=True)


def test_the_seed_decides_kmeans_and_nothing_else(data):
    noise = np.arange(40) >= 10
    one, same, other = (table(data, noise * 1.0, random_state=seed) for seed in (0, np.random.RandomState(0), 1))
    pd.testing.assert_frame_equal(one, same, check_exact=True)
    differs = one.value != other.value
    assert set(one.clusterer[differs]) == {"kmeans"}
    repeats = one[(one.clusterer == "kmeans") & (one.measure == "inner_distance")].groupby("n_features").value.nunique()
    assert (repeats > 1).all()


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, pd.DataFrame])
def test_the_container_does_not_matter(kind, data, scores):
    X, y = data
    X = np.where(X > 4, X, 0.0)
    pd.testing.assert_frame_equal(table((X, y), scores), table((kind(X), y), scores), rtol=1e-10)


def test_sparse_columns_are_made_dense_only_where_they_are_few(data, scores, monkeypatch):
    S = sparse.csr_array(np.where(data[0] > 4, data[0], 0.0))
    seen = []
    kmeans = evaluate.CLUSTERERS["kmeans"]
    monkeypatch.setitem(
        evaluate.CLUSTERERS, "kmeans", lambda X, c, seeds: seen.append(sparse.issparse(X)) or kmeans(X, c, seeds)
    )
    monkeypatch.setattr(evaluate, "FEW_VALUES", 60 * 20)
    found = table((S, data[1]), {"a": scores, "all": None}, clusterers="kmeans")
    assert seen == [False, False, True]
    accuracy = found[found.measure == "accuracy"].groupby("n_features").value.mean()
    assert accuracy[40] > 0.9


def test_sparse_x_with_64_bit_indices(data, scores):
    X, y = data
    S = sparse.csr_array(X)
    S.indices, S.indptr = S.indices.astype(np.int64), S.indptr.astype(np.int64)
    pd.testing.assert_frame_equal(table((X, y), scores), table((S, y), scores), rtol=1e-10)


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_units_change_distances_only(scale, data, scores):
    X, y = data
    expected, found = table(data, scores), table((X * scale, y), scores)
    found.loc[found.measure == "inner_distance", "value"] /= scale
    pd.testing.assert_frame_equal(expected, found, rtol=1e-10)


def test_polars_holds_the_same(data, scores):
    found = table(data, {"a": scores}, output="polars")
    assert isinstance(found, pl.DataFrame)
    assert found.to_dict(as_series=False) == table(data, {"a": scores}).to_dict(orient="list")


def test_defaults_are_the_papers_sizes_and_the_number_of_classes(data, scores):
    X, y = data
    found = evaluate_selection(X, scores, y=np.array(["u", "v", "w"])[y], n_repeats=1)
    assert sorted(set(found.n_features)) == [10, 20, 30, 40]
    few = evaluate_selection(X[:, :4], scores[:4], y=y, n_repeats=1)
    assert set(few.n_features) == {4}
    as_given = evaluate_selection(X, scores, n_clusters=3, n_repeats=1)
    inner = found.measure.isin(set(as_given.measure))
    assert set(as_given.measure) == {"inner_distance", "calinski_harabasz", "davies_bouldin", "silhouette"}
    pd.testing.assert_frame_equal(found[inner].reset_index(drop=True), as_given)


def test_only_the_measures_asked_for(data, scores):
    found = table(data, scores, measures=["silhouette", "ari"])
    everything = table(data, scores)
    assert set(found.measure) == {"silhouette", "ari"}
    for measure in ("silhouette", "ari"):
        assert (
            found[found.measure == measure].value.tolist() == everything[everything.measure == measure].value.tolist()
        )


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_what_cannot_be_compared_is_nan(kind):
    found = evaluate_selection(kind(np.ones((12, 12))), np.ones(12), y=np.arange(12) % 3, n_features=12, n_repeats=1)
    kmeans = found[found.clusterer == "kmeans"].set_index("measure").value
    assert kmeans[["calinski_harabasz", "davies_bouldin", "silhouette"]].isna().all()
    assert kmeans["inner_distance"] == 0
    assert kmeans["accuracy"] == pytest.approx(1 / 3)
    one = evaluate_selection(kind(np.eye(6)), np.ones(6), n_clusters=1, n_features=3, n_repeats=1)
    assert one[one.measure != "inner_distance"].value.isna().all()


@pytest.mark.parametrize("n", [3, 4])
def test_very_few_samples(n):
    found = evaluate_selection(np.random.RandomState(0).rand(n, 4), np.ones(4), n_clusters=n - 1, n_repeats=1)
    assert found.value.notna().all()


def test_x_is_left_alone(data, scores):
    X = data[0].copy()
    table((X, data[1]), {"all": None, "a": scores})
    assert np.array_equal(X, data[0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scores": None}, "give either scores .* or ranking"),
        ({"ranking": np.arange(1, 41)}, "give either scores .* or ranking"),
        ({"scores": {}}, "scores is an empty dictionary"),
        ({"scores": np.ones(39)}, "scores has 39 values, but X has 40 features"),
        ({"scores": {"a": np.ones(39)}}, r"scores\['a'\] has 39 values, but X has 40 features"),
        ({"scores": {"a": np.full(40, np.nan)}}, r"scores\['a'\] has 40 NaN"),
        ({"scores": None, "ranking": {"a": np.arange(40)}}, r"ranking\['a'\] holds 0, but counts from 1"),
        ({"scores": None, "ranking": np.ones(40)}, "ranking must hold integers"),
        ({"y": None}, "n_clusters is needed where y is not given"),
        ({"y": np.zeros(59)}, "y has 59 labels, but X has 60 samples"),
        ({"y": np.arange(60)}, "y has a class for each of the 60 samples; give n_clusters"),
        ({"n_clusters": 60}, "n_clusters=60 must be between 1 and 59; X has 60 samples"),
        ({"n_features": 41}, "n_features=41 must be between 1 and 40; X has 40 features"),
        ({"n_features": [5, 0]}, "n_features=0"),
        ({"n_features": []}, "n_features is empty"),
        ({"n_features": "all"}, "n_features must be an integer"),
        ({"n_repeats": 0}, "n_repeats=0 must be at least 1"),
        ({"clusterers": "dbscan"}, "clusterers='dbscan' must be one of 'kmeans', 'hierarchical', 'spectral'"),
        ({"clusterers": []}, "clusterers is empty"),
        ({"clusterers": 3}, "clusterers must be names out of 'kmeans'"),
        ({"measures": ["rand"]}, "measures='rand' must be one of 'accuracy'"),
        ({"measures": "nmi", "y": None, "n_clusters": 3}, "measures: nmi needs the true classes; give y"),
        ({"n_jobs": 0}, "n_jobs=0 leaves nobody"),
        ({"random_state": "x"}, "random_state='x' must be"),
        ({"output": "arrow"}, "output='arrow' must be one of 'pandas', 'polars'"),
    ],
)
def test_bad_input_is_named(data, scores, options, message):
    with pytest.raises(ValueError, match=message):
        table(data, **{"scores": scores, **options})


def test_a_missing_library_is_named_before_any_work(data, scores, monkeypatch):
    monkeypatch.setattr(evaluate, "Parallel", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ModuleNotFoundError, match="output='polars' needs polars, which is not installed: pip install"):
        table(data, scores, output="polars")
