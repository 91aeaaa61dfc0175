"""The paper's Example 4: faces of fifteen people."""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from golfs.datasets._collection import fetch_dataset, load_mat
from golfs.datasets._fetch import data_folder

Array = NDArray[np.float64]
OWN = "Yale_32x32.mat"  # as the address in the paper names it
SIDE = 32
PEOPLE, PICTURES = 15, 11


class Faces(NamedTuple):
    """X (165 × 1024), the same as images (165 × 32 × 32), and the person in each, 0 … 14.

    Column 32·c + r of X is the pixel in row r, column c: images are stored column by column.
    """

    X: Array
    images: Array
    y: NDArray[np.intp]


def fetch_yale_faces(*, data_home: str | os.PathLike[str] | None = None, download_if_missing: bool = True) -> Faces:
    """Fetch the Yale faces: 15 people, 11 pictures of each, 32 × 32 grey values from 0 to 255.

    A file Yale_32x32.mat (arrays fea and gnd) that was put into `data_home` is read instead.

    Parameters
    ----------
    data_home, download_if_missing
        As in `fetch_dataset`.

    Returns
    -------
    Faces
        X, images, y.
    """
    own = data_folder(data_home) / OWN
    found = (
        load_mat(own)
        if own.exists()
        else fetch_dataset("Yale", data_home=data_home, download_if_missing=download_if_missing)
    )
    if found.X.shape != (PEOPLE * PICTURES, SIDE * SIDE) or np.any(np.bincount(found.y) != PICTURES):
        raise ValueError(
            f"{own} holds {found.X.shape[0]} × {found.X.shape[1]} values of {len(found.names)} people, not "
            f"{PEOPLE * PICTURES} × {SIDE * SIDE} with {PICTURES} pictures of each of {PEOPLE}; remove it"
        )
    images = found.X.reshape(-1, SIDE, SIDE).transpose(0, 2, 1)
    return Faces(found.X, images, found.y)
