"""Tasks: run in parallel, kept as files, never run again, never used when stale."""

import json

import pytest

from golfs.experiments import _cells as module
from golfs.experiments._cells import Task, finish

ran = []


def square(x):
    ran.append(x)
    return {"square": x * x}


def tasks(*numbers, seed=0):
    return [Task(square, (x,), ["square", x, seed], cost=x) for x in numbers]


@pytest.fixture(autouse=True)
def nothing_ran():
    ran.clear()


def test_values_come_in_the_order_of_the_tasks_and_each_is_announced():
    heard = []
    values = finish(tasks(3, 1, 2), done=lambda task, value: heard.append((task.cost, value["square"])))
    assert values == [{"square": 9}, {"square": 1}, {"square": 4}]
    assert sorted(heard) == [(1, 1), (2, 4), (3, 9)]
    assert finish(tasks(3, 1, 2), n_jobs=2) == values


def test_what_is_kept_is_not_run_again(tmp_path):
    cells = tmp_path / "deep" / "cells"
    first = finish(tasks(1, 2), cells=cells)
    assert finish(tasks(2, 3, 1), cells=cells) == [first[1], {"square": 9}, first[0]]
    assert ran == [1, 2, 3]
    assert len(list(cells.iterdir())) == 3


@pytest.mark.parametrize("change", ["sources", "library", "identity"])
def test_what_is_stale_is_not_used(tmp_path, monkeypatch, change):
    finish(tasks(1), cells=tmp_path)
    if change == "sources":
        monkeypatch.setattr(module, "_sources", lambda: "other code")
    if change == "library":
        monkeypatch.setattr(module.metadata, "version", lambda name: "another")
    finish(tasks(1, seed=int(change == "identity")), cells=tmp_path)
    assert ran == [1, 1]


def test_what_a_killed_run_left_half_written_is_removed(tmp_path):
    (tmp_path / ".golfs-0123.json").write_text('{"squ')
    finish(tasks(1), cells=tmp_path)
    assert [json.loads(path.read_text()) for path in tmp_path.iterdir()] == [{"square": 1}]


def test_a_full_disk_keeps_what_was_finished(tmp_path, monkeypatch):
    write = module.write_whole

    def full(files, *, force):
        if len(list(tmp_path.iterdir())) == 2:
            raise OSError(28, "No space left on device")
        write(files, force=force)

    monkeypatch.setattr(module, "write_whole", full)
    with pytest.raises(OSError, match="No space left"):
        finish(tasks(1, 2, 3, 4), cells=tmp_path)
    monkeypatch.setattr(module, "write_whole", write)
    ran.clear()
    assert [value["square"] for value in finish(tasks(1, 2, 3, 4), cells=tmp_path)] == [1, 4, 9, 16]
    assert ran == [3, 4]
