"""One method on one draw at every setting: its rankings, and how k-means does on the best features of each.

A ranking lists the features from best to worst; that of all features is empty. One that several
settings share is judged once, and k-means runs once on a set of features.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
import warnings

import numpy as np

from golfs.experiments.paper._protocol import METHODS, Scale, Setting, label, settings_of
from golfs.experiments.paper._subjects import Loaded, Subject
from golfs.metrics import complete, evaluate_selection, true_positives

SELECTION_SIZES = (10, 30, 60)
AGREEMENT = {"NMI": "nmi", "ACC": "accuracy", "ARI": "ari"}
COMPACTNESS = {"AID": "inner_distance", "CHS": "calinski_harabasz", "DBI": "davies_bouldin"}

Order = list[int]
Swept = dict[str, Any]  # settings: {label: {"order": its number in orders, measure: value}}, orders: [Order]


def sweep(subject: Subject, method: str, scale: Scale, seed: int) -> Swept:
    """Fit every setting and judge every ranking."""
    loaded = subject.load()
    orders: list[Order] = []
    number_of: dict[bytes, int] = {}
    settings: dict[str, dict[str, Any]] = {}
    for setting, order in _fits(loaded, method, settings_of(METHODS[method], scale), seed):
        number = number_of.setdefault(np.array(order).tobytes(), len(orders))
        if number == len(orders):
            orders.append(order)
        settings[label(setting)] = {"order": number}
    judged = evaluate(loaded, orders, ("kmeans",), AGREEMENT, scale, seed)
    for found in settings.values():
        order = orders[found["order"]]
        found |= {name: judged[found["order"]]["kmeans", name] for name in AGREEMENT} | selection(loaded, order)
    return {"settings": settings, "orders": orders}


def _fits(
    loaded: Loaded, name: str, settings: Sequence[Setting | None], seed: int
) -> Iterator[tuple[Setting | None, Order]]:
    """Each setting and its ranking."""
    method = METHODS[name]
    if method.selector is None:
        yield None, []
        return
    known = method.selector().get_params(deep=False)
    wanted = {"n_clusters": len(np.unique(loaded.y)), "random_state": seed}
    own = {parameter: value for parameter, value in wanted.items() if parameter in known}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at extreme penalties a fit need not converge, nor select anything
        if None in settings:
            yield None, _order(method.selector(**own).fit(loaded.X))
        grid = [setting for setting in settings if setting is not None]
        for setting, fitted in zip(grid, method.selector(**own, **method.fixed).sweep(loaded.X, grid), strict=True):
            yield setting, _order(fitted)


def _order(fitted: Any) -> Order:
    return [int(j) for j in np.argsort(fitted.ranking_)]


def evaluate(
    loaded: Loaded,
    orders: Sequence[Order],
    clusterers: Sequence[str],
    measures: Mapping[str, str],
    scale: Scale,
    seed: int,
) -> list[dict[tuple[str, str], float]]:
    """Of each ranking the mean of every (clusterer, measure) over the sizes and the repeats of k-means."""
    table = evaluate_selection(
        loaded.X,
        ranking={str(i): np.argsort(order) + 1 if order else None for i, order in enumerate(orders)},
        y=loaded.y,
        n_features=scale.sizes,
        clusterers=clusterers,
        n_repeats=scale.repeats,
        measures=tuple(measures.values()),
        random_state=seed,
    )
    means = table.groupby(["method", "clusterer", "measure"]).value.mean()
    return [
        {(by, name): float(means[str(i), by, measure]) for by in clusterers for name, measure in measures.items()}
        for i in range(len(orders))
    ]


def selection(loaded: Loaded, order: Order) -> dict[str, float]:
    """TP(s) and CP(s), where the true features are known and something is ranked."""
    if loaded.features is None or not order:
        return {}
    ranking = np.argsort(order) + 1
    found = {f"TP({s})": float(true_positives(ranking, loaded.features, s)) for s in SELECTION_SIZES}
    return found | {f"CP({s})": float(complete(ranking, loaded.features, s)) for s in SELECTION_SIZES}


def judge(subject: Subject, orders: Mapping[str, Order], scale: Scale, seed: int) -> dict[str, dict[str, float]]:
    """Of named rankings every measure by every clusterer: {name: {"clusterer measure": value}}."""
    clusterers = ("kmeans", "hierarchical", "spectral")
    judged = evaluate(subject.load(), list(orders.values()), clusterers, AGREEMENT | COMPACTNESS, scale, seed)
    return {
        name: {f"{by} {measure}": value for (by, measure), value in found.items()}
        for name, found in zip(orders, judged, strict=True)
    }
