"""GOLFS is a complete scikit-learn estimator: no check is expected to fail."""

from __future__ import annotations

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from golfs import GOLFS

VARIANTS = [
    GOLFS(n_clusters=2),
    GOLFS(n_clusters=2, solver="multiplicative", max_iter=3000),
    GOLFS(n_clusters=2, solver="paper", scale="none", center=False),
    GOLFS(n_clusters=2, affinity="local", scale="both"),
]


@pytest.mark.filterwarnings(
    "ignore:n_clusters=1 leaves nothing",  # some checks set it, and then nothing is selected
    "ignore:no feature stands out",
    "ignore:No features were selected",
    "ignore::sklearn.exceptions.ConvergenceWarning",  # the printed update need not converge
)
@parametrize_with_checks(VARIANTS)
def test_scikit_learn(estimator, check):
    check(estimator)
