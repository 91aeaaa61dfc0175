"""Print the oldest version that pyproject.toml declares of everything the tests run with."""

from pathlib import Path
import re
import tomllib

NOT_FOR_TESTS = {"golfs", "mypy", "ruff", "selenium"}  # selenium: for `make test-browser` only

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"]
declared = list(project["dependencies"])
for name in extras:
    if name != "docs":
        declared += extras[name]

pins = set()
for requirement in declared:
    name = re.match(r"[\w-]+", requirement).group()
    if name not in NOT_FOR_TESTS:
        pins.add(requirement.replace(">=", "=="))
print("\n".join(sorted(pins)))
