"""plot_paths: each line is its path, told from the others, and the legend counts where it rises."""

from matplotlib.figure import Figure
import numpy as np
import pytest

from golfs.plotting import plot_paths

PATHS = {"printed": [5.0, 6.0, 4.0, 4.5], "default": [5.0, 3.0, 2.5]}


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def oscillating(n=300):
    return 3 + np.sin(np.arange(n) / 2)


def test_lines_are_the_paths():
    ax = plot_paths(PATHS)
    assert [list(line.get_xdata()) for line in ax.lines] == [[1, 2, 3, 4], [1, 2, 3]]
    assert [list(line.get_ydata()) for line in ax.lines] == list(PATHS.values())
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Iteration", "Objective")


def test_the_legend_counts_rises_and_rounding_is_none():
    paths = {**PATHS, "rounding": [1.0, 1.0 + 1e-12], "below 0": [-1.0, -2.0], "up": [-2.0, -1.0]}
    assert legend(plot_paths(paths)) == [
        "printed (rises in 2 of 3 steps)",
        "default (never rises)",
        "rounding (never rises)",
        "below 0 (never rises)",
        "up (rises in 1 of 1 steps)",
    ]


def test_lines_differ_in_more_than_colour():
    lines = plot_paths({str(i): [2.0, 1.0] for i in range(12)}).lines
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == 12
    assert len({line.get_linestyle() for line in lines[:4]}) == 4
    assert len({line.get_color() for line in lines[:6]}) == 6


def test_the_legend_lies_on_nothing():
    ax = plot_paths({"printed": oscillating(), **{f"solver {i}": [4 - i / 3, 2.0] for i in range(5)}})
    ax.figure.draw_without_rendering()
    box, below = ax.get_legend().get_window_extent(), ax.xaxis.label.get_window_extent()
    assert box.y1 <= below.y0
    assert box.y0 >= 0


def test_a_line_that_goes_up_and_down_lies_behind_the_others():
    falling, printed = plot_paths({"default": [4.0, 2.0], "printed": oscillating()}).lines
    assert falling.get_zorder() > printed.get_zorder()


@pytest.mark.parametrize(
    ("values", "scale"),
    [([40.0, 1.0], "log"), ([20.0, 1.0], "linear"), ([40.0, -1.0], "linear"), ([40.0, 0.0], "linear")],
)
def test_a_log_scale_where_a_linear_one_shows_nothing(values, scale):
    assert plot_paths({"a": [30.0, 20.0], "b": values}).get_yscale() == scale


@pytest.mark.parametrize(("n", "scale"), [(2, "linear"), (30, "linear"), (300, "log")])
def test_iterations_are_whole_numbers_in_digits(n, scale):
    ax = plot_paths({"a": oscillating(n), "b": [1.0]})
    ax.figure.draw_without_rendering()
    assert ax.get_xscale() == scale
    left, right = ax.get_xlim()
    names = [label.get_text() for tick, label in zip(ax.get_xticks(), ax.get_xticklabels()) if left <= tick <= right]
    assert names
    assert all(name.isdigit() for name in names)


def test_large_values_are_shown_without_an_offset():
    ax = plot_paths({"a": [1e6 + 1e-2, 1e6]})
    ax.figure.draw_without_rendering()
    assert "+" not in ax.yaxis.get_offset_text().get_text()


def test_one_iteration_is_a_point():
    ax = plot_paths({"a": [1.0], "b": [2.0, 1.0]})
    assert [line.get_marker() for line in ax.lines] == ["o", ""]


def test_a_name_is_short_and_no_formula():
    ax = plot_paths({r"$\nonsense{$": [1.0], "a very long name that says far too much": [1.0]})
    ax.figure.draw_without_rendering()
    assert legend(ax) == [r"$\nonsense{$ (never rises)", "a very long name …too much (never rises)"]


def test_draws_on_the_axes_given():
    mine = Figure().add_subplot()
    assert plot_paths(PATHS, ax=mine) is mine


@pytest.mark.parametrize(
    ("paths", "sentence"),
    [
        ({}, "paths is empty; give {name: objective after each iteration}"),
        ([1.0], "paths is of type list; give {name: objective after each iteration}"),
        ({"a": []}, r"paths\['a'\] must be a sequence of finite numbers"),
        ({"a": 1.0}, r"paths\['a'\] must be a sequence of finite numbers"),
        ({"a": [[1.0]]}, r"paths\['a'\] must be a sequence of finite numbers"),
        ({"a": [1.0, float("nan")]}, r"paths\['a'\] must be a sequence of finite numbers"),
        ({"a": ["x"]}, r"paths\['a'\] must be numbers"),
    ],
)
def test_bad_paths_are_named(paths, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_paths(paths)
