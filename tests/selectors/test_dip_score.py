"""The dip against its definition, and its p-values against simulation."""

import numpy as np
import pytest
from scipy import sparse

from golfs import DipScore
from golfs.solvers import Null, dip, discoveries
from references import dip as definition

KINDS = ["normal", "counts", "two clusters", "rounded", "powers", "three clusters with ties"]


def sample(kind, n, rng):
    if kind == "normal":
        return rng.standard_normal(n)
    if kind == "counts":
        return rng.integers(0, 5, n).astype(float)
    if kind == "two clusters":
        return np.r_[rng.standard_normal(n // 2), 5 + rng.standard_normal(n - n // 2)]
    if kind == "rounded":
        return np.round(rng.exponential(size=n), 1)
    if kind == "powers":
        return np.arange(n) ** rng.uniform(0.3, 3)
    return np.round(rng.standard_normal(n), 1) + 4 * rng.integers(0, 3, n)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [2, 3, 4, 7, 13])
def test_it_is_the_dip_by_definition(kind, n):
    rng = np.random.default_rng([n, KINDS.index(kind)])
    X = np.array([sample(kind, n, rng) for _ in range(8)])
    assert dip(X) == pytest.approx([definition.dip(x) for x in X], abs=1e-9)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([5, 5, 5, 5], 0),  # an atom has one mode
        ([0, 1, 2, 3, 4], 1 / 10),  # as close as n samples come
        ([0, 0, 1, 1], 1 / 4),  # the largest there is
        ([0, 0, 0, 1], 1 / 8),
        ([0, 0, 0, 1, 2, 2, 2], 3 / 14),
    ],
)
def test_known_dips(values, expected):
    assert dip(np.array([values], dtype=float)) == pytest.approx([expected], abs=1e-15)


def test_features_advance_together_as_they_would_alone():
    rng = np.random.default_rng(0)
    X = np.array([sample(KINDS[i % len(KINDS)], 90, rng) for i in range(40)])
    assert dip(X).tolist() == [dip(x[None])[0] for x in X]


def test_reflection_shift_and_unit_change_nothing():
    X = np.random.default_rng(0).standard_normal((50, 40)) ** 3
    D = dip(X)
    assert dip(-X) == pytest.approx(D, rel=1e-12)
    assert dip(7 * X + 100) == pytest.approx(D, rel=1e-9)
    assert dip(X * 1e-300) == pytest.approx(D, rel=1e-9)


def test_values_next_to_one_another_overflow_nothing():
    tiny = np.nextafter(0, 1)
    assert dip(np.array([[0, tiny, 2 * tiny, 1.0, 1 + 1e-16, 2]])) == pytest.approx([1 / 6], abs=0.09)


def test_scores_ranking_and_choice_come_from_the_dip():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((120, 40))
    X[:60, [3, 17]] += 5
    fitted = DipScore().fit(X)
    assert fitted.scores_ == pytest.approx(dip(X.T.copy()), abs=1e-12)
    assert fitted.get_support(indices=True).tolist() == [3, 17]
    assert np.argsort(fitted.p_values_)[:2].tolist() == np.argsort(fitted.ranking_)[:2].tolist()


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_array])
def test_sparse_x_has_the_dips_of_dense_x(kind):
    X = np.where(np.random.default_rng(0).random((40, 30)) < 0.3, np.random.default_rng(1).random((40, 30)), 0)
    assert DipScore(5).fit(kind(X)).scores_ == pytest.approx(DipScore(5).fit(X).scores_, abs=1e-14)


@pytest.mark.parametrize("n", [10, 47, 200])
def test_p_values_of_uniform_features_are_uniform(n):
    draws = 4000
    p = DipScore(1).fit(np.random.default_rng(n).random((n, draws))).p_values_
    for level in (0.5, 0.1, 0.01):
        assert np.mean(p <= level) == pytest.approx(level, abs=4 * np.sqrt(level / draws))


def test_uniform_features_are_rarely_selected_and_separate_ones_always():
    rng = np.random.default_rng(0)
    with pytest.warns(UserWarning, match="none is selected"):
        assert DipScore().fit(rng.random((80, 300))).n_selected_ == 0
    X = np.column_stack([rng.random((80, 300)), rng.random((80, 20)) + 3 * (np.arange(80) % 2)[:, None]])
    assert set(range(300, 320)) <= set(DipScore().fit(X).get_support(indices=True).tolist())


def test_discoveries_are_those_of_benjamini_and_hochberg():
    p = np.array([0.01, 0.04, 0.019, 0.9, 0.5])  # ordered 0.01 0.019 0.04 0.5 0.9; lines 0.01 0.02 0.03 …
    assert discoveries(p, 0.05) == 2
    assert discoveries(np.array([0.02, 0.02]), 0.02) == 2
    assert discoveries(np.array([0.5, 0.6]), 0.05) == 0


@pytest.mark.parametrize("statistic", ["dip", "kolmogorov"])
@pytest.mark.parametrize("n", [4, 5, 33, 1000, 100_000])
def test_the_table_gives_falling_p_values_for_every_n(statistic, n):
    t = np.linspace(0, 6, 4000)
    p = Null.of(statistic, n).p_values(t)
    assert p[0] == 1
    assert (np.diff(p) <= 0).all()
    assert 0 <= p[-1] < 1e-10


def test_up_to_three_values_say_nothing():
    assert Null.of("dip", 3).p_values(np.array([0.0, 0.2887, 0.5])).tolist() == [1, 1, 1]


def test_beyond_the_table_p_values_go_on_as_before():
    null = Null.of("dip", 200)
    last = null.quantiles[-1]
    inside, beyond = null.p_values(np.array([null.quantiles[-4], last, 1.2 * last]))[[0, 2]]
    slope = np.log(null.tails[-4] / null.tails[-1]) / (last**2 - null.quantiles[-4] ** 2)
    assert np.log(inside / beyond) / ((1.2 * last) ** 2 - null.quantiles[-4] ** 2) == pytest.approx(slope, rel=0.2)


def test_a_bad_rate_is_named():
    with pytest.raises(ValueError, match="false_discovery_rate"):
        DipScore(false_discovery_rate=0).fit(np.eye(4))
