"""Hartigan's dip: how far a sample is from every unimodal distribution.

    D = min_{G unimodal} sup_x |F(x) − G(x)|,   F the empirical distribution function

G is convex up to a mode and concave after it. The algorithm of the paper narrows a modal
interval [x_L, x_U], at first all of the sample, and raises a bound D on twice the dip:

(i)   G is the greatest convex minorant and L the least concave majorant of F in [x_L, x_U].
(ii)  d = sup |L − G| is attained where one of them touches F; the touching points of G and L
      on either side of it are the ends x_L⁰ ≤ x_U⁰ of the next interval.
(iii) If d ≤ D, stop. Otherwise D ← max(D, sup_{[x_L, x_L⁰]} F − G, sup_{[x_U⁰, x_U]} L − F), and
      go on in [x_L⁰, x_U⁰].

F jumps: at each distinct value from its lower to its upper corner. Here the jumps are part of
its graph, so G runs through lower corners (and up to the upper one of x_U), L through upper
ones (from the lower one of x_L), and ties need nothing special.

All features advance together, their values one after another in flat arrays; a segment is
the values of one feature that lie in its present interval.

Hartigan, J. A. and Hartigan, P. M. (1985). The dip test of unimodality. Annals of Statistics 13(1), 70-84.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Mask = NDArray[np.bool_]


def dip(columns: Array) -> Array:
    """The dip of every row of a k × n array, one feature a row. O(n log n) a feature.

    0 for a constant feature, between 1/(2n) and 1/4 for any other.
    """
    k, n = columns.shape
    D = np.zeros(k)
    steps = _steps(np.sort(columns, axis=1))
    while len(steps.owner):
        steps = _narrow(steps, D)
    D /= 2 * n
    return D


@dataclass
class _Steps:
    """Distinct values and the corners of F at each (in samples), segment after segment.

    start : (s,) where each segment begins. owner : (s,) the feature it belongs to.
    """

    x: Array
    lower: Array
    upper: Array
    start: Indices
    owner: Indices

    @property
    def length(self) -> Indices:
        return np.diff(self.start, append=len(self.x))

    def restricted(self, to: Mask, going_on: Mask) -> _Steps:
        """Some values of each segment, and only the segments that go on."""
        to = to & np.repeat(going_on, self.length)
        length = np.add.reduceat(to, self.start, dtype=np.intp)[going_on]
        at = np.flatnonzero(to)
        return _Steps(self.x[at], self.lower[at], self.upper[at], np.cumsum(length) - length, self.owner[going_on])


def _steps(ordered: Array) -> _Steps:
    """Those of the rows that are not constant, whose dip is 0."""
    k, n = ordered.shape
    first = np.ones((k, n), dtype=bool)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=first[:, 1:])
    at = np.flatnonzero(first)
    count = np.diff(at, append=k * n)
    lower = (at % n).astype(np.float64)
    distinct = first.sum(axis=1)
    start = np.concatenate([[0], np.cumsum(distinct)[:-1]])
    everything = _Steps(ordered.ravel()[at], lower, lower + count, start, np.arange(k))
    return everything.restricted(np.ones(len(at), dtype=bool), distinct > 1)


def _narrow(steps: _Steps, D: Array) -> _Steps:
    """Steps (i) to (iii) for every segment; raises D where a segment goes on and returns what does."""
    x, start = steps.x, steps.start
    length = steps.length
    ends = np.zeros(len(x), dtype=bool)
    ends[start] = ends[start + length - 1] = True
    g = _hull(x, steps.lower, ends)  # vertices of G
    h = _hull(x, -steps.upper, ends)  # vertices of L
    below_upper = steps.upper - _along(x, steps.lower, g)  # F − G at the upper corners
    above_lower = _along(x, steps.upper, h) - steps.lower  # L − F at the lower corners

    d_g, at_g = _highest(above_lower, g, start, skip=start)  # at x_L and x_U themselves G and L meet
    d_l, at_l = _highest(below_upper, h, start, skip=start + length - 1)
    use_g = d_g > d_l
    left = np.where(use_g, at_g, g[np.searchsorted(g, at_l, side="right") - 1])
    right = np.where(use_g, h[np.searchsorted(h, at_g)], at_l)
    going_on = np.maximum(d_g, d_l) > D[steps.owner]

    position = np.arange(len(x))
    before, after = position < np.repeat(left, length), position > np.repeat(right, length)
    miss = np.where(before, below_upper, np.where(after, above_lower, 0.0))
    bound = np.maximum.reduceat(miss, start)
    raised = steps.owner[going_on]
    D[raised] = np.maximum(D[raised], bound[going_on])
    return steps.restricted(~(before | after), going_on & (right > left))


def _hull(x: Array, f: Array, ends: Mask) -> Indices:
    """Vertices of the greatest convex minorant of the points (x, f) of each segment.

    A point on or above the chord of its neighbours is none; dropping all such points at
    once, again and again, leaves the vertices after few rounds.
    """
    at = np.arange(len(x))
    while True:
        dx, df = np.diff(x), np.diff(f)
        bends = ends.copy()
        bends[1:-1] |= df[:-1] * dx[1:] < df[1:] * dx[:-1]
        kept = np.flatnonzero(bends)
        if len(kept) == len(at):
            return at
        at, x, f, ends = at[kept], x[kept], f[kept], ends[kept]


def _along(x: Array, f: Array, vertices: Indices) -> Array:
    """The piecewise linear function through the vertices, at every point."""
    xv, fv = x[vertices], f[vertices]
    reach = np.diff(vertices, append=len(x))
    run = np.diff(xv, append=xv[-1])
    run[run <= 0] = 1.0  # from one segment to the next, where nothing is between
    share = (x - np.repeat(xv, reach)) / np.repeat(run, reach)  # no slope, which may overflow
    return np.asarray(np.repeat(fv, reach) + share * np.repeat(np.diff(fv, append=0.0), reach))


def _highest(gap: Array, vertices: Indices, start: Indices, *, skip: Indices) -> tuple[Array, Indices]:
    """The largest gap at the vertices of each segment but one of its ends, where it is 0, and where."""
    value = gap[vertices]
    first = np.searchsorted(vertices, start)
    value[np.searchsorted(vertices, skip)] = 0.0
    highest = np.maximum.reduceat(value, first)
    count = np.diff(first, append=len(vertices))
    here = np.where(value == np.repeat(highest, count), vertices, np.iinfo(np.intp).max)
    return highest, np.minimum.reduceat(here, first)
