"""Every Python example of the README and the documentation runs, and every link of the README leads somewhere."""

import doctest
import os
from pathlib import Path
import re

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING")),
    *sorted((ROOT / "docs").glob("*.md")),
]
WITH_EXAMPLES = [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]


def python_blocks(text):
    """The text with everything blanked but what stands in ```python blocks, so line numbers stay."""
    inside, lines = False, []
    for line in text.splitlines():
        if line.startswith("```"):
            inside = line.strip() == "```python"
            line = ""
        lines.append(line if inside else "")
    return "\n".join(lines)


def test_there_are_examples():
    assert {"README.md", "getting_started.md"} <= {page.name for page in WITH_EXAMPLES}


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.name)
def test_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # for the files they write
    if page.name == "getting_started.md":
        for extra in ("pandas", "polars", "matplotlib"):
            pytest.importorskip(extra, reason="an extra that the page shows")
    text = python_blocks(page.read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, os.fspath(page), 0)
    assert examples.examples, f"{page.name} has a python block without >>>"
    said = []
    outcome = doctest.DocTestRunner().run(examples, out=said.append)
    assert outcome.failed == 0, "".join(said)


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.name)
def test_every_python_block_is_an_example(page):
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert all(block.startswith(">>>") for block in blocks)


def test_a_wrong_example_would_be_seen():
    blocks = python_blocks("text\n```python\n>>> 1 + 1\n3\n\n```\n>>> not run\n")
    examples = doctest.DocTestParser().get_doctest(blocks, {}, "page", None, 0)
    assert [(one.source, one.want, one.lineno) for one in examples.examples] == [("1 + 1\n", "3\n", 2)]
    assert doctest.DocTestRunner().run(examples, out=lambda said: None).failed == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    files = [link.split("#")[0] for link in links if "://" not in link and not link.startswith("#")]
    missing = [name for name in files if not (page.parent / name).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_figure_is_left_to_fill_in(page):
    assert re.findall(r"@[a-z0-9_]+@", page.read_text(encoding="utf-8")) == []


def test_the_picture_is_small_enough_for_a_page():
    assert (ROOT / "docs" / "images" / "golfs.png").stat().st_size < 200_000
