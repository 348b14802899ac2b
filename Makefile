# One door for everything. Needs bash, make and Python 3.11 or newer; the rest is installed into .venv.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --warn-undefined-variables
.DEFAULT_GOAL := help

VENV := .venv
PY := $(VENV)/bin/python
MANAGE := $(PY) manage.py
PYTEST := $(PY) -m pytest
# One more than there are processors, for what waits; never more than the broker has databases.
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n < 8 ? n + 1 : 8)))
SPREAD := -n $(JOBS) --dist worksteal
ARGS ?=
CODE := manage.py governance goals ralph_runs tests bench
export PYTHONUNBUFFERED := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup run test test-embedded test-postgres demo check static browse fmt lint types imports bench simulate pictures clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(VENV)/.installed-dev ## install everything, tests and tools included

run: $(VENV)/.installed ## start the whole service on this machine and print its address
	@$(MANAGE) run_all

test: test-embedded ## run the suite in both worlds; what needs no database once
	$(PYTEST) --world=postgres --database-only $(SPREAD) -m "not browse" $(ARGS)

test-embedded: $(VENV)/.installed-dev ## all of it on SQLite and Valkey
	$(PYTEST) --world=embedded $(SPREAD) -m "not browse" $(ARGS)

test-postgres: $(VENV)/.installed-dev ## all of it on PostgreSQL and Valkey
	$(PYTEST) --world=postgres $(SPREAD) $(ARGS)

demo: $(VENV)/.installed-dev ## signed goals on real files, end to end, in a fresh data folder
	$(MANAGE) demo $(ARGS)

browse: $(VENV)/.installed-dev ## every page in a real browser: axe, the keyboard alone, no script
	$(PYTEST) --world=embedded $(SPREAD) -m browse $(ARGS)

check: static test browse ## everything before a commit: format, lint, types, import direction, migrations, tests

static: lint types imports ## the part of check that runs nothing of the service
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) check --fail-level WARNING

lint: $(VENV)/.installed-dev
	$(VENV)/bin/ruff format --check $(wildcard $(CODE))
	$(VENV)/bin/ruff check $(wildcard $(CODE))

types: $(VENV)/.installed-dev
	$(VENV)/bin/mypy

imports: $(VENV)/.installed-dev
	$(VENV)/bin/lint-imports

fmt: $(VENV)/.installed-dev ## format and sort imports
	$(VENV)/bin/ruff format $(wildcard $(CODE))
	$(VENV)/bin/ruff check --fix $(wildcard $(CODE))

bench: $(VENV)/.installed-dev ## every number side by side in one run
	$(PY) -m bench $(ARGS)

simulate: $(VENV)/.installed-dev ## 2,000 random schedules in each world
	SIMULATION_RUNS=2000 $(PYTEST) --world=embedded $(SPREAD) -m simulation -rP $(ARGS)
	SIMULATION_RUNS=2000 $(PYTEST) --world=postgres $(SPREAD) -m simulation -rP $(ARGS)

pictures: $(VENV)/.installed-dev ## every page at three widths, light and dark, into docs/pictures/
	$(PY) -m tests.pages.pictures $(ARGS)

clean: ## remove the data folder and caches, never the code
	rm -rf var .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(PY):
	@for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	  if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    "$$name" -m venv $(VENV) && exit 0; \
	    echo "$$name cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; \
	  fi; \
	done; \
	echo "Countersign needs Python 3.11 or newer on the PATH" >&2; exit 1

$(VENV)/.installed: requirements.txt | $(PY)
	$(PY) -m pip install --quiet -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt requirements.txt | $(PY)
	$(PY) -m pip install --quiet -r requirements-dev.txt
	@touch $@ $(VENV)/.installed
