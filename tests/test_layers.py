"""The house: each room knows only the rooms above it, and of those only what they export."""

import ast
from pathlib import Path

import pytest

import golfs

SOURCE = Path(golfs.__file__).parent
ROOMS = [
    "arrays",
    "graphs",
    "solvers",
    "selectors",
    "metrics",
    "inference",
    "io",
    "datasets",
    "plotting",
    "report",
    "experiments",
    "cli",
]  # top to bottom


def imports(path):
    """Dotted names of everything a file imports from golfs."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "golfs":
            yield node.module if node.module != "golfs" else f"golfs.{node.names[0].name}"
        elif isinstance(node, ast.ImportFrom) and node.level:
            pytest.fail(f"{path} imports relatively; say where from")
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "golfs")


def violations(room, imported):
    """Why a file of a room may not import these names."""
    allowed = ROOMS[: ROOMS.index(room)]
    for name in imported:
        parts = name.split(".")
        target = parts[1] if len(parts) > 1 else ""
        if target in ROOMS and target != room and target not in allowed:
            yield f"{room} imports {name}, a room below it"
        elif target in allowed and len(parts) > 2:
            yield f"{room} imports {name}; import from golfs.{target} what it exports"


def test_every_room_stands_in_the_list():
    assert {path.parent.name for path in SOURCE.glob("*/__init__.py")} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_the_rooms_above(room):
    found = [
        f"{path.name}: {what}"
        for path in sorted((SOURCE / room).rglob("*.py"))
        for what in violations(room, imports(path))
    ]
    assert not found, "\n".join(found)


def test_the_check_itself_can_fail():
    assert list(violations("solvers", ["golfs.selectors"])) == ["solvers imports golfs.selectors, a room below it"]
    assert list(violations("solvers", ["golfs.arrays._dense"]))
    assert not list(violations("solvers", ["golfs.arrays", "golfs.solvers._problem", "golfs._extras"]))
