"""How ACC, NMI and ARI of GOLFS depend on α and β."""

from __future__ import annotations

from functools import partial

import numpy as np

from golfs.experiments.paper._protocol import TUNED
from golfs.experiments.paper._results import Results
from golfs.experiments.paper._tables import slug
from golfs.plotting import plot_sensitivity
from golfs.report import Figure, Table


def parts(results: Results) -> list[Table | Figure | str]:
    """A picture for each data set that GOLFS was tuned on."""
    found: list[Table | Figure | str] = [
        "## Sensitivity to α and β\nMean over the draws, of GOLFS with its default solver, κ chosen from the data "
        "and λ as tuned. With α the discrete solver changes the clusters, with β the ranking; labels are exact, so γ "
        "has no effect."
    ]
    for data in [data for data in results.subjects if "GOLFS" in results.methods(data)]:
        alphas, betas, maps = surfaces(results, data)
        found.append(
            Figure(
                f"sensitivity-{slug(data)}",
                data,
                partial(plot_sensitivity, maps, alphas, betas),
                alt=f"Heat maps, {data}",
            )
        )
    return found


def surfaces(results: Results, data: str) -> tuple[list[float], list[float], dict[str, np.ndarray]]:
    """α, β, and the mean of each measure, (len(β), len(α)), at the λ of the tuned setting."""
    powers = [10.0**power for power in results.scale.powers]
    lam = results.setting(data, "GOLFS", TUNED).split("lam=")[1].split()[0]
    swept = results.sweeps[data, "GOLFS"]
    names = [f"beta={beta:g} lam={lam} alpha={alpha:g}" for beta in powers for alpha in powers]
    return (
        powers,
        powers,
        {
            measure: np.array([np.mean([one["settings"][name][measure] for one in swept]) for name in names]).reshape(
                len(powers), -1
            )
            for measure in ("ACC", "NMI", "ARI")
        },
    )
