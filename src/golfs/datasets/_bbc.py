"""The paper's Example 3: news of the BBC from 2004 and 2005, in five sections."""

from __future__ import annotations

from collections import Counter
import csv
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer

from golfs._checks import check_seed
from golfs.datasets._fetch import Source, data_folder, fetched

COMMIT = "38c4dfa48f34344f2e73eebbb93974928943a8c8"
ADDRESS = f"https://raw.githubusercontent.com/LTSACH/AILearningHub/{COMMIT}/datasets/bbcnews/data"
HASHES = {  # in the order in which the documents come
    "train.csv": "9462cc0545ba311cf2fd9adea93a9c1f76fd1d2760efef0715ed707b6c5c8686",
    "test.csv": "2fae8b8fb808922b9ddc5e74c1a287177d91da521cf43ecc4b0a8be9f98935d3",
    "val.csv": "ae64b0c9bd7faab277aab578ee40a95400b23cd4e4fec22159743050b418d213",
}
FOLDER = "bbc-news"  # within the data folder, for names as common as these
OWN = ("bbc-news.csv", "bbc-text.csv")  # all in one file; the second as the address in the paper names it
SIZES = {"business": 510, "entertainment": 386, "politics": 417, "sport": 511, "tech": 401}
PAPER_SIZES = {"business": 43, "entertainment": 39, "politics": 41, "sport": 38, "tech": 39}


class News(NamedTuple):
    """2225 documents, the section of each as 0 … 4, and the names of the sections."""

    documents: list[str]
    y: NDArray[np.intp]
    names: list[str]


class Terms(NamedTuple):
    """X (documents × terms, CSR), the section of each document, the terms, and the names of the sections."""

    X: Any
    y: NDArray[np.intp]
    terms: NDArray[Any]
    names: list[str]


def fetch_bbc_news(*, data_home: str | os.PathLike[str] | None = None, download_if_missing: bool = True) -> News:
    """Fetch 2225 news texts in five sections: business, entertainment, politics, sport, tech.

    A file bbc-news.csv or bbc-text.csv (columns category and text) that was put into `data_home`
    is read instead. The texts are as published, with "Â£" for most signs of the pound, and 100 of
    them twice.

    Parameters
    ----------
    data_home, download_if_missing
        As in `fetch_dataset`.

    Returns
    -------
    News
        documents, y, names.
    """
    home = data_folder(data_home)
    paths = [home / name for name in OWN if (home / name).exists()][:1] or [
        fetched(home / FOLDER / name, Source(f"{ADDRESS}/{name}", sha256), download_if_missing=download_if_missing)
        for name, sha256 in HASHES.items()
    ]
    rows = [row for path in paths for row in _rows(path)]
    if Counter(section for _, section in rows) != SIZES:
        raise ValueError(
            f"{' and '.join(map(str, paths))} must hold {sum(SIZES.values())} texts, "
            f"{', '.join(f'{size} of {name}' for name, size in SIZES.items())}: truncated or changed; remove it"
        )
    names = list(SIZES)
    return News([text for text, _ in rows], np.array([names.index(section) for _, section in rows]), names)


def bbc_tfidf(
    *,
    min_df: int = 4,
    stop_words: str | None = "english",
    random_state: int | np.random.RandomState | None = 0,
    data_home: str | os.PathLike[str] | None = None,
    download_if_missing: bool = True,
) -> Terms:
    """Fetch the paper's Example 3: TF-IDF of 200 of the BBC's texts, by about 2057 terms.

    38 texts of sport, 39 of tech, 39 of entertainment, 41 of politics and 43 of business, drawn
    without replacement and left in their order. Which 200 the paper took is not known.

    Parameters
    ----------
    min_df : int, default 4
        Terms in fewer texts are left out.
    stop_words : str or None, default "english"
        As in scikit-learn's TfidfVectorizer.
    random_state : int, RandomState or None, default 0
        Which texts; the default gives the same ones every time.
    data_home, download_if_missing
        As in `fetch_dataset`.

    Returns
    -------
    Terms
        X, y, terms, names.
    """
    rng = check_seed(random_state)
    news = fetch_bbc_news(data_home=data_home, download_if_missing=download_if_missing)
    drawn = [
        rng.choice(np.flatnonzero(news.y == code), PAPER_SIZES[name], replace=False)
        for code, name in enumerate(news.names)
    ]
    kept = np.sort(np.concatenate(drawn))
    vectorizer = TfidfVectorizer(min_df=min_df, stop_words=stop_words)
    X = vectorizer.fit_transform([news.documents[i] for i in kept])
    return Terms(X, news.y[kept], vectorizer.get_feature_names_out(), news.names)


def _rows(path: Path) -> list[tuple[str, str]]:
    """Text and section of each complete record."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            records = list(csv.DictReader(stream))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path} is not comma-separated text in UTF-8 ({error}); remove it") from error
    if not records or not {"category", "text"} <= records[0].keys():
        raise ValueError(f"{path} must have the columns category and text; remove it")
    return [(one["text"], one["category"]) for one in records if one["text"] and one["category"]]
