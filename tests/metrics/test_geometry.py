"""Measures without labels, against loops and scikit-learn, dense and sparse, at every scale."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.metrics import calinski_harabasz_score, davies_bouldin_score, silhouette_score

from golfs.metrics import _geometry, average_inner_group_distance, calinski_harabasz, davies_bouldin, silhouette

SKLEARN = {
    calinski_harabasz: calinski_harabasz_score,
    davies_bouldin: davies_bouldin_score,
    silhouette: silhouette_score,
}
MEASURES = [average_inner_group_distance, *SKLEARN]
EACH = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.__name__)
COMPARING = pytest.mark.parametrize("measure", SKLEARN, ids=lambda measure: measure.__name__)


def mean_distance_to_others(X, labels):
    """Average inner-group distance, written out."""
    own = []
    for i, x in enumerate(X):
        others = [np.sqrt(np.sum((x - X[j]) ** 2)) for j in range(len(X)) if j != i and labels[j] == labels[i]]
        own.append(np.mean(others) if others else 0.0)
    return np.mean(own)


@pytest.fixture
def data():
    rng = np.random.RandomState(0)
    labels = np.append(rng.randint(4, size=49), 4)  # the last sample is alone
    X = np.where(rng.rand(50, 12) < 0.4, rng.standard_normal((50, 12)) + labels[:, None], 0.0)
    return X, labels


def test_inner_distance_is_the_mean_over_samples(data):
    assert average_inner_group_distance(*data) == pytest.approx(mean_distance_to_others(*data), rel=1e-12)


@COMPARING
def test_values_are_scikit_learns(measure, data):
    X, labels = (part[:-1] for part in data)  # scikit-learn puts a sample alone 1e-8 off its own mean
    assert measure(X, labels) == pytest.approx(SKLEARN[measure](X, labels), rel=1e-10)


def test_a_sample_alone_is_where_its_mean_is(data):
    X, labels = data
    means = [X[labels == k].mean(axis=0) for k in range(5)]
    spread = [np.sqrt(((X[labels == k] - means[k]) ** 2).sum(axis=1)).mean() for k in range(5)]
    overlap = [
        max((spread[k] + spread[j]) / np.sqrt(((means[k] - means[j]) ** 2).sum()) for j in range(5) if j != k)
        for k in range(5)
    ]
    assert davies_bouldin(X, labels) == pytest.approx(np.mean(overlap), rel=1e-12)


@EACH
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, pd.DataFrame])
def test_the_container_does_not_matter(measure, kind, data):
    X, labels = data
    assert measure(kind(X), labels) == pytest.approx(measure(X, labels), rel=1e-10)


@EACH
def test_sparse_x_may_have_64_bit_indices(measure, data):
    X, labels = data
    S = sparse.csr_array(X)
    S.indices, S.indptr = S.indices.astype(np.int64), S.indptr.astype(np.int64)
    assert measure(S, labels) == pytest.approx(measure(X, labels), rel=1e-10)


@EACH
def test_blocks_do_not_matter(measure, data, monkeypatch):
    value = measure(*data)
    monkeypatch.setattr(_geometry, "BLOCK_VALUES", 7 * 50)
    assert measure(*data) == pytest.approx(value, rel=1e-12)


@EACH
@pytest.mark.parametrize("scale", [1e-100, 1e-9, 1e100])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_units_do_not_matter_except_to_distances(measure, scale, kind, data):
    X, labels = data
    unit = scale if measure is average_inner_group_distance else 1.0
    assert measure(kind(X * scale), labels) / unit == pytest.approx(measure(kind(X), labels), rel=1e-10)


@EACH
def test_a_large_offset_does_not_spoil_distances(measure, data):
    X, labels = data
    assert measure(X + 1e7, labels) == pytest.approx(measure(X, labels), rel=1e-7)


@EACH
def test_float32_agrees_and_x_is_left_alone(measure, data):
    X, labels = data
    X32 = X.astype(np.float32)
    before = X32.copy()
    assert measure(X32, labels) == pytest.approx(measure(X, labels), rel=1e-5)
    assert (before == X32).all()


@EACH
def test_order_and_names_do_not_matter(measure, data):
    X, labels = data
    order = np.random.RandomState(1).permutation(50)
    assert measure(X[order], np.array(list("vwxyz"))[labels[order]]) == pytest.approx(measure(X, labels), rel=1e-10)


def test_inner_distance_of_singletons_and_of_one_cluster(data):
    X, labels = data
    assert average_inner_group_distance(X, np.arange(50)) == 0
    together = average_inner_group_distance(X, np.zeros(50))
    assert together == pytest.approx(mean_distance_to_others(X, np.zeros(50)), rel=1e-12)
    assert together > average_inner_group_distance(X, labels)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_clusters_that_are_points(kind):
    labels = np.arange(12) % 3
    X = kind(np.eye(3)[labels])
    assert average_inner_group_distance(X, labels) == pytest.approx(0, abs=1e-7)
    assert silhouette(X, labels) == pytest.approx(1, abs=1e-7)
    assert calinski_harabasz(X, labels) == 1
    assert davies_bouldin(X, labels) == 0


def test_samples_that_are_all_the_same():
    X, labels = np.full((12, 3), 0.1), np.arange(12) % 3
    assert [measure(X, labels) for measure in MEASURES] == [0, 1, 0, 0]


@COMPARING
@pytest.mark.parametrize(("labels", "count"), [(np.zeros(10), 1), (np.arange(10), 10)])
def test_too_few_or_too_many_clusters_are_refused(measure, labels, count):
    with pytest.raises(
        ValueError,
        match=rf"labels has {count} clusters of 10 samples, but {measure.__name__} .* give between 2 and .*9",
    ):
        measure(np.random.RandomState(0).rand(10, 2), labels)


@EACH
def test_bad_input_is_named(measure):
    X = np.random.RandomState(0).rand(10, 2)
    with pytest.raises(ValueError, match="labels has 9 labels, but X has 10 samples; give one label for each row"):
        measure(X, np.arange(9) % 2)
    with pytest.raises(ValueError, match="labels has 1 samples without a label"):
        measure(X, [None] + [0, 1, 1] * 3)
    X[3, 1] = np.nan
    with pytest.raises(ValueError, match="Input X contains 1 NaN, the first in row 3, column 1"):
        measure(X, np.arange(10) % 2)
