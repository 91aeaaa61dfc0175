"""The variance of each feature: the ranking every other method must beat."""

from __future__ import annotations

from typing import Any

from golfs.arrays import as_design
from golfs.selectors._base import Selector, above_average


class VarianceScore(Selector):
    """Rank features by their variance.

    s_j = (1/n) Σ_i (x_ij − x̄_j)². It knows no clusters: it is right where the features that
    separate them vary most, and a change of units of one feature changes its rank. O(nd).

    Parameters
    ----------
    n_features_to_select : int, float or "auto", default "auto"
        How many (int), which share (float, 1.0 is all), or those of more than average
        variance. "auto" is experimental.

    Attributes
    ----------
    scores_ : (d,) variances; 0 for a constant feature.
    ranking_ : (d,) 1 is best; equal scores rank by column.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    Examples
    --------
    >>> import numpy as np
    >>> from golfs import VarianceScore
    >>> VarianceScore().fit(np.array([[0.0, 1, 5], [2, 1, 9]])).ranking_
    array([2, 3, 1])
    """

    def __init__(self, n_features_to_select: int | float | str = "auto") -> None:
        self.n_features_to_select = n_features_to_select

    def _fit(self, X: Any) -> int:
        design = as_design(X)
        self.scores_ = (design.column_norms() * design.scale) ** 2 / X.shape[0]
        return above_average(self.scores_)
