"""golfs bench."""

import csv

import pytest
from scipy.io import savemat

from golfs.cli import main
from golfs.datasets import make_golfs_example2


@pytest.fixture
def folder(tmp_path):
    X, y, _ = make_golfs_example2(40, 60, clusters=2, random_state=5)
    (tmp_path / "data").mkdir()
    savemat(tmp_path / "data" / "small.mat", {"X": X, "Y": y[:, None] + 1})
    return tmp_path


def command(folder, *more):
    return [
        "bench",
        "--data-dir",
        str(folder / "data"),
        "--draws",
        "0",
        "--methods",
        "variancescore,allfeatures",
        *more,
    ]


def test_it_prints_and_without_out_writes_nothing(folder, capsys):
    before = sorted(folder.rglob("*"))
    assert main(command(folder)) == 0
    printed = capsys.readouterr()
    assert "| VarianceScore |" in printed.out
    assert "Accuracy of k-means" in printed.out
    assert "2 of 2 fits" in printed.err
    assert sorted(folder.rglob("*")) == before


def test_it_writes_tables_and_goes_on_from_finished_fits(folder, capsys):
    out = folder / "out"
    assert main(command(folder, "--out", str(out))) == 0
    rows = list(csv.DictReader((out / "comparison.csv").read_text().splitlines()))
    assert [row["method"] for row in rows] == ["VarianceScore", "AllFeatures"]
    assert len(list((out / "cells").iterdir())) == 2
    assert main(command(folder, "--out", str(out))) == 2
    assert "--force replaces it" in capsys.readouterr().err
    times = {path: path.stat().st_mtime_ns for path in (out / "cells").iterdir()}
    assert main(command(folder, "--out", str(out), "--force")) == 0
    assert {path: path.stat().st_mtime_ns for path in (out / "cells").iterdir()} == times


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bench", "--methods", "golfs,magic"], "must name some of"),
        (["bench", "--draws", "0"], "nothing to compare on"),
        (["bench", "--data-dir", "nowhere"], "is not a folder of data sets"),
        (["bench", "--draws", "-1"], "--draws"),
        (["bench", "--draws", "1", "--jobs", "0"], "n_jobs=0"),
    ],
)
def test_bad_input_is_one_sentence(arguments, said, capsys):
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Traceback" not in printed.err
    assert printed.err.count("\n") == 1
