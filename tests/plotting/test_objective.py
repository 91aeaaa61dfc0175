"""plot_objective: the line is the path, and where it rises is seen."""

from matplotlib.colors import to_hex
import numpy as np
import pytest

from golfs import GOLFS
from golfs.datasets import load_demo
from golfs.plotting import plot_objective


@pytest.fixture
def path(given):
    return lambda values: given([1.0], objective_path_=values)


def test_the_line_is_the_path(path):
    ax = plot_objective(path([5.0, 3.0, 2.5]))
    (line,) = ax.lines
    assert list(line.get_xdata()) == [1, 2, 3]
    assert list(line.get_ydata()) == [5.0, 3.0, 2.5]
    assert ax.get_title(loc="left") == "Objective over 3 iterations"


def test_rises_stand_out_and_are_counted(path):
    ax = plot_objective(path([5.0, 6.0, 4.0, 4.5, 4.5]))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["rises (2 of 4 steps)"]
    down, up = ax.lines
    assert to_hex(down.get_color()) != to_hex(up.get_color())
    assert np.array_equal(up.get_xdata()[[0, 1, 3, 4]], [1, 2, 3, 4])
    assert np.array_equal(up.get_ydata(), [5.0, 6.0, np.nan, 4.0, 4.5, np.nan], equal_nan=True)


def test_rounding_is_no_rise(path):
    ax = plot_objective(path([1.0, 1.0 + 1e-12]))
    assert len(ax.lines) == 1
    assert ax.get_legend() is None


def test_a_fall_is_no_rise_when_the_objective_is_negative(path):
    assert len(plot_objective(path([-1.0, -2.0, -2.0])).lines) == 1
    assert len(plot_objective(path([-2.0, -1.0])).lines) == 2


@pytest.mark.parametrize(
    ("values", "scale"),
    [([40.0, 1.0], "log"), ([20.0, 1.0], "linear"), ([40.0, -1.0], "linear"), ([40.0, 0.0], "linear")],
)
def test_a_log_scale_where_a_linear_one_shows_nothing(path, values, scale):
    ax = plot_objective(path(values))
    ax.figure.draw_without_rendering()
    assert ax.get_yscale() == scale


def test_iterations_are_whole_numbers(path):
    ax = plot_objective(path([3.0, 2.0]))
    ax.figure.draw_without_rendering()
    assert all(float(tick).is_integer() for tick in ax.get_xticks())


def test_one_iteration_is_a_point(path):
    ax = plot_objective(path([3.0]))
    ax.figure.draw_without_rendering()
    assert ax.lines[0].get_marker() == "o"
    assert ax.get_title(loc="left") == "Objective over 1 iteration"


def test_a_fit_draws_its_own_path():
    selector = GOLFS(n_clusters=5, random_state=0).fit(load_demo().X)
    assert np.array_equal(plot_objective(selector).lines[0].get_ydata(), selector.objective_path_)


def test_nothing_to_draw_is_refused(path, given):
    with pytest.raises(ValueError, match="objective_path_ is empty"):
        plot_objective(path([]))
    with pytest.raises(ValueError, match="draws objective_path_, which Given does not learn"):
        plot_objective(given([1.0]))
