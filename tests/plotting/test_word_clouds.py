"""plot_word_clouds: the same seed gives the same cloud, and its words do not touch."""

import sys

from matplotlib.colors import to_rgb
import numpy as np
import pytest

from golfs.plotting import plot_word_clouds

pytest.importorskip("wordcloud", reason="an extra")

WORDS = {"sport": {"match": 0.9, "coach": 0.4, "goal": 0.2}, "politics": {"vote": 0.7}}


def clouds(words, **options):
    return [np.asarray(ax.images[0].get_array()) for ax in plot_word_clouds(words, **options).axes]


@pytest.fixture
def placed(monkeypatch):
    """The frequencies that wordcloud was given, cluster by cluster, and its words and sizes."""
    from wordcloud import WordCloud

    seen = []
    original = WordCloud.generate_from_frequencies

    def generate(self, frequencies):
        original(self, frequencies)
        seen.append((frequencies, {word: size for (word, _), size, *_ in self.layout_}, self.layout_))
        return self

    monkeypatch.setattr(WordCloud, "generate_from_frequencies", generate)
    return seen


def test_a_cloud_for_each_cluster_under_its_name():
    figure = plot_word_clouds(WORDS)
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["sport", "politics"]
    assert all(len(ax.images) == 1 and not ax.axison for ax in figure.axes)
    assert figure.get_size_inches()[0] <= 7.2


def test_the_same_seed_gives_the_same_cloud():
    first, again, other = clouds(WORDS), clouds(WORDS, seed=0), clouds(WORDS, seed=1)
    assert all(np.array_equal(a, b) for a, b in zip(first, again))
    assert not np.array_equal(first[0], other[0])


def test_heavier_words_are_larger(placed):
    plot_word_clouds(WORDS)
    frequencies, sizes, _ = placed[0]
    assert list(frequencies) == ["match", "coach", "goal"]
    assert sizes["match"] > sizes["coach"] > sizes["goal"]


def test_all_words_can_be_read(placed):
    plot_word_clouds({"a": {f"telecommunications{i}": 1 / (1 + i) for i in range(50)}})
    sizes = placed[0][1].values()
    assert len(sizes) > 5
    assert min(sizes) / 400 * 72 >= 5.9  # points, at 400 dots an inch


def test_at_most_fifty_words_and_none_without_weight(placed):
    plot_word_clouds({"a": {f"w{i}": float(i) for i in range(60)}, "b": {"some": 1.0, "none": 0.0}})
    assert list(placed[0][0]) == [f"w{i}" for i in range(59, 9, -1)]
    assert list(placed[1][0]) == ["some"]


def test_words_are_horizontal_and_in_the_colours_of_the_house(placed):
    plot_word_clouds({"a": {f"word{i}": 1 + i for i in range(9)}})
    layout = placed[0][2]
    assert {orientation for *_, orientation, _ in layout} == {None}
    assert {to_rgb(colour) for *_, colour in layout} <= {to_rgb(c) for c in ("#0072B2", "#D55E00", "#333333")}
    assert len({colour for *_, colour in layout}) > 1


def test_long_words_are_shortened(placed):
    plot_word_clouds({"a": {"a very long name\nthat says far too much": 1.0}})
    assert list(placed[0][0]) == ["a very long name …too much"]


def test_without_wordcloud_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "wordcloud", None)
    sentence = r"plot_word_clouds needs wordcloud, which is not installed: pip install 'golfs\[report\]'"
    with pytest.raises(ModuleNotFoundError, match=sentence):
        plot_word_clouds(WORDS)


@pytest.mark.parametrize(
    ("words", "seed", "sentence"),
    [
        ({}, 0, "words is empty"),
        ({"a": {"b": 0.0}}, 0, r"words\['a'\] has no word of a weight above 0"),
        (WORDS, -1, "seed=-1 must be at least 0"),
        (WORDS, None, "seed must be an integer, got None"),
    ],
)
def test_bad_arguments_are_named(words, seed, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_word_clouds(words, seed)
