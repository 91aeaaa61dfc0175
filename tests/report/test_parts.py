"""Table and Figure: what they show, and what they refuse before a report is written."""

import numpy as np
import pytest

from golfs.report import Figure, Table

COLUMNS = ["method", "TP(10)"]
ROWS = [["GOLFS", 9.875], ["RSR", None]]


def table(rows=ROWS, columns=COLUMNS, name="scores", **options):
    return Table(name, "Scores", columns, rows, **options)


def shown(value, **options):
    return table([["GOLFS", value]], **options).cells()[0][1].text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (9.875, "9.88"),
        (0.5, "0.5"),
        (999.4, "999"),
        (999.6, "1000"),
        (1234.4, "1234"),
        (-1234.4, "−1234"),
        (1e12, "1e+12"),
        (1e-5, "1e−05"),
        (-0.25, "−0.25"),
        (123456, "123456"),
        (np.int64(7), "7"),
        (np.float32(0.5), "0.5"),
        (None, "–"),
        (float("nan"), "–"),
        (float("inf"), "inf"),
        ("a-b", "a-b"),
        ("", ""),
    ],
)
def test_a_value_is_shown_as_text(value, text):
    assert shown(value) == text


def test_a_format_is_of_numbers_and_of_its_column():
    formatted = table([["a", 0.5, 0.5], ["b", "text", 2], ["c", None, 3]], ["x", "y", "z"], formats={"y": ".3f"})
    assert [[cell.text for cell in row] for row in formatted.cells()] == [
        ["a", "0.500", "0.5"],
        ["b", "text", "2"],
        ["c", "–", "3"],
    ]


def test_a_column_is_numeric_unless_it_holds_text():
    mixed = table([["a", 1, 1, None], ["b", 2.5, "x", None]], ["text", "numbers", "both", "nothing"])
    assert [mixed.is_numeric(column) for column in mixed.columns] == [False, True, False, True]
    assert [[cell.is_number for cell in row] for row in mixed.cells()] == [[False, True, False, True]] * 2


def test_a_cell_is_bold_where_it_is_highlighted():
    bold = table(highlight={(1, "method"), (0, "TP(10)")})
    assert [[cell.is_bold for cell in row] for row in bold.cells()] == [[False, True], [True, False]]


@pytest.mark.parametrize("name", ["", "1a", "a b", "a/b", "../a", "a.b", "ä", "a\n", None, 3])
def test_a_bad_name_is_refused(name):
    with pytest.raises(ValueError, match=r"table name=.* must begin with a letter"):
        table(name=name)
    with pytest.raises(ValueError, match=r"figure name=.* must begin with a letter"):
        Figure(name, "Paths", lambda: None)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"columns": ["x", "x"]}, "table 'scores' has two columns of the same name"),
        ({"columns": ["method", 10]}, "columns of table 'scores' has 10 of type int; give text, such as '10'"),
        ({"note": None}, "note of table 'scores' has None of type NoneType; give text"),
        ({"columns": [], "rows": [[]]}, "table 'scores' is empty; leave it out, or say"),
        ({"rows": []}, "table 'scores' is empty; leave it out, or say"),
        ({"rows": [["GOLFS", 1], ["RSR"]]}, "table 'scores' has 2 columns, but row 1 has 1 cells"),
        ({"formats": {"TP": ".2f"}}, "table 'scores' has no column 'TP'; see formats and highlight"),
        ({"highlight": {(0, "TP")}}, "table 'scores' has no column 'TP'; see formats and highlight"),
        ({"highlight": {(2, "method")}}, "table 'scores' has 2 rows, counted from 0, but highlight names row 2"),
        ({"highlight": {(-1, "method")}}, "table 'scores' has 2 rows, counted from 0, but highlight names row -1"),
        (
            {"formats": {"TP(10)": "d"}},
            r"formats\['TP\(10\)'\]='d' of table 'scores' does not format 9.875; '.3f' would",
        ),
        ({"rows": [["GOLFS", [1]]]}, r"table 'scores' has \[1\] of type list in column 'TP\(10\)'; a cell is text"),
        ({"rows": [["GOLFS", True]]}, r"table 'scores' has True of type bool in column 'TP\(10\)'; a cell is text"),
    ],
)
def test_a_table_that_cannot_be_shown_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        table(**options)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"draw": 3}, "draw of figure 'paths' is of type int; give a function that draws"),
        ({"title": None}, "title of figure 'paths' has None of type NoneType"),
        ({"alt": 3}, "alt of figure 'paths' has 3 of type int; give text, such as '3'"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        Figure(**{"name": "paths", "title": "Paths", "draw": lambda: None, **options})
