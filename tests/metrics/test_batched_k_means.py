"""k-means from many starts at once: scikit-learn's answers, several times sooner."""

import numpy as np
import pytest
from sklearn.cluster import KMeans

from golfs.metrics import clustering_accuracy
from golfs.metrics._batched_k_means import BLOCK_VALUES, batched_k_means, lloyd, plus_plus


def inertia(X, labels):
    return sum(((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in np.unique(labels))


def test_from_the_same_centres_the_labels_are_scikit_learns():
    rng = np.random.RandomState(0)
    for _ in range(30):
        X = rng.standard_normal((80, rng.randint(1, 15)))
        X -= X.mean(axis=0)
        starts = X[rng.choice(80, (4, 6))]
        for labels, start in zip(lloyd(X, starts), starts, strict=True):
            theirs = KMeans(6, init=start, n_init=1, algorithm="lloyd", tol=0).fit(X)
            assert np.array_equal(labels, theirs.labels_)
            assert inertia(X, labels) == pytest.approx(theirs.inertia_, rel=1e-10)


def test_an_empty_cluster_is_filled_as_scikit_learn_fills_it():
    rng = np.random.RandomState(1)
    X = rng.standard_normal((60, 3))
    X -= X.mean(axis=0)
    starts = np.stack([X[:4], X[4:8]])
    starts[0, 2:] = 50 + np.arange(2)[:, None]  # nearest to nobody
    starts[1, 1] = starts[1, 0]
    for labels, start in zip(lloyd(X, starts), starts, strict=True):
        assert np.array_equal(labels, KMeans(4, init=start, n_init=1, algorithm="lloyd", tol=0).fit(X).labels_)
        assert len(np.unique(labels)) == 4


@pytest.mark.parametrize("spread", [0.0, 4.0])
def test_random_starts_are_as_good_as_scikit_learns(spread):
    rng = np.random.RandomState(2)
    y = np.arange(100) % 5
    X = rng.standard_normal((100, 12)) + spread * rng.standard_normal((5, 12))[y]
    ours = batched_k_means(X, 5, range(400))
    theirs = [KMeans(5, n_init=1, random_state=seed, algorithm="lloyd").fit_predict(X) for seed in range(400)]
    for measure in (lambda labels: inertia(X, labels), lambda labels: clustering_accuracy(y, labels)):
        a, b = (np.array([measure(labels) for labels in runs]) for runs in (ours, theirs))
        error = np.sqrt((a.var() + b.var()) / 400)
        assert abs(a.mean() - b.mean()) < 4 * error + 1e-12


def test_starts_are_greedy():
    """Of the 2 + log c samples drawn for each centre the best: far better than one each."""
    rng = np.random.RandomState(3)
    X = rng.standard_normal((200, 4)) + 5 * rng.standard_normal((8, 4))[np.arange(200) % 8]
    X -= X.mean(axis=0)

    def potential(centers):
        return ((X[:, None] - centers) ** 2).sum(axis=2).min(axis=1).sum()

    ours = np.array([potential(centers) for centers in plus_plus(X, 8, range(200))])
    from sklearn.cluster import kmeans_plusplus

    greedy, plain = (
        np.array([potential(kmeans_plusplus(X, 8, random_state=i, n_local_trials=t)[0]) for i in range(200)])
        for t in (None, 1)
    )
    error = np.sqrt((ours.var() + greedy.var()) / 200)
    assert abs(ours.mean() - greedy.mean()) < 4 * error
    assert ours.mean() < plain.mean() - 4 * error


def test_a_seed_gives_the_same_alone_and_among_others(monkeypatch):
    X = np.random.RandomState(4).standard_normal((50, 6))
    together = batched_k_means(X, 4, range(10))
    assert len({labels.tobytes() for labels in together}) > 1
    assert np.array_equal(together[7], batched_k_means(X, 4, [7])[0])
    monkeypatch.setattr("golfs.metrics._batched_k_means.BLOCK_VALUES", 3 * 50 * 4)
    assert np.array_equal(together, batched_k_means(X, 4, range(10)))
    assert BLOCK_VALUES > 3 * 50 * 4


@pytest.mark.parametrize("X", [np.ones((6, 2)), np.repeat([[0.0], [1.0]], 3, axis=0)])
def test_fewer_different_samples_than_clusters(X):
    labels = batched_k_means(X, 4, range(5))
    for found in labels:
        assert len(np.unique(found)) == len(np.unique(X, axis=0))
        assert inertia(X, found) == 0


def test_one_cluster_and_as_many_as_samples():
    X = np.arange(5.0)[:, None] ** 2
    assert (batched_k_means(X, 1, [0, 1]) == 0).all()
    assert all(len(np.unique(labels)) == 5 for labels in batched_k_means(X, 5, range(5)))
