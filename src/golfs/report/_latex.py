"""Tables as LaTeX with booktabs, for any engine."""

from __future__ import annotations

import re

from golfs.report._parts import Cell, Table

_GREEK = ("alpha", "beta", "gamma", "kappa", "lambda", "mu", "sigma")
_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
    **{sign: f"${sign}$" for sign in "<>|"},
    "−": "$-$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "…": r"\dots{}",
    **{letter: f"$\\{name}$" for letter, name in zip("αβγκλμσ", _GREEK)},
    **{power: f"$^{digit}$" for power, digit in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")},
}
_ESCAPES = str.maketrans(_SIGNS)


def latex(table: Table) -> str:
    """A table environment, for a document with \\usepackage{booktabs}."""
    head = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped(table.title)}}}",
        rf"\label{{tab:{table.name}}}",
        rf"\begin{{tabular}}{{{''.join('r' if table.is_numeric(column) else 'l' for column in table.columns)}}}",
        r"\toprule",
        _line([escaped(column) for column in table.columns]),
        r"\midrule",
    ]
    body = [_line([_cell(cell) for cell in row]) for row in table.cells()]
    note = [rf"\par\smallskip\footnotesize {escaped(table.note)}"] if table.note else []
    return "\n".join([*head, *body, r"\bottomrule", r"\end{tabular}", *note, r"\end{table}", ""])


def escaped(text: str) -> str:
    """Text that LaTeX prints as it is.

    >>> print(escaped("α_1 < 50 %"))
    $\\alpha$\\_1 $<$ 50 \\%
    """
    one_line = " ".join(text.split()).translate(_ESCAPES)
    return re.sub(r"([-'`?!])(?=[-'`])", r"\1{}", one_line)  # of -- LaTeX would make a dash, of '' a quotation mark


def _cell(cell: Cell) -> str:
    text = escaped(cell.text)
    return rf"\textbf{{{text}}}" if cell.is_bold else text


def _line(cells: list[str]) -> str:
    # A row that begins with [ or * would be read as an option of the \\ before it.
    return ("{}" if cells[0].startswith(("[", "*")) else "") + " & ".join(cells) + r" \\"
