# Everything runs from .venv, which is made on first need; nothing has to be installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
SOURCES := pyproject.toml constraints.txt $(wildcard native/*)
PLAY := $(VENV)/.ready-to-play
DEV := $(VENV)/.ready-to-develop
WEB := src/stockrail/web
PYTEST_ARGS ?= -n auto
export DENO_NO_UPDATE_CHECK := 1

.PHONY: help setup play test cluster-test games-test golden bench pictures lint format weights clean

help:
	@echo "make play    play in the browser (stockrail play: at this terminal)"
	@echo "make setup   what a developer needs, in $(VENV)"
	@echo "make test    all tests (PYTEST_ARGS='-k market' for some)"
	@echo "make cluster-test  games on a Ray cluster of this machine (installs Ray)"
	@echo "make games-test  whole games of titles that take long"
	@echo "make golden  play-throughs and perft positions written anew"
	@echo "make lint    style and types of Python, CSS, templates and scripts; directions of imports"
	@echo "make format  rewrite the sources in the project's style"
	@echo "make bench   benchmarks"
	@echo "make pictures  every kind of decision at every width, into build/pictures (needs Chromium)"
	@echo "make weights  a step from today's weights of the bots' evaluation to better ones (hours; into build/fitting)"
	@echo "make clean   remove $(VENV) and all caches"

setup: $(DEV)

play: $(PLAY)
	@$(BIN)/stockrail serve

test: $(DEV)
	$(BIN)/python -m pytest $(PYTEST_ARGS)

cluster-test: $(DEV)
	$(PIP) install --quiet --constraint constraints.txt ray
	$(BIN)/python -m pytest tests/bots/on_ray.py

games-test: $(DEV)
	$(BIN)/python -m pytest -n auto --dist loadfile tests/titles/g18fb/whole_games.py tests/titles/each_number.py

golden: $(DEV)
	STOCKRAIL_TITLES=tests/mini $(BIN)/python -m stockrail.testing renew tests/playthroughs tests/perft

bench: $(DEV)
	$(BIN)/python -m benchmarks

pictures: $(DEV)
	$(BIN)/python -m tests.web.pictures $(PICTURES_ARGS)

lint: $(DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/oxfmt --check $(WEB)/static
	$(BIN)/djangofmt --check $(WEB)/templates
	$(BIN)/deno lint --quiet $(WEB)/static/js
	$(BIN)/deno check --quiet $(WEB)/static/js/*.js

format: $(DEV)
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/oxfmt $(WEB)/static
	$(BIN)/djangofmt $(WEB)/templates

# Games with weights changed by lot, their effects, and a step along the clear ones. A run that was interrupted goes on.
# Whether the step is better, matches tell: "python -m stockrail.bots.fitting duel --help".
FIT := build/fitting
FIT_GAMES ?= 100
weights: $(DEV)
	$(PIP) install --quiet --constraint constraints.txt numpy
	mkdir -p $(FIT)
	$(foreach title,18EU 1862 1883 18FB,$(BIN)/python -m stockrail.bots.fitting collect $(title) --games $(FIT_GAMES) --seed 50000 \
		--out $(FIT)/trials.jsonl && ) true
	$(BIN)/python -m stockrail.bots.fitting effects $(FIT)/trials.jsonl --least 1.5
	$(BIN)/python -m stockrail.bots.fitting step $(FIT)/trials.jsonl --out $(FIT)/weights.toml

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage htmlcov
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Stockrail needs Python 3.11 or newer as '$(PYTHON)'; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "This Python cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Without a C++ compiler nothing is built: what would build it needs the compiler's own libraries to start.
PURE := $(if $(shell command -v $(or $(CXX),c++) || command -v g++ || command -v clang++),,--config-settings=wheel.cmake=false)

define install
	$(PIP) install --quiet --constraint constraints.txt $(PURE) --editable '$(1)'
	@$(BIN)/python -c 'import stockrail._kernel' 2>/dev/null \
		|| echo "Note: the C++ kernel was not built (no compiler?); route searches will be slower."
endef

$(PLAY): $(SOURCES) | $(BIN)/python
	$(call install,.[web])
	@touch $@

$(DEV): $(SOURCES) | $(BIN)/python
	$(call install,.[dev])
	@touch $@ $(PLAY)
