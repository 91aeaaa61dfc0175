"""plot_keywords: a panel for each cluster, its heaviest words on top, one scale for all."""

from itertools import pairwise

import pytest

from golfs.plotting import plot_keywords

WORDS = {"sport": {"goal": 0.4, "match": 0.9, "coach": 0.4}, "politics": {"vote": 0.7, "zero": 0.0}}


def names_on(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def widths(ax):
    return [bar.get_width() for bar in ax.patches]


def test_bars_are_the_weights_heaviest_on_top_and_equal_ones_in_the_alphabet():
    sport, politics = plot_keywords(WORDS).axes
    assert (names_on(sport.yaxis), widths(sport)) == (["match", "coach", "goal"], [0.9, 0.4, 0.4])
    assert (names_on(politics.yaxis), widths(politics)) == (["vote"], [0.7])
    assert [ax.get_title(loc="left") for ax in (sport, politics)] == ["sport", "politics"]
    heights = [sport.transData.transform((0, bar.get_y()))[1] for bar in sport.patches]
    assert heights == sorted(heights, reverse=True)


def test_all_panels_are_on_one_scale():
    figure = plot_keywords(WORDS)
    assert len({ax.get_xlim() for ax in figure.axes}) == 1
    assert len({ax.get_ylim() for ax in figure.axes}) == 1  # a bar is as thick in each
    left, right = figure.axes[0].get_xlim()
    assert left == 0
    assert right >= 0.9


def test_only_ten_words_are_drawn():
    (ax,) = plot_keywords({"a": {f"word{i:02}": i for i in range(30)}}).axes
    assert names_on(ax.yaxis) == [f"word{i}" for i in range(29, 19, -1)]


@pytest.mark.parametrize(("clusters", "words"), [(1, 1), (5, 10), (8, 10)])
def test_names_can_be_read_and_do_not_overlap(clusters, words):
    figure = plot_keywords({str(c): {f"telecommunications{i}": 1 + i for i in range(words)} for c in range(clusters)})
    assert figure.get_size_inches()[0] <= 7.2
    assert figure.get_size_inches()[1] <= 40
    assert len(figure.axes) == clusters
    figure.draw_without_rendering()
    for ax in figure.axes:
        boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
        assert all(above.y0 >= below.y1 - 0.5 for above, below in pairwise(boxes))
        assert all(label.get_fontsize() >= 4.5 for label in ax.get_yticklabels())


def test_names_are_short_and_no_formulas():
    figure = plot_keywords({r"$\nonsense{$": {"$x{$": 2, "a very long name\nthat says far too much": 1}})
    figure.draw_without_rendering()
    (ax,) = figure.axes
    assert names_on(ax.yaxis) == ["$x{$", "a very long name …too much"]
    assert ax.get_title(loc="left") == r"$\nonsense{$"


def test_pyplot_does_not_know_the_figure():
    from matplotlib import pyplot

    plot_keywords(WORDS)
    assert pyplot.get_fignums() == []


BAD_WORDS = [
    ({}, "words is empty; give {cluster: {word: weight}}"),
    (["match"], "words is of type list; give {cluster: {word: weight}}"),
    ({"a": ["match"]}, r"words\['a'\] is of type list; give {cluster: {word: weight}}"),
    ({"a": {}}, r"words\['a'\] is empty; give"),
    ({"a": {"b": 0.0}}, r"words\['a'\] has no word of a weight above 0; leave the cluster out"),
    ({"a": {"b": 1, "c": -0.1}}, r"words\['a'\] has weights that are negative, NaN or infinite"),
    ({"a": {"b": float("nan")}}, r"words\['a'\] has weights that are negative, NaN or infinite"),
    ({"a": {"b": float("inf")}}, r"words\['a'\] has weights that are negative, NaN or infinite"),
    ({"a": {"b": "heavy"}}, r"words\['a'\] must be numbers"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_WORDS)
def test_bad_words_are_named(words, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_keywords(words)
