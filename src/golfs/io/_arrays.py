"""Arrays as NumPy, SciPy and MATLAB save them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy import io as matlab
from scipy import sparse

from golfs.io._table import SHOWN, BadTable, Table, from_array, readable

PREFERRED = ("X", "fea")  # as the public collections name the features
MATLAB_NUMBERS = {"double", "single", "logical", "sparse"} | {f"{u}int{b}" for u in ("", "u") for b in (8, 16, 32, 64)}


def read_npy(path: Path, drop: Sequence[str]) -> Table:
    """One array; of Python objects none, since reading them may run any code."""
    with readable(path), path.open("rb") as stream:
        if stream.read(6) != b"\x93NUMPY":
            raise BadTable(f"{path} is not a .npy file: write it with numpy.save")
        stream.seek(0)
        X = _without_objects(path, lambda: np.lib.format.read_array(stream, allow_pickle=False))
    return from_array(path, X, drop)


def read_npz(path: Path, drop: Sequence[str], *, key: str | None = None) -> Table:
    """Arrays of which one is a table, or a sparse matrix as scipy.sparse.save_npz writes it."""
    # opened here, since NumPy and SciPy leave a broken file open
    with readable(path), path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
        if key is None and {"format", "shape", "data"} <= set(arrays.files):
            stream.seek(0)
            return from_array(path, sparse.load_npz(stream), drop)
        shapes = {}
        for name in arrays.files:
            try:
                X = _without_objects(path, lambda name=name: arrays[name])
            except BadTable:
                if name == key or len(arrays.files) == 1:
                    raise
                continue  # objects beside the table, such as labels, do no harm unread
            if X.dtype.kind in "biuf":
                shapes[name] = X.shape
        key = _chosen(path, shapes, key)
        return from_array(path, arrays[key], drop, key=key)


def read_mat(path: Path, drop: Sequence[str], *, key: str | None = None) -> Table:
    """A MATLAB file up to version 7.2; 7.3 is HDF5, and refused."""
    with readable(path), path.open("rb") as stream:
        try:
            listed = matlab.whosmat(stream)
        except NotImplementedError as error:
            raise BadTable(
                f"{path} is a MATLAB 7.3 (HDF5) file, which is not supported: in MATLAB, save(file, 'X', '-v7')"
            ) from error
        kinds = {name: kind for name, _, kind in listed if kind in MATLAB_NUMBERS}
        key = _chosen(path, {name: shape for name, shape, _ in listed if name in kinds}, key)
        stream.seek(0)
        X = matlab.loadmat(stream, variable_names=[key])[key]
        if kinds[key] == "single" and X.dtype.kind in "iu":  # which MATLAB may save single precision as
            X = X.astype(np.float32)
        return from_array(path, X, drop, key=key)


def _without_objects(path: Path, read: Any) -> Any:
    try:
        return read()
    except ValueError as error:
        if "allow_pickle" not in str(error):
            raise
        raise BadTable(
            f"{path} holds Python objects, which only unpickling could read, and that may run any code; "
            "save a plain array of numbers"
        ) from error


def _chosen(path: Path, shapes: Mapping[str, tuple[int, ...]], key: str | None) -> str:
    """The array asked for, the only table, or the one with a customary name."""
    tables = {name: shape for name, shape in shapes.items() if len(shape) == 2 and min(shape) > 1}
    listed = ", ".join(f"{name} ({' × '.join(map(str, shape))})" for name, shape in list(shapes.items())[:SHOWN])
    holds = f"it holds {listed}{', …' * (len(shapes) > SHOWN)}" if shapes else "it holds no array of numbers"
    if key is not None:
        if key not in shapes:
            raise BadTable(f"{path} has no array of numbers named {key!r}; {holds}")
        return key
    if not tables:
        raise BadTable(f"{path} holds no table, an array of several rows and columns; {holds}")
    if len(tables) == 1:
        return next(iter(tables))
    for name in PREFERRED:
        if name in tables:
            return name
    raise BadTable(f"{path} holds several tables; say which with --key: {holds.removeprefix('it holds ')}")
