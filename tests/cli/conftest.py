import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def table(tmp_path):
    """A CSV of 60 samples in three clusters that features f0 to f4 of 20 tell apart, with text beside."""
    rng = np.random.RandomState(0)
    X = rng.randn(60, 20)
    X[:, :5] += 8 * (np.arange(60) // 20)[:, None]
    frame = pd.DataFrame(X, columns=[f"f{j}" for j in range(20)])
    frame.insert(0, "id", [f"s{i}" for i in range(60)])
    frame["label"] = np.repeat(["a", "b", "c"], 20)
    path = tmp_path / "table.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def options(table):
    """What reads it and finds the features."""
    return ["select", str(table), "--clusters", "3", "--features", "5", "--index", "id", "--drop", "label"]
