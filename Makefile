# Two commands do all the set-up on a fresh machine: `make play` and `make test`. Plain `make` lists what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

.PHONY: help play test lint bench campaign clean

help:            ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/'

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

play: $(VENV)/.installed    ## play classic Mouse Trap on the simulated table
	@$(BIN)/mouseboard play classic

test: lint       ## every check that must hold before a commit
	$(BIN)/pytest -n $(JOBS)

lint: $(VENV)/.installed    ## style and types, host and firmware
	$(BIN)/ruff check
	$(BIN)/mypy

bench: $(VENV)/.installed   ## figures, each beside its peer in one run
	$(BIN)/python -m tests.bench

campaign: $(VENV)/.installed    ## the long runs: hundreds of games, faults included
	$(BIN)/pytest -n $(JOBS) -m campaign tests

clean:           ## remove what the targets above made
	rm -rf $(VENV) .tools build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
