"""Hartigan's dip of each feature: the more modes, the better."""

from __future__ import annotations

from typing import Any

import numpy as np

from golfs._checks import check_real
from golfs.arrays import as_design
from golfs.selectors._base import Selector
from golfs.solvers import Null, dip, discoveries, per_feature


class DipScore(Selector):
    """Rank features by how far they are from having a single mode.

    The dip of feature j is D_j = min_G sup_x |F_j(x) − G(x)|, F_j its distribution function and
    G any unimodal one. p_j = P(D ≥ D_j) for n uniform values, the hardest unimodal case, by
    simulation: √n D against a table over n. Nothing depends on the units of a feature.
    O(nd log n); exact, ties included, and all features at once.

    A feature with few different values, such as counts, has large dips without having
    clusters, and p-values that are too small: they suppose a continuous distribution.

    Parameters
    ----------
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those that are multimodal at a
        false discovery rate (Benjamini and Hochberg).
    false_discovery_rate : float, default 0.05
        That rate, for "auto".

    Attributes
    ----------
    scores_ : (d,) D_j: 0 for a constant feature, else 1/(2n) … 1/4.
    p_values_ : (d,) p_j, conservative for unimodal distributions other than the uniform.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    References
    ----------
    Hartigan, J. A., Hartigan, P. M. (1985). The dip test of unimodality. Annals of Statistics
    13(1), 70-84. doi:10.1214/aos/1176346577

    Examples
    --------
    >>> import numpy as np
    >>> from golfs import DipScore
    >>> X = np.random.RandomState(0).standard_normal((100, 3))
    >>> X[:50, 1] += 6
    >>> DipScore().fit(X).get_support(indices=True)
    array([1])
    """

    def __init__(self, n_features_to_select: int | float | str = "auto", *, false_discovery_rate: float = 0.05) -> None:
        self.n_features_to_select = n_features_to_select
        self.false_discovery_rate = false_discovery_rate

    def _fit(self, X: Any) -> int:
        rate = check_real("false_discovery_rate", self.false_discovery_rate)
        self.scores_ = per_feature(as_design(X, center=False), dip)
        n = X.shape[0]
        self.p_values_ = Null.of("dip", n).p_values(np.sqrt(n) * self.scores_)
        return discoveries(self.p_values_, rate)
