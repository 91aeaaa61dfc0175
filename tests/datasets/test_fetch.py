"""Files from a server on this machine: whole and of the known hash, or one sentence and nothing left."""

from __future__ import annotations

from functools import partial
import hashlib
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
import io
import logging
from pathlib import Path
import socket
import sys
import threading

import numpy as np
import pytest
from scipy import io as matlab
from scipy import sparse

from golfs.datasets import COLLECTION, _bbc, _collection, _fetch, fetch_bbc_news, fetch_dataset, fetch_yale_faces

pytest.importorskip("pooch", reason="an extra that fetches")


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder; of a file named cut.mat only the first half, then closes the connection."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.asked.append(self.path)
        if not self.path.endswith("cut.mat"):
            return super().do_GET()
        content = Path(self.directory, "cut.mat").read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])
        return None


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A server of tmp_path/served, in place of the addresses on the network."""
    (tmp_path / "served").mkdir()
    handler = partial(Handler, directory=tmp_path / "served")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        running.asked = []
        running.folder = tmp_path / "served"
        address = f"http://127.0.0.1:{running.server_port}"
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setattr(_collection, "ADDRESS", address)
        monkeypatch.setattr(_bbc, "ADDRESS", address)
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The folder that files are to be put into."""
    logging.getLogger("pooch").setLevel(logging.WARNING)
    monkeypatch.delenv(_fetch.HOME, raising=False)
    return tmp_path / "home"


def mat(path, X, Y, names=("X", "Y")):
    matlab.savemat(path, dict(zip(names, (X, Y), strict=True)))
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def small(server, monkeypatch):
    """A served colon.mat whose hash is the known one."""
    X = np.arange(12, dtype=np.int16).reshape(4, 3)
    monkeypatch.setitem(
        _collection.HASHES, "colon", mat(server.folder / "colon.mat", X, np.array([[1], [-1], [1], [1]]))
    )
    return X


def contents(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_file_is_fetched_once_and_nothing_else_is_written(small, server, home):
    for _ in range(2):
        X, y, names = fetch_dataset("colon", data_home=home)
        assert np.array_equal(X, small)
        assert X.dtype == np.float64
        assert y.tolist() == [1, 0, 1, 1]
        assert names == ["-1", "1"]
    assert server.asked == ["/colon.mat"]
    assert contents(home.parent) == ["home/colon.mat", "served/colon.mat"]


def test_the_environment_names_the_folder_and_the_argument_overrules_it(small, server, home, monkeypatch):
    monkeypatch.setenv(_fetch.HOME, str(home / "of the environment"))
    fetch_dataset("colon")
    fetch_dataset("colon", data_home=str(home / "given"))
    assert contents(home) == ["given/colon.mat", "of the environment/colon.mat"]


def test_otherwise_the_systems_cache_is_the_folder(small, home, monkeypatch):
    monkeypatch.setattr("pooch.os_cache", lambda project: home / project)
    fetch_dataset("colon")
    assert contents(home) == ["golfs/colon.mat"]


def test_a_tilde_is_the_users_folder(home, monkeypatch):
    monkeypatch.setenv("HOME", str(home))
    assert _fetch.data_folder("~/data") == home / "data"


def test_what_is_served_with_another_hash_is_not_kept(small, server, home):
    (server.folder / "colon.mat").write_bytes(b"an error page")
    with pytest.raises(ValueError, match=r"serves is not colon\.mat as it is known .* put the right file there as "):
        fetch_dataset("colon", data_home=home)
    assert contents(home) == []


def test_a_download_that_breaks_off_leaves_nothing(server, home):
    content = b"0" * 100_000
    (server.folder / "cut.mat").write_bytes(content)
    source = _fetch.Source(f"{_collection.ADDRESS}/cut.mat", hashlib.sha256(content).hexdigest())
    with pytest.raises((FileNotFoundError, ValueError), match=r"put .* there as .*cut\.mat"):
        _fetch.fetched(home / "cut.mat", source, download_if_missing=True)
    assert server.asked == ["/cut.mat"]
    assert contents(home) == []


def test_an_interrupted_download_leaves_nothing(small, home, monkeypatch):
    def interrupted(self, url, output_file, pooch):
        Path(output_file).write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr("pooch.HTTPDownloader.__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch_dataset("colon", data_home=home)
    assert contents(home) == []


@pytest.mark.parametrize("content", [b"", b"half a file"])
def test_a_damaged_file_is_refused_and_left_alone(small, server, home, content):
    home.mkdir()
    (home / "colon.mat").write_bytes(content)
    with pytest.raises(ValueError, match=r"colon\.mat is damaged or another version.*: remove it"):
        fetch_dataset("colon", data_home=home)
    assert (home / "colon.mat").read_bytes() == content
    assert server.asked == []


def test_offline_one_sentence_says_which_file_to_put_where(home, monkeypatch):
    with socket.socket() as free:  # bound, but not listening: connections are refused
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setattr(_collection, "ADDRESS", f"http://127.0.0.1:{free.getsockname()[1]}")
        with pytest.raises(FileNotFoundError) as caught:
            fetch_dataset("nci9", data_home=home)
    said = str(caught.value)
    assert said.startswith(f"nci9.mat is not in {home} and was not fetched (ConnectionError)")
    assert f"put it there as {home / 'nci9.mat'}" in said
    assert f"{_collection.ADDRESS}/nci9.mat" in said
    assert "GOLFS_DATA_HOME" in said
    assert "\n" not in said
    assert contents(home) == []


def test_a_file_that_the_server_lacks_is_said_with_its_answer(server, home):
    with pytest.raises(FileNotFoundError, match=r"nci9\.mat is not in .* \(HTTPError 404\)"):
        fetch_dataset("nci9", data_home=home)
    assert contents(home) == []


@pytest.mark.parametrize(
    ("fetch", "name"),
    [(partial(fetch_dataset, "colon"), "colon.mat"), (fetch_yale_faces, "Yale.mat"), (fetch_bbc_news, "train.csv")],
)
def test_without_permission_to_download_nothing_is_asked_or_written(fetch, name, small, server, home):
    with pytest.raises(FileNotFoundError, match=rf"{name} is not in .*download_if_missing=False"):
        fetch(data_home=home, download_if_missing=False)
    assert server.asked == []
    assert not home.exists()


def test_a_folder_that_cannot_be_written_is_said(small, home):
    home.write_text("a file")
    with pytest.raises(OSError, match=r"colon\.mat cannot be written \(.*\): give another folder as data_home"):
        fetch_dataset("colon", data_home=home)
    assert home.read_text() == "a file"


def test_a_file_that_is_there_needs_no_library_that_fetches(small, server, home, monkeypatch):
    fetch_dataset("colon", data_home=home)
    monkeypatch.setitem(sys.modules, "pooch", None)
    assert fetch_dataset("colon", data_home=home).X.shape == small.shape
    (home / "colon.mat").unlink()
    with pytest.raises(ModuleNotFoundError, match=r"fetching data sets needs .*pip install 'golfs\[data\]'"):
        fetch_dataset("colon", data_home=home)


@pytest.mark.parametrize("name", ["Colon", "mnist", None, 3])
def test_a_set_that_is_not_known_is_refused_with_those_that_are(name, home):
    with pytest.raises(ValueError, match=r"name=.* must be one of .*'colon'"):
        fetch_dataset(name, data_home=home)


def test_hashes_are_hashes_and_addresses_pinned():
    assert len(COLLECTION) == 11
    for hashes in (_collection.HASHES, _bbc.HASHES):
        assert all(len(value) == 64 and int(value, 16) for value in hashes.values())
        assert len(set(hashes.values())) == len(hashes)
    for module in (_collection, _bbc):
        assert module.ADDRESS.startswith("https://raw.githubusercontent.com/")
        assert f"/{module.COMMIT}/" in module.ADDRESS
        assert len(module.COMMIT) == 40


def test_on_a_terminal_a_bar_follows_the_bytes(small, server, home, monkeypatch):
    pytest.importorskip("rich", reason="an extra that draws the bar")
    bars = []

    class Spied(_fetch._Bar):
        def __init__(self, *given):
            super().__init__(*given)
            bars.append(self)

        def close(self):
            task = self._bars.tasks[self._task]
            self.at_the_end = task.completed, task.total, task.description

    monkeypatch.setattr(_fetch, "_Bar", Spied)
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    fetch_dataset("colon", data_home=home)
    size = (home / "colon.mat").stat().st_size
    assert [bar.at_the_end for bar in bars] == [(size, size, "colon.mat")]
    assert "colon.mat" in terminal.getvalue()


def test_elsewhere_there_is_no_bar(small, home, monkeypatch, capfd):
    monkeypatch.setattr(_fetch, "_Bar", None)
    fetch_dataset("colon", data_home=home)
    assert capfd.readouterr() == ("", "")


def news(sections=_bbc.SIZES):
    """Records in turn of all sections, as many as there really are."""
    left = dict(sections)
    while any(left.values()):
        for section in [section for section, size in left.items() if size]:
            left[section] -= 1
            yield f'{section} news, number {left[section]}, says "£"', section


def write_csv(path, rows, *, columns=("text", "category")):
    place = [columns.index("text"), columns.index("category")]
    lines = [",".join(columns)]
    for row in rows:
        fields = [""] * len(columns)
        for j, value in zip(place, row, strict=True):
            fields[j] = '"' + value.replace('"', '""') + '"'
        lines.append(",".join(fields))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_news_come_from_three_files_in_their_order(server, home, monkeypatch):
    rows = list(news())
    for name, part in {"train.csv": rows[:1557], "test.csv": rows[1557:1891], "val.csv": rows[1891:]}.items():
        write_csv(server.folder / name, part)
        monkeypatch.setitem(_bbc.HASHES, name, hashlib.sha256((server.folder / name).read_bytes()).hexdigest())
    documents, y, names = fetch_bbc_news(data_home=home)
    assert documents == [text for text, _ in rows]
    assert [names[code] for code in y] == [section for _, section in rows]
    assert names == ["business", "entertainment", "politics", "sport", "tech"]
    assert contents(home) == ["bbc-news/test.csv", "bbc-news/train.csv", "bbc-news/val.csv"]
    assert fetch_bbc_news(data_home=home).documents == documents
    assert len(server.asked) == 3


@pytest.mark.parametrize("name", ["bbc-text.csv", "bbc-news.csv"])
def test_one_file_of_news_put_there_is_read_instead(name, server, home):
    home.mkdir()
    write_csv(home / name, news(), columns=("category", "text"))
    assert len(fetch_bbc_news(data_home=home).documents) == 2225
    assert server.asked == []


def test_news_that_are_not_all_there_are_refused(home):
    home.mkdir()
    own = home / "bbc-text.csv"
    refused = pytest.raises(ValueError, match=r"bbc-text\.csv must hold 2225 texts, 510 of business.*remove it")
    write_csv(own, list(news())[:-1])
    with refused:
        fetch_bbc_news(data_home=home)
    write_csv(own, [*list(news())[:-1], ("", "sport")])
    with refused:
        fetch_bbc_news(data_home=home)
    write_csv(own, [(text, "sports" if section == "sport" else section) for text, section in news()])
    with refused:
        fetch_bbc_news(data_home=home)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "must have the columns category and text"),
        (b"label,text\nsport,words\n", "must have the columns category and text"),
        (b"category,text\nsport,\xa350m\n", "is not comma-separated text in UTF-8"),
        (b"category,text\nsport," + b"x" * 200_000, "is not comma-separated text in UTF-8"),
    ],
)
def test_a_file_that_holds_no_news_is_refused(content, sentence, home):
    home.mkdir()
    (home / "bbc-news.csv").write_bytes(content)
    with pytest.raises(ValueError, match=sentence):
        fetch_bbc_news(data_home=home)


def test_faces_are_upright_images_of_the_columns(home):
    home.mkdir()
    pictures = np.random.default_rng(0).integers(0, 256, (165, 32, 32))
    X = pictures.transpose(0, 2, 1).reshape(165, -1)  # column by column
    mat(home / "Yale_32x32.mat", X.astype(np.uint8), np.repeat(np.arange(1, 16), 11)[:, None], ("fea", "gnd"))
    faces = fetch_yale_faces(data_home=home)
    assert np.array_equal(faces.images, pictures)
    assert np.array_equal(faces.X, X)
    assert faces.y.tolist() == np.repeat(np.arange(15), 11).tolist()


@pytest.mark.parametrize(
    ("X", "people"),
    [(np.ones((165, 1023)), np.repeat(np.arange(15), 11)), (np.ones((165, 1024)), np.arange(165) // 12)],
)
def test_other_faces_are_refused(X, people, home):
    home.mkdir()
    mat(home / "Yale_32x32.mat", X, people[:, None], ("fea", "gnd"))
    with pytest.raises(ValueError, match=r"Yale_32x32\.mat holds 165 × .* not 165 × 1024 with 11 pictures"):
        fetch_yale_faces(data_home=home)


def test_sparse_sets_stay_sparse(tmp_path):
    from golfs.datasets import load_mat

    X = sparse.random(30, 20, density=0.2, random_state=0, format="csc")
    mat(tmp_path / "words.mat", X, sparse.csc_array(np.arange(30.0)[:, None] % 3), ("fea", "gnd"))
    found = load_mat(tmp_path / "words.mat")
    assert sparse.issparse(found.X)
    assert abs(found.X - X).max() == 0
    assert found.y.tolist() == (np.arange(30) % 3).tolist()
    assert found.names == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"data": np.eye(3)}, "is not a .mat file with the arrays X and Y, or fea and gnd"),
        ({"X": np.eye(3)}, "has no array of numbers named 'Y'"),
        ({"X": np.eye(3), "Y": np.array([[1], [2]])}, r"Y has shape \(2, 1\), but X has 3 samples"),
        ({"X": np.eye(3), "Y": np.array([[1], [np.nan], [2]])}, "Y has missing labels"),
    ],
)
def test_a_mat_file_without_data_and_labels_is_refused(arrays, sentence, tmp_path):
    from golfs.datasets import load_mat

    matlab.savemat(tmp_path / "some.mat", arrays)
    with pytest.raises(ValueError, match=sentence):
        load_mat(tmp_path / "some.mat")


def test_other_formats_have_no_labels_to_load(tmp_path):
    from golfs.datasets import load_mat

    np.save(tmp_path / "some.npy", np.eye(3))
    with pytest.raises(ValueError, match=r"is not a \.mat file with the arrays"):
        load_mat(tmp_path / "some.npy")
