"""Why one feature is selected or is not: the answer, in numbers and as text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClusterProfile:
    """What a feature is like in one cluster of `n_samples`.

    `difference` is the mean in the cluster minus the mean elsewhere, in standard deviations of the
    feature; `nonzero` the share of the cluster's samples in which it is not 0, for a feature that is
    nowhere negative and somewhere 0, else None.
    """

    cluster: int
    n_samples: int
    mean: float
    difference: float
    nonzero: float | None


@dataclass(frozen=True)
class CorrelatedFeature:
    """Another feature, and its correlation with the one that is explained."""

    feature: str | int
    rank: int
    score: float
    selected: bool
    correlation: float


@dataclass(frozen=True)
class Explanation:
    """Why a feature is selected or is not, in numbers; as text, a page of it.

    `lacks` is the score of the last selected feature minus its own: None if it is selected, or no
    feature is. `most_correlated` has the features of largest |correlation|, and `selected_instead`, for
    a feature that is not selected, those of the selected ones: both empty where X was not given.
    `frequency` is the share of subsamples in which it was selected, None where that was not given.
    """

    feature: str | int
    rank: int
    n_features: int
    score: float
    selected: bool
    n_selected: int
    lacks: float | None
    frequency: float | None
    clusters: tuple[ClusterProfile, ...]
    most_correlated: tuple[CorrelatedFeature, ...] = ()
    selected_instead: tuple[CorrelatedFeature, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.feature}: {self._verdict()}"]
        if self.frequency is not None:
            lines.append(f"selected in {self.frequency:.0%} of the subsamples")
        lines += ["", *self._profile()]
        for title, found in (
            ("most correlated with it", self.most_correlated),
            ("selected instead, most correlated with it", self.selected_instead),
        ):
            if found:
                lines += ["", f"{title}:", *map(_line, found)]
        return "\n".join(lines)

    def _verdict(self) -> str:
        place = f"rank {self.rank:,} of {self.n_features:,}, score {self.score:#.4g}"
        if self.selected:
            return f"{place}; selected, as {self.n_selected:,} are"
        if self.lacks is None:
            return f"{place}; not selected, as none is"
        return f"{place}; not selected: {self.lacks:#.4g} below the last of {self.n_selected:,} selected"

    def _profile(self) -> list[str]:
        counted = any(one.nonzero is not None for one in self.clusters)
        lines = ["cluster  samples        mean  difference" + "    not 0" * counted]
        for one in self.clusters:
            share = "" if one.nonzero is None else f"  {one.nonzero:>7.0%}"
            lines.append(f"{one.cluster:>7}  {one.n_samples:>7,}  {one.mean:>10.4g}  {one.difference:>+7.1f} sd{share}")
        return lines


def _line(other: CorrelatedFeature) -> str:
    state = "" if other.selected else ", not selected"
    return f"  {other.correlation:+.2f}  {other.feature} (rank {other.rank:,}{state})"
