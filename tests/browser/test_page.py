"""A report in a real browser: nothing missing, nothing asked of the network, readable on a telephone.

GOLFS_PAGE names a page to look at in the same way, such as one that `golfs reproduce` made.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from golfs.plotting import plot_faces, plot_keywords, plot_paths, plot_sensitivity, plot_word_clouds
from golfs.report import Figure, Table, write_report

GIVEN = os.environ.get("GOLFS_PAGE")
WORDS = {"sport": {"match": 0.9, "coach": 0.4, "goal": 0.3}, "politics": {"vote": 0.7, "party": 0.6}}
COLUMNS = ["method", *(f"{measure}({size})" for measure in ("TP", "CP") for size in (10, 30, 60, 90, 120)), "why"]
ROW = [9.875, 9.5, 9.25, 9.0, 8.875, 1, 0.875, None, -0.5, 1e-5, "a sentence that is longer than a cell should be"]
REACHED_BY_FILES = {"file", "data"}


def everything():
    """Parts of every kind."""
    grid = [1e-3, 1.0, 1e3]
    surface = np.add.outer([0.1, 0.2, 0.3], [0.1, 0.4, 0.2])
    faces = np.random.default_rng(0).random((4, 32, 32))
    return [
        'A paragraph with <b>no</b> markup & "quotes".',
        "## Tables",
        Table("wide", "A wide table", COLUMNS, [["GOLFS without labels", *ROW], ["RSR", *ROW]], note="A note."),
        Table("narrow", "A narrow table", ["cluster", "sport"], [["1", 18]], highlight={(0, "sport")}),
        "## Figures",
        Figure("keywords", "Keywords", lambda: plot_keywords(WORDS), note="A note."),
        Figure("clouds", "Word clouds", lambda: plot_word_clouds(WORDS), alt="Large words are heavy"),
        Figure("faces", "Faces", lambda: plot_faces({"original": faces, "reconstructed": faces**2})),
        Figure("sensitivity", "Sensitivity", lambda: plot_sensitivity({"ACC": surface}, grid, grid)),
        Figure("paths", "Paths", lambda: plot_paths({"printed": [3.0, 4.0, 3.0], "default": [3.0, 2.0, 1.0]})),
    ]


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """The page alone: whatever stood beside it is gone."""
    out = tmp_path_factory.mktemp("report")
    settings = {"seed": 0, "grid": [10.0**power for power in range(-6, 7)], "a-very-long-setting" * 3: "value" * 30}
    for path in write_report(out, "A report", everything(), settings):
        if path.name != "index.html":
            path.unlink()
    return out / "index.html"


@pytest.fixture(params=["sample", *(["given"] if GIVEN else [])])
def page(request, sample):
    return sample if request.param == "sample" else Path(GIVEN)


@pytest.fixture(params=[(360, "light"), (360, "dark"), (1280, "light")], ids=lambda how: f"{how[0]}-{how[1]}")
def seen(request, page, visit):
    width, scheme = request.param
    return width, visit(page, width=width, scheme=scheme)


def test_nothing_is_asked_of_the_network(seen, page):
    _, visited = seen
    assert {url.split(":")[0] for url in visited.requests} <= REACHED_BY_FILES
    assert {url for url in visited.requests if url.startswith("file:")} == {page.resolve().as_uri()}


def test_the_console_is_silent(seen):
    assert seen[1].console == []


def test_every_image_is_loaded_and_has_a_text(seen):
    look = seen[1].look
    assert look["images"] >= 1
    assert (look["broken"], look["nameless"]) == ([], 0)


def test_the_page_does_not_scroll_sideways(seen):
    width, visited = seen
    assert visited.look["width"] <= width


def test_text_is_large_and_dark_enough(seen):
    look = seen[1].look
    assert look["smallest"] >= 12
    assert look["faintest"] >= 4.5  # as WCAG 2 demands (AA)


def test_tables_can_be_read_to_their_last_column(seen):
    tables = seen[1].look["tables"]
    assert tables
    for table in tables:
        assert all(table["cells"])
        assert table["cut"] == 0
        assert table["reachable"]
        assert table["first"] <= 0.5  # it stays in place while the others scroll under it


def test_every_link_inside_the_page_leads_somewhere(seen):
    assert seen[1].look["astray"] == []


def test_the_sample_shows_all_its_parts(sample, visit):
    look = visit(sample, width=1280).look
    assert look["title"] == "A report"
    assert (look["images"], len(look["tables"])) == (5, 2)
    assert look["tables"][1]["cells"] == ["cluster", "sport", "1", "18"]


def test_each_of_these_checks_can_fail(tmp_path, visit):
    bad = tmp_path / "bad.html"
    bad.write_text(
        """<!doctype html><title>bad</title><p style="font-size: 8px; color: #ccc">faint</p><a href="#nowhere">lost</a>
        <img src="http://golfs.invalid/a.png" alt="far"><img src="http://127.0.0.1:1/b.png">
        <script>console.error("oh")</script>
        <div style="overflow: hidden; width: 99px"><table style="table-layout: fixed; width: 900px">
        <tr><td style="overflow: hidden">unbreakable"""
        + "x" * 200
        + "</td><td></td></tr></table></div>"
        '<div style="width: 900px">wide</div>',
        encoding="utf-8",
    )
    look, console, requests = visit(bad, width=360)
    assert {"http://golfs.invalid/a.png", "http://127.0.0.1:1/b.png"} <= requests
    assert any("oh" in message for message in console)
    assert (look["broken"], look["nameless"]) == (["far", ""], 1)
    assert look["width"] > 360
    assert look["smallest"] == 8
    assert look["faintest"] < 2
    assert look["astray"] == ["nowhere"]
    (table,) = look["tables"]
    assert "" in table["cells"]
    assert (table["cut"], table["reachable"]) == (1, False)
    assert table["first"] > 0.5
