"""plot_faces: every image in its row and column, on the grey scale of the first row."""

from matplotlib.figure import Figure
import numpy as np
import pytest

from golfs.plotting import plot_faces

HEIGHT, WIDTH, GAP = 4, 3, 1  # a gap is 8 % of the height, and one pixel at least
FACES = np.arange(24.0).reshape(2, HEIGHT, WIDTH)


def shown(ax):
    return np.ma.filled(np.ma.asarray(ax.images[0].get_array(), dtype=float), np.nan)


def names_on(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def test_images_stand_in_rows_with_gaps_between():
    ax = plot_faces({"original": FACES, "reconstructed": FACES[:1] + 0.5})
    canvas = shown(ax)
    assert canvas.shape == (2 * HEIGHT + GAP, 2 * WIDTH + GAP)
    assert np.array_equal(canvas[:HEIGHT, :WIDTH], FACES[0])
    assert np.array_equal(canvas[:HEIGHT, WIDTH + GAP :], FACES[1])
    assert np.array_equal(canvas[HEIGHT + GAP :, :WIDTH], FACES[0] + 0.5)
    assert np.isnan(canvas[HEIGHT]).all()  # the gap
    assert np.isnan(canvas[:, WIDTH]).all()
    assert np.isnan(canvas[HEIGHT + GAP :, WIDTH + GAP :]).all()  # the second row has one image


def test_the_first_image_is_upright_and_on_top():
    ax = plot_faces({"a": FACES, "b": FACES})
    pixel = ax.transData.transform
    assert pixel((0, 0))[1] > pixel((0, HEIGHT))[1]
    assert names_on(ax.yaxis) == ["a", "b"]
    assert list(ax.get_yticks()) == [1.5, 1.5 + HEIGHT + GAP]
    assert names_on(ax.xaxis) == []


def test_all_rows_are_on_the_grey_scale_of_the_first():
    ax = plot_faces({"original": FACES, "reconstructed": FACES * 100 - 50})
    assert ax.images[0].get_clim() == (0, 23)
    assert ax.images[0].get_cmap().name == "gray"
    holed = FACES.copy()
    holed[0, 0, 0] = np.nan
    assert plot_faces({"holed": holed}).images[0].get_clim() == (1, 23)


def test_pixels_are_square_and_sharp():
    image = plot_faces({"a": FACES}).images[0]
    assert image.axes.get_aspect() == 1
    assert image.get_interpolation() == "nearest"


@pytest.mark.parametrize("kind", [np.asfortranarray, np.ndarray.tolist, np.float32, np.uint8])
def test_every_kind_of_array_gives_the_same_picture(kind):
    assert np.array_equal(shown(plot_faces({"a": kind(FACES)})), shown(plot_faces({"a": FACES})), equal_nan=True)


@pytest.mark.parametrize("number", [1, 5, 15])
def test_a_picture_fits_a_printed_page(number):
    ax = plot_faces({"original": np.zeros((number, 32, 32)), "reconstructed": np.zeros((number, 32, 32))})
    width, height = ax.figure.get_size_inches()
    assert width <= 7.2
    assert height <= 2.2


def test_a_name_is_short_and_no_formula():
    ax = plot_faces({r"$\nonsense{$": FACES, "a very long name\nthat says far too much": FACES})
    ax.figure.draw_without_rendering()
    assert names_on(ax.yaxis) == [r"$\nonsense{$", "a very long name …too much"]


def test_draws_on_the_axes_given():
    mine = Figure().add_subplot()
    assert plot_faces({"a": FACES}, ax=mine) is mine


@pytest.mark.parametrize(
    ("images", "sentence"),
    [
        ({}, "images is empty; give {name: array of shape"),
        (FACES, "images is of type ndarray; give {name: array of shape"),
        ({"a": FACES[0]}, r"images\['a'\] has shape \(4, 3\); give \(number, height, width\)"),
        ({"a": FACES[:0]}, r"images\['a'\] has shape \(0, 4, 3\); give \(number, height, width\), none of them 0"),
        ({"a": FACES, "b": FACES[:, 1:]}, r"images\['b'\] are 3 × 3, those before 4 × 3; give all the same"),
        ({"a": np.where(FACES, FACES, np.inf)}, r"images\['a'\] has infinite values, or nothing but NaN"),
        ({"a": FACES * np.nan}, r"images\['a'\] has infinite values, or nothing but NaN"),
        ({"a": [[[1.0, 2.0], [3.0]]]}, r"images\['a'\] must be numbers, in rows of equal length"),
        ({"a": [[["x"]]]}, r"images\['a'\] must be numbers"),
    ],
)
def test_bad_images_are_named(images, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_faces(images)
