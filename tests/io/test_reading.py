"""Every format gives the numbers, the names and the precision that its file holds."""

import gzip

import numpy as np
import pandas as pd
import pytest
from scipy import io as matlab
from scipy import sparse

from golfs.io import read_table

X = np.round(np.random.RandomState(0).randn(6, 4), 3)
NAMES = ["a", "b", "c", "d"]


def text(path, content):
    path.write_text(content, encoding="utf-8")
    return path


def csv(rows, separator=","):
    return "".join(separator.join(str(value) for value in row) + "\n" for row in rows)


@pytest.mark.parametrize(("suffix", "separator"), [(".csv", ","), (".tsv", "\t"), (".csv", ";"), (".csv", "\t")])
def test_text_with_a_header(tmp_path, suffix, separator):
    table = read_table(text(tmp_path / f"x{suffix}", csv([NAMES, *X], separator)))
    np.testing.assert_array_equal(table.X, X)
    assert table.X.dtype == np.float64
    assert (table.features, table.samples, table.name, table.key) == (NAMES, None, f"x{suffix}", None)


@pytest.mark.parametrize("suffix", [".csv.gz", ".tsv.gz", ".CSV.GZ"])
def test_compressed_text(tmp_path, suffix):
    path = tmp_path / f"x{suffix}"
    path.write_bytes(gzip.compress(csv([NAMES, *X], "\t" if "tsv" in suffix else ",").encode()))
    table = read_table(path)
    np.testing.assert_array_equal(table.X, X)
    assert table.features == NAMES


def test_text_without_a_header(tmp_path):
    table = read_table(text(tmp_path / "x.csv", csv(X)))
    np.testing.assert_array_equal(table.X, X)
    assert table.features is None


@pytest.mark.parametrize(
    ("content", "header"),
    [
        ("a,b\n1,2\n", True),
        ("1,2\n3,4\n", False),
        ("sample,b\ns1,2\n", True),
        ("s1,1,2\ns2,3,4\n", False),
        (",400,401\ns1,1,2\n", True),  # pandas' unnamed index above its column
        ("0,1,2\n5,6,7\n", True),  # pandas' names of unnamed columns
        ("0,1\n5,6\n", False),  # too short to be told from data
        ("1,NA,3\n4,5,6\n", False),
        ("1,,3\n4,5,6\n", False),
        ("1,True\n2,False\n", False),
        ("a,b\n", True),
        ("\n\na,b\n\n1,2\n", True),
        ('"a","b, c"\n1,2\n', True),
        ("1e3,-2.5\n-inf,nan\n", False),
        ("tumour,1\nhealthy,2\n", False),
    ],
)
def test_a_header_is_detected(tmp_path, content, header):
    from golfs.io._text import _is_header, _records

    head = list(_records(text(tmp_path / "x.csv", content), ","))[:2]
    assert _is_header(head[0].fields, head[1].fields if len(head) > 1 else [], ()) is header


def test_a_column_asked_for_by_name_tells_a_header(tmp_path):
    path = text(tmp_path / "x.csv", "sample,400,401\ns1,1,2\ns2,3,4\n")  # wavelengths: numbers as names
    table = read_table(path, index="sample")
    assert (table.features, table.samples) == (["400", "401"], ["s1", "s2"])


def test_a_header_can_be_forced_and_denied(tmp_path):
    path = text(tmp_path / "x.csv", "400,401\n1,2\n3,4\n")
    assert read_table(path).X.shape == (3, 2)
    assert read_table(path, header=True).features == ["400", "401"]
    named = text(tmp_path / "y.csv", "0,1,2\n3,4,5\n")
    assert read_table(named, header=False).X.shape == (2, 3)


def test_an_unnamed_first_column_names_the_samples(tmp_path):
    path = tmp_path / "x.csv"
    pd.DataFrame(X, index=[f"s{i}" for i in range(6)], columns=NAMES).to_csv(path)
    table = read_table(path)
    np.testing.assert_array_equal(table.X, X)
    assert (table.features, table.samples) == (NAMES, [f"s{i}" for i in range(6)])


def test_sample_names_stay_as_they_are_written(tmp_path):
    table = read_table(text(tmp_path / "x.csv", "id,a\n007,1\nNA,2\n1.50,3\n"), index="id")
    assert table.samples == ["007", "NA", "1.50"]


def test_another_index_than_the_unnamed_column(tmp_path):
    table = read_table(text(tmp_path / "x.csv", ",id,a,b\n0,s,1,2\n1,t,3,4\n"), index="id")
    assert (table.features, table.samples) == (["a", "b"], ["s", "t"])
    np.testing.assert_array_equal(table.X, [[1, 2], [3, 4]])


def test_columns_are_left_out_by_name(tmp_path):
    path = text(tmp_path / "x.csv", "a,label,b,age\n1,yes,2,50\n3,no,4,60\n")
    table = read_table(path, drop=["label", "age"])
    assert table.features == ["a", "b"]
    np.testing.assert_array_equal(table.X, [[1, 2], [3, 4]])
    assert read_table(path, drop="label").features == ["a", "b", "age"]


def test_columns_without_names_are_left_out_by_number_and_keep_theirs(tmp_path):
    table = read_table(text(tmp_path / "x.csv", "s1,1,2,x\ns2,3,4,y\n"), drop=[3], index=0)
    assert (table.features, table.samples) == (["1", "2"], ["s1", "s2"])
    np.testing.assert_array_equal(table.X, [[1, 2], [3, 4]])


@pytest.mark.parametrize("name", ["x.csv", "x.csv.gz"])
def test_a_byte_order_mark_and_names_beyond_ascii(tmp_path, name):
    path = tmp_path / name
    content = "größe,β\n1,2\n3,4\n".encode("utf-8-sig")
    path.write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    assert read_table(path).features == ["größe", "β"]


def test_windows_line_ends_and_quotes(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b'"a","b,\nc"\r\n"1","2"\r\n3,4\r\n')
    table = read_table(path)
    assert table.features == ["a", "b,\nc"]
    np.testing.assert_array_equal(table.X, [[1, 2], [3, 4]])


def test_missing_values_are_left_to_the_estimator(tmp_path):
    table = read_table(text(tmp_path / "x.csv", "a,b\n1,\nNA,4\n"))
    np.testing.assert_array_equal(table.X, [[1, np.nan], [np.nan, 4]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_parquet(tmp_path, dtype):
    path = tmp_path / "x.parquet"
    frame = pd.DataFrame(X.astype(dtype), columns=NAMES)
    frame["label"] = "t"
    frame.to_parquet(path, index=False)
    table = read_table(path, drop=["label"])
    np.testing.assert_array_equal(table.X, X.astype(dtype))
    assert table.X.dtype == dtype
    assert (table.features, table.samples) == (NAMES, None)


def test_parquet_with_an_index_and_other_numbers(tmp_path):
    path = tmp_path / "x.parquet"
    columns = {"i": pd.array([1, None], dtype="Int64"), "b": [True, False], "f": np.float32([1.5, 2.5])}
    pd.DataFrame(columns, index=["s", "t"]).to_parquet(path)
    table = read_table(path)
    assert table.samples == ["s", "t"]
    np.testing.assert_array_equal(table.X, [[1, 1, 1.5], [np.nan, 0, 2.5]])
    assert table.X.dtype == np.float64


@pytest.mark.parametrize(
    ("saved", "read"),
    [("f2", "f4"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8"), ("u1", "f8"), ("?", "f8")],
)
def test_npy_keeps_float32_and_makes_all_else_float64(tmp_path, saved, read):
    path = tmp_path / "x.npy"
    array = np.asfortranarray((10 * X).astype(saved))
    np.save(path, array)
    table = read_table(path)
    assert table.X.dtype == read
    np.testing.assert_array_equal(table.X, array.astype(read))


def test_columns_of_an_array_are_left_out_by_number(tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, X)
    table = read_table(path, drop=["0", "2"])
    np.testing.assert_array_equal(table.X, X[:, [1, 3]])
    assert table.features == ["1", "3"]


def test_npz_with_one_table_beside_labels(tmp_path):
    path = tmp_path / "x.npz"
    np.savez(path, data=X.astype(np.float32), y=np.arange(6), names=np.array(["p"] * 6, dtype=object))
    table = read_table(path)
    assert table.key == "data"
    assert table.X.dtype == np.float32
    assert read_table(path, key="data").X.shape == (6, 4)


def test_npz_with_several_tables_needs_a_key(tmp_path):
    path = tmp_path / "x.npz"
    np.savez(path, train=X, test=X[:3])
    np.testing.assert_array_equal(read_table(path, key="test").X, X[:3])


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_sparse_npz(tmp_path, kind):
    path = tmp_path / "x.npz"
    S = sparse.random(30, 20, density=0.1, format=kind, random_state=0, dtype=np.float32)
    sparse.save_npz(path, S)
    table = read_table(path, drop=["0"])
    assert table.X.format in ("csr", "csc")
    assert table.X.dtype == np.float32
    np.testing.assert_array_equal(table.X.toarray(), S.toarray()[:, 1:])


@pytest.mark.parametrize("key", ["X", "fea"])
def test_mat_prefers_the_customary_names(tmp_path, key):
    path = tmp_path / "x.mat"
    matlab.savemat(path, {"other": X.T, key: X, "gnd": np.ones((6, 1))})
    table = read_table(path)
    assert table.key == key
    np.testing.assert_array_equal(table.X, X)
    np.testing.assert_array_equal(read_table(path, key="other").X, X.T)


def test_mat_with_one_table_of_any_name(tmp_path):
    path = tmp_path / "x.mat"
    matlab.savemat(path, {"measured": X.astype(np.float32), "label": np.ones((6, 1)), "who": "me"}, do_compression=True)
    table = read_table(path)
    assert (table.key, table.X.dtype) == ("measured", np.float32)


def test_sparse_mat(tmp_path):
    path = tmp_path / "x.mat"
    S = sparse.random(30, 20, density=0.1, format="csc", random_state=0)
    matlab.savemat(path, {"X": S})
    table = read_table(path)
    assert table.X.format in ("csr", "csc")
    np.testing.assert_array_equal(table.X.toarray(), S.toarray())
