"""The public collection: the sets on which feature selection for clustering is compared."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from golfs._checks import check_option
from golfs.datasets._fetch import Source, data_folder, fetched
from golfs.io import read_table

COMMIT = "48cffad4e88ff4b9d2f1c7baffb314d1b3303792"
ADDRESS = f"https://raw.githubusercontent.com/jundongl/scikit-feature/{COMMIT}/skfeature/data"
HASHES = {
    "COIL20": "4595ebdda07f47b0eb014fcfaddc22b452f9aed9c1d9261a0d5bc336c1ee1344",
    "GLIOMA": "c31cd32edd770c7a102729839e670e588bc959a591e0eae5a0676c9ca11d4c4f",
    "Isolet": "ea73c69b1342a7def8199458e53a70307a83d557eceb2579863dda57c3ccd2b1",
    "PCMAC": "9999dfccf97ab88f87127dd3457da436acb75cda9f0af4750e7cae5fe1a31b25",
    "Yale": "cccd29abd2c520dd5cc8ff7645b422c2bdadd59406a6b6a0239143d9d44afcf3",
    "colon": "ffcdeba03eb67cec403fa1dc9f827c22a6e2c57786bf3e01dfe1b4b3e25e0a2f",
    "leukemia": "eb92382fb77c968864cb0a92a2c77acde7f88ba7fe5fd5a64b98184e3a05269d",
    "lung_small": "93c6a65eb1f6f9f95ac897010c337254a57c57e7f8c0c9a7963a0e03de8233f4",
    "lymphoma": "bd834ed911d47ecf2e07625ed77617d514d89ee398fa2e7a787230f7cf5243f8",
    "nci9": "e336aa43eaf3103803252604375a89141043994a54f93222f7ccc12b5b910789",
    "warpPIE10P": "0d22b0e4fe224ea7347ae266370b6eb0d724d5fd0ad7da71261a58c24e08c3c2",
}
COLLECTION = tuple(HASHES)
LABELS_OF = {"X": "Y", "fea": "gnd"}  # the names of the two arrays, as the public collections write them


class Dataset(NamedTuple):
    """X (n × d), the class of each sample as 0 … c − 1, and what the file calls each class."""

    X: Any
    y: NDArray[np.intp]
    names: list[str]


def fetch_dataset(
    name: str, *, data_home: str | os.PathLike[str] | None = None, download_if_missing: bool = True
) -> Dataset:
    """Fetch one of the public sets of scikit-feature's collection, or read it where it was fetched before.

    The labels are there to judge by; no method of golfs takes them.

    Parameters
    ----------
    name : str
        One of `golfs.datasets.COLLECTION`.
    data_home : str or path, default None
        The folder of the files. None: the one in the environment variable GOLFS_DATA_HOME, or
        else the system's folder for caches. Nothing is written anywhere else.
    download_if_missing : bool, default True
        False: only read.

    Returns
    -------
    Dataset
        X, y, names.

    Raises
    ------
    FileNotFoundError
        The file is not there and cannot be fetched; the message says what to put where.
    ValueError
        A name that is not known, or a file whose sha256 is not the known one.
    """
    check_option("name", name, COLLECTION)
    source = Source(f"{ADDRESS}/{name}.mat", HASHES[name])
    path = data_folder(data_home) / f"{name}.mat"
    return load_mat(fetched(path, source, download_if_missing=download_if_missing))


def load_mat(path: str | os.PathLike[str]) -> Dataset:
    """Read a labelled .mat file as the public collections write them: arrays X and Y, or fea and gnd.

    Dense or sparse, up to MATLAB's version 7.2.

    Parameters
    ----------
    path : str or path

    Returns
    -------
    Dataset
        X, y, names.

    Raises
    ------
    golfs.io.BadTable
        A ValueError whose one sentence says what is wrong with the file.
    """
    path = Path(path)
    key = read_table(path).key if path.suffix.lower() == ".mat" else None
    if key not in LABELS_OF:
        raise ValueError(f"{path} is not a .mat file with the arrays X and Y, or fea and gnd")
    X = read_table(path, key=key).X
    given = read_table(path, key=LABELS_OF[key]).X
    labels = np.asarray(given.todense() if hasattr(given, "todense") else given).ravel()
    if len(labels) != X.shape[0]:
        raise ValueError(f"{path}: {LABELS_OF[key]} has shape {given.shape}, but {key} has {X.shape[0]} samples")
    if not np.isfinite(labels).all():
        raise ValueError(f"{path}: {LABELS_OF[key]} has missing labels; drop those samples")
    values, y = np.unique(labels, return_inverse=True)
    return Dataset(X, y.astype(np.intp), [f"{value:g}" for value in values])
