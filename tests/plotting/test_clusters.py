"""plot_clusters: the heat map is the data, standardised, cluster by cluster."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import sparse

from golfs.plotting import plot_clusters

LABELS = np.array([1, 0, 2, 0, 1, 2, 0, 1])


def matrix(d=4, seed=0):
    return np.random.default_rng(seed).standard_normal((len(LABELS), d)) + 3 * np.eye(3, d)[LABELS]


def shown(ax):
    return np.asarray(ax.images[0].get_array())


def names_on(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def standardised(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


@pytest.fixture
def fitted(given):
    return given([0.9, 0.7, 0.8, 0.1], labels_=LABELS)


def test_values_are_standard_deviations_in_cluster_order(fitted):
    X = matrix()
    ax = plot_clusters(fitted, X)
    columns = [int(name) for name in names_on(ax.xaxis)]
    order = np.argsort(LABELS, kind="stable")
    assert sorted(columns) == [0, 1, 2, 3]
    assert shown(ax) == pytest.approx(np.clip(standardised(X), -3, 3)[order][:, columns], abs=1e-6)


def test_values_beyond_three_deviations_are_clipped(given):
    n = 50
    X = np.zeros((n, 1))
    X[0], X[1] = 1, -1
    ax = plot_clusters(given([1.0], labels_=np.arange(n) % 2), X)
    assert shown(ax).max() == 3
    assert shown(ax).min() == -3
    assert ax.images[0].get_clim() == (-3, 3)


def test_features_stand_where_they_differ_most_best_first(given):
    X = np.zeros((9, 5))
    labels = np.repeat([0, 1, 2], 3)
    for feature, cluster in enumerate([2, 0, 1, 0, 2]):
        X[labels == cluster, feature] = 1
    ax = plot_clusters(given([0.9, 0.1, 0.3, 0.8, 0.7], labels_=labels), X)
    assert names_on(ax.xaxis) == ["3", "1", "2", "0", "4"]


def test_a_difference_is_taken_from_the_other_clusters_not_from_all_samples(given):
    labels = np.repeat([0, 1, 2], [6, 2, 1])
    X = np.column_stack([labels == 1, labels == 0])
    # column 1 differs by 1 in cluster 0, by 6/7 in cluster 1; from the mean of all it would be 1/3 and 2/3
    assert names_on(plot_clusters(given([0.9, 0.5], labels_=labels), X).xaxis) == ["1", "0"]


def test_only_the_best_features_are_drawn(fitted):
    ax = plot_clusters(fitted, matrix(), n_features=2, names=["a", "b", "c", "d"])
    assert sorted(names_on(ax.xaxis)) == ["a", "c"]
    assert ax.get_title(loc="left") == "8 samples in 3 clusters, 2 best features"


def test_clusters_are_named_counted_and_divided(fitted):
    ax = plot_clusters(fitted, matrix())
    assert names_on(ax.yaxis) == ["0 (3)", "1 (3)", "2 (2)"]
    assert [float(line.get_ydata()[0]) for line in ax.lines] == [2.5, 5.5]
    assert list(ax.get_yticks()) == [1.0, 4.0, 6.5]


def test_names_of_small_clusters_do_not_overlap(given):
    labels = np.repeat(np.arange(30), [1] * 29 + [171])
    X = np.random.default_rng(0).standard_normal((200, 3))
    ax = plot_clusters(given([0.3, 0.2, 0.1], labels_=labels), X)
    ax.figure.draw_without_rendering()
    boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
    assert all(above.y0 >= below.y1 - 0.5 for above, below in pairwise(boxes))


@pytest.mark.parametrize(
    "kind", [sparse.csr_array, sparse.csc_array, sparse.csr_matrix, sparse.coo_array, np.asfortranarray]
)
def test_every_kind_of_matrix_gives_the_same_picture(fitted, kind):
    X = np.where(np.abs(matrix()) < 1, 0, matrix())
    assert shown(plot_clusters(fitted, kind(X))) == pytest.approx(shown(plot_clusters(fitted, X)), abs=1e-6)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_gives_the_same_picture_and_its_names(given, library):
    frames = pytest.importorskip(library, reason="an extra")
    X = matrix()
    fitted = given([0.9, 0.7, 0.8, 0.1], labels_=LABELS, feature_names_in_=list("abcd"))
    ax = plot_clusters(fitted, frames.DataFrame({name: X[:, j] for j, name in enumerate("abcd")}))
    assert sorted(names_on(ax.xaxis)) == list("abcd")
    assert shown(ax) == pytest.approx(shown(plot_clusters(fitted, X)), abs=1e-6)


def test_lists_and_integers_are_read_as_numbers(fitted):
    X = np.arange(32).reshape(8, 4) % 5
    assert shown(plot_clusters(fitted, X.tolist())) == pytest.approx(shown(plot_clusters(fitted, X.astype(float))))


def test_x_is_not_modified(fitted):
    X = matrix()
    before = X.copy()
    plot_clusters(fitted, X)
    assert np.array_equal(X, before)


@pytest.mark.parametrize("factor", [1e-200, 1e200])
def test_squares_neither_overflow_nor_vanish(fitted, factor):
    X = matrix()
    assert shown(plot_clusters(fitted, X * factor)) == pytest.approx(shown(plot_clusters(fitted, X)), abs=1e-5)


def test_a_constant_feature_is_blank(fitted):
    X = matrix()
    X[:, 1] = 7
    ax = plot_clusters(fitted, X)
    assert not shown(ax)[:, names_on(ax.xaxis).index("1")].any()


def test_of_many_samples_evenly_spaced_ones_of_each_cluster_are_drawn(given):
    labels = np.repeat([0, 1, 2], [5000, 2500, 1])
    X = np.arange(7501.0)[:, None]
    ax = plot_clusters(given([1.0], labels_=labels), X)
    values = shown(ax)[:, 0] * X.std() + X.mean()
    steps = np.diff(values)
    assert len(values) == pytest.approx(2000, abs=2)
    assert values[-1] == pytest.approx(7500, abs=0.01)
    assert steps.max() < 5.01
    assert names_on(ax.yaxis) == ["0 (5,000)", "1 (2,500)", "2 (1)"]
    assert "2,001 of 7,501 samples drawn" in ax.get_ylabel()


def test_samples_blend_only_where_they_are_thinner_than_lines(given, fitted):
    many = given([1.0], labels_=np.arange(1500) % 2)
    assert plot_clusters(fitted, matrix()).images[0].get_interpolation() == "nearest"
    assert plot_clusters(many, np.arange(1500.0)[:, None]).images[0].get_interpolation() != "nearest"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda X: X[:-1], r"X has shape \(7, 4\), but the selector was fitted on \(8, 4\); give the same X"),
        (lambda X: X[:, :3], r"X has shape \(8, 3\)"),
        (lambda X: np.where(X > 0, np.nan, X), "X contains NaN or infinity"),
        (lambda X: np.where(X > 0, np.inf, X), "X contains NaN or infinity"),
    ],
)
def test_another_x_is_refused(fitted, change, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_clusters(fitted, change(matrix()))


def test_another_order_of_columns_is_refused(given):
    pandas = pytest.importorskip("pandas", reason="an extra")
    fitted = given([0.9, 0.7, 0.8, 0.1], labels_=LABELS, feature_names_in_=list("abcd"))
    with pytest.raises(ValueError, match="another order of them"):
        plot_clusters(fitted, pandas.DataFrame(matrix(), columns=list("abdc")))


def test_a_method_without_clusters_is_refused(given):
    with pytest.raises(ValueError, match="plot_clusters draws labels_, which Given does not learn"):
        plot_clusters(given([0.9, 0.7, 0.8, 0.1]), matrix())
