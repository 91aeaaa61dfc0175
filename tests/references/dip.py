"""The dip by its definition: a linear programme for every mode. Hartigan and Hartigan (1985)."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog


def dip(values):
    """min over modes m and unimodal G of sup |F − G|.

    The mode may be taken at a value, and G linear between values; there, G(m) may jump. The variables
    are G(x_1), …, G(m−), G(m), …, G(x_u) and ε. Since F is constant between values and G
    rises, sup |F − G| ≤ ε means F(x) − ε ≤ G(x) and G(x−) ≤ F(x−) + ε at every value x.
    """
    x, counts = np.unique(np.asarray(values, dtype=float), return_counts=True)
    upper = np.cumsum(counts) / counts.sum()
    lower = upper - counts / counts.sum()
    return min(_with_mode(x, lower, upper, m) for m in range(len(x)))


def _with_mode(x, lower, upper, m):
    u = len(x)

    def left(i):  # the number of G(x_i) up to the mode, there of G(m−)
        return i

    def right(i):  # and from the mode on, there of G(m)
        return i + 1

    A, b = [], []

    def at_most(terms, bound):
        row = np.zeros(u + 2)
        for index, coefficient in terms:
            row[index] += coefficient
        A.append(row)
        b.append(bound)

    epsilon = u + 1
    for i in range(u):
        before = left(i) if i <= m else right(i)
        after = left(i) if i < m else right(i)
        at_most([(before, 1), (epsilon, -1)], lower[i])
        at_most([(after, -1), (epsilon, -1)], -upper[i])
    for i in range(u):  # G rises
        at_most([(i, 1), (i + 1, -1)], 0)
    for i in range(1, m):  # convex up to the mode
        _bend(at_most, x, i, left, 1)
    for i in range(m + 1, u - 1):  # concave after it
        _bend(at_most, x, i, right, -1)
    cost = np.zeros(u + 2)
    cost[epsilon] = 1
    solution = linprog(cost, A_ub=np.array(A), b_ub=b, bounds=[(0, 1)] * (u + 1) + [(0, None)], method="highs")
    assert solution.success
    return solution.fun


def _bend(at_most, x, i, G, sign):
    """sign · (slope before x_i − slope after x_i) ≤ 0."""
    before, after = x[i] - x[i - 1], x[i + 1] - x[i]
    at_most(
        [(G(i), sign / before), (G(i - 1), -sign / before), (G(i + 1), -sign / after), (G(i), sign / after)],
        0,
    )
