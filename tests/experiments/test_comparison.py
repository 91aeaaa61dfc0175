"""The comparison: what it measures, and that nothing finished is lost or done twice."""

import json

from joblib import parallel_config
import numpy as np
import pytest
from scipy import sparse
from scipy.io import savemat

from golfs import experiments
from golfs.datasets import Terms, make_golfs_example2
from golfs.experiments import _comparison as module
from golfs.experiments import _draws, cases, compare, markdown


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Ten features instead of a thousand, few sizes and repeats."""
    made = {"Example 2": lambda random_state: make_golfs_example2(60, 30, clusters=3, random_state=random_state)}
    for where in (module, _draws):
        monkeypatch.setattr(where, "EXAMPLES", made)
    monkeypatch.setattr(module, "SIZES_OF_DRAWS", (5, 10))
    monkeypatch.setattr(module, "SIZES_OF_SETS", (5, 10))
    monkeypatch.setattr(module, "REPEATS", 2)


@pytest.fixture
def folder(tmp_path):
    X, y, _ = make_golfs_example2(40, 20, clusters=2, random_state=5)
    savemat(tmp_path / "small.mat", {"X": X, "Y": y[:, None] + 1})
    savemat(tmp_path / "noise.mat", {"X": np.random.default_rng(0).standard_normal((40, 20)), "Y": y[:, None] + 1})
    return tmp_path


def figures(cells):
    return [{name: value for name, value in cell.items() if name != "seconds"} for cell in cells]


def test_a_method_that_sees_the_features_is_ahead_of_none(folder):
    cells = compare(cases(folder, draws=2), ["variancescore", "allfeatures"])
    assert [(cell["data"], cell["draw"], cell["method"]) for cell in cells] == [
        (data, draw, method)
        for data, draw in [("Example 2", 0), ("Example 2", 1), ("noise", 0), ("small", 0)]
        for method in ("VarianceScore", "AllFeatures")
    ]
    by = {(cell["data"], cell["method"]): cell for cell in cells}
    assert by["Example 2", "VarianceScore"]["true_positives"] >= 8
    assert by["Example 2", "AllFeatures"]["true_positives"] is None
    assert by["small", "VarianceScore"]["accuracy"] > by["noise", "VarianceScore"]["accuracy"] + 0.2
    assert by["noise", "AllFeatures"]["n_selected"] == 20
    assert by["noise", "AllFeatures"]["seconds"] > 0


def test_the_labels_judge_and_are_not_shown(folder, monkeypatch):
    seen = []
    fit = experiments._comparison.METHODS["variancescore"].fit
    monkeypatch.setattr(module.METHODS["variancescore"], "fit", lambda self, X, y=None: seen.append(y) or fit(self, X))
    compare(cases(folder, draws=1), ["variancescore"])
    assert seen == [None, None, None]


def test_any_number_of_jobs_gives_the_same():
    on = cases(None, draws=2)
    one = compare(on, ["golfs", "variancescore"])
    with parallel_config("threading"):  # processes would not see what the fixture patched
        two = compare(on, ["golfs", "variancescore"], n_jobs=2)
    assert figures(one) == figures(two)


def test_a_finished_cell_is_never_run_again(tmp_path, folder, monkeypatch):
    cells_of = tmp_path / "cells"
    cells_of.mkdir()
    on = cases(folder, draws=1)
    first = compare(on, ["variancescore"], cells=cells_of)
    assert len(list(cells_of.iterdir())) == 3
    (next(iter(cells_of.iterdir()))).unlink()  # as if the run had been cut before this one
    ran = []
    run = module._run
    monkeypatch.setattr(module, "_run", lambda *task: ran.append(task) or run(*task))
    assert figures(compare(on, ["variancescore"], cells=cells_of)) == figures(first)
    assert len(ran) == 1
    compare(on, ["variancescore"], cells=cells_of, seed=1)
    assert len(ran) == 4  # another seed is another cell
    savemat(folder / "noise.mat", {"X": np.ones((4, 3)) * np.arange(3), "Y": np.array([[1], [2], [1], [2]])})
    compare(on, ["variancescore"], cells=cells_of)
    assert len(ran) == 5  # so are other data
    assert all(json.loads(path.read_text())["method"] == "VarianceScore" for path in cells_of.iterdir())


def test_data_a_method_refuses_are_reported(folder):
    savemat(folder / "noise.mat", {"X": np.ones((6, 4)), "Y": np.array([[1, 1, 1, 2, 2, 2]]).T})
    cells = compare([case for case in cases(folder, 0) if case.data == "noise"], ["golfs"])
    assert "every column of X is constant" in cells[0]["error"]
    assert cells[0]["accuracy"] is None
    assert markdown(cells).count("No method gave any.") == 4


def cell(method, data, accuracy, **others):
    base = {"data": data, "draw": 0, "method": method, "accuracy": accuracy, "nmi": accuracy}
    return (
        base
        | {"labels_accuracy": None, "true_positives": None, "n_selected": 5, "seconds": 1.0, "error": None}
        | others
    )


def test_the_table_gives_means_and_ranks_best_first():
    cells = [cell("A", "one", 0.2), cell("B", "one", 0.6), cell("B", "one", 0.8), cell("A", "two", 0.5)]
    cells += [cell("B", "two", 0.5), cell("C", "one", 0.9), cell("C", "two", None)]
    table = markdown(cells).split("Accuracy of k-means, %\n\n")[1].split("\n\n")[0].splitlines()
    assert table[0] == "| method | one | two | mean | mean rank |"
    assert table[2:] == [
        "| B | 70.0 | 50.0 | 60.0 | 1.2 |",
        "| A | 20.0 | 50.0 | 35.0 | 1.8 |",
        "| C | 90.0 | – | – | – |",
    ]


def test_clusters_of_a_methods_own_are_judged_where_it_has_them():
    cells = compare(cases(None, draws=1), ["ndfs", "variancescore"])
    assert [cell["labels_accuracy"] is None for cell in cells] == [False, True]
    own = markdown(cells).split("own clusters, %")[1].split("Seconds")[0]
    assert "NDFS" in own
    assert "VarianceScore" not in own


def test_texts_are_drawn_from_their_file(tmp_path, monkeypatch):
    (tmp_path / module.NEWS_FILE).touch()
    drawn = []

    def texts(random_state, data_home):
        drawn.append((random_state, data_home))
        X, y, _ = make_golfs_example2(40, 20, clusters=2, random_state=random_state)
        return Terms(sparse.csr_array(X), y, np.arange(20), ["a", "b"])

    monkeypatch.setattr(module, "bbc_tfidf", texts)
    on = [case for case in cases(tmp_path, draws=12) if case.data == module.NEWS]
    assert len(on) == 10
    assert all(cell["accuracy"] > 0.9 for cell in compare(on[:2], ["variancescore"]))
    assert drawn == [(0, tmp_path), (1, tmp_path)]
    assert compare(on[:1], ["variancescore"])[0]["draw"] == 0


def test_nothing_to_compare_on(tmp_path):
    with pytest.raises(ValueError, match="nothing to compare on"):
        cases(tmp_path, 0)
    with pytest.raises(NotADirectoryError, match="is not a folder of data sets"):
        cases(tmp_path / "none", 0)


def test_only_what_ranks_nothing_is_judged_on_all_features():
    cells = compare(cases(None, draws=1), list(module.METHODS))
    assert [cell["method"] for cell in cells if cell["true_positives"] is None] == ["AllFeatures"]
