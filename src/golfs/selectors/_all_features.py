"""No selection: what every method is compared with."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from golfs.selectors._base import Selector


class AllFeatures(Selector):
    """Keep every feature and prefer none.

    Parameters
    ----------
    n_features_to_select : int, float or "auto", default "auto"
        "auto" is all; any other number takes the first columns.

    Attributes
    ----------
    scores_ : (d,) ones.
    ranking_ : (d,) 1 … d, by column.
    n_selected_, n_features_in_, feature_names_in_ : as in scikit-learn.

    Examples
    --------
    >>> import numpy as np
    >>> from golfs import AllFeatures
    >>> AllFeatures().fit_transform(np.eye(3)).shape
    (3, 3)
    """

    exceptions: ClassVar[dict[str, str]] = {
        "ranks": "it ranks nothing: every score is 1",
        "constant column": "it keeps constant columns as it keeps all others",
    }

    def __init__(self, n_features_to_select: int | float | str = "auto") -> None:
        self.n_features_to_select = n_features_to_select

    def _fit(self, X: Any) -> int:
        self.scores_ = np.ones(X.shape[1])
        return int(X.shape[1])
