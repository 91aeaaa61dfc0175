"""The paper, from targets to results and from results to a report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
import time
from typing import Any, NamedTuple
import warnings

from golfs._extras import extra
from golfs.experiments._cells import Task, finish
from golfs.experiments._draws import draw_of
from golfs.experiments.paper import _findings, _real_data, _sensitivity, _table_1, _table_2, _table_c
from golfs.experiments.paper._protocol import EXAMPLES, FIXED, METHODS, REAL, SCALES, Scale, settings_of
from golfs.experiments.paper._results import Results
from golfs.experiments.paper._subjects import Subject, subjects
from golfs.experiments.paper._sweep import judge, sweep
from golfs.experiments.paper._words import page, text
from golfs.io import check_targets, write_whole
from golfs.report import Figure, Table, write_report
from golfs.selectors import GOLFS

TITLE = "GOLFS, reproduced"
CELLS, PARQUET, PAGE, WORDS = "cells", "results.parquet", "index.html", "findings.md"
JUDGE_COST = 15.0  # seconds, as Method.cost, where a default fit takes FIT
FINDING_COST = 1.0
EVALUATION_COST = 0.15  # of a setting
FIT = 0.6

Parts = list[Table | Figure | str]


class Target(NamedTuple):
    """A part of the paper: the data it is about, which methods (None: all), and its part of the report.

    `can_do_without` its data: what does not need them is run all the same.
    """

    data: tuple[str, ...]
    parts: Callable[[Results], Parts]
    methods: tuple[str, ...] | None = None
    is_judged: bool = False
    can_do_without: bool = False

    def lacks(self, missing: Collection[str]) -> bool:
        """Whether nothing is left of it."""
        return not self.can_do_without and set(self.data) <= set(missing)


TARGETS: dict[str, Target] = {
    "table1": Target(EXAMPLES, _table_1.parts),
    "table2": Target(EXAMPLES, lambda results: _table_2.parts(results) + _table_2.paired(results)),
    "bbc": Target(("BBC",), _real_data.bbc),
    "yale": Target(("Yale",), _real_data.yale),
    "sensitivity": Target((*EXAMPLES, *REAL), _sensitivity.parts, methods=("GOLFS",)),
    "tableC1": Target(EXAMPLES[:1], lambda results: _table_c.parts(results, EXAMPLES[0]), is_judged=True),
    "tableC2": Target(EXAMPLES[1:], lambda results: _table_c.parts(results, EXAMPLES[1]), is_judged=True),
    "findings": Target(("BBC", "Yale"), _findings.parts, methods=(), can_do_without=True),
}


class Plan(NamedTuple):
    """What will be run: `subjects` by data, and the sweeps of which methods on which data."""

    targets: tuple[str, ...]
    scale: Scale
    seed: int
    subjects: dict[str, list[Subject]]
    methods: dict[str, list[str]]
    missing: dict[str, str]

    @property
    def judged(self) -> list[str]:
        """Data whose tables want every clusterer and measure."""
        return [data for name in self.targets if TARGETS[name].is_judged for data in TARGETS[name].data]


def plan(targets: Iterable[str], scale: str, *, seed: int = 0, data_home: Path | None = None) -> Plan:
    """Look for the data. Those that are not there are in `missing`, unless nothing else was asked for.

    Examples
    --------
    >>> from golfs.experiments.paper import plan
    >>> plan(["table1"], "quick").methods["Example 1"][:3]
    ['all features', 'DIPTEST', 'MCFS']
    """
    named = list(dict.fromkeys(targets))
    wanted: dict[str, list[str]] = {}
    for name in named:
        for data in TARGETS[name].data:
            chosen = TARGETS[name].methods
            own = tuple(METHODS) if chosen is None else chosen
            wanted[data] = [method for method in METHODS if method in own or method in wanted.get(data, ())]
    found: dict[str, list[Subject]] = {}
    missing: dict[str, str] = {}
    for data in wanted:
        several = subjects(data, SCALES[scale], data_home)
        try:
            several[0].load()
        except (OSError, ValueError, ModuleNotFoundError) as error:
            if all(TARGETS[name].lacks({data, *missing}) for name in named):
                raise
            missing[data] = " ".join(str(error).split())
        else:
            found[data] = several
    methods = {data: names for data, names in wanted.items() if data in found}
    return Plan(tuple(named), SCALES[scale], seed, found, methods, missing)


def seconds(plan: Plan, n_jobs: int) -> float:
    """About how long it will take here, calibrated by one default fit."""
    X = draw_of("Example 1", 0).X
    best = min(_timed(lambda: GOLFS(5, random_state=0).fit(X)) for _ in range(2))
    tasks = [*_sweeps(plan).values(), *_findings_of(plan).values()]
    total = sum(task.cost for task in tasks) + sum(JUDGE_COST * len(plan.subjects[data]) for data in plan.judged)
    return total * best / FIT / n_jobs


def _timed(work: Callable[[], object]) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin


def reproduce(
    plan: Plan,
    *,
    n_jobs: int | None = None,
    cells: Path | None = None,
    done: Callable[[float], None] = lambda share: None,
) -> Results:
    """Run what is planned: the same results for any number of processes, and on any backend of joblib.

    Parameters
    ----------
    plan : from `plan`
    n_jobs : processes
    cells : folder
        What is finished is kept there, and used by later runs with the same settings, code and libraries.
    done : called with the share of the work that is done
    """
    results = Results(plan.scale, plan.seed, plan.subjects, missing=plan.missing)
    sweeps, findings = _sweeps(plan), _findings_of(plan)
    total = sum(task.cost for task in (*sweeps.values(), *findings.values()))
    total += sum(JUDGE_COST * len(plan.subjects[data]) for data in plan.judged)
    spent = 0.0

    def count(task: Task, value: Any) -> None:
        nonlocal spent
        spent += task.cost
        done(spent / total)

    def run(tasks: Mapping[Any, Task]) -> dict[Any, Any]:
        longest_first = sorted(tasks.items(), key=lambda one: -one[1].cost)
        values = finish([task for _, task in longest_first], n_jobs=n_jobs, cells=cells, done=count)
        return dict(zip((name for name, _ in longest_first), values, strict=True))

    values = run(sweeps | findings)
    for data, methods in plan.methods.items():
        for method in methods:
            results.sweeps[data, method] = [values[data, method, i] for i in range(len(plan.subjects[data]))]
    results.findings = {name: values[name] for name in findings}
    judged = run(_judges(plan, results))
    for data in plan.judged:
        results.judged[data] = [judged[data, i] for i in range(len(plan.subjects[data]))]
    return results


def _sweeps(plan: Plan) -> dict[Any, Task]:
    tasks: dict[Any, Task] = {}
    for data, several in plan.subjects.items():
        for i, subject in enumerate(several):
            identity = subject.identity()
            for method in plan.methods[data]:
                settings = settings_of(METHODS[method], plan.scale)
                cost = len(settings) * (METHODS[method].cost + EVALUATION_COST)
                known = ["sweep", *identity, method, METHODS[method].fixed, settings, plan.scale, plan.seed]
                tasks[data, method, i] = Task(sweep, (subject, method, plan.scale, plan.seed), known, cost)
    return tasks


def _findings_of(plan: Plan) -> dict[Any, Task]:
    if "findings" not in plan.targets:
        return {}
    return {
        name: Task(
            run,
            arguments,
            ["finding", name, [one.identity() if isinstance(one, Subject) else one for one in arguments]],
            FINDING_COST,
        )
        for name, (run, arguments) in _findings.runs(plan.subjects, plan.scale, plan.seed).items()
    }


def _judges(plan: Plan, results: Results) -> dict[Any, Task]:
    """Every ranking that a table of the appendix shows, by every clusterer and measure."""
    tasks: dict[Any, Task] = {}
    for data in plan.judged:
        for i, subject in enumerate(plan.subjects[data]):
            orders = {
                f"{method}, {way}": results.order(data, method, way, i)
                for method in results.methods(data)
                for way in results.ways(method)
            }
            identity = ["judge", *subject.identity(), orders, plan.scale, plan.seed]
            tasks[data, i] = Task(judge, (subject, orders, plan.scale, plan.seed), identity, JUDGE_COST)
    return tasks


def parts(plan: Plan, results: Results) -> Parts:
    """All of the report, in the order of the targets."""
    found: Parts = []
    for name in plan.targets:
        if TARGETS[name].lacks(plan.missing):
            data = TARGETS[name].data
            found.append(f"## {' and '.join(data)}\nNot run: {plan.missing[data[0]]}")
        else:
            found += TARGETS[name].parts(results)
    return found


def tables(plan: Plan, results: Results) -> list[str]:
    """The tables as text."""
    return [text(part) for part in parts(plan, results) if isinstance(part, Table)]


def check_folder(out: Path, *, force: bool) -> None:
    """Refuse what could not be written at the end, and finished results unless `force`; a cut run may go on."""
    cut = (out / CELLS).is_dir() and not (out / PAGE).exists()
    check_targets([out / name for name in (PARQUET, WORDS, PAGE)], force=force or cut)


def write(plan: Plan, results: Results, out: Path, *, elapsed: float, command: str) -> list[Path]:
    """results.parquet, findings.md, tables, figures, and last index.html."""
    pandas = extra("pandas", extra="data", purpose="results.parquet")
    extra("pyarrow", extra="data", purpose="results.parquet")
    scale = plan.scale
    settings: dict[str, Any] = {
        "command": command,
        "scale": scale.name,
        "draws": {data: len(several) for data, several in plan.subjects.items()},
        "k-means a set of features": scale.repeats,
        "numbers of features": list(scale.sizes),
        "powers of ten of a penalty": list(scale.powers),
        "not tuned": {name: {**FIXED, **method.fixed} for name, method in METHODS.items() if method.axes},
        "seed": plan.seed,
        "minutes of this run, without what was finished before": f"{elapsed / 60:.1f}",
    }
    out.mkdir(parents=True, exist_ok=True)
    files: dict[Path, Callable[[Path], object]] = {}
    if results.sweeps:
        frame = pandas.DataFrame(results.rows())
        files[out / PARQUET] = partial(frame.to_parquet, index=False)
    files[out / WORDS] = partial(Path.write_text, data=page(results, plan.targets, command), encoding="utf-8")
    write_whole(files, force=True)
    return [*files, *write_report(out, TITLE, parts(plan, results), settings, force=True)]
