"""What methods share that cluster the samples: what each cluster looks like, and where new samples belong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClusterMixin
from sklearn.utils.validation import check_is_fitted

from golfs._checks import check_integer, check_matrix
from golfs.arrays import Design
from golfs.selectors._base import Selector, ranked
from golfs.selectors._explanation import Explanation
from golfs.selectors._why import explain
from golfs.solvers import indicator

CONSTANT = 1e-12  # variance below this share of the mean square is rounding


class ClusterFeature(NamedTuple):
    """A feature in which a cluster differs from the other samples.

    `difference` is the mean in the cluster minus the mean elsewhere, in standard deviations
    of the feature; `direction` is "higher" or "lower".
    """

    feature: str | int
    rank: int
    score: float
    difference: float
    direction: Literal["higher", "lower"]


class ClusterSelector(ClusterMixin, Selector):  # type: ignore[misc]
    """A method whose `_fit` sets `labels_` and calls `_profile`."""

    n_clusters: int
    labels_: NDArray[np.intp]
    cluster_means_: NDArray[np.float64]

    def _profile(self, X: Design) -> None:
        """Cluster means and overall spread of every feature, in units of X."""
        n = X.shape[0]
        sizes = np.bincount(self.labels_, minlength=self.n_clusters)
        relative = X.tdot(indicator(self.labels_, self.n_clusters)).T / np.sqrt(sizes)[:, None]
        overall = sizes @ relative / n
        self.cluster_means_ = relative * X.scale + X.mean
        self._mean = overall * X.scale + X.mean
        square = X.column_norms() ** 2 / n
        variance = square - overall**2
        varies = variance > CONSTANT * square
        self._deviation = np.sqrt(np.where(varies, variance, 1.0)) * X.scale

    def _compared(self) -> NDArray[np.intp]:
        """The selected features, or all if none is."""
        return np.flatnonzero(self.get_support() if self.n_selected_ else np.ones(self.n_features_in_, dtype=bool))

    def _differences(self, used: NDArray[np.intp]) -> NDArray[np.float64]:
        """Mean in each cluster minus that elsewhere, in standard deviations, c × len(used)."""
        n, sizes = len(self.labels_), np.bincount(self.labels_, minlength=self.n_clusters)
        inside = (self.cluster_means_[:, used] - self._mean[used]) / self._deviation[used]
        # the mean elsewhere is −size/(n − size) times as far
        return np.asarray(inside * n / np.maximum(n - sizes, 1)[:, None])

    def predict(self, X: Any) -> NDArray[np.intp]:
        """The cluster whose mean is nearest in the selected features, each in standard deviations.

        All features are compared if none is selected.

        Parameters
        ----------
        X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)

        Returns
        -------
        labels : (n_samples,)
        """
        check_is_fitted(self)
        X = check_matrix(self, X, reset=False)
        used = self._compared()
        mean, deviation = self._mean[used], self._deviation[used]
        centers = (self.cluster_means_[:, used] - mean) / deviation
        # −½‖x − m_k‖² but for what does not depend on k
        closeness = X[:, used] @ (centers / deviation).T - (mean / deviation) @ centers.T
        closeness = closeness - np.sum(centers**2, axis=1) / 2
        labels: NDArray[np.intp] = np.asarray(closeness).argmax(axis=1)
        return labels

    def top_features(self, k: int = 10) -> dict[int, list[ClusterFeature]]:
        """For each cluster the k features in which it differs most from the other samples.

        Of the selected features, or of all if none is selected; by the size of the difference
        in standard deviations.

        Examples
        --------
        >>> from golfs import GOLFS
        >>> from golfs.datasets import load_demo
        >>> X, names, _ = load_demo()
        >>> golfs = GOLFS(n_clusters=5, random_state=0).fit(X)
        >>> len(golfs.top_features(3)[0])
        3
        """
        check_is_fitted(self)
        check_integer("k", k, 1)
        used = self._compared()
        names = getattr(self, "feature_names_in_", None)
        best_of: dict[int, list[ClusterFeature]] = {}
        for cluster, difference in enumerate(self._differences(used)):
            best_of[cluster] = [
                ClusterFeature(
                    feature=int(used[j]) if names is None else str(names[used[j]]),
                    rank=int(self.ranking_[used[j]]),
                    score=float(self.scores_[used[j]]),
                    difference=float(difference[j]),
                    direction="higher" if difference[j] > 0 else "lower",
                )
                for j in ranked(np.abs(difference))[:k]
            ]
        return best_of

    def why(
        self, feature: str | int, X: Any = None, *, names: Sequence[str] | None = None, frequencies: Any = None
    ) -> Explanation:
        """Why a feature is selected or is not: rank and score, each cluster's mean, and what it is correlated with.

        O(c), and O(nd) with X. Correlations are over all samples, so that features which tell the
        same clusters apart correlate; the largest of d − 1 is about √(2 log d / n) by chance.

        Parameters
        ----------
        feature : its name, or its column from 0
        X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
            What it was fitted on, its samples in the same order: for correlations, and shares of zeros.
        names : of the d features, where `fit` saw none
        frequencies : what `golfs.inference.selection_frequencies` returned, or d shares

        Returns
        -------
        Explanation

        Examples
        --------
        >>> from golfs import GOLFS
        >>> from golfs.datasets import load_demo
        >>> X, names, _ = load_demo()
        >>> golfs = GOLFS(n_clusters=5, random_state=0).fit(X)
        >>> answer = golfs.why("pixel r4c5", X, names=names)
        >>> answer.rank, answer.selected
        (5, True)
        >>> answer.most_correlated[0].feature
        'pixel r5c5'
        """
        check_is_fitted(self)
        if X is not None:
            X = check_matrix(self, X, reset=False)
        return explain(self, feature, X, names=names, frequencies=frequencies)
