"""2,225 news texts, and no label: TF-IDF, GOLFS, and the words of each cluster.

    python examples/news.py [--data-home DIR] [--clusters 5] [--words 12] [--seed 0]

The texts are fetched once (10 MB, needs the extra `data`), or read from DIR. Takes about half a minute.
"""

import argparse
from collections.abc import Sequence
import time

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.cluster import contingency_matrix
from sklearn.pipeline import Pipeline, make_pipeline

from golfs import GOLFS
from golfs.datasets import fetch_bbc_news
from golfs.metrics import clustering_accuracy


def news_pipeline(n_clusters: int, *, min_df: float = 0.02, seed: int = 0) -> Pipeline:
    """From texts to the terms that tell clusters apart.

    Terms of fewer than 2 % of the texts are left out: one that stands in a handful of texts
    makes a cluster of those. Neighbours are by the cosine, and TF-IDF has given the terms their
    weights already, so the regression does not scale them again. The global graph is left out
    because finding it takes minutes for 2,225 samples.
    """
    return make_pipeline(
        TfidfVectorizer(stop_words="english", sublinear_tf=True, min_df=min_df, max_df=0.5),
        GOLFS(n_clusters, metric="cosine", affinity="local", scale="none", random_state=seed),
    )


def words_of_clusters(fitted: Pipeline, k: int) -> dict[int, list[str]]:
    """For each cluster the k selected terms that are more frequent in it than elsewhere, the most telling first."""
    terms, selector = fitted[0].get_feature_names_out(), fitted[-1]
    every = selector.top_features(selector.n_features_in_)
    return {
        cluster: [str(terms[one.feature]) for one in found if one.direction == "higher"][:k]
        for cluster, found in every.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Fetch, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-home", help="folder of the data; default: GOLFS_DATA_HOME, or the system's cache")
    parser.add_argument("--clusters", type=int, default=5)
    parser.add_argument("--words", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)

    news = fetch_bbc_news(data_home=options.data_home)
    started = time.perf_counter()
    pipeline = news_pipeline(options.clusters, seed=options.seed).fit(news.documents)
    selector = pipeline[-1]
    print(
        f"{len(news.documents)} texts, {selector.n_features_in_} terms, of which {selector.n_selected_} "
        f"tell {options.clusters} clusters apart ({time.perf_counter() - started:.0f} s)\n"
    )
    sizes = np.bincount(selector.labels_)
    for cluster, words in words_of_clusters(pipeline, options.words).items():
        print(f"cluster {cluster}, {sizes[cluster]:4d} texts: {' '.join(words)}")
    print("\nwith the true labels, for judging only:")
    print(f"accuracy {clustering_accuracy(news.y, selector.labels_):.3f} of sections {', '.join(news.names)}")
    print(contingency_matrix(selector.labels_, news.y), "(clusters × sections)")


if __name__ == "__main__":
    main()
