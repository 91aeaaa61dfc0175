"""The two methods with nothing to learn: variance and no selection."""

import numpy as np
import pytest
from scipy import sparse

from golfs import AllFeatures, VarianceScore


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.csc_array])
def test_scores_are_variances(kind):
    X = np.where(np.random.default_rng(0).random((30, 12)) < 0.5, np.random.default_rng(1).normal(3, 2, (30, 12)), 0)
    fitted = VarianceScore().fit(kind(X))
    assert fitted.scores_ == pytest.approx(X.var(axis=0), rel=1e-12)
    assert fitted.n_selected_ == np.sum(X.var(axis=0) > X.var(axis=0).mean())


@pytest.mark.parametrize("unit", [1e-100, 1e100])
def test_variances_carry_the_square_of_the_unit(unit):
    X = np.random.default_rng(1).normal(3, 2, (30, 12))
    assert VarianceScore().fit(X * unit).scores_ / unit / unit == pytest.approx(X.var(axis=0), rel=1e-10)


def test_a_large_mean_takes_no_digits_of_the_variance():
    X = np.random.default_rng(1).standard_normal((30, 12))
    assert VarianceScore().fit(X + 1e6).scores_ == pytest.approx((X + 1e6).var(axis=0), rel=1e-9)


def test_all_features_keeps_all_in_order():
    X = np.random.default_rng(1).standard_normal((10, 4))
    fitted = AllFeatures().fit(X)
    assert fitted.transform(X).tolist() == X.tolist()
    assert fitted.ranking_.tolist() == [1, 2, 3, 4]
    assert AllFeatures(2).fit(X).get_support().tolist() == [True, True, False, False]
