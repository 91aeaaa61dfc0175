"""What is run: the scales, the data, the methods and the settings each is tuned over."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

from golfs.selectors import GOLFS, MCFS, NDFS, RSR, UDFS, DipScore, Selector

Setting = dict[str, Any]

SIZES = tuple(range(10, 151, 10))  # the paper's
EXAMPLES = ("Example 1", "Example 2")
REAL = ("BBC", "Yale")
ALL = "all features"
PRINTED = "GOLFS as printed"
TUNED, DEFAULTS = "tuned", "label-free"


class Scale(NamedTuple):
    """How much: draws of the simulations and of the BBC's texts, powers of ten of a penalty, k-means a set of features.

    Measures are averaged over `sizes`, the numbers of features.
    """

    name: str
    draws: int
    news: int
    powers: tuple[int, ...]
    repeats: int
    grid_lam: bool = False
    sizes: tuple[int, ...] = SIZES


SCALES = {
    scale.name: scale
    for scale in (
        Scale("quick", 3, 2, (-4, 0, 4), 5),
        Scale("standard", 20, 10, tuple(range(-6, 7, 2)), 20),
        Scale("paper", 100, 20, tuple(range(-6, 7)), 20, grid_lam=True),
    )
}


class Method(NamedTuple):
    """A method of the paper.

    `fixed` holds what is not tuned; `axes` the names of its penalties, the one that varies fastest
    last; `has_defaults` is False where there is no default to stand beside the tuned one. `cost`: seconds
    a setting, roughly.
    """

    name: str
    selector: type[Selector] | None
    fixed: Mapping[str, Any] = {}
    axes: tuple[str, ...] = ()
    has_defaults: bool = True
    cost: float = 0.1

    def settings(self, scale: Scale) -> list[Setting]:
        """The grid, in the order in which a sweep shares most."""
        grids = [self._grid(axis, scale) for axis in self.axes]
        return [dict(zip(self.axes, values, strict=True)) for values in product(*grids)]

    def _grid(self, axis: str, scale: Scale) -> tuple[Any, ...]:
        if axis == "n_nonzero":
            return NUMBERS_OF_FEATURES[:: 3 if len(scale.powers) < 5 else 1]
        if axis == "lam" and self.selector is GOLFS and not scale.grid_lam:
            return (self.fixed["lam"],)
        return tuple(10.0**power for power in scale.powers)


FIXED = {"n_neighbors": 5, "kappa": "auto", "sigma": "auto", "gamma": "auto"}  # where a method has them, as by default
NUMBERS_OF_FEATURES = (2, 5, 10, 20, 50, 100, 150)  # of each eigenvector in MCFS, which has no other penalty

METHODS = {
    method.name: method
    for method in (
        Method(ALL, None),
        Method("DIPTEST", DipScore),
        Method("MCFS", MCFS, {}, ("n_nonzero",)),
        Method("UDFS", UDFS, {}, ("lam", "gamma"), cost=0.4),
        Method("NDFS", NDFS, {}, ("beta", "alpha"), cost=0.2),
        Method("RSR", RSR, {}, ("lam",), cost=0.5),
        Method("GOLFS", GOLFS, {"lam": "auto"}, ("beta", "lam", "alpha"), cost=0.2),
        Method(
            PRINTED,
            GOLFS,
            {"solver": "paper", "center": False, "scale": "none", "gamma": 1e8, "lam": 1.0, "max_iter": 30},
            ("beta", "lam", "alpha"),
            has_defaults=False,
            cost=0.1,
        ),
    )
}


def settings_of(method: Method, scale: Scale) -> list[Setting | None]:
    """The default, None, and the grid."""
    grid: list[Setting | None] = [*method.settings(scale)] if method.axes else []
    return [None, *grid] if method.has_defaults else grid


def label(setting: Setting | None) -> str:
    """A setting as text.

    >>> label({"beta": 1e-06, "alpha": 100.0}), label(None)
    ('beta=1e-06 alpha=100', 'label-free')
    """
    if setting is None:
        return DEFAULTS
    return " ".join(
        f"{name}={value if isinstance(value, str) else format(value, 'g')}" for name, value in setting.items()
    )
