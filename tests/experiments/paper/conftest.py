"""A paper small enough to be reproduced in seconds, and data to put where its own would be."""

import csv

import numpy as np
import pytest
from scipy.io import savemat

from golfs.datasets import make_golfs_example1, make_golfs_example2
from golfs.datasets._bbc import SIZES as TEXTS
from golfs.experiments._draws import EXAMPLES
from golfs.experiments.paper import _findings
from golfs.experiments.paper._protocol import SCALES, Scale

TINY = Scale("quick", 2, 1, (-2, 2), 2, sizes=(5, 10, 20))


def shrink(patch):
    """Forty samples, 160 features, two draws and two values of each penalty."""
    for name, make in (("Example 1", make_golfs_example1), ("Example 2", make_golfs_example2)):
        patch.setitem(
            EXAMPLES, name, lambda random_state, make=make: make(40, 160, clusters=5, random_state=random_state)
        )
    patch.setitem(SCALES, "quick", TINY)
    patch.setattr(_findings, "ITERATIONS", 20)


@pytest.fixture
def tiny(monkeypatch):
    shrink(monkeypatch)
    return TINY


@pytest.fixture(scope="session")
def data_home(tmp_path_factory):
    """Texts whose words tell the section, and faces that tell the person: as many as there really are."""
    home = tmp_path_factory.mktemp("data")
    rng = np.random.default_rng(0)
    with (home / "bbc-news.csv").open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(["category", "text"])
        for section, number in TEXTS.items():
            for _ in range(number):
                own = [f"{section}{k}" for k in rng.integers(20, size=8)]
                rows.writerow([section, " ".join([*own, *(f"word{k}" for k in rng.integers(100, size=8))])])
    people = rng.uniform(0, 255, (15, 1024))
    faces = np.clip(np.repeat(people, 11, axis=0) + rng.normal(0, 40, (165, 1024)), 0, 255)
    savemat(home / "Yale_32x32.mat", {"fea": faces.round(), "gnd": np.repeat(np.arange(1, 16), 11)[:, None]})
    return home
