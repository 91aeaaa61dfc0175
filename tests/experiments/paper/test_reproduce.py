"""The paper on a small scale: complete, the same however it is run, and never begun again."""

from pathlib import Path
import random
import re
import signal
import subprocess
import sys
import time
import warnings

from joblib import parallel_config
import numpy as np
import pandas as pd
import pytest

from golfs.cli import main
from golfs.experiments.paper import TARGETS, plan, reproduce, seconds, tables, write
from golfs.experiments.paper import _sweep as sweep_module
from golfs.experiments.paper._protocol import DEFAULTS, METHODS, PRINTED, TUNED, label, settings_of
from golfs.metrics import _evaluate
from golfs.selectors import GOLFS


def frame(results):
    return pd.DataFrame(results.rows())


@pytest.fixture
def everything(tiny, data_home):
    return plan(list(TARGETS), "quick", data_home=data_home)


def test_all_of_it(everything, tmp_path):
    shares = []
    results = reproduce(everything, cells=tmp_path / "cells", done=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    paths = write(everything, results, tmp_path, elapsed=60.0, command="golfs reproduce all")
    names = {path.relative_to(tmp_path).as_posix() for path in paths}
    assert {"index.html", "findings.md", "results.parquet"} <= names
    tables_of = {name[len("tables/") : -len(".csv")] for name in names if name.endswith(".csv")}
    assert tables_of == {
        *(f"table{i}-example{k}" for i in (1, 2) for k in (1, 2)),
        *(f"tableC{k}-{by}" for k in (1, 2) for by in ("kmeans", "hierarchical", "spectral")),
        *("bbc-confusion-tuned", "bbc-confusion-label-free", "bbc-confusion-published", "real-bbc", "real-yale"),
        *("paired", "updates", "representation", "nmi", "yale-unmapped"),
    }
    figures = {name[len("figures/") : -len(".png")] for name in names if name.endswith(".png")}
    assert figures == {
        *("bbc-keywords", "bbc-clouds", "yale-sample", "yale-reconstructed", "objective"),
        *(f"sensitivity-{data}" for data in ("example1", "example2", "bbc", "yale")),
    }
    assert all(path.stat().st_size > 100 for path in paths)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count("<table") >= len(tables_of)
    assert page.count("<img") == len(figures)
    words = (tmp_path / "findings.md").read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b|None|inf\b", words)
    for said in ("does not descend", "learns nothing", "not normalised", "below chance", "published"):
        assert said in words

    rows = pd.read_parquet(tmp_path / "results.parquet")
    assert list(rows.columns) == ["data", "draw", "method", "setting", "clusterer", "measure", "value"]
    assert not rows.duplicated(list(rows.columns[:-1])).any()
    assert rows.value.notna().all()
    assert set(rows.method) == set(METHODS)
    found = rows[(rows.data == "Example 2") & (rows.method == "GOLFS") & (rows.setting == DEFAULTS)]
    assert found[found.measure == "TP(10)"].value.mean() > 8


def test_any_number_of_jobs_and_any_backend_give_the_same(tiny, data_home):
    small = plan(["table1", "tableC1", "findings"], "quick", data_home=data_home)
    one = frame(reproduce(small))
    with parallel_config("threading"):
        pd.testing.assert_frame_equal(frame(reproduce(small, n_jobs=2)), one)
    assert len(one)


def test_tuning_takes_the_setting_of_the_highest_mean_accuracy_for_all_draws(tiny):
    results = reproduce(plan(["table2"], "quick"))
    rows = frame(results)
    grid = rows[(rows.data == "Example 1") & (rows.method == "NDFS") & (rows.measure == "ACC")]
    grid = grid[grid.setting != DEFAULTS]
    means = grid.groupby("setting").value.mean()
    assert results.values("Example 1", "NDFS", TUNED, "ACC").mean() == pytest.approx(means.max())
    assert len(means) == 4
    assert len(grid) == 8


def test_a_setting_is_fitted_as_it_says(tiny, data_home):
    """The ranking kept for a setting is that of a separate fit."""
    swept = reproduce(plan(["sensitivity"], "quick", data_home=data_home)).sweeps["Example 2", "GOLFS"][1]
    subject = plan(["table1"], "quick").subjects["Example 2"][1]
    X = subject.load().X
    setting = settings_of(METHODS["GOLFS"], tiny)[2]
    order = swept["orders"][swept["settings"][label(setting)]["order"]]
    with warnings.catch_warnings(action="ignore"):
        fitted = GOLFS(5, random_state=0, **setting).fit(X)
    assert order == np.argsort(fitted.ranking_).tolist()


def test_the_printed_algorithm_is_the_printed_algorithm():
    fixed = METHODS[PRINTED].fixed
    assert (fixed["solver"], fixed["center"], fixed["scale"], fixed["gamma"]) == ("paper", False, "none", 1e8)
    assert not METHODS[PRINTED].has_defaults


def test_stage_1_and_graphs_are_made_once_and_k_means_once_for_a_set_of_features(tiny, monkeypatch):
    made, sets = [], []
    prepare, kmeans = GOLFS._prepare, _evaluate.CLUSTERERS["kmeans"]
    monkeypatch.setattr(GOLFS, "_prepare", lambda self, X: made.append(1) or prepare(self, X))
    monkeypatch.setitem(
        _evaluate.CLUSTERERS, "kmeans", lambda X, c, seeds: sets.append(X.tobytes()) or kmeans(X, c, seeds)
    )
    subject = plan(["table1"], "quick").subjects["Example 1"][0]
    swept = sweep_module.sweep(subject, "GOLFS", tiny._replace(powers=(-2, 0, 1, 2, 3)), 0)
    assert len({tuple(order) for order in swept["orders"]}) == len(swept["orders"]) < len(swept["settings"])
    assert len(made) == 2  # of the default fit, and of all others
    assert len(sets) == len(set(sets))


def test_data_that_are_not_there_are_said_to_be_missing(tiny, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("golfs.datasets._fetch.extra", _offline)
    found = plan(["table1", "bbc", "yale"], "quick", data_home=tmp_path)
    assert set(found.missing) == {"BBC", "Yale"}
    results = reproduce(found)
    paths = write(found, results, tmp_path / "out", elapsed=1.0, command="golfs reproduce")
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "Not run: " in page
    assert "put" in found.missing["BBC"]
    assert any(path.name == "table1-example1.csv" for path in paths)
    with pytest.raises(ModuleNotFoundError, match="put the file there yourself"):
        plan(["bbc"], "quick", data_home=tmp_path)
    assert list(reproduce(plan(["findings"], "quick", data_home=tmp_path)).findings)  # all but Yale's


def _offline(name, **how):
    raise ModuleNotFoundError(f"no {name}: put the file there yourself")


def test_without_out_it_prints_and_writes_nothing(tiny, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", "table1"]) == 0
    printed = capsys.readouterr()
    assert "Table 1: Example 1, 2 draws" in printed.out
    assert ["GOLFS", "published", "8.81"] in [line.split()[:3] for line in printed.out.splitlines()]
    assert "golfs: about " in printed.err
    assert "100 %" in printed.err
    assert list(tmp_path.iterdir()) == []


def test_finished_results_are_replaced_only_by_force_and_cells_serve_again(
    tiny, data_home, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("GOLFS_DATA_HOME", str(data_home))
    command = ["reproduce", "findings", "--out", str(tmp_path / "out")]
    assert main(command) == 0
    assert main(command) == 2
    assert "--force replaces it" in capsys.readouterr().err
    cells = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "cells").iterdir()}
    assert cells
    assert main([*command, "--force"]) == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "cells").iterdir()} == cells
    (tmp_path / "out" / "index.html").unlink()  # as if it had been cut while writing
    assert main(command) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["reproduce", "table3"], "no part of the paper is called 'table3'"),
        (["reproduce", "--scale", "huge"], "--scale"),
        (["reproduce", "--jobs", "0"], "n_jobs=0"),
        (["reproduce", "--seed", "-1"], "--seed"),
    ],
)
def test_bad_input_is_one_sentence(arguments, said, capsys):
    assert main(arguments) == 2
    printed = capsys.readouterr().err
    assert said in printed
    assert printed.count("\n") == 1


def test_the_estimate_grows_with_the_work_and_falls_with_the_jobs(tiny):
    small, large = (plan(targets, "quick") for targets in (["tableC1"], ["table1", "tableC1"]))
    assert seconds(large, 1) > seconds(small, 1)
    assert seconds(large, 100) < seconds(large, 1)


def test_tables_as_text_have_aligned_columns(tiny, data_home):
    found = plan(["findings"], "quick", data_home=data_home)
    lines = tables(found, reproduce(found))[0].splitlines()
    assert len({len(line) for line in lines[1:]}) == 1


def test_killed_five_times_and_continued_it_ends_the_same(tiny, data_home, tmp_path, monkeypatch):
    """kill -9 at any moment loses what was in flight and nothing else."""
    monkeypatch.setenv("GOLFS_DATA_HOME", str(data_home))
    whole = tmp_path / "whole"
    assert main(["reproduce", "table1", "tableC2", "findings", "--out", str(whole)]) == 0
    cells = sorted(path.name for path in (whole / "cells").iterdir())
    out = tmp_path / "cut"
    chance = random.Random(0)
    kept = 0
    for _ in range(5):
        child = _start(out)
        deadline = time.monotonic() + 60
        wanted = kept + chance.randint(0, 3)
        while child.poll() is None and _finished(out) < wanted and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(chance.random() * 0.3)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert _finished(out) >= kept
        kept = _finished(out)
    assert kept < len(cells)
    assert _start(out).wait() == 0
    assert sorted(path.name for path in (out / "cells").iterdir()) == cells
    for name in ("results.parquet", "findings.md"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


def _start(out):
    script = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import conftest
from pytest import MonkeyPatch
conftest.shrink(MonkeyPatch())
from golfs.cli import main
sys.exit(main(["reproduce", "table1", "tableC2", "findings", "--out", {str(out)!r}]))
"""
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _finished(out):
    cells = out / "cells"
    return (
        sum(path.suffix == ".json" and not path.name.startswith(".") for path in cells.iterdir())
        if cells.is_dir()
        else 0
    )
