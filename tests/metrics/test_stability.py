"""Nogueira's index: its definition, its special cases, and an interval that covers."""

from itertools import combinations

import numpy as np
import pytest

from golfs.metrics import Stability, compare_stability, stability


def naive(Z, level_quantile=1.959963984540054):
    """The index, its variance and its interval as the article defines them, in loops."""
    M, d = len(Z), len(Z[0])
    p = [sum(Z[i][f] for i in range(M)) / M for f in range(d)]
    k = [sum(row) for row in Z]
    mean_k = sum(k) / M
    chance = mean_k / d * (1 - mean_k / d)
    index = 1 - sum(M / (M - 1) * p[f] * (1 - p[f]) for f in range(d)) / d / chance
    phi = []
    for i in range(M):
        overlap = sum(Z[i][f] * p[f] for f in range(d)) / d
        correction = index / 2 * (2 * k[i] * mean_k / d**2 - k[i] / d - mean_k / d + 1)
        phi.append((overlap - k[i] * mean_k / d**2 + correction) / chance)
    mean_phi = sum(phi) / M
    variance = 4 / M**2 * sum((value - mean_phi) ** 2 for value in phi)
    return index, variance, (index - level_quantile * variance**0.5, index + level_quantile * variance**0.5)


def runs(M=12, d=20, seed=0):
    rng = np.random.RandomState(seed)
    return rng.rand(M, d) < np.linspace(0.05, 0.9, d)


def test_index_variance_and_interval_are_the_articles():
    Z = runs()
    found = stability(Z, 20)
    value, variance, interval = naive(Z.astype(int).tolist())
    assert found.value == pytest.approx(value, rel=1e-12)
    assert found.variance == pytest.approx(variance, rel=1e-10)
    assert found.interval == pytest.approx(interval, rel=1e-10)


def test_indices_and_masks_say_the_same():
    Z = runs()
    assert stability([np.flatnonzero(row) for row in Z], 20) == stability(Z, 20)


def test_for_equal_sizes_it_is_the_mean_of_kunchevas_index():
    rng = np.random.RandomState(0)
    d, k = 15, 4
    chosen = [set(rng.permutation(d)[:k].tolist()) for _ in range(6)]
    pairs = [(len(a & b) - k * k / d) / (k - k * k / d) for a, b in combinations(chosen, 2)]
    assert stability([sorted(features) for features in chosen], d).value == pytest.approx(np.mean(pairs), rel=1e-12)


def test_always_the_same_is_one_and_disjoint_halves_are_minus_one():
    same = stability([[3, 1]] * 4, 9)
    assert same.value == pytest.approx(1)
    assert same.variance == pytest.approx(0, abs=1e-30)
    assert stability([[0, 1], [2, 3]], 4).value == pytest.approx(-1)


def test_chance_is_zero_whatever_the_number_of_features_selected():
    rng = np.random.RandomState(0)
    for k in (5, 50, 95):
        selections = [rng.permutation(100)[:k] for _ in range(300)]
        assert abs(stability(selections, 100).value) < 0.005


def test_the_interval_covers_the_true_stability():
    # features drawn independently with probability p_f: the index of the population is known
    d, M, rng = 30, 100, np.random.RandomState(0)
    p = np.repeat([0.9, 0.1], [5, 25])
    truth = 1 - np.mean(p * (1 - p)) / (p.mean() * (1 - p.mean()))
    found = [stability(rng.rand(M, d) < p, d, level=0.9).interval for _ in range(400)]
    covered = np.mean([low <= truth <= high for low, high in found])
    assert 0.86 < covered < 0.94  # 0.9 ± 2.7 standard errors


def test_order_of_runs_and_of_features_does_not_matter():
    Z, rng = runs(), np.random.RandomState(1)
    moved = stability(Z[rng.permutation(12)][:, rng.permutation(20)], 20)
    assert moved.value == pytest.approx(stability(Z, 20).value, rel=1e-12)
    assert moved.variance == pytest.approx(stability(Z, 20).variance, rel=1e-10)


def test_the_comparison_is_a_two_sided_z_test():
    a, b = Stability(0.5, 0.01, (0, 1)), Stability(0.9, 0.03, (0, 1))
    assert compare_stability(a, b) == compare_stability(b, a) == pytest.approx(0.0455002638963584)  # 2 σ
    assert compare_stability(a, a) == 1
    sure = Stability(1.0, 0.0, (1, 1))
    assert compare_stability(sure, sure) == 1
    assert compare_stability(sure, Stability(0.5, 0.0, (0.5, 0.5))) == 0


@pytest.mark.parametrize(
    ("selections", "d", "message"),
    [
        ([[0, 1]], 4, r"selections holds 1 run\(s\); stability compares at least 2"),
        ([], 4, r"selections holds 0 run\(s\)"),
        ([0, 1], 4, "selections must hold a list of features for each run"),
        (3, 4, "selections must be a list"),
        ([[], []], 4, "selections hold none of the features each, so their stability is undefined"),
        ([[0, 1], [0, 1]], 2, "selections hold all of the features each"),
        ([[0], [4]], 4, r"selections\[1\] holds 4, but there are 4 features"),
        ([[0], [1, 1]], 4, r"selections\[1\] names a feature more than once"),
        ([[True, False], [0, 1]], 4, r"selections\[0\] is a mask of 2 features, but there are 4"),
        ([[0], [1]], 0, "n_features=0 must be at least 1"),
        ([[0], [1]], 2.5, "n_features must be an integer"),
    ],
)
def test_bad_selections_are_named(selections, d, message):
    with pytest.raises(ValueError, match=message):
        stability(selections, d)


@pytest.mark.parametrize("level", [0, 1, 95, "high", True])
def test_a_level_is_a_probability(level):
    with pytest.raises(ValueError, match=r"level=.* must be a number between 0 and 1"):
        stability([[0], [1]], 4, level=level)
