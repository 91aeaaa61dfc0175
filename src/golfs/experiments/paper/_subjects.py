"""The data of the paper: draws of its simulations, of the BBC's texts, and the faces."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from golfs.datasets import bbc_tfidf, fetch_yale_faces
from golfs.experiments._draws import draw_of
from golfs.experiments.paper._protocol import EXAMPLES, Scale


class Loaded(NamedTuple):
    """X, the true cluster of each sample, and the true features where they are known."""

    X: NDArray[np.float64]
    y: NDArray[np.intp]
    features: NDArray[np.intp] | None


class Subject(NamedTuple):
    """One data set, or one draw of it."""

    data: str
    draw: int
    data_home: str | None = None

    def load(self) -> Loaded:
        """Dense: the texts are few, and every method then sees the same."""
        if self.data in EXAMPLES:
            return Loaded(*draw_of(self.data, self.draw))
        if self.data == "BBC":
            terms = bbc_tfidf(random_state=self.draw, data_home=self.data_home)
            return Loaded(terms.X.toarray(), terms.y, None)
        faces = fetch_yale_faces(data_home=self.data_home)
        return Loaded(faces.X, faces.y, None)

    def identity(self) -> list[Any]:
        """Changes when the data do."""
        if self.data in EXAMPLES:
            return [self.data, self.draw]
        loaded = self.load()
        return [self.data, self.draw, hashlib.sha256(loaded.X.tobytes() + loaded.y.tobytes()).hexdigest()]


def subjects(data: str, scale: Scale, data_home: Path | None) -> list[Subject]:
    """All draws of a data set at a scale.

    Examples
    --------
    >>> from golfs.experiments.paper import SCALES, subjects
    >>> [subject.draw for subject in subjects("Example 1", SCALES["quick"], None)]
    [0, 1, 2]
    """
    draws = {"BBC": scale.news, "Yale": 1}.get(data, scale.draws)
    home = None if data_home is None else str(data_home)
    return [Subject(data, draw, None if data in EXAMPLES else home) for draw in range(draws)]
