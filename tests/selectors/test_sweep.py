"""A sweep: what separate fits give, sooner."""

from itertools import product

import numpy as np
import pytest
from scipy import sparse

from golfs import GOLFS, MCFS, NDFS, RSR
from golfs.arrays import as_design
from golfs.datasets import make_golfs_example2
from golfs.selectors import _pseudo_labels as module
from golfs.solvers import indicator


@pytest.fixture(scope="module")
def X():
    return make_golfs_example2(60, 80, clusters=3, random_state=0)[0]


def grid(**axes):
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


def same(one, other):
    for name in (name for name in vars(one) if name.endswith("_")):
        a, b = getattr(one, name), getattr(other, name)
        if name == "starts_":
            assert [start.name for start in a] == [start.name for start in b]
        else:
            assert np.array_equal(a, b, equal_nan=np.asarray(a).dtype.kind == "f"), name
    assert vars(one).keys() == vars(other).keys()


SWEEPS = [
    (GOLFS(3, random_state=0), grid(beta=[1.0, "auto", 30.0], lam=["auto", 1.0], alpha=[0.1, 100.0, "auto"])),
    (GOLFS(3, random_state=0), grid(kappa=[20.0, "auto"], n_neighbors=[3, 5], alpha=[1.0, "auto"])),
    (GOLFS(3, random_state=0), grid(alpha=[1.0, "auto"], solver=["multiplicative", "auto"], tol=[1e-3, 1e-6])),
    (NDFS(3, random_state=0), grid(beta=[1e-5, 0.5, 5.0], alpha=[0.01, 1.0, 100.0], n_features_to_select=[4, "auto"])),
    (RSR(), grid(lam=[1.0, 10.0, "auto"])),
    (MCFS(3), grid(n_nonzero=[3, 10])),
]


@pytest.mark.parametrize(("method", "settings"), SWEEPS)
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # tol=1e-3 is met, the rest is no matter
def test_a_sweep_gives_what_separate_fits_give(method, settings, kind, X):
    X = kind(np.where(X > 4, X, 0.0))
    swept = list(method.sweep(X, settings))
    assert len(swept) == len(settings)
    for one, setting in zip(swept, settings, strict=True):
        separate = type(method)(**{**method.get_params(), **setting}).fit(X)
        assert one.get_params() == separate.get_params()
        same(one, separate)
    assert len({one.scores_.tobytes() for one in swept}) > 1
    assert not hasattr(method, "scores_")


def test_graphs_and_starts_are_made_once_and_regressions_once_for_labels_and_beta(X, monkeypatch):
    calls = {"_prepare": 0, "group_lasso": 0}

    def counted(name, function):
        def call(*args, **options):
            calls[name] += 1
            return function(*args, **options)

        return call

    monkeypatch.setattr(GOLFS, "_prepare", counted("_prepare", GOLFS._prepare))
    monkeypatch.setattr(module, "group_lasso", counted("group_lasso", module.group_lasso))
    swept = list(GOLFS(3, random_state=0).sweep(X, grid(beta=[2.0, 20.0], alpha=[1e3, 1e4, 1e5])))
    assert len({one.labels_.tobytes() for one in swept}) == 1
    alone = [one.n_iter_ + 1 for one in swept[::3]]  # inside the iterations, and at the end
    assert calls == {"_prepare": 1, "group_lasso": sum(alone)}
    list(GOLFS(3, random_state=0).sweep(X, grid(n_neighbors=[4, 5], alpha=[1.0, 2.0])))
    assert calls["_prepare"] == 3


def test_regressions_are_kept_only_while_they_fit_and_for_one_beta():
    rng = np.random.default_rng(0)
    design, F = as_design(rng.standard_normal((20, 30))), indicator(np.arange(20) % 3, 3)
    size = 2 * 30 * 3 * 8 + 20 * 3 * 8
    for memory, kept in ((0, 0), (size - 1, 0), (size, 1), (10 * size, 2)):
        regressions = module.Regressions(memory)
        first = regressions.solve(design, F, 1.0, tol=1e-6)
        assert (regressions.solve(design, F, 1.0, tol=1e-6) is first) == (kept > 0)
        second = regressions.solve(design, F, 1.0, tol=1e-13)
        assert second is not first
        assert (regressions.solve(design, F, 1.0, tol=1e-13) is second) == (kept > 1)
        assert regressions.solve(design, F, 2.0, tol=1e-6).penalty < first.penalty
        assert regressions.solve(design, F, 1.0, tol=1e-6) is not first


def test_what_a_preparation_reads_is_not_shared(X):
    """Whatever parameter is changed, beside those that come later, the preparation is another."""
    names = set(GOLFS().get_params()) - set(GOLFS.later)
    assert {"kappa", "sigma", "n_neighbors", "center", "scale", "init", "max_iter", "random_state"} <= names
    labels = np.arange(60) // 20
    given = [{"init": np.roll(labels, shift), "alpha": 1e-3} for shift in (0, 9)] + [{"init": labels, "beta": 1.0}]
    swept = list(GOLFS(3, random_state=0).sweep(X, given))
    for one, setting in zip(swept, given, strict=True):
        same(one, GOLFS(3, random_state=0, **setting).fit(X))
    assert len({one.starts_[0].labels.tobytes() for one in swept}) == 2


def test_a_sweep_is_lazy_and_says_what_is_wrong_where_it_comes(X):
    swept = GOLFS(3, random_state=0).sweep(X, [{"alpha": 1.0}, {"alpha": -1.0}])
    assert next(swept).alpha_ == 1.0
    with pytest.raises(ValueError, match=r"alpha=-1\.0 must be a finite number above 0"):
        next(swept)
    with pytest.raises(ValueError, match="Invalid parameter 'weight'"):
        next(RSR().sweep(X, [{"weight": 1.0}]))
