"""Files from the network: whole, of a known hash, and in one folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
import hashlib
from importlib.util import find_spec
import os
from pathlib import Path
import sys
from typing import Any, NamedTuple

from golfs._extras import extra

HOME = "GOLFS_DATA_HOME"
TIMEOUT = 30  # seconds without a byte
PURPOSE = "fetching data sets"


class Source(NamedTuple):
    """Where a file is on the network, and the only contents it may have."""

    url: str
    sha256: str


def data_folder(data_home: str | os.PathLike[str] | None) -> Path:
    """The folder given, that of the environment, or the system's place for caches."""
    folder = os.environ.get(HOME) if data_home is None else data_home
    if not folder:
        folder = extra("pooch", extra="data", purpose=PURPOSE).os_cache("golfs")
    return Path(folder).expanduser()


def fetched(path: Path, source: Source, *, download_if_missing: bool) -> Path:
    """The path of the file, which is downloaded if there is none; one with another hash is refused.

    A download stands under another name until it is complete and its hash is right.
    """
    if path.exists():
        _refuse_another(path, source)
        return path
    if not download_if_missing:
        raise FileNotFoundError(_remedy(path, source, "download_if_missing=False"))
    pooch = extra("pooch", extra="data", purpose=PURPOSE)
    requests = extra("requests", extra="data", purpose=PURPOSE)
    try:
        with _progress(path.name) as bar:
            downloader = pooch.HTTPDownloader(progressbar=bar, chunk_size=2**16, timeout=TIMEOUT)
            pooch.retrieve(source.url, f"sha256:{source.sha256}", path.name, path.parent, downloader=downloader)
    except requests.exceptions.RequestException as error:
        answer = "" if error.response is None else f" {error.response.status_code}"
        raise FileNotFoundError(_remedy(path, source, f"{type(error).__name__}{answer}")) from error
    except ValueError as error:  # pooch's word for another hash
        raise ValueError(
            f"what {source.url} serves is not {path.name} as it is known (sha256 {source.sha256}), so it was not kept: "
            f"try again on another connection, or put the right file there as {path}"
        ) from error
    except OSError as error:
        raise OSError(
            f"{path} cannot be written ({error.strerror or error}): give another folder as data_home or in {HOME}"
        ) from error
    return path


def _refuse_another(path: Path, source: Source) -> None:
    """A file that was put there by hand is not overwritten, nor taken for what it is not."""
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != source.sha256:
        raise ValueError(
            f"{path} is damaged or another version, its sha256 being {found} and not {source.sha256}: "
            "remove it to have it fetched anew, or give another folder as data_home"
        )


def _remedy(path: Path, source: Source, reason: str) -> str:
    return (
        f"{path.name} is not in {path.parent} and was not fetched ({reason}): download {source.url} by other means and "
        f"put it there as {path}, or give the folder that has it as data_home or in {HOME}"
    )


@contextmanager
def _progress(name: str) -> Iterator[Any]:
    """A bar in the form that pooch wants: drawn by rich on a terminal, otherwise False."""
    if find_spec("rich") is None or not sys.stderr.isatty():
        yield False
        return
    rich = extra("rich.progress", extra="cli", purpose="a progress bar")
    console = extra("rich.console", extra="cli", purpose="a progress bar").Console(stderr=True)
    columns = (rich.TextColumn("{task.description}"), rich.BarColumn(), rich.DownloadColumn())
    with rich.Progress(*columns, console=console, transient=True) as bars:
        yield _Bar(bars, bars.add_task(name, total=None))


class _Bar:
    """One download of rich's, with the names that pooch calls."""

    def __init__(self, bars: Any, task: Any) -> None:
        self._bars, self._task = bars, task

    @property
    def total(self) -> float | None:
        """Bytes in all; None while unknown."""
        total: float | None = self._bars.tasks[self._task].total
        return total

    @total.setter
    def total(self, size: int) -> None:
        self._bars.update(self._task, total=size or None)

    def update(self, size: int) -> None:
        """So many bytes more."""
        self._bars.advance(self._task, size)

    def reset(self) -> None:
        """Back to none, which pooch does before it says that all are there."""
        self._bars.reset(self._task)

    def close(self) -> None:
        """Nothing: the bar is closed whether the download succeeds or not."""
