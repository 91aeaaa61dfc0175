"""plot_ranking: the bars are the scores."""

from itertools import pairwise

from matplotlib.colors import to_hex
from matplotlib.figure import Figure
import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from golfs import GOLFS
from golfs.plotting import plot_ranking

SCORES = [0.1, 0.9, 0.0, 0.5, 0.7]


def names_on(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def test_bars_are_the_scores_and_the_best_is_on_top(given):
    ax = plot_ranking(given(SCORES))
    assert [bar.get_width() for bar in ax.patches] == [0.9, 0.7, 0.5, 0.1, 0.0]
    heights = [ax.transData.transform((0, bar.get_y() + bar.get_height() / 2))[1] for bar in ax.patches]
    assert heights == sorted(heights, reverse=True)
    assert names_on(ax.yaxis) == ["1", "4", "3", "0", "2"]
    assert ax.get_xlim()[0] == 0
    assert ax.get_xlim()[1] >= 0.9


@pytest.mark.parametrize("n_selected", [0, 2, 5])
def test_selected_features_have_a_colour_of_their_own(given, n_selected):
    colours = [to_hex(bar.get_facecolor()) for bar in plot_ranking(given(SCORES, n_selected)).patches]
    assert colours == ["#0072b2"] * n_selected + ["#bdc3c9"] * (5 - n_selected)


@pytest.mark.parametrize(("n_selected", "n_features", "lines"), [(2, 30, [1.5]), (2, 2, []), (5, 30, []), (0, 30, [])])
def test_a_line_marks_the_end_of_the_selection_if_it_is_in_view(given, n_selected, n_features, lines):
    ax = plot_ranking(given(SCORES, n_selected), n_features=n_features)
    assert [float(line.get_ydata()[0]) for line in ax.lines] == lines
    assert [text.get_text() for text in ax.texts] == [f"{n_selected} selected"] * len(lines)


def test_the_mark_does_not_lie_on_the_bars(given):
    ax = plot_ranking(given(np.linspace(1.0, 0.98, 20), 10))
    ax.figure.draw_without_rendering()
    mark = ax.texts[0].get_window_extent()
    assert not any(mark.overlaps(bar.get_window_extent()) for bar in ax.patches)


def test_title_counts(given):
    assert plot_ranking(given(SCORES), n_features=3).get_title(loc="left") == "3 best of 5 features, 2 selected"
    assert plot_ranking(given(SCORES, 0)).get_title(loc="left") == "5 best of 5 features, none selected"


def test_equal_scores_stand_in_the_order_of_the_ranking(given):
    assert names_on(plot_ranking(given([0.5, 0.5, 0.5])).yaxis) == ["0", "1", "2"]


def test_all_scores_zero_still_give_a_scale(given):
    ax = plot_ranking(given([0.0, 0.0], 0))
    assert ax.get_xlim() == (0.0, 1.0)


@pytest.mark.parametrize("factor", [1e-100, 1e100])
def test_scores_of_any_size(given, factor):
    ax = plot_ranking(given(np.array(SCORES) * factor))
    ax.figure.draw_without_rendering()
    assert ax.patches[0].get_width() == pytest.approx(0.9 * factor)


def test_names_come_from_the_fit_or_from_the_caller(given):
    fitted = given(SCORES, feature_names_in_=list("abcde"))
    assert names_on(plot_ranking(fitted, n_features=2).yaxis) == ["b", "e"]
    assert names_on(plot_ranking(fitted, n_features=2, names=list("vwxyz")).yaxis) == ["w", "z"]


def test_long_names_lose_their_middle_and_line_breaks(given):
    names = ["x"] * 5
    names[1] = "a gene with\na very long name indeed"
    (shown, _) = names_on(plot_ranking(given(SCORES), n_features=2, names=names).yaxis)
    assert shown == "a gene with a ver…e indeed"
    assert len(shown) == 26


def test_a_name_with_dollars_is_not_a_formula(given):
    ax = plot_ranking(given(SCORES), names=["$", r"$\nonsense{$", "$x", "x$", "$$"])
    ax.figure.draw_without_rendering()
    assert names_on(ax.yaxis)[0] == r"$\nonsense{$"


@pytest.mark.parametrize("shown", [5, 60, 1000])
def test_names_never_overlap_and_can_be_read(given, shown):
    ax = plot_ranking(given(np.linspace(1, 0, 1000)), n_features=shown)
    ax.figure.draw_without_rendering()
    boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
    assert all(above.y0 >= below.y1 for above, below in pairwise(boxes))
    assert all(label.get_fontsize() >= 4.5 for label in ax.get_yticklabels())


def test_draws_on_the_axes_given_or_on_a_figure_pyplot_does_not_know(given):
    from matplotlib import pyplot

    mine = Figure().add_subplot()
    assert plot_ranking(given(SCORES), ax=mine) is mine
    assert plot_ranking(given(SCORES)).figure is not mine.figure
    assert pyplot.get_fignums() == []


def test_a_fit_on_a_data_frame_shows_its_columns():
    pandas = pytest.importorskip("pandas", reason="an extra")
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 4)) + 5 * np.outer(np.arange(30) % 2, [0, 0, 1, 0])
    selector = GOLFS(n_clusters=2, n_features_to_select=1, random_state=0).fit(
        pandas.DataFrame(X, columns=list("abcd"))
    )
    ax = plot_ranking(selector)
    assert names_on(ax.yaxis)[0] == "c"
    assert [bar.get_width() for bar in ax.patches] == sorted(selector.scores_, reverse=True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"names": ["a"]}, "names has 1 names, but the selector has seen 5 features"),
        ({"n_features": 0}, "n_features=0 must be at least 1"),
        ({"n_features": 2.5}, "n_features must be an integer, got 2.5"),
    ],
)
def test_bad_arguments_are_named(given, arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_ranking(given(SCORES), **arguments)


def test_an_unfitted_selector_is_refused(unfitted):
    with pytest.raises(NotFittedError):
        plot_ranking(unfitted)
