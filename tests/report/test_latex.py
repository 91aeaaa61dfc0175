"""Tables as LaTeX: an environment that closes what it opens, and text that prints as it is."""

import re

import pytest

from golfs.report import Table
from golfs.report._latex import escaped, latex

NASTY = r"""\input{x} {a} }{ $5 & 10% of #1_2^3 ~ <b> |c| "q" --force 10⁻⁶ α × β ± … – — ∞"""


def table(rows, columns=("method", "TP(10)"), **options):
    return latex(Table("my-scores", "Scores", columns, rows, **options))


def visible(text):
    """What is left of LaTeX's own signs, without those that are escaped."""
    return re.sub(r"\\[\\{}$&#_%]", "", text)


def test_the_whole_table():
    rows = [["GOLFS", 9.875], ["RSR", None]]
    assert table(rows, highlight={(0, "TP(10)")}, note="10 draws, mean ± 2 %").splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{Scores}",
        r"\label{tab:my-scores}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"method & TP(10) \\",
        r"\midrule",
        r"GOLFS & \textbf{9.88} \\",
        r"RSR & \textendash{} \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\smallskip\footnotesize 10 draws, mean $\pm$ 2 \%",
        r"\end{table}",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\\b", r"a\textbackslash{}b"),
        ("{}$&#_%", r"\{\}\$\&\#\_\%"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("a<b>c|", "a$<$b$>$c$|$"),
        ("−1 × β ≤ ∞", r"$-$1 $\times$ $\beta$ $\leq$ $\infty$"),
        ("10⁻⁶", "10$^-$$^6$"),
        ("--force", "-{}-force"),
        ("a---b", "a-{}-{}-b"),
        ("''x'' ?`", "'{}'x'{}' ?{}`"),
        ("a – b — c …", r"a \textendash{} b \textemdash{} c \dots{}"),
        ("Größe, naïve", "Größe, naïve"),
        ("two\n\nlines\t ", "two lines"),
    ],
)
def test_text_prints_as_it_is(text, expected):
    assert escaped(text) == expected


def test_everything_that_opens_closes():
    text = latex(Table("t", NASTY, [NASTY, "x"], [[NASTY, 1.5], [NASTY[::-1], -2]], NASTY, highlight={(0, NASTY)}))
    opened = re.findall(r"\\(begin|end)\{(\w+)\}", text)
    assert opened == [("begin", "table"), ("begin", "tabular"), ("end", "tabular"), ("end", "table")]
    bare = visible(text)
    depth = 0
    for sign in bare:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    for line in bare.splitlines():
        assert line.count("$") % 2 == 0
        assert not set(line) & set("#%~")
    rows = [line for line in text.splitlines() if line.endswith(r" \\")]
    assert len(rows) == 3
    assert all(visible(row[:-3]).count("&") == 1 for row in rows)


@pytest.mark.parametrize("first", ["[1]", "*"])
def test_a_row_is_not_read_as_an_option_of_the_row_before(first):
    rows = table([[first, 1], [first, 2]], (first, "x")).splitlines()
    assert [row for row in rows if row.startswith(first)] == []
    assert sum(row.startswith("{}" + first) for row in rows) == 3


def test_numbers_stand_at_the_right_and_text_at_the_left():
    assert r"\begin{tabular}{lrl}" in table([["a", 1, "x"], ["b", 2, 3]], ("i", "j", "k"))


def test_without_a_note_nothing_stands_below():
    assert r"\par" not in table([["a", 1]])
