# Two commands do everything on a machine with Python 3.11 and make: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: help setup demo test lint types bench simulations clean

help:
	@echo "make demo         install into .venv and select features on the embedded data set"
	@echo "make test         all tests"
	@echo "make setup        only the environment, with every extra"
	@echo "make lint         style, types"
	@echo "make bench        time and memory, as ratios"
	@echo "make simulations  the paper's simulations, 100 draws"

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("golfs needs Python 3.11 or newer; say PYTHON=/path/to/python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	@touch $@

setup: $(VENV)/.ready

demo: setup
	$(BIN)/golfs demo --out golfs-demo --force

test: setup
	$(BIN)/python -m pytest -n $(JOBS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	$(BIN)/python benchmarks/speed.py

simulations: setup
	$(BIN)/python benchmarks/simulations.py --draws 100

clean:
	rm -rf $(VENV) golfs-demo .pytest_cache .mypy_cache .ruff_cache dist
