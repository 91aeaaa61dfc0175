"""The table of null distributions in src/golfs/solvers: python benchmarks/null_quantiles.py

`dip`: √n times the dip of n uniform values. `kolmogorov`: √n times the Kolmogorov-Smirnov
distance of n normal values, standardised by their own mean and standard deviation, from the
normal distribution. Each by simulation, with a seed: 10 minutes on one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import golfs
from golfs.solvers import dip, kolmogorov

TABLE = Path(golfs.__file__).parent / "solvers" / "_null_quantiles.csv"
SIZES = [3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50, 100, 200, 500, 1000, 2000]
TAILS = [0.999, 0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01]
TAILS += [0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005]
DRAWS, VALUES, BATCH = 1_000_000, 400_000_000, 2**17


def draws(statistic: str, n: int, seed: int) -> np.ndarray:
    """Draws of the statistic under its null."""
    rng = np.random.default_rng([seed, n])
    left, found = min(DRAWS, VALUES // n), []
    while left:
        k = min(left, max(1, BATCH // n))
        left -= k
        if statistic == "dip":
            found.append(np.sqrt(n) * dip(rng.random((k, n))))
        else:
            found.append(kolmogorov(rng.standard_normal((k, n))))
    return np.concatenate(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=TABLE)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    lines = [",".join(["statistic", "n", "mean", "sd", *map(str, TAILS)])]
    for statistic in ("dip", "kolmogorov"):
        for n in SIZES:
            values = draws(statistic, n, options.seed)
            row = [values.mean(), values.std(), *np.quantile(values, 1 - np.array(TAILS))]
            lines.append(",".join([statistic, str(n), *(f"{value:.5f}" for value in row)]))
            print(lines[-1], flush=True)
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
