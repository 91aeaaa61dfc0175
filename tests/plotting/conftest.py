"""Selectors whose scores, labels and objective are given, so a picture can be held against them."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin


class Given(SelectorMixin, BaseEstimator):
    """Fitted to what it is told."""

    def fit(self, scores, n_selected, **learned):
        scores = np.asarray(scores, dtype=float)
        order = np.argsort(-scores, kind="stable")
        self.scores_, self.n_features_in_, self.n_selected_ = scores, len(scores), n_selected
        self.ranking_ = np.empty(len(scores), dtype=int)
        self.ranking_[order] = np.arange(1, len(scores) + 1)
        for name, value in learned.items():
            setattr(self, name, np.asarray(value))
        return self

    def _get_support_mask(self):
        return self.ranking_ <= self.n_selected_


@pytest.fixture
def given():
    def fit(scores, n_selected=2, **learned):
        return Given().fit(scores, n_selected, **learned)

    return fit


@pytest.fixture
def unfitted():
    return Given()
