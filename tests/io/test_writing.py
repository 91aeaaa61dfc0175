"""Results appear whole or not at all, and say how they came about."""

import csv
import json
import os

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from golfs import GOLFS
from golfs.datasets import load_demo
from golfs.io import Table, check_targets, selection_files, write_selection, write_whole

DEMO = load_demo()


@pytest.fixture(scope="module")
def selector():
    return GOLFS(n_clusters=5, n_features_to_select=20, affinity="local", random_state=0).fit(DEMO.X)


@pytest.fixture(scope="module")
def table():
    return Table(DEMO.X, DEMO.names, [f"digit {i}" for i in range(300)], "digits.csv")


def write(content):
    return lambda path: path.write_text(content)


def test_files_appear_with_their_content_and_nothing_else(tmp_path):
    write_whole({tmp_path / "a.txt": write("A"), tmp_path / "b.txt": write("B")})
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a.txt": "A", "b.txt": "B"}


def test_no_file_is_visible_before_all_are_complete(tmp_path):
    seen = []

    def spy(path):
        seen.extend(other.name for other in tmp_path.iterdir() if not other.name.startswith(".golfs-"))
        path.write_text("B")

    write_whole({tmp_path / "a.txt": write("A"), tmp_path / "b.txt": spy})
    assert seen == []
    assert (tmp_path / "a.txt").exists()


@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_a_failure_leaves_everything_as_it_was(tmp_path, error):
    old = tmp_path / "a.txt"
    old.write_text("old")

    def fail(path):
        path.write_text("half")
        raise error

    with pytest.raises(type(error)):
        write_whole({old: write("new"), tmp_path / "b.txt": fail}, force=True)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a.txt": "old"}


def test_an_existing_file_is_replaced_only_by_force(tmp_path):
    old = tmp_path / "b.txt"
    old.write_text("old")
    files = {tmp_path / "a.txt": write("A"), old: write("new")}
    with pytest.raises(FileExistsError, match=r"b\.txt exists; --force"):
        write_whole(files)
    assert [path.name for path in tmp_path.iterdir()] == ["b.txt"]
    assert old.read_text() == "old"
    write_whole(files, force=True)
    assert old.read_text() == "new"


def test_the_temporary_file_keeps_the_suffix(tmp_path):
    suffixes = []
    write_whole({tmp_path / "a.npy": lambda path: (suffixes.append(path.suffix), np.save(path, [1]))})
    assert suffixes == [".npy"]


def test_targets_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="is a file, not a folder"):
        check_targets([tmp_path / "file" / "deep" / "a.csv"])
    with pytest.raises(IsADirectoryError, match="is a folder"):
        check_targets([tmp_path], force=True)
    check_targets([tmp_path / "new" / "deep" / "a.csv"])
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write anywhere, so not by chmod
    with pytest.raises(PermissionError, match="no permission"):
        check_targets([tmp_path / "a.csv"])


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(FileNotFoundError, match="folder that does not exist"):
        write_whole({tmp_path / "new" / "a.txt": write("A")})


def test_features_are_written_in_order_of_rank(tmp_path, selector, table):
    write_selection(selector, table, tmp_path / "new" / "out")
    frame = pd.read_csv(tmp_path / "new" / "out" / "features.csv", dtype={"score": str})
    assert list(frame.columns) == ["rank", "feature", "score", "selected"]
    order = np.argsort(selector.ranking_)
    np.testing.assert_array_equal(frame["rank"], np.arange(1, 257))
    np.testing.assert_array_equal(frame["score"].map(float), selector.scores_[order])  # older pandas rounds
    assert list(frame["feature"]) == [DEMO.names[j] for j in order]
    assert frame["selected"].dtype == bool
    assert frame["selected"].tolist() == [True] * 20 + [False] * 236


def test_clusters_are_written_in_order_of_samples(tmp_path, selector, table):
    write_selection(selector, table, tmp_path)
    frame = pd.read_csv(tmp_path / "clusters.csv")
    assert list(frame["sample"]) == table.samples
    np.testing.assert_array_equal(frame["cluster"], selector.labels_)


def test_the_record_is_strict_json_and_enough_to_repeat_the_run(tmp_path, selector, table):
    paths = write_selection(selector, table, tmp_path, seconds=1.5)
    assert [path.name for path in paths] == ["features.csv", "clusters.csv", "selection.json"]

    def refuse(constant):
        pytest.fail(f"{constant} is not JSON")

    content = (tmp_path / "selection.json").read_text(encoding="utf-8")
    record = json.loads(content, parse_constant=refuse)
    assert str(tmp_path) not in content
    assert record["data"] == {
        "name": "digits.csv",
        "key": None,
        "n_samples": 300,
        "n_features": 256,
        "dtype": "float64",
    }
    assert (record["method"], record["seed"], record["seconds"], record["n_selected"]) == ("GOLFS", 0, 1.5, 20)
    assert record["objective_path"] == list(selector.objective_path_)
    assert record["chosen"]["kappa"] is None  # nan: there is no global graph
    assert record["chosen"]["alpha"] == selector.alpha_
    assert set(record["versions"]) == {"golfs", "numpy", "scipy", "scikit-learn", "python"}
    again = GOLFS(**record["given"]).fit(DEMO.X)
    np.testing.assert_array_equal(again.ranking_, selector.ranking_)


def test_arrays_among_the_parameters_do_not_break_the_record(tmp_path, selector):
    init = selector.labels_
    S = sparse.eye_array(300, format="csr")
    S = S + sparse.csr_array(np.equal.outer(init, init).astype(float))
    fitted = GOLFS(5, init=init, affinity=S, random_state=np.random.RandomState(0), sigma=np.float32(2)).fit(DEMO.X)
    write_selection(fitted, Table(DEMO.X), tmp_path)
    given = json.loads((tmp_path / "selection.json").read_text())["given"]
    assert given["init"] == init.tolist()
    assert given["affinity"] == "array of shape (300, 300)"
    assert given["random_state"] == "a RandomState"
    assert given["sigma"] == 2.0


def test_names_that_need_quotes_and_no_names(tmp_path, selector):
    names = [f'a,"{j}"\nβ' for j in range(256)]
    write_selection(selector, Table(DEMO.X, names), tmp_path)
    with (tmp_path / "features.csv").open(encoding="utf-8", newline="") as stream:
        written = [row["feature"] for row in csv.DictReader(stream)]
    assert sorted(written) == sorted(names)
    write_selection(selector, Table(DEMO.X), tmp_path, force=True)
    frame = pd.read_csv(tmp_path / "features.csv")
    np.testing.assert_array_equal(frame["feature"], np.argsort(selector.ranking_))
    assert pd.read_csv(tmp_path / "clusters.csv")["sample"].tolist() == list(range(300))


def test_names_seen_in_fit_are_written(tmp_path):
    frame = pd.DataFrame(DEMO.X, columns=DEMO.names)
    fitted = GOLFS(5, affinity="local", random_state=0).fit(frame)
    write_selection(fitted, Table(DEMO.X), tmp_path)
    assert set(pd.read_csv(tmp_path / "features.csv")["feature"]) == set(DEMO.names)


def test_an_existing_result_stops_all_three(tmp_path, selector, table):
    (tmp_path / "selection.json").write_text("old")
    with pytest.raises(FileExistsError, match=r"selection\.json exists; --force"):
        write_selection(selector, table, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["selection.json"]


def test_another_table_than_the_fitted_one(tmp_path, selector):
    with pytest.raises(ValueError, match="table has 3 features, but the selector was fitted on 256"):
        selection_files(selector, Table(DEMO.X[:, :3]), tmp_path)
