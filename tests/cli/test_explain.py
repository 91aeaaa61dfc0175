"""golfs explain fits as golfs select does, and says why."""

from dataclasses import asdict
import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from golfs import GOLFS
from golfs.cli import main


@pytest.fixture
def explain(options):
    """The same reading and method as select has."""
    return ["explain", *options[1:]]


def explained(folder):
    return json.loads((folder / "explanation.json").read_text(encoding="utf-8"))


def test_it_explains_the_features_that_are_named(explain, capsys):
    assert main([*explain, "--feature", "f7", "--feature", "f0", "--feature", "f7"]) == 0
    texts = capsys.readouterr().out.split("\n\n")
    titles = [text.splitlines()[0] for text in texts if ": rank " in text]
    assert [title.split(":")[0] for title in titles] == ["f7", "f0"]
    assert "not selected: " in titles[0]
    assert titles[1].endswith("; selected, as 5 are")
    assert any(text.startswith("selected instead, most correlated with it:") for text in texts)


def test_it_explains_the_best_ones_if_none_is_named(explain, capsys):
    for flags, count in (([], 5), (["--top", "2"], 2), (["--top", "100"], 20)):
        assert main([*explain, *flags, "--quiet"]) == 0
        assert capsys.readouterr() == ("", "")
        assert main([*explain, *flags]) == 0
        printed = capsys.readouterr()
        assert printed.out.count(": rank ") == count
        assert printed.err.startswith("golfs: reading ")


def test_it_writes_what_the_estimator_says(table, explain, tmp_path, capsys):
    out = tmp_path / "new" / "results"
    assert main([*explain, "--feature", "f7", "--out", str(out), "--seed", "3"]) == 0
    printed = capsys.readouterr().out
    assert f"wrote to {out}: explanation.json" in printed
    assert [path.name for path in out.iterdir()] == ["explanation.json"]
    frame = pd.read_csv(table, index_col="id").drop(columns="label")
    answer = GOLFS(3, n_features_to_select=5, random_state=3).fit(frame).why("f7", frame)
    assert str(answer) in printed
    record = explained(out)
    assert (record["seed"], record["method"], record["data"]["name"]) == (3, "GOLFS", "table.csv")
    assert record["explanations"] == [json.loads(json.dumps(asdict(answer)))]


def test_columns_without_names_go_by_number(tmp_path, capsys):
    rng = np.random.default_rng(0)
    counts = rng.poisson(0.5, (60, 12)).astype(float)
    counts[:30, 3] += 5
    sparse.save_npz(tmp_path / "x.npz", sparse.csr_array(counts))
    given = ["explain", str(tmp_path / "x.npz"), "--clusters", "2", "--features", "2", "--out", str(tmp_path)]
    assert main([*given, "--feature", "3"]) == 0
    assert capsys.readouterr().out.startswith("3: rank ")
    (answer,) = explained(tmp_path)["explanations"]
    assert answer["feature"] == "3"
    assert 1.0 in [cluster["nonzero"] for cluster in answer["clusters"]]


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (["--feature", "f77"], ["no feature is called 'f77'; did you mean 'f7'"]),
        (["--feature", "label"], ["no feature is called 'label'"]),
        (["--method", "variancescore"], ["--method variancescore", "golfs, ifpca, ndfs, sparsekmeans"]),
        (["--top", "0"], ["--top", "'0'"]),
        (["--param", "kapa=3"], ["'kapa'"]),
        (["--feature"], ["--feature", "golfs explain --help"]),
    ],
)
def test_bad_input_is_one_sentence_before_any_fit(explain, change, parts, monkeypatch, capsys):
    monkeypatch.setattr(GOLFS, "_fit", None)
    if "variancescore" in change:
        del explain[2:4]
    assert main([*explain, *change]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    last = printed.err.splitlines()[-1]
    assert all(part in last for part in parts), last


def test_an_existing_file_is_refused_before_reading_and_replaced_with_force(explain, tmp_path, capsys):
    (tmp_path / "explanation.json").write_text("old")
    absent = [*explain]
    absent[1] = str(tmp_path / "absent.csv")
    assert main([*absent, "--out", str(tmp_path)]) == 2
    assert "explanation.json exists; --force" in capsys.readouterr().err
    assert (tmp_path / "explanation.json").read_text() == "old"
    assert main([*explain, "--out", str(tmp_path), "--force"]) == 0
    assert len(explained(tmp_path)["explanations"]) == 5


def test_an_interrupt_leaves_nothing(explain, tmp_path, monkeypatch, capsys):
    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    monkeypatch.setattr(Path, "replace", interrupt)
    out = tmp_path / "out"
    assert main([*explain, "--out", str(out)]) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "golfs: interrupted"
    assert list(out.iterdir()) == []
