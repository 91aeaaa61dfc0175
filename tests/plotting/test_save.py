"""save: a whole file or none."""

import pytest

from golfs.plotting import plot_ranking, save


@pytest.fixture
def ax(given):
    return plot_ranking(given([0.9, 0.5]))


@pytest.mark.parametrize(
    ("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF"), (".PNG", b"\x89PNG")]
)
def test_the_suffix_says_how(ax, tmp_path, suffix, start):
    save(ax, tmp_path / f"ranking{suffix}")
    assert [path.name for path in tmp_path.iterdir()] == [f"ranking{suffix}"]
    assert (tmp_path / f"ranking{suffix}").read_bytes().startswith(start)


def test_dpi_sets_the_size(ax, tmp_path):
    from matplotlib.image import imread

    save(ax, tmp_path / "small.png", dpi=50)
    save(ax, str(tmp_path / "large.png"), dpi=200)
    small, large = imread(tmp_path / "small.png").shape, imread(tmp_path / "large.png").shape
    assert large[0] / small[0] == pytest.approx(4, rel=0.05)


def test_an_existing_file_is_replaced_only_by_a_complete_one(ax, tmp_path, monkeypatch):
    path = tmp_path / "ranking.png"
    path.write_text("before")

    def broken(name, **options):
        name.write_text("half")
        raise OSError("no space left")

    monkeypatch.setattr(ax.figure, "savefig", broken)
    with pytest.raises(OSError, match="no space left"):
        save(ax, path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("ranking.png", "before")]
    monkeypatch.undo()
    save(ax, path)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["ranking.doc", "ranking", ".png"])
def test_a_bad_suffix_is_refused_and_the_good_ones_are_named(ax, tmp_path, name):
    with pytest.raises(ValueError, match=r"path=.* must end in one of .*\.pdf, .*\.png"):
        save(ax, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_named(ax, tmp_path):
    with pytest.raises(FileNotFoundError, match="is in a folder that does not exist"):
        save(ax, tmp_path / "nowhere" / "ranking.png")


@pytest.mark.parametrize("dpi", [0, -1, float("nan"), "150"])
def test_a_bad_dpi_is_refused(ax, tmp_path, dpi):
    with pytest.raises(ValueError, match="dpi"):
        save(ax, tmp_path / "ranking.png", dpi=dpi)
