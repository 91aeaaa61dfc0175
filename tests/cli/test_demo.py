"""golfs demo, the version and the help."""

from pathlib import Path
import re
import shlex
import subprocess
import sys

import pandas as pd
import pytest

import golfs
from golfs.cli import main
from golfs.cli._parser import parser

DOCS = Path(__file__).parents[2] / "docs" / "cli.md"


def test_the_demo_prints_how_many_selected_features_are_real(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["demo"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("demo: 300 samples × 256 features\n")
    selected, real, total, noise = map(
        int,
        re.search(r"(\d+) of 256 features selected\n(\d+) of these (\d+) are pixels .*, (\d+) are noise", out).groups(),
    )
    assert selected == total == real + noise
    assert real > 30
    assert noise <= 2
    assert list(tmp_path.iterdir()) == []


def test_the_demo_writes_results_and_pictures(capsys, tmp_path):
    out = tmp_path / "golfs-demo"
    assert main(["demo", "--out", str(out), "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    pictures = {"ranking.png", "clusters.png", "objective.png"}
    assert {path.name for path in out.iterdir()} == {"features.csv", "clusters.csv", "selection.json"} | pictures
    for name in pictures:
        content = (out / name).read_bytes()
        assert content.startswith(b"\x89PNG")
        assert len(content) > 10_000
    assert pd.read_csv(out / "features.csv")["feature"][0].startswith("pixel")
    assert main(["demo", "--out", str(out), "--quiet"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["demo", "--out", str(out), "--quiet", "--force"]) == 0


def test_a_picture_that_exists_stops_the_demo(capsys, tmp_path):
    (tmp_path / "ranking.png").write_text("mine")
    assert main(["demo", "--out", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert "ranking.png exists" in printed.err
    assert printed.out == ""  # before the fit
    assert [path.name for path in tmp_path.iterdir()] == ["ranking.png"]


def test_a_picture_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def fail(*args, **kwargs):
        raise OSError("disk full")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", fail)
    assert main(["demo", "--out", str(tmp_path), "--quiet"]) == 2
    assert list(tmp_path.iterdir()) == []


def test_the_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"golfs {golfs.__version__}\n"


def test_the_version_needs_only_the_core():
    code = """
import sys
for name in ("pandas", "rich", "matplotlib", "pyarrow"):
    sys.modules[name] = None
from golfs.cli import main
sys.exit(main(["--version"]))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, f"golfs {golfs.__version__}\n")


@pytest.mark.parametrize("command", [[], ["select"], ["demo"]])
def test_help_has_examples(capsys, command):
    with pytest.raises(SystemExit) as exit_:
        main([*command, "--help"])
    assert exit_.value.code == 0
    out = capsys.readouterr().out
    assert "examples:\n  golfs " in out


def test_every_example_can_be_parsed(capsys):
    texts = [DOCS.read_text(encoding="utf-8")]
    for command in ([], ["select"], ["demo"]):
        with pytest.raises(SystemExit):
            main([*command, "--help"])
        texts.append(capsys.readouterr().out)
    examples = [
        line.strip().removeprefix("$ ")
        for text in texts
        for line in text.splitlines()
        if re.match(r"\s*(\$ )?golfs (select|demo)\b(?!.*--help)", line) and not line.startswith("golfs demo:")
    ]
    assert len(examples) > 10
    for example in examples:
        assert parser().parse_args(shlex.split(example)[1:]).run
