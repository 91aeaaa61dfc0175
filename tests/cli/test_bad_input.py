"""Bad input ends with exit code 2 and one clear sentence, without a traceback."""

import sys

import numpy as np
import pytest

from golfs.cli import main


def refused(capsys, arguments, *parts):
    assert main([str(word) for word in arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    last = printed.err.splitlines()[-1]
    assert last.startswith("golfs: ")
    assert "Traceback" not in printed.err
    for part in parts:
        assert part in last, last


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"--clusters": "1"}, ["--clusters", "'1'", "integer of at least 2"]),
        ({"--clusters": "2.5"}, ["--clusters", "'2.5'", "integer"]),
        ({"--clusters": "61"}, ["--clusters=61", "60 samples"]),
        ({"--features": "0"}, ["--features", "'0'", "0.1", "auto"]),
        ({"--features": "1.5"}, ["--features", "'1.5'"]),
        ({"--features": "some"}, ["--features", "'some'"]),
        ({"--features": "21"}, ["--features=21", "20 features"]),
        ({"--seed": "-1"}, ["--seed", "'-1'"]),
        ({"--seed": "x"}, ["--seed", "'x'"]),
        ({"--top": "0"}, ["--top", "'0'"]),
        ({"--method": "magic"}, ["--method magic", "known are allfeatures"]),
        ({"--param": "kappa"}, ["--param", "'kappa'", "NAME=VALUE"]),
        ({"--param": "kapa=3"}, ["'kapa'", "kappa", "solver"]),
        ({"--param": "n_clusters=3"}, ["give --clusters"]),
        ({"--param": "verbose=1"}, ["'verbose'"]),
        ({"--param": "kappa=-1"}, ["kappa=-1"]),
        ({"--param": "solver=magic"}, ["solver='magic'", "'discrete'"]),
        ({"--param": "n_neighbors=60"}, ["n_neighbors=60"]),
        ({"--index": "name"}, ["no column 'name'", "index"]),
        ({"--drop": "age"}, ["no column 'age'", "drop"]),
        ({"--key": "X"}, ["key means nothing in a .csv file"]),
        ({"--cluster": "3"}, ["unrecognized", "--cluster"]),
    ],
)
def test_options(capsys, options, change, parts):
    for option, value in change.items():
        if option in options and option != "--drop":
            options[options.index(option) + 1] = value
        else:
            options += [option, value]
    refused(capsys, options, *parts)


def test_clusters_are_needed(capsys, table):
    refused(capsys, ["select", table], "--method golfs", "give --clusters")


def test_text_columns_say_drop(capsys, table):
    refused(capsys, ["select", table, "--clusters", 3], "'id', 'label'", "--drop")


def test_no_command_and_an_unknown_one(capsys):
    refused(capsys, [], "COMMAND", "golfs --help")
    refused(capsys, ["guess"], "guess", "golfs --help")


def test_a_missing_file_and_a_folder(capsys, tmp_path):
    refused(capsys, ["select", tmp_path / "x.csv", "--clusters", 3], "x.csv does not exist")
    refused(capsys, ["select", tmp_path, "--clusters", 3], "is a folder")


@pytest.mark.parametrize(
    ("X", "parts"),
    [
        (np.where(np.arange(200).reshape(20, 10) == 57, np.nan, 1.0), ["1 NaN", "row 5, column 7"]),
        (np.where(np.arange(200).reshape(20, 10) == 57, np.inf, 1.0), ["1 infinity"]),
        (np.ones((20, 10)), ["constant"]),
        (np.repeat(np.eye(10)[:2], 10, axis=0), ["--clusters=3", "2 distinct rows"]),
        (np.ones((1, 10)), ["1 sample"]),
    ],
)
def test_what_the_estimator_refuses(capsys, tmp_path, X, parts):
    np.save(tmp_path / "x.npy", X)
    refused(capsys, ["select", tmp_path / "x.npy", "--clusters", 3], *parts)


def test_several_lines_of_an_error_become_one(capsys, table, options, monkeypatch):
    def fail(*args, **kwargs):
        raise ValueError("n_clusters is odd:\n  so is\tthis")

    monkeypatch.setattr("golfs.cli._method.read_table", fail)
    refused(capsys, options, "golfs: --clusters is odd: so is this")


def test_too_large_a_table(capsys, options, monkeypatch):
    def fail(*args, **kwargs):
        raise MemoryError("Unable to allocate 5 TiB")

    monkeypatch.setattr("golfs.cli._method.read_table", fail)
    refused(capsys, options, "not enough memory", "5 TiB")


def test_an_output_folder_that_is_a_file(capsys, table, options):
    refused(capsys, [*options, "--out", table], "is a file, not a folder")


def test_pandas_is_missing(capsys, options, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    refused(capsys, options, "needs pandas", "pip install 'golfs[cli]'")


def test_a_defect_is_not_hidden(options, monkeypatch):
    def fail(*args, **kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr("golfs.cli._method.read_table", fail)
    with pytest.raises(ZeroDivisionError):
        main(options)
