"""The worked example on a few texts: each cluster gets the words of its subject."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from golfs.datasets import News

PATH = Path(__file__).parents[2] / "examples" / "news.py"
SUBJECTS = [
    ["striker", "goal", "match", "team", "coach", "league", "keeper", "season"],
    ["bank", "rates", "market", "inflation", "shares", "economy", "growth", "trade"],
    ["phone", "chip", "software", "network", "screen", "computer", "digital", "online"],
]


@pytest.fixture
def example():
    spec = spec_from_file_location("news_example", PATH)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def texts():
    """60 texts in turn of three subjects, five words of the subject and three of any in each."""
    rng = np.random.RandomState(0)
    others = [f"word{i}" for i in range(40)]
    y = np.arange(60) % 3
    documents = [
        " ".join([*rng.choice(SUBJECTS[code], 5, replace=False), *rng.choice(others, 3, replace=False)]) for code in y
    ]
    return News(documents, y, ["sport", "business", "tech"])


def test_each_cluster_gets_the_words_of_its_subject(example, texts):
    pipeline = example.news_pipeline(3).fit(texts.documents)
    words = example.words_of_clusters(pipeline, 4)
    assert all(len(found) == 4 for found in words.values())
    assert sorted(next(i for i, of in enumerate(SUBJECTS) if set(found) <= set(of)) for found in words.values()) == [
        0,
        1,
        2,
    ]


def test_it_prints_words_and_keeps_the_labels_apart(example, texts, monkeypatch, capsys):
    monkeypatch.setattr(example, "fetch_bbc_news", lambda *, data_home: texts)
    example.main(["--clusters", "3", "--words", "3", "--data-home", "unused"])
    found, judged = capsys.readouterr().out.split("with the true labels, for judging only:")
    assert found.startswith("60 texts, ")
    assert found.count("cluster ") == 3
    assert "accuracy" not in found
    share, rest = judged.split(maxsplit=2)[1:]
    assert float(share) > 0.9
    assert rest.startswith("of sections sport, business, tech\n")
