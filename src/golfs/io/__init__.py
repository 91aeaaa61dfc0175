"""Tables in, results out: files of numbers read with one call, and written whole or not at all.

>>> import tempfile
>>> from pathlib import Path
>>> from golfs.io import write_whole
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder, "answer.txt")
...     write_whole({path: lambda file: file.write_text("42")})
...     path.read_text()
'42'
"""

from golfs.io._explanation import EXPLANATION, write_explanation
from golfs.io._read import read_table
from golfs.io._selection import CLUSTERS, FEATURES, SELECTION, selection_files, write_selection
from golfs.io._table import BadTable, Table
from golfs.io._whole import check_targets, write_whole

__all__ = [
    "CLUSTERS",
    "EXPLANATION",
    "FEATURES",
    "SELECTION",
    "BadTable",
    "Table",
    "check_targets",
    "read_table",
    "selection_files",
    "write_explanation",
    "write_selection",
    "write_whole",
]
