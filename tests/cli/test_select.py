"""golfs select reads, prints and writes; without --out it writes nothing."""

import json
import logging
import os
from pathlib import Path
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import adjusted_rand_score

from golfs import GOLFS
from golfs.cli import main
from golfs.selectors import METHODS, Selector


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_it_prints_the_best_features_and_writes_nothing(table, options, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(options) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "table.csv: 60 samples × 20 features"
    rows = [re.fullmatch(r" +(\d+)  (f\d) +([\d.]+)  cluster \d: (?:higher|lower) by \d\.\d sd", x) for x in lines[3:8]]
    assert [row[1] for row in rows] == list("12345")
    assert sorted(row[2] for row in rows) == ["f0", "f1", "f2", "f3", "f4"]
    assert "3 clusters, with their numbers of samples: 0 (20), 1 (20), 2 (20)" in lines
    assert "5 of 20 features selected" in lines
    assert files(tmp_path) == ["table.csv"]


def test_it_says_where_a_feature_stands_out(tmp_path, capsys):
    X = np.random.RandomState(0).randn(60, 4)
    X[:20, 1] -= 9
    X[40:, 2] += 9
    np.save(tmp_path / "x.npy", X)
    assert main(["select", str(tmp_path / "x.npy"), "--clusters", "3", "--features", "2", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    labels = pd.read_csv(tmp_path / "clusters.csv")["cluster"]
    assert re.search(rf"  1 +[\d.]+  cluster {labels[0]}: lower", printed)
    assert re.search(rf"  2 +[\d.]+  cluster {labels[59]}: higher", printed)


def test_it_writes_what_the_estimator_finds(table, options, tmp_path, capsys):
    out = tmp_path / "new" / "results"
    assert main([*options, "--out", str(out), "--seed", "3"]) == 0
    assert f"wrote to {out}: features.csv, clusters.csv, selection.json" in capsys.readouterr().out
    frame = pd.read_csv(table, index_col="id").drop(columns="label")
    selector = GOLFS(3, n_features_to_select=5, random_state=3).fit(frame)
    features = pd.read_csv(out / "features.csv").set_index("feature").loc[frame.columns]
    np.testing.assert_array_equal(features["rank"], selector.ranking_)
    np.testing.assert_allclose(features["score"], selector.scores_, rtol=1e-10)
    np.testing.assert_array_equal(features["selected"], selector.get_support())
    clusters = pd.read_csv(out / "clusters.csv")
    assert list(clusters["sample"]) == list(frame.index)
    assert adjusted_rand_score(clusters["cluster"], np.arange(60) // 20) == 1
    record = json.loads((out / "selection.json").read_text())
    assert (record["seed"], record["data"]["name"], record["n_selected"]) == (3, "table.csv", 5)
    assert record["seconds"] > 0


def test_parameters_reach_the_method(options, tmp_path):
    given = ["kappa=30", "lam=0.5", "center=false", "solver=multiplicative", "scale=none", "max_iter=2000"]
    flags = [word for parameter in given for word in ("--param", parameter)]
    assert main([*options, *flags, "--method", "GOLFS", "--out", str(tmp_path)]) == 0
    record = json.loads((tmp_path / "selection.json").read_text())["given"]
    expected = {
        "kappa": 30,
        "lam": 0.5,
        "center": False,
        "solver": "multiplicative",
        "scale": "none",
        "max_iter": 2000,
        "n_clusters": 3,
        "n_features_to_select": 5,
        "random_state": 0,
    }
    assert {name: record[name] for name in expected} == expected


@pytest.mark.parametrize(("share", "count"), [("0.1", 2), ("1.0", 20), ("1", 1)])
def test_features_as_a_share(options, share, count, capsys):
    options[options.index("--features") + 1] = share
    assert main(options) == 0
    assert f"{count} of 20 features selected" in capsys.readouterr().out


def test_top_features_are_of_the_selected(options, capsys):
    assert main([*options, "--top", "2"]) == 0
    assert len(re.findall(r"^ +\d+  f\d", capsys.readouterr().out, re.MULTILINE)) == 2
    assert main([*options, "--top", "50"]) == 0
    assert len(re.findall(r"^ +\d+  f\d", capsys.readouterr().out, re.MULTILINE)) == 5


def test_progress_goes_to_the_error_stream_with_what_the_estimator_says(table, options, capsys):
    assert main(options) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith(f"golfs: reading {table}\ngolfs: selecting among 20 features of 60 samples\n")
    assert re.search(r"^golfs: kappa = [\d.]+$", printed.err, re.MULTILINE)
    assert "golfs:" not in printed.out
    assert not logging.getLogger("golfs").handlers


def test_progress_on_a_terminal_is_one_line(options, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # which rich takes for a terminal
    monkeypatch.setenv("TERM", "xterm")
    assert main(options) == 0
    err = capsys.readouterr().err
    assert "golfs: " not in err
    assert "\x1b[?25l" in err  # the cursor is hidden while the line changes
    assert err.rstrip().endswith("\x1b[2K")  # and at the end the line is gone


def test_progress_without_rich(options, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert main(options) == 0
    assert "golfs: selecting among" in capsys.readouterr().err


def test_quiet_prints_nothing_but_writes(options, tmp_path, capsys):
    assert main([*options, "--quiet", "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr() == ("", "")
    assert files(tmp_path / "out") == ["clusters.csv", "features.csv", "selection.json"]


@pytest.fixture
def nothing_found(options, monkeypatch):
    """A run in which "auto" finds no feature."""
    fit = GOLFS._fit
    monkeypatch.setattr(GOLFS, "_fit", lambda self, X: 0 * fit(self, X))
    options[options.index("--features") + 1] = "auto"
    return options


def test_warnings_become_notes_that_name_the_options(nothing_found, capsys):
    assert main([*nothing_found, "--quiet"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("golfs: note: no feature stands out")
    assert "set --features to a number" in printed.err
    assert printed.err.count("\n") == 1


def test_without_a_selection_it_still_shows_the_best(nothing_found, capsys):
    assert main(nothing_found) == 0
    printed = capsys.readouterr().out
    assert len(re.findall(r"^ +\d+  f\d+ +[\d.]+$", printed, re.MULTILINE)) == 10
    assert "0 of 20 features selected" in printed


def test_the_array_of_a_mat_is_named(tmp_path, capsys):
    from scipy.io import savemat

    X = np.random.RandomState(0).randn(30, 6)
    savemat(tmp_path / "x.mat", {"other": X[:5], "fea": X})
    assert main(["select", str(tmp_path / "x.mat"), "--clusters", "2", "--features", "2"]) == 0
    assert capsys.readouterr().out.startswith("x.mat, array fea: 30 samples × 6 features\n")


def test_existing_results_are_refused_before_the_file_is_read(options, tmp_path, capsys):
    (tmp_path / "clusters.csv").write_text("old")
    before = files(tmp_path)
    options[1] = str(tmp_path / "absent.csv")
    assert main([*options, "--out", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert "clusters.csv exists" in err
    assert "--force" in err
    assert files(tmp_path) == before


def test_force_replaces_existing_results(options, tmp_path):
    (tmp_path / "clusters.csv").write_text("old")
    assert main([*options, "--out", str(tmp_path), "--force"]) == 0
    assert (tmp_path / "clusters.csv").read_text().startswith("sample,cluster\n")


@pytest.mark.parametrize("place", ["fit", "write"])
def test_an_interrupt_ends_in_one_line_and_leaves_nothing(options, tmp_path, monkeypatch, capsys, place):
    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(*((GOLFS, "_fit") if place == "fit" else (os, "replace")), interrupt)
    if place == "write":
        monkeypatch.setattr(Path, "replace", interrupt)
    out = tmp_path / "out"
    assert main([*options, "--out", str(out)]) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "golfs: interrupted"
    assert not out.exists() or files(out) == []
    assert not logging.getLogger("golfs").handlers


class _Variance(Selector):
    """A method without clusters, or anything random."""

    def __init__(self, n_features_to_select="auto"):
        self.n_features_to_select = n_features_to_select

    def _fit(self, X):
        self.scores_ = X.var(axis=0)
        return 3


def test_a_method_that_does_not_cluster(options, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(METHODS, "variance", _Variance)
    assert main([*options, "--method", "variance"]) == 2
    assert "--method variance takes no --clusters" in capsys.readouterr().err
    del options[2:4]
    out = tmp_path / "out"
    assert main([*options, "--method", "variance", "--out", str(out)]) == 0
    assert files(out) == ["features.csv", "selection.json"]
    assert "cluster" not in capsys.readouterr().out
    record = json.loads((out / "selection.json").read_text())
    assert (record["seed"], record["objective_path"]) == (None, None)


def test_from_a_shell(table, options, tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "golfs", *options, "--out", "out"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("table.csv: 60 samples ? 20 features\n")  # × is beyond this terminal's letters
    assert files(tmp_path) == ["out", "table.csv"]
    again = subprocess.run(
        [sys.executable, "-m", "golfs", *options, "--out", "out"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == ("golfs: out/features.csv exists; --force replaces it (in Python, force=True)\n")
