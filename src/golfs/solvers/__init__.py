"""The mathematics: arrays in, arrays out, each solver beside the objective it descends."""

from golfs.solvers._dip import dip
from golfs.solvers._discriminative import discriminative, local_scatter, scatter_diagonal
from golfs.solvers._embedding import spectral_embedding
from golfs.solvers._evidence import Evidence
from golfs.solvers._group_lasso import group_lasso
from golfs.solvers._kolmogorov import higher_criticism, kolmogorov
from golfs.solvers._least_angle import least_angle
from golfs.solvers._nulls import Null, discoveries
from golfs.solvers._per_feature import per_feature
from golfs.solvers._printed import Printed, printed
from golfs.solvers._printed import step as printed_step
from golfs.solvers._problem import Problem, Solution, indicator, to_labels
from golfs.solvers._pseudo_labels import descend, discrete, move_samples, multiplicative
from golfs.solvers._regression import Regression, beta_max
from golfs.solvers._ridge import Ridge, ridge
from golfs.solvers._self_representation import (
    Representation,
    critical_kappa,
    find_representation,
    handed_over,
    largest_kappa,
    self_representation,
)
from golfs.solvers._sparse_k_means import (
    SparseClusters,
    SparseKMeansProblem,
    bounds,
    feature_weights,
    partition,
    permuted,
    smallest_within,
)
from golfs.solvers._sparse_pca import SparseComponents, sparse_pca
from golfs.solvers._spectral_filter import leading_share, roughness
from golfs.solvers._starts import Start, best, embed, first_starts, principal_components, sharpened

__all__ = [
    "Evidence",
    "Null",
    "Printed",
    "Problem",
    "Regression",
    "Representation",
    "Ridge",
    "Solution",
    "SparseClusters",
    "SparseComponents",
    "SparseKMeansProblem",
    "Start",
    "best",
    "beta_max",
    "bounds",
    "critical_kappa",
    "descend",
    "dip",
    "discoveries",
    "discrete",
    "discriminative",
    "embed",
    "feature_weights",
    "find_representation",
    "first_starts",
    "group_lasso",
    "handed_over",
    "higher_criticism",
    "indicator",
    "kolmogorov",
    "largest_kappa",
    "leading_share",
    "least_angle",
    "local_scatter",
    "move_samples",
    "multiplicative",
    "partition",
    "per_feature",
    "permuted",
    "principal_components",
    "printed",
    "printed_step",
    "ridge",
    "roughness",
    "scatter_diagonal",
    "self_representation",
    "sharpened",
    "smallest_within",
    "sparse_pca",
    "spectral_embedding",
    "to_labels",
]
