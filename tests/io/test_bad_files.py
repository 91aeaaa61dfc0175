"""A file that holds no table of numbers gives one sentence: what is wrong, and what to do."""

import gzip
import sys

import numpy as np
import pandas as pd
import pyarrow
from pyarrow import parquet
import pytest
from scipy import io as matlab

from golfs.io import BadTable, read_table

X = np.random.RandomState(0).randn(50, 40)


def refused(path, *parts, error=BadTable, **options):
    with pytest.raises(error) as caught:
        read_table(path, **options)
    sentence = str(caught.value)
    assert sentence.startswith(str(path))
    assert "\n" not in sentence
    for part in parts:
        assert part in sentence, sentence


def text(tmp_path, content, name="x.csv"):
    path = tmp_path / name
    path.write_text(content)
    return path


def test_a_missing_file(tmp_path):
    refused(tmp_path / "x.csv", "does not exist", error=FileNotFoundError)


def test_a_folder(tmp_path):
    refused(tmp_path, "is a folder", error=IsADirectoryError)


@pytest.mark.parametrize("name", ["x.csv", "x.tsv", "x.parquet", "x.npy", "x.npz", "x.mat"])
def test_an_empty_file(tmp_path, name):
    refused(text(tmp_path, "", name), "is empty")


@pytest.mark.parametrize("content", ["\n\n", "  \n"])
def test_a_file_of_blank_lines(tmp_path, content):
    refused(text(tmp_path, content), "is empty")


@pytest.mark.parametrize("name", ["x.xlsx", "x", "x.txt", "x.gz"])
def test_an_unknown_suffix_lists_the_known_ones(tmp_path, name):
    refused(text(tmp_path, "1,2\n", name), "suffix", ".csv", ".parquet", ".mat")


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = text(tmp_path, "a,b\n1,2\n")

    def denied(*args, **options):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("golfs.io._text._open", denied)
    refused(path, "cannot be read", "Permission denied")


@pytest.mark.parametrize(
    ("content", "line", "fields"),
    [
        ("a,b,c\n1,2,3\n4,5\n6,7,8\n", 3, 2),
        ("a,b,c\n1,2,3\n4,5,6\n7,8,9,0\n", 4, 4),
        ("a,b,c\n1,2,3,4\n5,6,7,8\n", 2, 4),  # which pandas would take for an index
        ("a,b,c\n1,2\n3,4\n", 2, 2),
        ("1,2,3\n\n4,5,6\n7\n", 4, 1),
        ('a,b,c\n1,"\n2",3\n4,5\n', 4, 2),
        ("a,b,c\n1,2,x\n3,4\n", 3, 2),  # a text column hides no short row
    ],
)
def test_ragged_rows_name_the_line(tmp_path, content, line, fields):
    refused(text(tmp_path, content), f"line {line} has {fields} field", "first has 3")


def test_a_row_too_short_for_the_sample_name_at_its_end(tmp_path):
    refused(text(tmp_path, "a,b,id\n1,2,s\n3,4\n"), "line 3 has 2 fields", index="id")


def test_a_csv_cut_within_its_last_row(tmp_path):
    whole = pd.DataFrame(X).to_csv(index=False)
    refused(text(tmp_path, whole[: -len(whole) // 200]), "line 51 has")


def test_duplicate_names_in_the_header(tmp_path):
    refused(text(tmp_path, "a,b,a\n1,2,3\n"), "several columns are named 'a'")


def test_a_column_without_a_name(tmp_path):
    refused(text(tmp_path, "a,,c\n1,2,3\n"), "column 1 has no name")


def test_duplicate_names_in_parquet(tmp_path):
    path = tmp_path / "x.parquet"
    parquet.write_table(pyarrow.table([[1.0], [2.0]], names=["a", "a"]), path)
    refused(path, "several columns are named 'a'")


def test_text_columns_are_named_with_their_remedy(tmp_path):
    path = text(tmp_path, "a,b,c\n1,x,2\n2,y,?\n")
    refused(path, "'b', 'c'", "'x'", "--drop 'b' --drop 'c'", "--index")
    refused(path, "column 'c'", "'?'", "--drop 'c'", drop=["b"])


def test_many_text_columns_are_not_all_listed(tmp_path):
    names = [f"column{j}" for j in range(50)]
    path = text(tmp_path, ",".join(names) + "\n" + ",".join("x" * 50) + "\n")
    refused(path, "'column5', …")
    with pytest.raises(BadTable) as caught:
        read_table(path)
    assert "column6" not in str(caught.value)


def test_dates_are_not_numbers(tmp_path):
    path = tmp_path / "x.parquet"
    pd.DataFrame({"a": [1.0], "day": pd.to_datetime(["2020-01-01"])}).to_parquet(path)
    refused(path, "'day'", "--drop 'day'")


@pytest.mark.parametrize("options", [{"drop": ["z"]}, {"index": "z"}])
def test_a_column_that_is_not_there(tmp_path, options):
    refused(text(tmp_path, "a,b\n1,2\n"), "no column 'z'", next(iter(options)), "'a', 'b'", **options)


def test_no_rows_and_no_columns_left(tmp_path):
    path = text(tmp_path, "a,b\n")
    refused(path, "no rows")
    refused(text(tmp_path, "a,b\n1,2\n"), "no column", drop=["a", "b"])
    np.save(tmp_path / "x.npy", X[:, :1])
    refused(tmp_path / "x.npy", "no column", drop=["0"])


def test_text_in_another_encoding(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes("größe,b\n1,2\n".encode("latin-1"))
    refused(path, "UTF-8")
    path.write_bytes("a,b\n1,größe\n".encode("latin-1"))
    refused(path, "UTF-8")


def test_an_unclosed_quote(tmp_path):
    refused(text(tmp_path, 'a,b\n1,2\n3,"4\n5,6\n'), "damaged")


def write_parquet(path):
    pd.DataFrame(X).rename(columns=str).to_parquet(path)


def write_gzip(path):
    path.write_bytes(gzip.compress(pd.DataFrame(X).to_csv().encode()))


@pytest.mark.parametrize("share", [0.02, 0.5, 0.95])
@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("x.npy", lambda path: np.save(path, X)),
        ("x.npz", lambda path: np.savez_compressed(path, X=X)),
        ("x.mat", lambda path: matlab.savemat(path, {"X": X}, do_compression=True)),
        ("y.mat", lambda path: matlab.savemat(path, {"X": X})),
        ("x.parquet", write_parquet),
        ("x.csv.gz", write_gzip),
    ],
)
def test_a_truncated_file(tmp_path, name, write, share):
    path = tmp_path / name
    write(path)
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    refused(path, "truncated")


@pytest.mark.parametrize("name", ["x.npz", "x.mat", "x.parquet", "x.csv.gz"])
def test_a_file_of_another_format(tmp_path, name):
    refused(text(tmp_path, "a,b\n1,2\n" * 100, name), "another format")


def test_a_npy_that_is_none(tmp_path):
    refused(text(tmp_path, "a,b\n1,2\n", "x.npy"), "not a .npy file")


@pytest.mark.parametrize("name", ["x.npy", "x.npz"])
def test_arrays_that_need_pickle_are_refused(tmp_path, name):
    path = tmp_path / name
    (np.save if name == "x.npy" else np.savez)(path, np.array([["a", 1], [2, None]], dtype=object))
    refused(path, "Python objects", "save a plain array")


@pytest.mark.parametrize("array", [np.arange(5.0), np.array(3.0), np.zeros((2, 2, 2)), np.zeros((0, 5))])
def test_an_array_that_is_no_table(tmp_path, array):
    np.save(tmp_path / "x.npy", array)
    refused(tmp_path / "x.npy", f"shape {array.shape}", "rows")


@pytest.mark.parametrize("array", [X * 1j, np.array([["a", "b"]]), np.zeros((2, 2), dtype="M8[s]")])
def test_an_array_of_anything_else_than_real_numbers(tmp_path, array):
    np.save(tmp_path / "x.npy", array)
    refused(tmp_path / "x.npy", str(array.dtype), "real numbers")


@pytest.mark.parametrize("name", ["x.mat", "x.npz"])
def test_several_tables_are_listed_with_their_shapes(tmp_path, name):
    path = tmp_path / name
    arrays = {"train": X, "test": X[:9], "y": np.ones((50, 1))}
    if name == "x.mat":
        matlab.savemat(path, arrays)
    else:
        np.savez(path, **arrays)
    refused(path, "--key", "train (50 × 40)", "test (9 × 40)")
    refused(path, "'valid'", "train (50 × 40)", key="valid")


def test_a_mat_without_a_table(tmp_path):
    matlab.savemat(tmp_path / "x.mat", {"y": np.ones((50, 1))})
    refused(tmp_path / "x.mat", "no table", "y (50 × 1)")
    matlab.savemat(tmp_path / "x.mat", {"who": "me"})
    refused(tmp_path / "x.mat", "no array of numbers")
    matlab.savemat(tmp_path / "x.mat", {"X": X * 1j})
    refused(tmp_path / "x.mat", "X holds complex128", "real numbers")


def test_matlab_7_3_is_refused(tmp_path):
    path = tmp_path / "x.mat"
    header = b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM"  # the version stands in bytes 124 and 125
    path.write_bytes(header + bytes(1000))
    refused(path, "7.3", "HDF5", "-v7")


@pytest.mark.parametrize(
    ("name", "option"),
    [("x.npy", "key"), ("x.csv", "key"), ("x.npy", "header"), ("x.npy", "index"), ("x.parquet", "header")],
)
def test_options_that_mean_nothing_for_a_format(tmp_path, name, option):
    refused(text(tmp_path, "1,2\n", name), f"{option} means nothing in a {name[1:]} file", **{option: "a"})


@pytest.mark.parametrize(
    ("name", "missing", "group"),
    [("x.csv", "pandas", "cli"), ("x.parquet", "pyarrow", "data"), ("x.parquet", "pandas", "data")],
)
def test_a_missing_library_says_how_to_install_it(tmp_path, monkeypatch, name, missing, group):
    path = text(tmp_path, "1,2\n", name)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet")
    sentence = rf"needs {missing}.*, which is not installed: pip install 'golfs\[{group}\]'"
    with pytest.raises(ModuleNotFoundError, match=sentence):
        read_table(path)
