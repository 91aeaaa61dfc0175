"""The real files, where a folder beside the project has them: what is fetched is what they are."""

from __future__ import annotations

import csv
import hashlib
import os
from pathlib import Path
import shutil

import numpy as np
import pytest
from scipy import sparse

from golfs.datasets import COLLECTION, _bbc, bbc_tfidf, fetch_bbc_news, fetch_dataset, fetch_yale_faces

SHARED = Path(os.environ.get("GOLFS_SHARED_DATA", Path(__file__).parents[2] / ".." / "shared" / "data"))
SIZES = {
    "COIL20": (1440, 1024, 20),
    "GLIOMA": (50, 4434, 4),
    "Isolet": (1560, 617, 26),
    "PCMAC": (1943, 3289, 2),
    "Yale": (165, 1024, 15),
    "colon": (62, 2000, 2),
    "leukemia": (72, 7070, 2),
    "lung_small": (73, 325, 7),
    "lymphoma": (96, 4026, 9),
    "nci9": (60, 9712, 9),
    "warpPIE10P": (210, 2420, 10),
}


@pytest.fixture
def home(tmp_path):
    """A folder with copies of the real files asked for."""

    def copied(*names):
        for name in names:
            if not (SHARED / name).is_file():
                pytest.skip(f"the real {name} is not beside the project")
            shutil.copy(SHARED / name, tmp_path / name)
            (tmp_path / name).chmod(0o600)
        return tmp_path

    return copied


@pytest.mark.parametrize("name", COLLECTION)
def test_the_real_sets_have_the_known_hashes_and_sizes(name, home):
    X, y, names = fetch_dataset(name, data_home=home(f"{name}.mat"), download_if_missing=False)
    assert (*X.shape, len(names)) == SIZES[name]
    assert X.dtype == np.float64
    assert np.isfinite(X).all()
    assert sorted(set(y.tolist())) == list(range(len(names)))


def test_one_byte_of_difference_is_refused(home):
    folder = home("lung_small.mat")
    content = bytearray((folder / "lung_small.mat").read_bytes())
    content[-1] ^= 1
    (folder / "lung_small.mat").write_bytes(content)
    with pytest.raises(ValueError, match=r"lung_small\.mat is damaged or another version"):
        fetch_dataset("lung_small", data_home=folder)


def test_the_real_faces_stand_upright(home):
    faces = fetch_yale_faces(data_home=home("Yale.mat"), download_if_missing=False)
    assert faces.images.shape == (165, 32, 32)
    assert np.bincount(faces.y).tolist() == [11] * 15
    mean = faces.images.mean(axis=0)
    assert np.corrcoef(mean[:, :16].ravel(), mean[:, :15:-1].ravel())[0, 1] > 0.8  # left mirrors right
    assert np.corrcoef(mean[:16].ravel(), mean[:15:-1].ravel())[0, 1] < 0.5  # above is not below


def test_the_real_news_are_the_three_pinned_files_in_one(home):
    folder = home("bbc-news.csv")
    whole = fetch_bbc_news(data_home=folder, download_if_missing=False)
    assert len(whole.documents) == 2225
    assert len(set(whole.documents)) == 2125
    rows = [(text, whole.names[code]) for text, code in zip(whole.documents, whole.y, strict=True)]
    (folder / _bbc.FOLDER).mkdir()
    for name, part in {"train.csv": rows[:1557], "test.csv": rows[1557:1891], "val.csv": rows[1891:]}.items():
        with (folder / _bbc.FOLDER / name).open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows([("text", "category"), *part])
        assert hashlib.sha256((folder / _bbc.FOLDER / name).read_bytes()).hexdigest() == _bbc.HASHES[name]
    (folder / "bbc-news.csv").unlink()
    parts = fetch_bbc_news(data_home=folder, download_if_missing=False)
    assert parts.documents == whole.documents
    assert np.array_equal(parts.y, whole.y)


def test_the_papers_matrix_of_terms(home):
    folder = home("bbc-news.csv")
    X, y, terms, names = bbc_tfidf(data_home=folder)
    assert sparse.issparse(X)
    assert X.format == "csr"
    assert X.shape == (200, len(terms))
    assert abs(X.shape[1] - 2057) < 0.05 * 2057
    counts = dict(zip(names, np.bincount(y).tolist(), strict=True))
    assert counts == {"business": 43, "entertainment": 39, "politics": 41, "sport": 38, "tech": 39}
    assert (np.diff(y) != 0).sum() > 100  # in the order of the documents, not section by section
    assert ((X > 0).sum(axis=0) >= 4).all()
    again = bbc_tfidf(data_home=folder)
    assert abs(again.X - X).max() == 0
    other = bbc_tfidf(data_home=folder, random_state=1)
    assert other.X.shape != X.shape or abs(other.X - X).max() > 0


def test_the_terms_change_with_their_options(home):
    folder = home("bbc-news.csv")
    default, frequent, all_words = (
        bbc_tfidf(data_home=folder, **options).terms for options in ({}, {"min_df": 20}, {"stop_words": None})
    )
    assert set(frequent) < set(default) < set(all_words)
    assert "the" in all_words
    assert "the" not in default


def test_no_text_is_drawn_twice(home, monkeypatch):
    folder = home("bbc-news.csv")
    drawn = []
    monkeypatch.setattr(
        _bbc.TfidfVectorizer, "fit_transform", lambda self, texts: drawn.extend(texts) or sparse.eye(200)
    )
    monkeypatch.setattr(_bbc.TfidfVectorizer, "get_feature_names_out", lambda self: None)
    numbered = _bbc.News([str(i) for i in range(2225)], *fetch_bbc_news(data_home=folder)[1:])
    monkeypatch.setattr(_bbc, "fetch_bbc_news", lambda **_: numbered)
    bbc_tfidf(data_home=folder)
    assert len(set(drawn)) == 200
