"""What every method shares: the checks of X, the ranking, how many features, the scikit-learn manners."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
import logging
from numbers import Integral
import sys
from typing import Any, ClassVar, Self
import warnings

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from golfs._checks import check_integer, check_matrix, check_real
from golfs.arrays import one_thread

Array = NDArray[np.float64]

TIES = 1e-10  # scores this close, relative to the largest, are equal and rank by column


class Selector(SelectorMixin, BaseEstimator):  # type: ignore[misc]
    """A method writes `_fit(X)`, which sets `scores_` and whatever else it learns.

    `_fit` returns how many features n_features_to_select="auto" should select.
    """

    exceptions: ClassVar[dict[str, str]] = {}  # checks of the family's contract that do not hold, and why
    n_features_to_select: int | float | str
    scores_: NDArray[Any]
    ranking_: NDArray[np.intp]
    n_features_in_: int

    @abstractmethod
    def _fit(self, X: Any) -> int:
        """Learn from a validated X; set `scores_`; say how many features "auto" selects."""

    def fit(self, X: Any, y: Any = None) -> Self:
        """Score, rank and select the features of X.

        Parameters
        ----------
        X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
        y : ignored

        Returns
        -------
        self
        """
        self._forget()
        X = check_matrix(self, X, reset=True)
        d = X.shape[1]
        wanted = self._wanted(d)
        with one_thread():
            automatic = self._fit(X)
        self.scores_ = self.scores_.astype(X.dtype, copy=False)
        order = ranked(self.scores_)
        self.ranking_ = np.empty(d, dtype=np.intp)
        self.ranking_[order] = np.arange(1, d + 1)
        self.n_selected_ = automatic if wanted is None else wanted
        if self.n_selected_ == 0:
            warnings.warn(
                "no feature stands out, so none is selected; set n_features_to_select to a number to select "
                "the best ones all the same",
                UserWarning,
                stacklevel=2,
            )
        return self

    def sweep(self, X: Any, settings: Iterable[Mapping[str, Any]]) -> Iterator[Self]:
        """Fit a clone with each of several settings, one after the other.

        The same as separate fits, but what neighbouring settings leave alone is shared where a
        method says so: put those that differ in α and β only next to each other.

        Parameters
        ----------
        X : array, data frame or CSR/CSC matrix of shape (n_samples, n_features)
        settings : of {parameter: value}; other parameters are as they are here

        Yields
        ------
        fitted clone, one for each setting, in order
        """
        for setting in settings:
            yield clone(self).set_params(**setting).fit(X)

    def _forget(self) -> None:
        """Drop what an earlier fit learned, so that a fit cut short leaves nothing half new."""
        for name in self._learned():
            delattr(self, name)

    def _learned(self) -> dict[str, Any]:
        """What the fit has set so far."""
        return {name: value for name, value in vars(self).items() if name.endswith("_") and not name.startswith("_")}

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "n_selected_")

    def _wanted(self, n_features: int) -> int | None:
        """The number of features asked for; None for "auto"."""
        name, value = "n_features_to_select", self.n_features_to_select
        if isinstance(value, str):
            if value != "auto":
                raise ValueError(f'{name}={value!r} must be an integer, a fraction or "auto"')
            return None
        if isinstance(value, Integral):
            return check_integer(name, value, 1, n_features, remedy=f"X has {n_features} features")
        share = check_real(name, value)
        if share > 1:
            raise ValueError(f"{name}={value} is a fraction above 1; give an integer for a number of features")
        return max(1, round(share * n_features))

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self)
        mask: NDArray[np.bool_] = self.ranking_ <= self.n_selected_
        return mask

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def ranked(scores: NDArray[Any]) -> NDArray[np.intp]:
    """Columns from best to worst; equal scores by column."""
    top = float(scores.max(initial=0.0))
    rounded = np.round(scores.astype(np.float64) / top / TIES) if top > 0 else np.zeros(len(scores))
    order: NDArray[np.intp] = np.argsort(-rounded, kind="stable")
    return order


class _Quiet(logging.LoggerAdapter[logging.Logger]):
    """Says everything at DEBUG."""

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        super().log(logging.DEBUG, msg, *args, **kwargs)


class _StandardError(logging.Handler):
    """Writes to wherever standard error is now, unless the user has set up logging since."""

    def emit(self, record: logging.LogRecord) -> None:
        if not logging.getLogger().handlers:
            sys.stderr.write(f"golfs: {record.getMessage()}\n")


def logger(verbose: int) -> logging.Logger | logging.LoggerAdapter[logging.Logger]:
    """The package's logger; what it is told at INFO goes to the error stream if verbose and nobody listens yet.

    Without verbose the same is told at DEBUG, so a level left by a verbose fit makes no other fit talk.
    """
    log = logging.getLogger("golfs")
    if not verbose:
        return _Quiet(log)
    if not log.hasHandlers():
        log.addHandler(_StandardError())
    if not log.isEnabledFor(logging.INFO):
        log.setLevel(logging.INFO)
    return log


def above_average(scores: NDArray[Any]) -> int:
    """How many scores lie above their mean: what "auto" selects where a method has no number of its own."""
    return int(np.sum(scores > scores.mean()))
