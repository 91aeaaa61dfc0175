# Two commands do everything on a machine with Python 3.11 and make: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
OLDEST := .venv-oldest
CORE := .venv-core
PEERS := .venv-peers

VERSION := import sys; print(sys.version)
define CHECK
import sys
if sys.version_info < (3, 11): sys.exit("golfs needs Python 3.11 or newer, this is %d.%d; say PYTHON=/path/to/python3.11" % sys.version_info[:2])
try: import ensurepip, venv
except ImportError: sys.exit("this Python cannot make environments; install its venv module (Debian and Ubuntu: apt-get install python3-venv)")
endef
export CHECK
define REQUIRE_PYTHON
@command -v "$(PYTHON)" >/dev/null || { echo "there is no $(PYTHON) here; say PYTHON=/path/to/python3.11" >&2; exit 1; }
@"$(PYTHON)" -c "$$CHECK"
endef

.PHONY: help setup demo test test-browser test-core test-oldest lint bench bench-peers simulations reproduce \
	reproduce-quick picture docs clean

help:
	@echo "make demo         install into .venv, select features on the embedded data set, draw them"
	@echo "make test         all tests"
	@echo "make setup        only the environment, with every extra (PYTHON=python3.12 for another Python)"
	@echo "make lint         style and types"
	@echo "make docs         the documentation, in docs/_build/html/index.html"
	@echo "make bench        time and memory, as ratios"
	@echo "make bench-peers  the same beside skfeature-chappers, which gets an environment of its own"
	@echo "make simulations  the paper's simulations, 100 draws"
	@echo "make reproduce    the paper's tables and figures in reproduced/, and docs/what_we_found.md from them"
	@echo "make picture      the picture of the README"
	@echo "make test-browser a report in Chromium, without network (PAGE=path/to/index.html: that page, too)"
	@echo "make test-core    the wheel with nothing but its core dependencies"
	@echo "make test-oldest  all tests with the oldest versions of every dependency"
	@echo "make clean        remove what the others made"

# Made anew if it is missing, broken, or of another Python than $(PYTHON); otherwise only brought up to date.
$(VENV)/.ready: pyproject.toml
	$(REQUIRE_PYTHON)
	@test "$$($(BIN)/python -c 'import pip; $(VERSION)' 2>/dev/null)" = "$$("$(PYTHON)" -c '$(VERSION)')" \
		|| "$(PYTHON)" -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	@touch $@

setup: $(VENV)/.ready

demo: setup
	$(BIN)/golfs demo --out golfs-demo --force

test: setup
	$(BIN)/python -m pytest -n $(JOBS)

# Chromium and its driver come from the system's packages; nothing else downloads a browser.
test-browser: setup
	@if ! { command -v chromium && command -v chromedriver; } >/dev/null && \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get -qq update && \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
			chromium chromium-driver fonts-dejavu-core; \
	fi
	@{ command -v chromium && command -v chromedriver; } >/dev/null || { \
		echo "this needs Chromium and its driver; install them (Debian: apt-get install chromium chromium-driver)" >&2; \
		exit 1; }
	GOLFS_PAGE="$(abspath $(PAGE))" $(BIN)/python -m pytest tests/browser

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: setup
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

bench: setup
	$(BIN)/python benchmarks/speed.py

# skfeature-chappers is GPL: it stays out of the other environments, and nothing of golfs imports it.
$(PEERS)/.ready: pyproject.toml
	$(REQUIRE_PYTHON)
	"$(PYTHON)" -m venv --clear $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --editable . skfeature-chappers==1.2.1
	@touch $@

bench-peers: $(PEERS)/.ready
	$(PEERS)/bin/python benchmarks/peers.py

simulations: setup
	$(BIN)/python benchmarks/simulations.py --draws 100

# DATA holds bbc-news.csv and Yale.mat; without it they are fetched.
DATA ?= $(if $(wildcard ../shared/data),../shared/data)

reproduce: setup
	$(BIN)/golfs reproduce all --scale standard --jobs $(JOBS) --out reproduced $(if $(DATA),--data-home $(DATA)) --force
	cp reproduced/findings.md docs/what_we_found.md

reproduce-quick: setup
	$(BIN)/golfs reproduce all --scale quick --jobs $(JOBS) --out reproduced-quick $(if $(DATA),--data-home $(DATA)) --force

picture: setup
	$(BIN)/python examples/readme_picture.py

test-core:
	$(REQUIRE_PYTHON)
	rm -rf $(CORE) dist
	"$(PYTHON)" -m venv $(CORE)
	$(CORE)/bin/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	$(CORE)/bin/python -m pip install --quiet dist/golfs-*.whl
	$(CORE)/bin/python .ci/check_core.py

$(OLDEST)/.ready: pyproject.toml .ci/oldest.py
	$(REQUIRE_PYTHON)
	"$(PYTHON)" -m venv --clear $(OLDEST)
	$(OLDEST)/bin/python .ci/oldest.py > $(OLDEST)/oldest.txt
	$(OLDEST)/bin/python -m pip install --quiet --editable . --requirement $(OLDEST)/oldest.txt
	@touch $@

# Old libraries may call what newer ones under them deprecate: those warnings are not about golfs.
test-oldest: $(OLDEST)/.ready
	$(OLDEST)/bin/python -m pytest -n $(JOBS) -W default::DeprecationWarning -W default::PendingDeprecationWarning

clean:
	rm -rf $(VENV) $(OLDEST) $(CORE) $(PEERS) golfs-demo reproduced reproduced-quick dist docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
