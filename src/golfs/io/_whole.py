"""Files that appear whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
import os
from pathlib import Path
import secrets


def check_targets(paths: Iterable[Path], *, force: bool = False) -> None:
    """Refuse what could not be written: before a long computation rather than after it.

    Folders that do not exist yet are no reason to refuse. `force` allows existing files.
    """
    for path in paths:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder, so no file can be written there")
        if path.exists() and not force:
            raise FileExistsError(f"{path} exists; --force replaces it (in Python, force=True)")
        folder = next(parent for parent in path.parents if parent.exists())
        if not folder.is_dir():
            raise NotADirectoryError(f"{path} cannot be written: {folder} is a file, not a folder")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(f"{path} cannot be written: no permission in {folder}")


def write_whole(files: Mapping[Path, Callable[[Path], object]], *, force: bool = False) -> None:
    """Write each file beside its place under another name, and when all are complete, rename them.

    If writing one fails, or is interrupted, none appears and nothing is left. Renaming is a
    moment, but not a single one for all: a crash of the machine in between leaves the first
    files new and the others old or absent, each of them whole.

    Parameters
    ----------
    files : {path: function that writes to the path it is given, with the same suffix}
    force : bool, default False
        Replace existing files.
    """
    check_targets(files, force=force)
    with ExitStack() as unfinished:
        complete = []
        for path, write in files.items():
            if not path.parent.is_dir():
                raise FileNotFoundError(f"path={str(path)!r} is in a folder that does not exist")
            temporary = path.with_name(f".golfs-{secrets.token_hex(8)}{path.suffix}")
            unfinished.callback(temporary.unlink, missing_ok=True)
            write(temporary)
            complete.append((temporary, path))
        for temporary, path in complete:
            temporary.replace(path)
