"""Tasks run in parallel, every finished one kept as a file: a run that was cut goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
import hashlib
from importlib import metadata
import json
from pathlib import Path
from typing import Any, NamedTuple

from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits

import golfs
from golfs.io import write_whole

LIBRARIES = ("numpy", "scipy", "scikit-learn")


class Task(NamedTuple):
    """`run(*arguments)` gives a value that JSON can hold.

    `identity`, which JSON can hold too, is what the value depends on beside the code; `cost` its time beside others'.
    """

    run: Callable[..., Any]
    arguments: tuple[Any, ...]
    identity: Any
    cost: float = 1.0

    def key(self) -> str:
        """Changes with the identity, with any line of the package and with what it computes with."""
        settings = [_sources(), *map(metadata.version, LIBRARIES), self.identity]
        return hashlib.sha256(json.dumps(settings).encode()).hexdigest()[:24]


def finish(
    tasks: Sequence[Task],
    *,
    n_jobs: int | None = None,
    cells: Path | None = None,
    done: Callable[[Task, Any], None] = lambda task, value: None,
) -> list[Any]:
    """The value of every task, each run on one thread; joblib's backend is the user's.

    Parameters
    ----------
    tasks : the same for any order and number of processes
    n_jobs : processes
    cells : folder, made if need be
        Values are kept there, and never computed again.
    done : called with each finished task, in the order in which they finish
    """
    if cells is not None:
        cells.mkdir(parents=True, exist_ok=True)
        for unfinished in cells.glob(".golfs-*"):  # of a run that was killed
            unfinished.unlink(missing_ok=True)
    try:
        run = Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    except ValueError:  # a backend that gives everything at the end
        run = Parallel(n_jobs=n_jobs)
    values: dict[int, Any] = {}
    for i, value in run(delayed(_numbered)(i, task, cells) for i, task in enumerate(tasks)):
        values[i] = value
        done(tasks[i], value)
    return [values[i] for i in range(len(tasks))]


def _numbered(i: int, task: Task, cells: Path | None) -> tuple[int, Any]:
    return i, kept(task, cells)


def kept(task: Task, cells: Path | None) -> Any:
    """The value from its file, or computed and then kept there."""
    path = None if cells is None else cells / f"{task.key()}.json"
    if path is not None and path.exists():
        with suppress(ValueError):  # damaged: computed again
            return json.loads(path.read_text(encoding="utf-8"))
    with threadpool_limits(1):
        value = task.run(*task.arguments)
    if path is not None:
        write_whole({path: partial(_write, text=json.dumps(value))}, force=True)
    return value


def _write(path: Path, *, text: str) -> None:
    path.write_text(text, encoding="utf-8")


@cache
def _sources() -> str:
    """Changes with any line of the package, so that no value outlives the code that made it."""
    files = sorted(Path(golfs.__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
