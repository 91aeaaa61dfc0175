"""plot_sensitivity: every value in the cell of its α and β, and the highest framed."""

from itertools import pairwise

import numpy as np
import pytest

from golfs.plotting import plot_sensitivity

ALPHA, BETA = [0.1, 1.0, 10.0], [1.0, 100.0]
VALUES = np.array([[0.5, 0.6, 0.25], [0.7, 0.4, 0.1]])


def grid(n):
    return 10.0 ** np.linspace(-6, 6, n)


def surface(n):
    return 0.5 + 0.4 * np.cos(np.add.outer(np.arange(n), 2 * np.arange(n)) / n)


def drawn(values, alpha=ALPHA, beta=BETA):
    figure = plot_sensitivity({"ACC": values}, alpha, beta)
    figure.draw_without_rendering()
    return figure.axes[0]


def names_on(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def written(ax):
    return {text.get_position(): text.get_text() for text in ax.texts}


def framed(ax):
    """Corners of the frames, once for each of their two lines."""
    return sorted(frame.get_xy() for frame in ax.patches)


def test_each_value_is_written_where_its_alpha_and_beta_meet():
    ax = drawn(VALUES)
    assert written(ax) == {
        (alpha, beta): f"{VALUES[i, j]:.2f}"[1:] for i, beta in enumerate(BETA) for j, alpha in enumerate(ALPHA)
    }
    assert np.array_equal(ax.collections[0].get_array().reshape(VALUES.shape), VALUES)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title(loc="left")) == ("α", "β", "ACC")
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_a_value_lies_inside_its_cell():
    mesh = np.log10(drawn(VALUES).collections[0].get_coordinates())
    assert mesh[0, :, 0].tolist() == pytest.approx([-1.5, -0.5, 0.5, 1.5])
    assert mesh[:, 0, 1].tolist() == pytest.approx([-1, 1, 3])
    alone = np.log10(drawn([[1.0]], [1.0], [100.0]).collections[0].get_coordinates())
    assert alone[0, :, 0].tolist() == pytest.approx([-0.5, 0.5])
    assert alone[:, 0, 1].tolist() == pytest.approx([1.5, 2.5])


def test_the_highest_is_framed_and_of_equal_ones_each():
    assert framed(drawn(VALUES)) == [pytest.approx((10**-1.5, 10))] * 2
    several = [[0.9, 0.6, 0.9], [np.nan, 0.4, 0.1]]
    assert framed(drawn(several)) == [pytest.approx((10**-1.5, 0.1))] * 2 + [pytest.approx((10**0.5, 0.1))] * 2


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.5, 0.125, 1.0], [".50", ".12", "1.00"]),
        ([0.5, -0.126, -0.001], [".50", "−.13", ".00"]),
        ([31.0, 9.25, 0.5], ["31.0", "9.2", ".5"]),
        ([12345.0, 180.4, 7.0], ["12345", "180", "7"]),
        ([0.0031, 0.0005, 0.0], [".0031", ".0005", ".0000"]),
        ([0.0, 0.0, 0.0], [".00", ".00", ".00"]),
        ([10.5, 100.25, 20.5], ["10", "100", "20"]),
    ],
)
def test_all_cells_of_a_map_have_the_same_decimals(values, texts):
    assert list(written(drawn([values], ALPHA, [1.0])).values()) == texts


def test_nan_is_blank():
    values = VALUES.copy()
    values[0, 1] = np.nan
    ax = drawn(values)
    assert written(ax)[1.0, 1.0] == ""
    assert np.ma.getmaskarray(ax.collections[0].get_array()).sum() == 1


@pytest.mark.parametrize("n", [7, 13])
@pytest.mark.parametrize("factor", [1, 60])
def test_numbers_stay_inside_their_cells_and_can_be_read(n, factor):
    ax = drawn(factor * surface(n), grid(n), grid(n))
    assert len(ax.texts) == n * n
    row = [text.get_window_extent() for text in ax.texts[:n]]
    (font,) = {text.get_fontsize() for text in ax.texts}
    gap = 0.3 * font * ax.figure.dpi / 72  # about a space
    assert all(left.x1 + gap < right.x0 for left, right in pairwise(row))
    assert font >= 5


def test_a_colour_bar_stands_in_where_numbers_do_not_fit():
    figure = plot_sensitivity({"ACC": surface(30)}, grid(30), grid(30))
    ax, _bar = figure.axes
    assert not ax.texts
    assert len(plot_sensitivity({"ACC": surface(7)}, grid(7), grid(7)).axes) == 1


def luminance(colour):
    """As WCAG 2 has it, of red, green and blue in [0, 1]."""
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def test_numbers_stand_out_from_their_cells():
    ax = drawn(surface(7), grid(7), grid(7))
    cells = luminance(ax.collections[0].get_facecolors()[:, :3])
    inks = np.array([float(text.get_color() == "white") for text in ax.texts])
    contrasts = (np.maximum(cells, inks) + 0.05) / (np.minimum(cells, inks) + 0.05)
    assert contrasts.min() >= 4


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (10.0 ** np.arange(-6, 7, 2), [f"$10^{{{power}}}$" for power in range(-6, 7, 2)]),
        (10.0 ** np.arange(-6, 7), [f"$10^{{{power}}}$" for power in range(-6, 7, 2)]),
        ([0.25, 1.0, 4.0], ["0.25", "1", "4"]),
        (0.5 * 2.0 ** np.arange(6), ["0.5", "2", "8"]),
    ],
)
def test_names_on_the_axes_are_of_one_kind_and_do_not_overlap(values, names):
    ax = drawn(np.eye(2, len(values)), values, [1.0, 2.0])
    assert names_on(ax.xaxis) == names
    boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


def test_a_panel_for_each_measure_two_in_a_row():
    figure = plot_sensitivity({"ACC": VALUES, "$x{$": VALUES, "TP": VALUES}, ALPHA, BETA)
    figure.draw_without_rendering()
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["ACC", "$x{$", "TP"]
    assert figure.get_size_inches()[0] <= 7.2
    first, second, third = (ax.get_position() for ax in figure.axes)
    assert first.y0 == second.y0 > third.y1


@pytest.mark.parametrize(
    ("values", "alpha", "beta", "sentence"),
    [
        ({}, ALPHA, BETA, "values is empty; give {measure: array of shape"),
        (VALUES, ALPHA, BETA, "values is of type ndarray; give {measure: array of shape"),
        ({"ACC": VALUES.T}, ALPHA, BETA, r"values\['ACC'\] has shape \(3, 2\), but beta and alpha have 2 and 3 values"),
        ({"ACC": VALUES * np.nan}, ALPHA, BETA, r"values\['ACC'\] has infinite values, or nothing but NaN"),
        ({"ACC": VALUES * np.inf}, ALPHA, BETA, r"values\['ACC'\] has infinite values"),
        ({"ACC": "x"}, ALPHA, BETA, r"values\['ACC'\] must be numbers"),
        ({"ACC": VALUES}, [1.0, 0.1, 10.0], BETA, r"alpha must be increasing numbers above 0, got \[1.0, 0.1, 10.0\]"),
        ({"ACC": VALUES}, ALPHA, [0.0, 1.0], "beta must be increasing numbers above 0"),
        ({"ACC": VALUES}, ALPHA, [1.0, 1.0], "beta must be increasing numbers above 0"),
        ({"ACC": VALUES}, ALPHA, [1.0, np.inf], "beta must be increasing numbers above 0"),
        ({"ACC": VALUES}, [], BETA, "alpha must be increasing numbers above 0"),
        ({"ACC": VALUES}, 1.0, BETA, "alpha must be increasing numbers above 0, got 1.0"),
        ({"ACC": VALUES}, ["a"], BETA, "alpha must be numbers"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_bad_arguments_are_named(values, alpha, beta, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_sensitivity(values, alpha, beta)
