"""The real data: news texts and faces, their clusters, words and pixels."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from sklearn.cluster import KMeans

from golfs.datasets import bbc_tfidf, fetch_yale_faces
from golfs.experiments.paper._protocol import DEFAULTS, TUNED
from golfs.experiments.paper._published import AGREEMENT, CONFUSION, REAL_DATA, SECTIONS
from golfs.experiments.paper._results import Results
from golfs.experiments.paper._subjects import Subject
from golfs.experiments.paper._tables import NOTE, compared, mean, slug, tuned_settings, ways
from golfs.metrics import mapped_confusion_matrix
from golfs.plotting import plot_faces, plot_keywords, plot_word_clouds
from golfs.report import Figure, Table

TERMS = 100  # on whose best k-means makes the confusion matrix and the keywords
WORDS = 50  # of a cluster in a cloud
FACES = 6  # shown
PIXELS = (300, 600, 900)

Parts = list[Table | Figure | str]


def table(results: Results, data: str) -> Table:
    """NMI, ACC and ARI of k-means on the best features."""
    draws = len(results.subjects[data])
    return compared(
        f"real-{slug(data)}",
        f"{data}, {draws} draw{'s' * (draws > 1)}",
        AGREEMENT,
        REAL_DATA[data],
        lambda method, way: [mean(results, data, method, way, measure) for measure in AGREEMENT],
        ways(results, data),
        formats=dict.fromkeys(AGREEMENT, ".3f"),
        note=f"{NOTE} {tuned_settings(results, data)}",
    )


def bbc(results: Results) -> Parts:
    """The table, the confusion matrix and the words of the clusters."""
    found: Parts = [
        "## The news of the BBC\n200 texts, by TF-IDF of about 2057 terms; which 200 the paper took is not known, so "
        "every draw takes others. k-means on the best 10, 20, …, 150 terms, averaged.",
        table(results, "BBC"),
    ]
    for way in (TUNED, DEFAULTS):
        found.append(
            Table(
                f"bbc-confusion-{slug(way)}",
                f"Texts of each section in each cluster: GOLFS, {way}, k-means on its {TERMS} best terms, draw 0",
                ["cluster", *SECTIONS],
                [[f"{i + 1}", *row] for i, row in enumerate(confusion(results, way))],
            )
        )
    found.append(
        Table(
            "bbc-confusion-published",
            "The same, as published",
            ["cluster", *SECTIONS],
            [[f"{i + 1}", *row] for i, row in enumerate(CONFUSION)],
        )
    )
    words = words_of_clusters(results, DEFAULTS)
    found += [
        Figure(
            "bbc-keywords",
            "The ten words that mark each cluster",
            lambda: plot_keywords(words),
            note="Of the best terms of label-free GOLFS, those whose mean TF-IDF in a cluster is most above that "
            "elsewhere.",
        ),
        Figure("bbc-clouds", "The same words as clouds", lambda: plot_word_clouds(words)),
    ]
    return found


def confusion(results: Results, way: str) -> list[list[int]]:
    """Row i: how many texts of each of SECTIONS are in the cluster that is mapped to section i."""
    terms, labels = _clusters_of_texts(results, way)
    counts, classes, _ = mapped_confusion_matrix([terms.names[code] for code in terms.y], labels)
    places = [list(classes).index(section) for section in SECTIONS]
    return [[int(count) for count in row] for row in counts[np.ix_(places, places)].T]


def _clusters_of_texts(results: Results, way: str) -> tuple[Any, Any]:
    """The texts of draw 0, and their clusters by k-means on the best terms."""
    terms = _texts(results.subjects["BBC"][0])
    best = results.order("BBC", "GOLFS", way, 0)[:TERMS]
    labels = KMeans(len(SECTIONS), n_init=20, random_state=results.seed).fit_predict(terms.X[:, best].toarray())
    return terms, labels


@cache
def _texts(subject: Subject) -> Any:
    return bbc_tfidf(random_state=subject.draw, data_home=subject.data_home)


def words_of_clusters(results: Results, way: str) -> dict[str, dict[str, float]]:
    """For each cluster, named by the section it is mapped to, how much more its words weigh there than elsewhere."""
    terms, labels = _clusters_of_texts(results, way)
    best = results.order("BBC", "GOLFS", way, 0)[:TERMS]
    X = terms.X[:, best].toarray()
    _, classes, clusters = mapped_confusion_matrix([terms.names[code] for code in terms.y], labels)
    cluster_of = dict(zip(classes, clusters))
    found: dict[str, dict[str, float]] = {}
    for number, section in enumerate(SECTIONS, start=1):  # as in the confusion matrix
        inside = labels == cluster_of[section]
        more = X[inside].mean(axis=0) - X[~inside].mean(axis=0)
        heaviest = [j for j in np.argsort(-more, kind="stable")[:WORDS] if more[j] > 0]
        if heaviest:
            found[f"{number}: {section}"] = {str(terms.terms[best[j]]): float(more[j]) for j in heaviest}
    return found


def yale(results: Results) -> Parts:
    """The table, a sample of the faces, and what the best pixels keep of them."""
    way = DEFAULTS
    order = results.order("Yale", "GOLFS", way, 0)
    home = results.subjects["Yale"][0].data_home
    return [
        "## The faces of Yale\n165 pictures of 15 people, 32 × 32 pixels from 0 to 255, as they are. k-means on the "
        "best 10, 20, …, 150 pixels, averaged. The published accuracies lie below chance (1/15 = 0.067): they "
        "compare cluster numbers with people without mapping one to the other.",
        table(results, "Yale"),
        Figure(
            "yale-sample",
            "A sample of the faces",
            lambda: plot_faces({"": _images(home)[: 4 * 11 : 11], " ": _images(home)[5 : 4 * 11 : 11]}),
        ),
        Figure(
            "yale-reconstructed",
            "Faces from the best 300, 600 and 900 of 1024 pixels of label-free GOLFS",
            lambda: plot_faces(_faces(home, order)),
            note="Pixels that are not selected are the mean of the selected ones nearest to them.",
        ),
    ]


def _images(home: str | None) -> Any:
    return fetch_yale_faces(data_home=home).images


def _faces(home: str | None, order: list[int]) -> dict[str, Any]:
    """The original above what is left of it."""
    images = _images(home)[:: len(_images(home)) // FACES][:FACES]
    found = {"original": images}
    side = images.shape[1]
    for number in PIXELS:
        kept = np.zeros(side * side, dtype=bool)
        kept[order[:number]] = True
        found[f"{number}"] = reconstructed(images, kept.reshape(side, side).T)
    return found


def reconstructed(images: Any, kept: Any) -> Any:
    """Images in which every pixel that is not kept is the mean of the kept ones nearest to it.

    >>> reconstructed(np.array([[[1.0, 5.0, 3.0]]]), np.array([[True, False, True]])).tolist()
    [[[1.0, 2.0, 3.0]]]
    """
    places = np.argwhere(np.ones_like(kept))
    chosen = np.argwhere(kept)
    distance = ((places[:, None] - chosen) ** 2).sum(axis=2)
    nearest = (distance == distance.min(axis=1, keepdims=True)).astype(float)
    nearest /= nearest.sum(axis=1, keepdims=True)
    return (images[:, kept] @ nearest.T).reshape(images.shape)
