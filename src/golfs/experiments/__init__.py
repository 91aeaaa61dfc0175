"""Comparisons of all methods, run so that nothing finished is ever lost or done twice."""

from golfs.experiments import paper
from golfs.experiments._comparison import Case, cases, compare, markdown
from golfs.experiments._draws import draw_of

__all__ = ["Case", "cases", "compare", "draw_of", "markdown", "paper"]
