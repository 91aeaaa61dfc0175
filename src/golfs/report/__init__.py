"""Tables and figures as files, and as one page that opens anywhere.

Needs Jinja2, and matplotlib for figures: pip install 'golfs[report]'.
"""

from golfs.report._parts import Figure, Table
from golfs.report._write import write_report

__all__ = ["Figure", "Table", "write_report"]
