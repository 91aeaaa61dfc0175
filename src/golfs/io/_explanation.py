"""Why features are selected or are not, as a file that any tool reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from functools import partial
import os
from pathlib import Path
from typing import Any

from golfs.io._selection import record_of, write_json
from golfs.io._table import Table
from golfs.io._whole import check_targets, write_whole

EXPLANATION = "explanation.json"


def write_explanation(
    selector: Any,
    table: Table,
    out: str | os.PathLike[str],
    *,
    explanations: Iterable[Any],
    seconds: float | None = None,
    force: bool = False,
) -> Path:
    """Write explanation.json to a folder, whole or not at all: how the selection came about, and `explanations`.

    Parameters
    ----------
    selector : a fitted selector
    table : Table
        What it was fitted on.
    out : folder, made if it does not exist
    explanations : what `selector.why` returned, for each feature
    seconds : float
        How long the fit took.
    force : bool, default False
        Replace an existing file.

    Returns
    -------
    Path
        What was written.

    Examples
    --------
    >>> import json
    >>> import tempfile
    >>> from golfs import GOLFS
    >>> from golfs.datasets import load_demo
    >>> from golfs.io import Table, write_explanation
    >>> X, names, _ = load_demo()
    >>> selector = GOLFS(n_clusters=5, random_state=0).fit(X)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = write_explanation(selector, Table(X, names), folder, explanations=[selector.why(0, names=names)])
    ...     print(json.loads(path.read_text())["explanations"][0]["feature"])
    pixel r0c0
    """
    path = Path(out) / EXPLANATION
    check_targets([path], force=force)
    content = {**record_of(selector, table, seconds), "explanations": [asdict(one) for one in explanations]}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole({path: partial(write_json, content=content)}, force=force)
    return path
