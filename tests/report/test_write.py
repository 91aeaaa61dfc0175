"""write_report: all files or none, the same at every run, and nothing replaced unasked."""

import csv
from pathlib import Path
import sys

from matplotlib.figure import Figure as Drawing
import numpy as np
import pytest

from golfs.plotting import plot_keywords, plot_paths, plot_sensitivity, plot_word_clouds
from golfs.report import Figure, Table, write_report

FILES = {
    "tables/scores.csv",
    "tables/scores.tex",
    "figures/paths.png",
    "figures/paths.svg",
    "index.html",
}


def scores(name="scores"):
    return Table(name, "Scores", ["method", "TP(10)"], [["GOLFS, α", 1 / 3], ["RSR", None], ["MCFS", float("nan")]])


def drawing():
    ax = Drawing(figsize=(1, 1)).add_subplot()
    ax.plot([2, 1])
    return ax


def paths(name="paths", draw=drawing):
    return Figure(name, "Paths", draw)


def write(out, *parts, title="Results", **options):
    return write_report(out, title, parts or [scores(), paths()], {"seed": 0}, **options)


def files(folder):
    return {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}


def test_it_writes_what_it_says(tmp_path):
    out = tmp_path / "new" / "folder"
    written = write(str(out))
    assert {path.relative_to(out).as_posix() for path in written} == files(tmp_path / "new" / "folder") == FILES
    assert written[-1] == out / "index.html"
    assert (out / "figures/paths.png").read_bytes().startswith(b"\x89PNG")
    assert (out / "tables/scores.tex").read_text(encoding="utf-8").startswith(r"\begin{table}")


def test_a_csv_holds_the_numbers_in_full(tmp_path):
    write(tmp_path)
    with (tmp_path / "tables/scores.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [["method", "TP(10)"], ["GOLFS, α", str(1 / 3)], ["RSR", ""], ["MCFS", "nan"]]


def test_existing_files_are_replaced_only_with_force(tmp_path):
    write(tmp_path)
    before = (tmp_path / "index.html").read_bytes()
    with pytest.raises(FileExistsError, match=r"exists; --force replaces it \(in Python, force=True\)"):
        write(tmp_path, title="Other")
    assert (tmp_path / "index.html").read_bytes() == before
    (tmp_path / "mine.txt").write_text("mine")
    write(tmp_path, title="Other", force=True)
    assert "Other" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert files(tmp_path) == {*FILES, "mine.txt"}


def test_one_existing_file_refuses_all_before_anything_is_drawn(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures/paths.svg").write_text("mine")
    with pytest.raises(FileExistsError, match=r"paths\.svg exists"):
        write(tmp_path, scores(), paths(draw=lambda: pytest.fail("it draws")))
    assert files(tmp_path) == {"figures/paths.svg"}


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path):
    def draw():
        (tmp_path / "index.html").write_text("mine")
        return drawing()

    with pytest.raises(FileExistsError, match=r"index\.html exists"):
        write(tmp_path, paths(draw=draw))
    assert files(tmp_path) == {"index.html"}
    assert (tmp_path / "index.html").read_text() == "mine"


def test_a_figure_that_fails_leaves_nothing(tmp_path):
    with pytest.raises(ZeroDivisionError):
        write(tmp_path, scores(), paths(), paths("broken", lambda: 1 / 0))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("force", [False, True])
def test_a_disk_that_fails_leaves_things_as_they_were(tmp_path, monkeypatch, force):
    if force:
        write(tmp_path, title="Before")
    before = {name: (tmp_path / name).read_bytes() for name in files(tmp_path)}
    original = Path.write_bytes

    def broken(path, data):
        if path.suffix == ".html":
            raise OSError("no space left")
        return original(path, data)

    monkeypatch.setattr(Path, "write_bytes", broken)
    with pytest.raises(OSError, match="no space left"):
        write(tmp_path, title="After", force=force)
    assert {name: (tmp_path / name).read_bytes() for name in files(tmp_path)} == before


def test_pictures_and_tables_are_the_same_at_every_run(tmp_path):
    words = {"sport": {"match": 0.9, "coach": 0.4}, "politics": {"vote": 0.7}}
    for run in ("one", "two"):
        write(
            tmp_path / run,
            scores(),
            paths(draw=lambda: plot_paths({"default": [3.0, 2.0, 1.5]})),
            paths("words", lambda: plot_keywords(words)),
            paths("clouds", lambda: plot_word_clouds(words)),
            paths("map", lambda: plot_sensitivity({"ACC": np.eye(3)}, [1, 2, 4], [1, 2, 4])),
        )
    compared = files(tmp_path / "one") - {"index.html"}  # which names the time
    assert len(compared) == 10
    for name in compared:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
    assert b"<dc:date>" not in (tmp_path / "one/figures/paths.svg").read_bytes()


def test_axes_figures_and_subfigures_are_drawn_whole(tmp_path):
    def part():
        ax = Drawing().subfigures(1, 2)[0].add_subplot()
        ax.plot([1, 2])
        return ax

    written = write(tmp_path, paths("part", part), paths("whole", lambda: part().figure.figure))
    assert written[0].read_bytes() == written[2].read_bytes()


def test_a_report_without_figures_needs_no_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    write(tmp_path, scores())
    assert files(tmp_path) == {"tables/scores.csv", "tables/scores.tex", "index.html"}


@pytest.mark.parametrize("missing", ["jinja2", "matplotlib"])
def test_a_missing_library_says_how_to_install_it(tmp_path, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    sentence = rf"a report.* needs {missing}, which is not installed: pip install 'golfs\[report\]'"
    with pytest.raises(ModuleNotFoundError, match=sentence):
        write(tmp_path, scores(), paths(draw=lambda: pytest.fail("it draws")))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ("a paragraph", r"parts is one str; give a list of them, such as \[part\]"),
        (scores(), "parts is one Table; give a list"),
        ([3], "parts holds 3 of type int; give a Table, a Figure or text"),
        ([scores(), paths("scores")], "two parts are named 'scores'; rename one"),
        ([scores(), scores("SCORES")], "two parts are named 'SCORES'; rename one"),
        ([scores("Settings")], "a part is named 'Settings', as a section that every page has; rename it"),
        ([paths("contents")], "a part is named 'contents', as a section"),
        ([paths("empty", lambda: Drawing().add_subplot())], "figure 'empty' is empty; leave it out, or say"),
        ([paths("empty", Drawing)], "figure 'empty' is empty; leave it out, or say"),
        ([paths("lost", lambda: None)], "draw of figure 'lost' returned NoneType; return the Axes or the Figure"),
    ],
)
def test_bad_parts_are_named_and_nothing_is_written(tmp_path, parts, sentence):
    with pytest.raises(ValueError, match=sentence):
        write_report(tmp_path, "Results", parts, {})
    assert not list(tmp_path.iterdir())


def test_settings_are_a_dictionary(tmp_path):
    with pytest.raises(ValueError, match=r"settings is of type list; give {name: value}"):
        write_report(tmp_path, "Results", [scores()], ["seed"])


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(NotADirectoryError, match="is a file, not a folder"):
        write(tmp_path / "file")
    (tmp_path / "index.html").mkdir()
    with pytest.raises(IsADirectoryError, match="is a folder, so no file can be written there"):
        write(tmp_path, force=True)
