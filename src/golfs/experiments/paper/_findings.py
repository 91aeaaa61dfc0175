"""What of the paper cannot be right as printed, each shown by a run of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
import warnings

import numpy as np
from sklearn.cluster import KMeans

from golfs.arrays import as_design
from golfs.experiments._draws import draw_of
from golfs.experiments.paper._protocol import Scale
from golfs.experiments.paper._results import Results
from golfs.experiments.paper._subjects import Subject
from golfs.experiments.paper._sweep import evaluate
from golfs.metrics import clustering_accuracy, normalized_mutual_info, paper_normalized_mutual_info
from golfs.plotting import plot_paths
from golfs.report import Figure, Table
from golfs.selectors import GOLFS
from golfs.solvers import Evidence, best, critical_kappa, handed_over, largest_kappa, self_representation

GAMMAS = (1.0, 1e2, 1e4, 1e8)
DRAWN = 1e2  # of the picture
ITERATIONS = 100
STARTS = 20
ROUNDING = 1e-9  # a rise by less, relative, is none
Parts = list[Table | Figure | str]


def update(solver: str, gamma: float) -> dict[str, Any]:
    """Stage 2 of Example 1, draw 0, from one start: the objective, how often it rises, how many labels move."""
    X = draw_of("Example 1", 0).X
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the printed update need not converge
        fitted = GOLFS(
            5, solver=solver, alpha=1.0, beta=1.0, lam=1.0, gamma=gamma, max_iter=ITERATIONS, tol=0.0, random_state=0
        ).fit(X)
    path = fitted.objective_path_
    start = best(fitted.starts_).labels
    return {
        "path": path.tolist(),
        "rises": int(np.sum(np.diff(path) > ROUNDING * np.abs(path[:-1]))),
        "moved": round(len(X) * (1 - clustering_accuracy(start, fitted.labels_))),
    }


def representation(share: float) -> dict[str, Any]:
    """Stage 1 of Example 1, draw 0, centred, at a κ between 0.03 of the critical one and the largest."""
    design = as_design(draw_of("Example 1", 0).X)
    n = design.shape[0]
    low, high = critical_kappa(design)[0] * 0.03, largest_kappa(design)
    kappa = low * (high / low) ** share
    found = self_representation(design, kappa, tol=1e-8, max_iter=1000)
    trivial = np.eye(n) - 1 / n
    return {
        "kappa": kappa * float(design.scale[0]),
        "handed over": handed_over(design, found),
        "distance": float(np.abs(found.matrix(design) - trivial).max()),
    }


def information() -> dict[str, float]:
    """Of k-means on all features of Example 1, draw 0: NMI over the mean of the entropies, and over their product."""
    X, y, _ = draw_of("Example 1", 0)
    labels = [KMeans(5, n_init=1, random_state=seed).fit_predict(X) for seed in range(STARTS)]
    return {
        "mean": float(np.mean([normalized_mutual_info(y, one) for one in labels])),
        "product": float(np.mean([paper_normalized_mutual_info(y, one) for one in labels])),
        "perfect": float(paper_normalized_mutual_info(y, y)),
    }


def unmapped(subject: Subject) -> dict[str, float]:
    """Of k-means on all pixels of Yale: accuracy with the best mapping, and of cluster numbers as they come."""
    X, y, _ = subject.load()
    c = len(np.unique(y))
    labels = [KMeans(c, n_init=1, random_state=seed).fit_predict(X) for seed in range(STARTS)]
    return {
        "mapped": float(np.mean([clustering_accuracy(y, one) for one in labels])),
        "unmapped": float(np.mean([np.mean(one == y) for one in labels])),
        "chance": 1 / c,
    }


def texts(subject: Subject, scale: Scale, seed: int) -> dict[str, float]:
    """Of texts: how right the clusters are that GOLFS ends with, and k-means on terms ranked by the true sections."""
    loaded = subject.load()
    c = len(np.unique(loaded.y))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        labels = GOLFS(c, random_state=seed).fit(loaded.X).labels_
    share = Evidence.of(as_design(loaded.X), c).explained(loaded.y)
    order = [int(j) for j in np.argsort(-share, kind="stable")]
    (judged,) = evaluate(loaded, [order], ("kmeans",), {"ACC": "accuracy"}, scale, seed)
    return {"labels": clustering_accuracy(loaded.y, labels), "ceiling": judged["kmeans", "ACC"]}


def runs(
    subjects: Mapping[str, Sequence[Subject]], scale: Scale, seed: int
) -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Every run by name; those of real data where they are there."""
    found: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
        f"printed {gamma:g}": (update, ("paper", gamma)) for gamma in GAMMAS
    }
    found |= {f"multiplicative {gamma:g}": (update, ("multiplicative", gamma)) for gamma in GAMMAS}
    found[f"discrete {DRAWN:g}"] = (update, ("discrete", DRAWN))
    found |= {f"representation {share:g}": (representation, (share,)) for share in SHARES}
    found["information"] = (information, ())
    if "Yale" in subjects:
        found["unmapped"] = (unmapped, (subjects["Yale"][0],))
    found |= {f"texts {one.draw}": (texts, (one, scale, seed)) for one in subjects.get("BBC", ())}
    return found


SHARES = (0.0, 0.3, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0)


def parts(results: Results) -> Parts:
    """Tables of what was found, and the objective against the iteration."""
    found = results.findings
    names = {"printed": "printed", "multiplicative": "multiplicative", "discrete": "default"}
    paths = {f"{said}, γ = {DRAWN:g}": found[f"{name} {DRAWN:g}"]["path"] for name, said in names.items()}
    out: Parts = [
        "## What cannot be right as printed\nEach on Example 1, draw 0, unless it says otherwise.",
        updates(results),
        Figure(
            "objective",
            "The objective against the iteration, from one start: the printed update and our two",
            lambda: plot_paths(paths),
            alt="Lines: the printed update rises and falls, ours fall",
        ),
        representations(results),
        Table(
            "nmi",
            "NMI of k-means on all features, and of the true labels with themselves, by what of the entropies divides",
            ["divided by", "k-means", "true labels"],
            [
                ["mean", found["information"]["mean"], 1.0],
                ["product (paper)", found["information"]["product"], found["information"]["perfect"]],
            ],
        ),
    ]
    if "unmapped" in found:
        one = found["unmapped"]
        out.append(
            Table(
                "yale-unmapped",
                "Accuracy of k-means on all pixels of Yale",
                ["clusters", "accuracy"],
                [
                    ["mapped to people", one["mapped"]],
                    ["as numbered", one["unmapped"]],
                    ["published", 0.042],
                    ["chance", one["chance"]],
                ],
                formats={"accuracy": ".3f"},
            )
        )
    return out


def updates(results: Results) -> Table:
    """How often each update rises, and how many labels move."""
    rows = []
    for gamma in GAMMAS:
        printed, ours = (results.findings[f"{name} {gamma:g}"] for name in ("printed", "multiplicative"))
        steps = len(printed["path"]) - 1
        rows.append([f"{gamma:g}", steps, printed["rises"], ours["rises"], printed["moved"], ours["moved"]])
    return Table(
        "updates",
        "Rises of the objective, and samples whose label moved from the start, of 200",
        ["γ", "steps", "rises, printed", "rises, ours", "moved, printed", "moved, ours"],
        rows,
        note="ours: solver='multiplicative', from the same start with the same penalties (α = β = λ = 1).",
    )


def representations(results: Results) -> Table:
    """When P is trivial."""
    rows = [
        [one["kappa"], one["handed over"], one["distance"]]
        for one in (results.findings[f"representation {share:g}"] for share in SHARES)
    ]
    return Table(
        "representation",
        "Stage 1: what samples hand over to others, and how far P is from I − 11'/n",
        ["κ", "handed over", "largest difference"],
        rows,
        note="handed over: 1 − Tr P / rank X, 0 while P is trivial, 1 when P = 0.",
        formats={"κ": ".4g", "handed over": ".3f", "largest difference": ".2g"},
    )
