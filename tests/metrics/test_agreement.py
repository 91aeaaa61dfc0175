"""Agreement with known classes, against every permutation, scikit-learn, and what must hold by definition."""

from itertools import permutations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.metrics import adjusted_rand_score, mutual_info_score, normalized_mutual_info_score

from golfs.metrics import (
    adjusted_rand,
    clustering_accuracy,
    mapped_confusion_matrix,
    normalized_mutual_info,
    paper_normalized_mutual_info,
    purity,
)

MEASURES = [clustering_accuracy, normalized_mutual_info, paper_normalized_mutual_info, adjusted_rand, purity]
EACH = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.__name__)
NUMBERS = pytest.mark.parametrize(("classes", "clusters"), [(3, 3), (2, 5), (5, 2), (1, 4), (4, 1), (1, 1), (4, 4)])


def draw(classes, clusters, n=30, seed=0):
    rng = np.random.RandomState(seed)
    return np.append(np.arange(classes), rng.randint(classes, size=n - classes)), np.append(
        np.arange(clusters), rng.randint(clusters, size=n - clusters)
    )


def best_by_trying_all(true, found):
    """Accuracy over every one-to-one map, written out."""
    classes, clusters = list(range(max(true) + 1)), list(range(max(found) + 1))
    dummies = [-1 - i for i in range(len(clusters))]
    return max(
        np.mean([mapped[cluster] == label for label, cluster in zip(true, found, strict=True)])
        for mapped in permutations(classes + dummies, len(clusters))
    )


@NUMBERS
@pytest.mark.parametrize("seed", range(3))
def test_accuracy_is_the_best_of_all_maps(classes, clusters, seed):
    true, found = draw(classes, clusters, seed=seed)
    assert clustering_accuracy(true, found) == pytest.approx(best_by_trying_all(true, found), abs=1e-15)


@NUMBERS
def test_shared_measures_equal_scikit_learns(classes, clusters):
    true, found = draw(classes, clusters, n=200)
    assert normalized_mutual_info(true, found) == pytest.approx(normalized_mutual_info_score(true, found), abs=1e-13)
    assert adjusted_rand(true, found) == pytest.approx(adjusted_rand_score(true, found), abs=1e-13)


def test_singletons_equal_scikit_learns():
    alone, together, halves = np.arange(30), np.zeros(30), np.arange(30) % 2
    for a in (alone, together, halves):
        for b in (alone, together, halves):
            assert adjusted_rand(a, b) == pytest.approx(adjusted_rand_score(a, b), abs=1e-13)
            assert normalized_mutual_info(a, b) == pytest.approx(normalized_mutual_info_score(a, b), abs=1e-13)


def test_the_papers_mutual_information_divides_by_the_product():
    true, found = draw(3, 4, n=100)

    def entropy(labels):
        shares = np.bincount(labels) / len(labels)
        return -np.sum(shares * np.log(shares))

    expected = mutual_info_score(true, found) / (entropy(true) * entropy(found))
    assert paper_normalized_mutual_info(true, found) == pytest.approx(expected, rel=1e-12)
    five = np.arange(50) % 5
    assert paper_normalized_mutual_info(five, five) == pytest.approx(1 / np.log(5))
    assert paper_normalized_mutual_info(five, np.zeros(50)) == 0
    skewed = np.arange(50) < 3
    assert paper_normalized_mutual_info(skewed, skewed) > 1


def test_purity_by_hand():
    assert purity(list("aaabbb"), [0, 0, 1, 1, 1, 1]) == pytest.approx(5 / 6)
    assert purity(list("abcabc"), range(6)) == 1
    assert purity(list("abcabc"), [0] * 6) == pytest.approx(1 / 3)


@EACH
def test_names_of_labels_and_order_of_samples_do_not_matter(measure):
    true, found = draw(4, 3, n=60)
    value = measure(true, found)
    order = np.random.RandomState(1).permutation(60)
    assert measure(true[order], found[order]) == pytest.approx(value, rel=1e-12)
    assert measure(np.array(list("wxyz"))[true], -5 * found) == pytest.approx(value, rel=1e-12)
    assert measure([("no", "maybe", "yes", "never")[i] for i in true], found.astype(float)) == pytest.approx(value)
    assert measure(pd.Series(true, dtype="category"), pl.Series(found)) == pytest.approx(value, rel=1e-12)


@EACH
def test_the_true_classes_agree_best(measure):
    true, found = draw(4, 4, n=60)
    assert measure(true, true) > measure(true, found)
    if measure is not paper_normalized_mutual_info:
        assert measure(true, (true + 1) % 4) == pytest.approx(1, abs=1e-14)


@NUMBERS
def test_the_mapped_diagonal_is_what_accuracy_counts(classes, clusters):
    true, found = draw(classes, clusters)
    mapped = mapped_confusion_matrix(true, found)
    assert mapped.counts.shape == (classes, clusters)
    assert np.trace(mapped.counts) / len(true) == clustering_accuracy(true, found)
    for i, label in enumerate(mapped.classes):
        for j, cluster in enumerate(mapped.clusters):
            assert mapped.counts[i, j] == np.sum((true == label) & (found == cluster))
    if classes <= clusters:
        assert list(mapped.classes) == sorted(mapped.classes)


def test_classes_without_a_cluster_come_last():
    mapped = mapped_confusion_matrix(["a", "b", "b", "c", "c"], ["x", "y", "y", "x", "x"])
    assert mapped.classes.tolist() == ["b", "c", "a"]
    assert mapped.clusters.tolist() == ["y", "x"]
    assert mapped.counts.tolist() == [[2, 0], [0, 2], [0, 1]]


@EACH
@pytest.mark.parametrize(
    ("true", "found", "message"),
    [
        ([0, 1, 1], [0, 1], "y_true has 3 labels and y_pred 2; both must label the same samples"),
        ([], [], "y_true is empty; give a label for each sample"),
        ([[0, 1], [0, 1]], [0, 1], "y_true must hold one label a sample, but holds lists of them"),
        (np.eye(2), [0, 1], r"y_true must hold one label a sample, but has shape \(2, 2\)"),
        ([0, 1], [0, None], "y_pred has 1 samples without a label; leave these samples out"),
        (["a", float("nan")], [0, 1], "y_true has 1 samples without a label"),
        ([0.0, np.nan, np.nan], [0, 1, 1], "y_true has 2 samples without a label"),
        (pd.Series(["a", pd.NA]), [0, 1], "y_true has 1 samples without a label"),
        (np.array(["2026-01-01", "NaT"], dtype="M8[D]"), [0, 1], "y_true has 1 samples without a label"),
        (["a", 1], [0, 1], "y_true mixes labels of different types"),
        ("ab", [0, 1], "y_true must be an array of labels"),
        ([0, 1], None, "y_pred must be an array of labels"),
        ([0, 1], 3, "y_pred must be an array of labels"),
        ([[0, 1], [0]], [0, 1], "y_true must hold one label a sample, but holds lists of them"),
    ],
)
def test_bad_labels_are_named(measure, true, found, message):
    with pytest.raises(ValueError, match=message):
        measure(true, found)
