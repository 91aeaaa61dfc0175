"""Which of several candidate labels wins."""

from __future__ import annotations

import numpy as np

from golfs.solvers import Start, best
from golfs.solvers._starts import TRUSTED

LABELS = np.array([0, 0, 1, 1])


def candidates(*evidence_and_agreement):
    return [Start(str(i), LABELS, *pair) for i, pair in enumerate(evidence_and_agreement)]


def test_a_graph_that_chance_explains_has_no_say():
    assert best(candidates((1.0, TRUSTED), (9.0, 0.1), (9.0, 0.2))).name == "1"


def test_a_graph_beyond_chance_decides():
    assert best(candidates((1.0, TRUSTED + 0.1), (9.0, 0.1), (2.0, TRUSTED + 0.1))).name == "0"


def test_labels_that_explain_no_feature_win_only_where_none_do():
    assert best(candidates((0.0, 3.0), (1.0, 2.0))).name == "1"
    assert best(candidates((0.0, 3.0), (0.0, 2.0))).name == "0"
