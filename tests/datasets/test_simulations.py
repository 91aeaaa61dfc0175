"""The simulations are what the paper says they are, and the embedded data are always the same."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from golfs.datasets import load_demo, make_golfs_example1, make_golfs_example2

BOTH = pytest.mark.parametrize("make", [make_golfs_example1, make_golfs_example2])


@BOTH
def test_the_default_is_the_papers_setting(make):
    X, y, features = make(random_state=0)
    assert X.shape == (200, 1000)
    assert X.dtype == np.float64
    assert np.isfinite(X).all()
    assert np.bincount(y).tolist() == [40] * 5
    assert features.tolist() == list(range(10))


@BOTH
def test_the_seed_decides_everything_and_the_global_generator_nothing(make):
    before = np.random.get_state()[1].tolist()
    assert make(random_state=3).X.tobytes() == make(random_state=3).X.tobytes()
    assert make(random_state=3).X.tobytes() != make(random_state=4).X.tobytes()
    assert make(random_state=np.random.RandomState(3)).X.tobytes() == make(random_state=3).X.tobytes()
    assert np.random.get_state()[1].tolist() == before


@BOTH
def test_every_number_is_free(make):
    X, y, features = make(30, 50, 7, clusters=3, random_state=0)
    assert X.shape == (30, 50)
    assert features.tolist() == list(range(7))
    assert np.bincount(y).tolist() == [10] * 3
    assert make(clusters=np.int64(4), random_state=0).y.max() == 3
    assert make(10, 7, 7, clusters=3, random_state=0).X.shape == (10, 7)


@BOTH
@pytest.mark.parametrize("sizes", [[5, 20, 75], (50, 50), np.array([5, 20, 75])])
def test_clusters_may_have_sizes_of_their_own(make, sizes):
    X, y, _ = make(n_features=30, clusters=sizes, random_state=0)
    assert np.bincount(y).tolist() == list(sizes)
    assert len(X) == 100


@BOTH
@pytest.mark.parametrize(
    ("noise", "size"), [("normal", np.sqrt(2 / np.pi)), ("t3", 2 / np.pi), ("laplace", np.sqrt(1 / 2))]
)
def test_errors_have_their_distribution_and_variance_one(make, noise, size):
    X, _, features = make(40000, 12, 2, clusters=1, signal=0.0, noise=noise, random_state=0)
    X = X - X.mean(axis=0)
    if make is make_golfs_example1:  # column j has a standard deviation |σ_j| of its own
        X /= np.abs(deviations(12, 2, 1, 0))
    else:
        X = X[:, [0, len(features)]]  # where the two chains begin: later columns are sums of errors
    assert np.mean(np.abs(X), axis=0) == pytest.approx(np.full(X.shape[1], size), rel=0.03)  # E|e| at variance 1


def deviations(p, q, n_clusters, seed):
    """σ_j of Example 1: the second thing drawn."""
    rng = np.random.RandomState(seed)
    rng.uniform(1, 10, n_clusters)
    return rng.standard_normal(p)


def means(X, y):
    return np.array([X[y == k].mean(axis=0) for k in range(y.max() + 1)])


def test_true_features_of_example_1_share_the_means_of_the_clusters():
    X, y, features = make_golfs_example1(20000, 40, random_state=0)
    centers = means(X, y)
    signal = centers[:, features]
    error = 4 * np.abs(deviations(40, 10, 5, 0)) / np.sqrt(4000)
    assert np.all(np.abs(signal - np.median(signal, axis=1, keepdims=True)) < 2 * error[:10] + error.max())
    assert np.ptp(np.median(signal, axis=1)) > 1
    assert np.all(np.ptp(centers[:, 10:], axis=0) < 3 * error[10:])
    assert np.all((centers > 0.5) & (centers < 10.5))


def test_true_features_of_example_2_have_means_of_their_own():
    X, y, features = make_golfs_example2(20000, 40, random_state=0)
    centers = means(X, y)
    assert np.all(np.ptp(centers[:, features], axis=0) > 1)
    assert np.all(np.ptp(centers[:, features], axis=1) > 1)
    assert np.all(np.ptp(centers[:, 10:], axis=0) < 0.2)


def test_errors_of_example_2_are_correlated_within_each_group_alone():
    X, y, _ = make_golfs_example2(20000, 40, random_state=0)
    R = np.corrcoef((X - means(X, y)[y]).T)
    distance = np.abs(np.subtract.outer(np.arange(40), np.arange(40)))
    same = np.equal.outer(np.arange(40) < 10, np.arange(40) < 10)
    assert np.abs(R - np.where(same, 0.5**distance, 0)).max() < 0.04


@BOTH
def test_signal_multiplies_the_means_of_the_clusters(make):
    def spread(signal):
        X, y, _ = make(5000, 20, signal=signal, random_state=0)
        return np.ptp(means(X, y)[:, :10], axis=0).mean()

    assert spread(4.0) == pytest.approx(4 * spread(1.0), rel=0.1)
    assert spread(0.0) < 0.3


@BOTH
def test_the_noise_level_multiplies_the_errors_and_nothing_else(make):
    once, thrice, none = (make(50, 20, noise_level=level, random_state=0).X for level in (1.0, 3.0, 0.0))
    assert thrice - none == pytest.approx(3 * (once - none))
    assert np.ptp(none[:, 10:], axis=0) == pytest.approx(0)


@BOTH
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"noise": "cauchy"}, "noise='cauchy' is not one of"),
        ({"n_informative": 0}, "n_informative=0 must lie between 1 and n_features=1000"),
        ({"n_informative": 11, "n_features": 10}, "n_informative=11 must lie between"),
        ({"clusters": 0}, "clusters"),
        ({"clusters": -2}, "clusters"),
        ({"clusters": 300}, "clusters"),
        ({"clusters": []}, "clusters"),
        ({"clusters": [5, 0]}, "clusters"),
        ({"clusters": 2.5}, "clusters"),
        ({"n_samples": 0}, "n_samples"),
        ({"n_samples": 10.5}, "n_samples"),
        ({"n_features": 100.5}, "n_features must be an integer"),
        ({"n_informative": 2.5}, "n_informative must be an integer"),
        ({"signal": -1.0}, "signal=-1.0 must be"),
        ({"noise_level": float("nan")}, "noise_level=nan must be"),
    ],
)
def test_what_cannot_be_simulated_is_refused(make, given, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(**given)


def test_the_embedded_data_are_digits_among_shuffled_pixels():
    X, names, y = load_demo()
    assert X.shape == (300, 256)
    assert y.shape == (300,)
    assert sorted(set(y.tolist())) == [0, 1, 2, 3, 4]
    assert len(names) == len(set(names)) == 256
    assert names[0] == "pixel r0c0"
    assert names[63] == "pixel r7c7"
    assert names[64] == "noise 0"
    assert np.array_equal(np.sort(X[:, 64:128], axis=0), np.sort(X[:, :64], axis=0))
    assert not np.array_equal(X[:, 64:128], X[:, :64])


def test_the_embedded_data_are_the_same_every_time():
    first, again = load_demo(), load_demo()
    assert hashlib.sha256(first.X.tobytes()).hexdigest() == hashlib.sha256(again.X.tobytes()).hexdigest()
    first.X[:] = 0
    assert load_demo().X.any()
