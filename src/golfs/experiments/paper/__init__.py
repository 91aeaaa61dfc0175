"""The paper's tables and figures, one file each, and our findings beside the published ones."""

from golfs.experiments.paper._protocol import SCALES
from golfs.experiments.paper._reproduce import (
    CELLS,
    TARGETS,
    Plan,
    check_folder,
    plan,
    reproduce,
    seconds,
    tables,
    write,
)
from golfs.experiments.paper._results import Results
from golfs.experiments.paper._subjects import subjects
from golfs.experiments.paper._sweep import sweep

__all__ = [
    "CELLS",
    "SCALES",
    "TARGETS",
    "Plan",
    "Results",
    "check_folder",
    "plan",
    "reproduce",
    "seconds",
    "subjects",
    "sweep",
    "tables",
    "write",
]
