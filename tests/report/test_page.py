"""The page: everything in one file, nothing but text in its texts, an address for each part."""

from base64 import b64decode
from html.parser import HTMLParser
from io import BytesIO
import re
from xml.etree import ElementTree

from matplotlib.figure import Figure as Drawing
from matplotlib.image import imread
import numpy as np
import pytest

import golfs
from golfs.plotting import plot_faces, plot_paths
from golfs.report import Figure, Table, write_report
from golfs.report._page import plain

NASTY = """<script>alert("1")</script> & 'two' {{ settings }} </title> http://golfs.invalid"""
VOID = {"meta", "link", "img", "br"}


class Read(HTMLParser):
    """Tags with their attributes, the text under each, and whether all are closed."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip():
            self.texts.append((self.open[-1], " ".join(data.split())))

    def attributes(self, name, of=None):
        return [attributes[name] for tag, attributes in self.tags if name in attributes and of in (None, tag)]

    def under(self, tag):
        return [text for parent, text in self.texts if parent == tag]


@pytest.fixture
def page(tmp_path):
    def write(parts, settings=None, title="Results"):
        (*_, path) = write_report(tmp_path, title, parts, settings or {}, force=True)
        read = Read()
        read.feed(path.read_text(encoding="utf-8"))
        assert read.open == []
        return read

    return write


def scores(name="scores", **options):
    return Table(name, "Scores", ["method", "TP(10)"], [["GOLFS", 9.875], ["RSR", None]], **options)


def drawing():
    ax = Drawing(figsize=(1, 1)).add_subplot()
    ax.plot([2, 1])
    return ax


def paths(name="paths", **options):
    return Figure(name, "Paths", drawing, **options)


def test_the_page_shows_its_parts_in_order(page):
    read = page(["Before.", "## Selection\nFirst.\n\nSecond.", scores(note="Mean."), paths(note="Of one fit.")])
    assert [text for tag, text in read.texts if tag in {"h1", "h2", "h3", "p"}][:8] == [
        "Results",
        "Contents",
        "Before.",
        "Selection",
        "First.",
        "Second.",
        "Scores",
        "Mean.",
    ]
    assert read.under("th") == ["method", "TP(10)", "GOLFS", "RSR"]
    assert read.under("td") == ["9.88", "–"]
    assert read.under("title") == ["Results"]
    assert "Of one fit." in read.under("p")


def test_bold_cells_are_strong(page):
    assert page([scores(highlight={(0, "TP(10)")})]).under("strong") == ["9.88"]


def test_nothing_is_loaded_from_elsewhere(page):
    read = page(["## A", scores(), paths()])
    assert {tag for tag, _ in read.tags} & {"script", "iframe", "object", "embed", "base"} == set()
    addresses = read.attributes("src") + read.attributes("href")
    files = {"tables/scores.csv", "tables/scores.tex", "figures/paths.png", "figures/paths.svg"}
    assert {address for address in addresses if not address.startswith(("data:", "#"))} == files
    (style,) = read.under("style")
    assert not re.search(r"url\(|@import|http", style)
    (policy,) = [tag["content"] for _, tag in read.tags if tag.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("draw", "kind"),
    [
        (lambda: plot_paths({"a": [2.0, 1.0]}), "image/svg+xml"),  # some lines
        (lambda: plot_faces({"a": np.random.default_rng(0).random((4, 64, 64))}), "image/png"),  # many pixels
    ],
)
def test_a_picture_stands_in_the_page_as_the_smaller_of_its_files(page, tmp_path, draw, kind):
    read = page([Figure("drawn", "Drawn", draw)])
    (source,) = read.attributes("src", "img")
    found, content = re.fullmatch(r"data:([a-z+/]+);base64,(.+)", source).groups()
    png, svg = ((tmp_path / "figures" / f"drawn.{suffix}").read_bytes() for suffix in ("png", "svg"))
    assert found == kind
    assert b64decode(content, validate=True) == min(png, svg, key=len)
    height, width = imread(BytesIO(png)).shape[:2]
    (shown,) = [attributes for tag, attributes in read.tags if tag == "img"]
    assert int(shown["width"]) == pytest.approx(width * 96 / 200, abs=1)
    assert int(shown["height"]) == pytest.approx(height * 96 / 200, abs=1)
    assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_texts_are_texts(page):
    table = Table("t", NASTY, [NASTY, "x"], [[NASTY, 1]], NASTY)
    figure = Figure("f", NASTY, drawing, NASTY, NASTY)
    read = page([NASTY, f"## {NASTY}", table, figure], {NASTY: NASTY}, NASTY)
    assert "script" not in {tag for tag, _ in read.tags}
    for tag in ("title", "h1", "h2", "h3", "p", "th", "dt", "dd", "a"):
        assert NASTY in read.under(tag)
    assert read.attributes("alt") == [NASTY]
    assert set(read.attributes("aria-label", "div")) == {NASTY}


def test_a_picture_has_a_text_and_without_one_its_title(page):
    read = page([paths(alt="It falls."), paths("again")])
    assert read.attributes("alt") == ["It falls.", "Paths"]


def test_every_address_is_there_once(page):
    headings = ["## Settings", "## Settings", "## contents", "## Scores", "## α, β", "## …", "## ??"]
    read = page([*headings, scores(), paths()])
    ids = read.attributes("id")
    assert all(ids)
    assert len(set(ids)) == len(ids)
    links = [address[1:] for address in read.attributes("href") if address.startswith("#")]
    assert set(links) <= set(ids)
    assert {"scores", "paths", "settings", "settings-2", "settings-3", "contents-2", "scores-2", "α-β"} <= set(ids)


def test_parts_before_any_heading_are_listed_too(page):
    read = page([scores()])
    assert "Scores" in read.under("a")
    assert "Scores" in read.under("h2")


def test_settings_versions_and_time_are_named(page):
    read = page([scores()], {"seed": 0, "grid": [0.1, 1.0]})
    named = dict(zip(read.under("dt"), read.under("dd")))
    assert (named["seed"], named["grid"], named["golfs"]) == ("0", "0.1, 1.0", golfs.__version__)
    assert {"numpy", "scipy", "scikit-learn", "Python", "machine"} <= set(named)
    (time,) = read.under("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", time)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (True, "True"),
        ("a, b", "a, b"),
        ((1, None), "1, –"),
        (np.array([0.5, 2]), "0.5, 2.0"),
        ({"a": [1, 2], "b": {}}, "a: 1, 2; b: "),
    ],
)
def test_a_setting_is_text(value, text):
    assert plain(value) == text
