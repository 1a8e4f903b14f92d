# Two commands do all the set-up on a fresh machine: `make play` and `make test`. Plain `make` lists what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell getconf _NPROCESSORS_ONLN)
# Many tests wait (for hands, ports, browsers), so three of them share a core, and one more fills the gaps.
JOBS ?= $(shell expr 3 '*' $(CORES) + 1)
# Games of `make campaign`, without and with habits each.
GAMES ?= 300
# One process runs a whole module, so that its browser, page or package is made once; tests/conftest.py orders the modules.
SHARED := --dist loadscope --no-loadscope-reorder
# Hands, a table or a terminal live in real time: only as many at once as there are cores.
LIVE := $(patsubst %,tests/%.py,real/test_doctor real/test_houses real/test_invitation real/test_nginx real/test_waiting_table web/test_browser_table cli/terminal/test_terminal)
# It measures the delays of the whole computer: nothing else runs.
SIEGE := tests/real/test_siege.py
# Hundreds of tests start a command, which compiles its modules anew each time where Python may not keep them.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/pip --quiet --disable-pip-version-check

# Playing needs eight small packages; the tools for working on it come only when they are asked for.
CORE := $(VENV)/.core
DEV := $(VENV)/.dev

# An environment that was copied or moved here, or has lost its Python, runs other code or none: it is made anew.
$(shell [ ! -s $(CORE) ] || { [ "$$(cat $(CORE))" = "$(CURDIR)" ] && $(BIN)/python -Ic 'import uvicorn'; } 2>/dev/null || rm -rf $(VENV))

.PHONY: help play test real lint scripts types collected hardware hardware-check pictures shaken bench chip campaign deb release fast clean

help:            ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/'

# What Python lacks is said before anything is made.
$(CORE): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
	    echo "there is no $(PYTHON); Mouseboard needs Python 3.11 or later, on Debian as root: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Mouseboard needs Python 3.11 or later, $(PYTHON) is $$($(PYTHON) -V 2>&1); name another: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) cannot make environments; on Debian as root: apt-get install python3-venv, then run this again"; exit 1; }
	@$(PYTHON) -c 'import sqlite3, ssl' 2>/dev/null || { \
	    echo "$(PYTHON) was built without SQLite or SSL; name another: make $(MAKECMDGOALS) PYTHON=/usr/bin/python3"; exit 1; }
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --editable . || { [ -e $@ ] || rm -rf $(VENV); \
	    echo "the packages could not be installed; that needs the Internet, then run this again"; exit 1; }
	@echo "$(CURDIR)" >$@

$(DEV): pyproject.toml | $(CORE)
	@echo "adding the tools for tests to $(VENV) ..."
	@$(PIP) install --editable '.[dev]'
	@touch $@

# Ctrl-C is how people end it, so its status 130 is no error. The shell outlives it to see that status.
play: $(CORE)    ## play on the simulated table: the lobby in the browser, or without a desktop classic in the terminal
	@trap : INT; \
	if [ -t 0 ] && [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] && $(BIN)/python -c 'import webbrowser as w; w.get()' 2>/dev/null; \
	then $(BIN)/mouseboard serve --open; \
	else $(BIN)/mouseboard play classic; \
	fi || [ $$? -eq 130 ]

# MicroPython's types would hide Python's own, so they do not go into the environment (firmware/mypy.ini).
PICOS := pico pico_w pico2
TYPINGS := $(PICOS:%=.tools/typings/%)

$(TYPINGS): .tools/typings/%: | $(DEV)
	@$(PIP) install --target $@ 'micropython-rp2-rpi_$*-stubs>=1.26'

.tools/micropython:
	tests/get_micropython.sh

.tools/browsers:
	tests/get_browsers.sh

NPM := .tools/javascript/node_modules/.bin

.tools/javascript:
	tests/get_javascript.sh

test: lint .tools/micropython .tools/browsers    ## every check that must hold before a commit
	$(BIN)/pytest -n $(JOBS) $(SHARED)

# Without root there are no network namespaces: what needs them is left out and says so; under CI that is a failure.
real: $(DEV) .tools/micropython .tools/browsers    ## prove with real programs, and in real time, what `make test` has no time for
	tests/get_real.sh
	$(BIN)/pytest -m real -n $(JOBS) $(SHARED) $(patsubst %,--ignore %,$(LIVE) $(SIEGE))
	$(BIN)/pytest -m real -n $(CORES) $(SHARED) $(LIVE)
	$(BIN)/pytest -m real $(SIEGE)

lint: $(DEV) $(TYPINGS) .tools/javascript    ## style and types: host, firmware and the page's scripts
	$(BIN)/ruff check
	[ ! -d .tools/javascript ] || $(NPM)/biome ci --error-on-warnings host/mouseboard
	@$(MAKE) --no-print-directory -j $(CORES) scripts types collected $(PICOS:%=types-%)

# The page's scripts, laid out as they are served, against the types of what the server sends.
scripts:
	$(BIN)/python -m tests.web.page_types build/served
	[ ! -d .tools/javascript ] || $(NPM)/tsc --project build/served

types:
	$(BIN)/mypy

# Pytest keeps the modules that it has rewritten, so that the workers of a first run do not each rewrite all of them.
collected:
	@found=$$($(BIN)/pytest --collect-only -qq) || { echo "$$found"; exit 1; }

types-%:
	MYPYPATH=.tools/typings/$* $(BIN)/mypy --config-file firmware/mypy.ini --cache-dir .mypy_cache/$*

pictures: $(DEV) .tools/browsers    ## draw every game in every size and look, for people to look at
	$(BIN)/python -m tests.web.pictures

.tools/ibom: | $(DEV)
	@$(PIP) install --no-deps --target $@ interactivehtmlbom==2.12.0

# In this order: each uses what those before it have made.
MADE := schematic bom orders wiring circuit_board fabrication soldering perfboard figures power_page simulation magnets margins crowds printed sheets trap breadboard jig guide_figures steps printed.guide_pictures

# Longest first.
CHECKED := printed crowds margins magnets sheets simulation

hardware: $(DEV) .tools/ibom    ## make everything in hardware/ anew from its one source; wants KiCad 9 and graphviz, its libraries for new parts
	@$(PIP) install --editable '.[dev,hardware]'
	tests/get_kicad.sh
	$(BIN)/python -m hardware.making.ready
	for what in $(MADE); do $(BIN)/python -m hardware.making.$$what || exit 1; done

# Without KiCad what needs it is left out, and how to get it has been said; under CI that is a failure.
hardware-check: $(DEV) .tools/ibom    ## prove that hardware/ is what its source says, and that KiCad finds nothing wrong with it
	@$(PIP) install --editable '.[dev,hardware]'
	tests/get_kicad.sh
	@$(MAKE) --no-print-directory -j $(CORES) $(CHECKED:%=checked-%)
	$(BIN)/pytest tests/hardware -n $(CORES) $(SHARED) -m "$$(command -v kicad-cli >/dev/null && echo kicad or not kicad || echo not kicad)"

checked-%:
	$(BIN)/python -m hardware.making.$* --check

shaken: $(DEV) .tools/micropython .tools/browsers .tools/javascript    ## run the tests as strangers' machines do, in each of the WAYS or in those named
	@command -v cc >/dev/null || { \
	    echo "there is no C compiler for the clock that jumps; on Debian as root: apt-get install gcc libc6-dev"; exit 1; }
	@$(PIP) install --upgrade --no-deps --target .tools/randomly pytest-randomly==5.1.0
	@rm -rf .tools/randomly/*.dist-info  # else each pytest that a test starts would load it
	$(BIN)/python -m tests.shaken $(WAYS)

bench: $(DEV) .tools/micropython    ## figures, each beside its peer in one run
	@$(PIP) install --editable '.[dev,peers]'
	$(BIN)/python -m tests.bench all

chip: $(DEV)    ## the firmware on an emulated Pico, a tenth of each PARTS or whole those named; says which two files it wants
	@npm install --silent --no-save --prefix .tools/chip rp2040js@1.4.1
	$(BIN)/python -m tests.chip $(PARTS)

campaign: $(DEV) .tools/micropython    ## the long runs: hundreds of games, faults included
	$(BIN)/pytest -n $(JOBS) -m campaign tests
	$(BIN)/python -m tests.campaign --games $(GAMES) --habits $(GAMES) --replays 1 \
		--into build/campaign-$$(git describe --always --dirty).jsonl
	$(BIN)/python -m tests.campaign --games 60 --hands strange
	for what in stuck dead loose aside deaf weak; do $(BIN)/python -m tests.campaign --games 60 --broken $$what; done
	for what in cable reset kill; do $(BIN)/python -m tests.campaign --games 60 --cut $$what; done

deb: $(DEV)      ## build the packages for Debian 12 and 13 on amd64 and arm64 into dist/
	$(BIN)/python -m host.release --debs

release: $(DEV)  ## build all files of a release into dist/: wheel, packages, firmware, what is new, sums
	$(BIN)/python -m host.release

fast: $(DEV)    ## compile what is worth it, where there is a C compiler; `make clean` undoes it
	@if command -v $(CC) >/dev/null; then \
	    find host firmware -name '*.so' -delete; \
	    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(PIP) install --no-deps --no-build-isolation --editable .; \
	else \
	    echo "there is no C compiler ($(CC)): nothing is compiled, everything works without"; \
	fi

clean:           ## remove what the targets above made
	rm -rf $(VENV) .tools build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find host firmware -name '*.so' -delete
