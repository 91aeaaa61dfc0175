"""What a release promises: one version, a public face that is documented, a core that needs no extra."""

import ast
from importlib import import_module
import inspect
from pathlib import Path
import pkgutil
import re
import subprocess
import sys
import tomllib

import pytest
import yaml

import golfs

docscrape = pytest.importorskip(
    "numpydoc.docscrape", reason="not among the oldest versions, where nothing here differs"
)

ROOT = Path(__file__).parents[1]
PUBLIC_MODULES = [
    "golfs",
    "golfs.datasets",
    "golfs.experiments",
    "golfs.inference",
    "golfs.io",
    "golfs.metrics",
    "golfs.plotting",
    "golfs.selectors",
]
EXTRAS = ["pandas", "polars", "matplotlib", "rich", "pyarrow", "dask", "jinja2", "pooch"]


def exported(module):
    """What a module exports; selectors by its import lines alone, so that a method is exported by one."""
    return getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]


def public():
    """Every public class and function once, by the shortest name."""
    found = {}
    for name in PUBLIC_MODULES:
        module = import_module(name)
        for attribute in exported(module):
            thing = getattr(module, attribute)
            if callable(thing):
                found.setdefault(thing, f"{name}.{attribute}")
    return [pytest.param(thing, id=name) for thing, name in found.items()]


def public_callables():
    """All but exceptions, whose signature is Python's."""
    return [one for one in public() if not (inspect.isclass(one.values[0]) and issubclass(one.values[0], Exception))]


def citation():
    return yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_version_is_the_same_everywhere():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changelog, re.MULTILINE).group(1) == golfs.__version__
    assert citation()["version"] == golfs.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/golfs/__init__.py"


def test_citation_names_the_package_and_the_paper():
    cited = citation()
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= cited.keys()
    assert cited["cff-version"] == "1.2.0"
    paper = cited["preferred-citation"]
    assert {"type", "title", "authors", "journal", "year", "doi"} <= paper.keys()
    assert [author["family-names"] for author in paper["authors"]] == ["Xing", "Wan", "Wen", "Zhong"]
    assert paper["doi"] in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_extra_is_in_all_or_for_developers():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    (everything,) = extras["all"]
    assert set(re.search(r"\[(.*)\]", everything).group(1).split(",")) == set(extras) - {"all", "dev", "docs"}
    assert {re.match(r"[\w-]+", need).group() for need in project["dependencies"]} == {"numpy", "scipy", "scikit-learn"}


def test_extras_named_in_messages_exist():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    asked = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "extra":
                asked |= {word.value.value for word in node.keywords if word.arg == "extra"}
    assert "plots" in asked
    assert asked <= set(extras)


def test_types_are_declared():
    assert (ROOT / "src" / "golfs" / "py.typed").is_file()


def test_importing_golfs_imports_no_extra():
    # scikit-learn itself imports some where it finds them
    first = "import sys, sklearn.cluster, sklearn.feature_selection, sklearn.neighbors; before = set(sys.modules)"
    rooms = "import golfs, " + ", ".join(name for name in PUBLIC_MODULES) + ", golfs.cli"
    code = f"{first}; {rooms}; print(*set(sys.modules) - before)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "golfs.cli" in loaded
    assert not set(EXTRAS) & set(loaded)


@pytest.mark.parametrize(
    "name", [module.name for module in pkgutil.iter_modules(golfs.__path__, "golfs.") if module.ispkg]
)
def test_every_room_says_what_it_is_and_what_it_exports(name):
    room = import_module(name)
    assert room.__doc__
    if name == "golfs.selectors":
        assert not hasattr(room, "__all__")
        return
    assert room.__all__ == sorted(room.__all__, key=lambda one: (not one.isupper(), not one[0].isupper(), one))
    assert all(hasattr(room, one) for one in room.__all__)
    assert len(set(room.__all__)) == len(room.__all__)


@pytest.mark.parametrize("thing", public())
def test_public_names_have_a_docstring_that_numpydoc_reads(thing):
    doc = inspect.getdoc(thing)
    assert doc
    read = docscrape.NumpyDocString(doc)
    assert read["Summary"] or read["Extended Summary"]


@pytest.mark.parametrize("thing", public_callables())
def test_documented_parameters_are_those_of_the_signature_in_order(thing):
    documented = [one.name for one in docscrape.NumpyDocString(inspect.getdoc(thing))["Parameters"]]
    documented = [name.strip() for entry in documented for name in entry.split(",")]
    accepted = list(inspect.signature(thing).parameters)
    assert documented == [name for name in accepted if name in documented]
    if thing is golfs.GOLFS:
        assert documented == accepted


@pytest.mark.parametrize("thing", public_callables())
def test_few_arguments_are_positional(thing):
    kinds = [parameter.kind for parameter in inspect.signature(thing).parameters.values()]
    is_record = inspect.isclass(thing) and (issubclass(thing, tuple) or hasattr(thing, "__dataclass_fields__"))
    assert is_record or kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD) <= 3


def test_every_fitted_attribute_is_documented_and_exists():
    from golfs.datasets import load_demo

    X, _, _ = load_demo()
    fitted = golfs.GOLFS(n_clusters=5, random_state=0).fit(X[:100, :100])
    entries = docscrape.NumpyDocString(inspect.getdoc(golfs.GOLFS))["Attributes"]
    documented = {name.strip() for entry in entries for name in entry.name.split(",")}
    learned = {name for name in vars(fitted) if name.endswith("_") and not name.startswith("_")}
    assert learned == documented - {"feature_names_in_"}
    told = set(re.findall(r"`(\w+_)`", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert documented == told
