"""Bad input gets one sentence that names the parameter and the remedy; unusual input gets the right answer."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from golfs import GOLFS

N, D, C = 30, 12, 3
Y = np.arange(N) % C


def matrix(seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((N, D)) + 3 * rng.standard_normal((C, D))[Y]


def golfs(**given):
    return GOLFS(**{"n_clusters": C, "random_state": 0, **given})


def refusal(X, **given):
    """The sentence a fit refuses X or its parameters with, and that it leaves nothing fitted."""
    estimator = golfs(**given)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the callers look at the sentence)
        estimator.fit(X)
    assert not [name for name in vars(estimator) if name in ("labels_", "scores_", "ranking_")]
    assert not estimator.__sklearn_is_fitted__()
    return str(caught.value)


def with_gaps():
    X = matrix()
    X[4, 5] = X[9, 0] = np.nan
    X[7, 1] = np.inf
    return X


# Matrices that no answer exists for ------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.asarray, np.asfortranarray, sparse.csr_array, sparse.csc_matrix, pd.DataFrame])
def test_nan_and_infinity_are_counted_and_located(kind):
    said = refusal(kind(with_gaps()))
    assert "2 NaN and 1 infinity" in said
    assert "row 4, column 5" in said
    assert "SimpleImputer" in said


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_the_column_of_a_frame_with_nan_is_named(frame):
    said = refusal(frame({f"gene {j}": column for j, column in enumerate(with_gaps().T)}))
    assert "row 4, column 5 ('gene 5')" in said


def test_missing_values_of_pandas_and_nulls_of_polars_count_as_nan():
    X = pd.DataFrame(matrix(), columns=[f"f{j}" for j in range(D)]).astype("Float64")
    X.iloc[3, 2] = pd.NA
    assert "1 NaN, the first in row 3, column 2 ('f2')" in refusal(X)
    assert f"{N} NaN" in refusal(pl.DataFrame(matrix()).with_columns(pl.lit(None).alias("void")))


def test_a_sum_that_overflows_is_not_taken_for_infinity():
    X = matrix()
    plain = golfs(init=Y, affinity="global").fit(X)
    huge = golfs(init=Y, affinity="global").fit(X * (1e308 / np.abs(X).max()))
    assert huge.ranking_.tolist() == plain.ranking_.tolist()


@pytest.mark.parametrize(
    "X",
    [
        pd.DataFrame(matrix()).assign(name="a", other="b"),
        pd.DataFrame(matrix()).assign(name=["a", 1.0, None] * 10, other=pd.Categorical(["b"] * N)),
        pl.DataFrame(matrix()).with_columns(pl.lit("a").alias("name"), pl.lit("b").cast(pl.Categorical).alias("other")),
    ],
    ids=["pandas text", "pandas mixed and categories", "polars"],
)
def test_columns_of_text_are_named(X):
    said = refusal(X)
    assert "2 columns of text ('name', 'other')" in said
    assert "leave them out" in said


@pytest.mark.parametrize(
    "X",
    [
        pd.DataFrame(matrix()).assign(day=pd.Timestamp("2020-01-01")),
        pl.DataFrame(matrix()).with_columns(pl.date(2020, 1, 1).alias("day")),
    ],
    ids=["pandas", "polars"],
)
def test_columns_of_dates_are_named(X):
    assert "1 column of dates ('day')" in refusal(X)


def test_dates_in_an_array_are_refused():
    assert "dates" in refusal(matrix().astype("datetime64[D]"))


@pytest.mark.parametrize("dtype", [str, object])
def test_an_array_of_text_is_refused(dtype):
    assert re.search("X holds text.*leave it out", refusal(np.full((N, D), "a", dtype=dtype)))


def test_objects_that_are_no_numbers_are_refused():
    X = matrix().astype(object)
    X[0, 0] = {}
    assert "must be a string or a real number, not 'dict'" in refusal(X)


def test_names_of_columns_that_scikit_learn_cannot_take_give_a_value_error():
    X = pd.DataFrame(matrix()).assign(last=1.0)
    assert "X.columns.astype(str)" in refusal(X)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, pd.DataFrame])
def test_complex_numbers_are_refused(kind):
    said = refusal(kind(matrix() + 1j))
    assert "Complex data not supported" in said
    assert "X.real" in said
    assert "\n" not in said


@pytest.mark.parametrize("X", [matrix()[:, 0], matrix()[:, 0].tolist(), pd.Series(matrix()[:, 0])])
def test_one_dimension_is_refused(X):
    said = refusal(X)
    assert "X.reshape(-1, 1) if it is one feature" in said
    assert "\n" not in said


@pytest.mark.parametrize("X", [None, 3.0, "file.csv", {"a": 1}, matrix()[None]])
def test_what_is_no_table_is_refused(X):
    assert "X must be a table" in refusal(X)


def test_rows_of_different_lengths_are_refused():
    assert "different lengths" in refusal([[1.0, 2.0], [3.0]])


def test_masked_values_are_refused_and_an_empty_mask_is_not():
    X = matrix()
    assert "masked values" in refusal(np.ma.masked_array(X, X > 3))
    assert golfs(init=Y).fit(np.ma.masked_array(X)).ranking_.tolist() == golfs(init=Y).fit(X).ranking_.tolist()


def test_numpy_matrix_is_refused_as_scikit_learn_does():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        X = np.matrix(matrix())
    assert "np.asarray" in refusal(X)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize(
    ("shape", "what"), [((0, D), "0 sample"), ((1, D), "1 sample"), ((N, 0), "0 feature"), ((0, 0), "0 sample")]
)
def test_nothing_to_cluster_is_refused(shape, what, kind):
    said = refusal(kind(np.ones(shape)), n_clusters=2)
    assert said.startswith(f"X has {what}")
    assert "check how X was read" in said


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("value", [0.0, 1.0, 0.1, 1e20])
def test_a_constant_matrix_is_refused(value, kind):
    assert "every column of X is constant" in refusal(kind(np.full((N, D), value)))


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_fewer_distinct_rows_than_clusters_are_refused(kind):
    X = kind(np.repeat(matrix()[:2], N // 2, axis=0))
    said = refusal(X)
    assert "n_clusters=3 but X has only 2 distinct rows" in said
    assert "lower n_clusters" in said


# Parameters ------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, -1, N + 1])
def test_a_number_of_clusters_out_of_range_is_refused(value):
    assert refusal(matrix(), n_clusters=value).startswith(f"n_clusters={value} must be between")


@pytest.mark.parametrize("value", [0, -1, N, N + 5])
def test_a_number_of_neighbors_out_of_range_is_refused(value):
    assert refusal(matrix(), n_neighbors=value).startswith(f"n_neighbors={value} must be")


WRONG = {
    "n_clusters": [2.0, "3", None, True, [3], np.nan],
    "n_features_to_select": [None, "all", 0, -1, 1.5, 0.0, np.nan, True, [1], D + 1],
    "n_neighbors": [1.5, "5", None, True],
    "sigma": [None, "a", 0, -1, np.nan, np.inf, True, [1], 1j],
    "kappa": [None, "a", 0, -1, np.nan, np.inf, True, [1], 1j],
    "lam": [None, "a", -1, np.nan, np.inf, True, [1], 1j],
    "alpha": [None, "a", 0, -1, np.nan, np.inf, True, [1], 1j],
    "beta": [None, "a", 0, -1, np.nan, np.inf, True, [1], 1j],
    "gamma": [None, "a", 0, -1, np.nan, np.inf, True, [1], 1j],
    "center": [None, "yes", 1, np.nan],
    "scale": [None, "all", True, ["both"]],
    "metric": [None, "distance", 3, ["cosine"], "precomputed", "mahalanobis", "haversine"],
    "affinity": ["all", 3, None, ["both"]],
    "laplacian": [None, "random walk", True],
    "solver": [None, "newton", 1],
    "normalize_columns": [None, "yes", 1],
    "init": ["random", None, 3, [], [[]], {}, ()],
    "max_iter": [None, "many", 0, -1, 1.5, True],
    "tol": [None, "small", -1, np.nan, np.inf, True],
    "n_jobs": ["all", 0, 1.5, True],
    "random_state": ["a", -1, 1.5, np.random.default_rng(0)],
    "verbose": [None, "a", -1, 1.5],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_parameter_is_named(name, value):
    said = refusal(matrix(), **{"init": Y, name: value})
    assert said.startswith(name)
    assert "\n" not in said


def test_every_parameter_is_covered():
    assert set(WRONG) == set(GOLFS().get_params())


@pytest.mark.parametrize("name", ["n_clusters", "sigma", "center", "max_iter", "n_jobs", "random_state"])
def test_a_parameter_of_the_wrong_type_is_also_a_type_error(name):
    with pytest.raises(TypeError, match=name):
        golfs(**{name: "x y"} if name in ("n_clusters", "center", "max_iter") else {name: 1j}).fit(matrix())


def test_numbers_of_numpy_are_numbers():
    plain = golfs(init=Y, n_features_to_select=4, kappa=10.0, max_iter=50).fit(matrix())
    numpy = golfs(
        init=Y,
        n_clusters=np.int64(C),
        n_features_to_select=np.int32(4),
        kappa=np.float32(10.0),
        max_iter=np.uint8(50),
        center=np.True_,
    ).fit(matrix())
    assert numpy.scores_.tolist() == plain.scores_.tolist()


def similarity():
    X = matrix()
    return np.exp(-np.square(X[:, None] - X).sum(axis=2) / 100)


@pytest.mark.parametrize(
    ("affinity", "sentence"),
    [
        (similarity()[:5, :5], r"shape \(5, 5\), but X has 30 samples"),
        (similarity()[0], r"shape \(30,\)"),
        (-similarity(), "nowhere negative"),
        (sparse.csr_array(-similarity()), "nowhere negative"),
        (similarity() * np.nan, "finite"),
        (np.triu(similarity()), "symmetric"),
        (sparse.triu(similarity()), "symmetric"),
        (similarity() + 1j, "real numbers"),
        (similarity().astype(str), "real numbers"),
        ((similarity(),), "tuple of 1"),
        ((similarity(),) * 3, "tuple of 3"),
        ((None, None), "no graph"),
        ((similarity(), similarity()[:5]), r"shape \(5, 30\)"),
    ],
)
def test_a_bad_affinity_is_refused(affinity, sentence):
    said = refusal(matrix(), affinity=affinity)
    assert said.startswith("affinity")
    assert re.search(sentence, said)


@pytest.mark.parametrize(
    ("init", "sentence"),
    [
        (Y[:5], r"30 samples, got shape \(5,\)"),
        (Y % 2, "2 different labels, but n_clusters=3"),
        (np.arange(N), "30 different labels, but n_clusters=3"),
        ([Y, Y % 2], "2 different labels, but n_clusters=3"),
        ([Y, Y[:5]], r"got shape \(5,\)"),
        (np.zeros((2, 3, N)), r"got shape \(3, 30\)"),
        (np.where(Y == 0, np.nan, Y), "10 samples without a label"),
        (np.array([None, "a", "b"] * 10, dtype=object), "10 samples without a label"),
        (np.array([1, "a", "b"] * 10, dtype=object), "different types"),
    ],
)
def test_bad_labels_to_start_from_are_refused(init, sentence):
    said = refusal(matrix(), init=init)
    assert said.startswith("init")
    assert re.search(sentence, said)


@pytest.mark.parametrize("metric", ["chebyshev", "correlation"])
def test_a_metric_that_sparse_input_lacks_is_refused_there(metric):
    assert "needs a dense X" in refusal(sparse.csr_array(matrix()), metric=metric)
    assert golfs(metric=metric, init=Y).fit(matrix()).scores_.shape == (D,)


@pytest.mark.parametrize("k", [0, -1, 1.5, "all", None])
def test_a_bad_number_of_top_features_is_refused(k):
    with pytest.raises(ValueError, match=r"^k"):
        golfs(init=Y).fit(matrix()).top_features(k)


# Awkward, but with a right answer ---------------------------------------------------------------


def test_constant_columns_score_zero_and_rank_last():
    X = matrix()
    X[:, 0], X[:, 3] = 0.1, 1e5
    for scale in ("regression", "both", "graphs", "none"):
        for kind in (np.asarray, sparse.csc_array):
            estimator = golfs(scale=scale, init=Y).fit(kind(X))
            assert estimator.scores_[[0, 3]].tolist() == [0, 0]
            assert estimator.ranking_[[0, 3]].tolist() == [D - 1, D]
            assert not estimator.coef_[[0, 3]].any()
            assert not estimator.get_support()[[0, 3]].any()


def test_constant_columns_change_nothing_for_the_others():
    X = matrix()
    wide = golfs().fit(np.column_stack([X, np.full((N, 2), 7.0)]))
    plain = golfs().fit(X)
    assert wide.labels_.tolist() == plain.labels_.tolist()
    assert wide.ranking_[:D].tolist() == plain.ranking_.tolist()


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_one_feature_is_the_best_feature(kind):
    x = np.concatenate([np.zeros(10), np.full(10, 5.0), np.full(10, 9.0)])[:, None]
    estimator = golfs().fit(kind(x + 0.1 * np.random.default_rng(0).standard_normal(x.shape)))
    assert estimator.ranking_.tolist() == [1]
    assert estimator.get_support().tolist() == [True]
    assert len({tuple(part) for part in np.split(estimator.labels_, 3)}) == 3


def test_as_many_distinct_rows_as_clusters_are_told_apart():
    rows = np.random.default_rng(0).permutation(np.repeat(np.arange(C), N // C))
    estimator = golfs().fit(matrix()[rows])
    assert len({tuple(pair) for pair in zip(rows, estimator.labels_)}) == C


@pytest.mark.filterwarnings("ignore:no feature stands out")  # nothing can, in so few samples
@pytest.mark.parametrize("n", [2, 3])
def test_as_many_clusters_as_samples_give_each_its_own(n):
    estimator = golfs(n_clusters=n, n_neighbors=1).fit(matrix()[:n])
    assert sorted(estimator.labels_) == list(range(n))
    assert np.isfinite(estimator.scores_).all()


@pytest.mark.filterwarnings("ignore:no feature stands out")
def test_one_cluster_warns_and_scores_every_feature_zero():
    with pytest.warns(UserWarning, match="n_clusters=1 leaves nothing to tell apart"):
        estimator = golfs(n_clusters=1).fit(matrix())
    assert not estimator.scores_.any()
    assert estimator.ranking_.tolist() == list(range(1, D + 1))


@pytest.mark.filterwarnings("ignore:no feature stands out")
def test_labels_unrelated_to_any_feature_score_zero():
    X = np.repeat(matrix()[:2], N // 2, axis=0)  # each cluster of Y holds as many of one row as of the other
    estimator = golfs(init=Y, affinity="local").fit(X)
    if np.array_equal(estimator.labels_, Y):
        assert not estimator.scores_.any()


# Kinds of arrays that work ----------------------------------------------------------------------


def counts():
    """Small whole numbers with zeros, so that every dtype holds them exactly."""
    rng = np.random.default_rng(1)
    return np.minimum(rng.poisson(1 + 4 * rng.random((C, D))[Y] ** 2), 9).astype(float)


def strided(X):
    wide = np.full((2 * N, 3 * D), np.nan)
    wide[::2, ::3] = X
    return wide[::2, ::3]


def read_only(X):
    X = X.copy()
    X.flags.writeable = False
    return X


def with_explicit_zeros(X):
    S = sparse.csr_array(np.ones_like(X))
    S.data[:] = X.ravel()
    return S


def unsorted(X):
    S = sparse.csr_array(X)
    for start, stop in zip(S.indptr[:-1], S.indptr[1:]):
        S.indices[start:stop] = S.indices[start:stop][::-1].copy()
        S.data[start:stop] = S.data[start:stop][::-1].copy()
    S.has_sorted_indices = False
    return S


def with_duplicates(X):
    S = sparse.csr_array(X)
    halves = sparse.csr_array((np.repeat(S.data / 2, 2), np.repeat(S.indices, 2), 2 * S.indptr), shape=S.shape)
    assert not halves.has_canonical_format
    return halves


def long_indices(kind):
    def convert(X):
        S = kind(X)
        S.indices, S.indptr = S.indices.astype(np.int64), S.indptr.astype(np.int64)
        return S

    return convert


KINDS = {
    "list": lambda X: X.tolist(),
    "float32": lambda X: X.astype(np.float32),
    "float16": lambda X: X.astype(np.float16),
    "long double": lambda X: X.astype(np.longdouble),
    "int64": lambda X: X.astype(np.int64),
    "uint8": lambda X: X.astype(np.uint8),
    "big-endian": lambda X: X.astype(">f8"),
    "objects": lambda X: X.astype(object),
    "Fortran": np.asfortranarray,
    "strided": strided,
    "negative strides": lambda X: np.ascontiguousarray(X[::-1, ::-1])[::-1, ::-1],
    "read-only": read_only,
    "pandas": pd.DataFrame,
    "polars": lambda X: pl.DataFrame(X, schema=[f"f{j}" for j in range(D)]),
    "csr_array": sparse.csr_array,
    "csc_array": sparse.csc_array,
    "csr_matrix": sparse.csr_matrix,
    "csc_matrix": sparse.csc_matrix,
    "coo_array": sparse.coo_array,
    "csr int64 indices": long_indices(sparse.csr_array),
    "csc int64 indices": long_indices(sparse.csc_array),
    "csr explicit zeros": with_explicit_zeros,
    "csc explicit zeros": lambda X: with_explicit_zeros(X).tocsc(),
    "csr unsorted": unsorted,
    "csr duplicates": with_duplicates,
    "csr int": lambda X: sparse.csr_array(X.astype(np.int32)),
    "csr float32": lambda X: sparse.csr_array(X.astype(np.float32)),
}


def contents(X):
    """Everything X holds, to the byte."""
    if sparse.issparse(X):
        parts = (X.row, X.col, X.data) if X.format == "coo" else (X.indptr, X.indices, X.data)
        return [part.tobytes() for part in parts]
    return [np.asarray(X).tobytes(), np.asarray(X).dtype.str]


@pytest.fixture(scope="module")
def reference():
    return golfs().fit(counts())


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_array_gives_the_same_answer_and_stays_as_it_is(kind, reference):
    X = KINDS[kind](counts())
    before = contents(X)
    estimator = golfs().fit(X)
    predicted = estimator.predict(X)
    assert contents(X) == before
    assert estimator.labels_.tolist() == reference.labels_.tolist()
    assert estimator.ranking_.tolist() == reference.ranking_.tolist()
    tolerance = 1e-4 if estimator.scores_.dtype == np.float32 else 1e-9
    assert estimator.scores_ == pytest.approx(reference.scores_, rel=tolerance)
    assert predicted.tolist() == reference.predict(counts()).tolist()


def test_a_memory_mapped_file_works_and_stays_as_it_is(tmp_path, reference):
    np.save(tmp_path / "X.npy", counts())
    estimator = golfs().fit(np.load(tmp_path / "X.npy", mmap_mode="r"))
    assert estimator.ranking_.tolist() == reference.ranking_.tolist()
    assert np.load(tmp_path / "X.npy").tobytes() == counts().tobytes()


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_booleans_are_zeros_and_ones(kind):
    X = counts() > 2
    X[0, 0], X[1, 0] = True, False
    as_numbers = golfs().fit(X.astype(float))
    estimator = golfs().fit(kind(X))
    assert estimator.labels_.tolist() == as_numbers.labels_.tolist()
    assert estimator.ranking_.tolist() == as_numbers.ranking_.tolist()


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.csc_array, sparse.coo_array])
def test_a_given_affinity_stays_as_it_is(kind):
    S = kind(similarity())  # with ones on the diagonal, which the graph drops
    before = contents(S)
    golfs(affinity=(S, S), init=Y).fit(matrix())
    assert contents(S) == before


def test_given_labels_stay_as_they_are():
    labels = Y.copy()
    golfs(init=labels).fit(matrix())
    assert labels.tobytes() == Y.tobytes()
