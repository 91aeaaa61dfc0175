"""The mathematics: arrays in, arrays out, each solver beside the objective it descends."""

from golfs.solvers._evidence import Evidence
from golfs.solvers._group_lasso import Regression, beta_max, group_lasso
from golfs.solvers._printed import Printed, printed
from golfs.solvers._printed import step as printed_step
from golfs.solvers._problem import Problem, Solution, indicator, to_labels
from golfs.solvers._pseudo_labels import descend, discrete, move_samples, multiplicative
from golfs.solvers._ridge import Ridge, ridge
from golfs.solvers._self_representation import (
    Representation,
    critical_kappa,
    find_representation,
    handed_over,
    largest_kappa,
    self_representation,
)
from golfs.solvers._starts import Start, best, first_starts, sharpened

__all__ = [
    "Evidence",
    "Printed",
    "Problem",
    "Regression",
    "Representation",
    "Ridge",
    "Solution",
    "Start",
    "best",
    "beta_max",
    "critical_kappa",
    "descend",
    "discrete",
    "find_representation",
    "first_starts",
    "group_lasso",
    "handed_over",
    "indicator",
    "largest_kappa",
    "move_samples",
    "multiplicative",
    "printed",
    "printed_step",
    "ridge",
    "self_representation",
    "sharpened",
    "to_labels",
]
