# Set-up, play, test. Everything lands in .venv; the second time is quick.

PYTHON ?= python3
PY     := .venv/bin/python
UV     := $(shell command -v uv 2>/dev/null)
LOCK   := env -u PIP_FIND_LINKS -u PIP_INDEX_URL -u PIP_EXTRA_INDEX_URL uv --no-config pip compile -q \
          --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
          --custom-compile-command "make lock" pyproject.toml --extra build

ifneq ($(UV),)
VENV    := uv venv --quiet --allow-existing --python "$(PYTHON)" .venv
INSTALL := uv pip install --quiet --python $(PY)
else
VENV    := $(PYTHON) -m venv .venv
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check
endif

# The tests start many processes: what was compiled is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test format lock bench fuzz mutants messages clean

help:
	@echo "make play    set up, then open the sandbox table: no Discord account needed"
	@echo "make test    set up, then lint, types, import rules and the quick tests"
	@echo "make format  put the code into its house style"
	@echo "make bench   print the numbers the house promises; fails when one falls short"
	@echo "make fuzz    1,000 random games and 10,000 pairs of states of each rulebook, 500 campaigns: hours"
	@echo "make mutants plants 300 small bugs in each of three rooms: the tests are to find 85 %; hours the first time"
	@echo "make messages  write build/umpire.pot: every sentence that players read, for whoever translates them"
	@echo "make lock    write requirements/*.txt anew from pyproject.toml (needs uv)"
	@echo "make clean   remove caches and .venv (data/ stays)"

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Umpire needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name another with: make PYTHON=python3.11")'
	@$(VENV)

.venv/play.stamp: requirements/runtime.txt pyproject.toml | .venv/bin/python
	@echo "Installing what the bot needs into .venv"
	@$(INSTALL) --require-hashes -r requirements/runtime.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test.stamp: requirements/dev.txt pyproject.toml | .venv/bin/python
	@echo "Installing what the bot and its tests need into .venv"
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch .venv/play.stamp $@

play: .venv/play.stamp
	@.venv/bin/umpire table

test: .venv/test.stamp
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PY) -m pytest -q -n 2 --dist worksteal -m "not slow and not browser"

format: .venv/test.stamp
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: .venv/test.stamp
	$(PY) -m bench all

fuzz: .venv/test.stamp
	.venv/bin/umpire fuzz gcw --games 1000 --interfere 10000
	.venv/bin/umpire fuzz gcw --games 500 --campaign
	.venv/bin/umpire fuzz sunrise --games 1000 --moves 800 --interfere 10000
	.venv/bin/umpire fuzz eaw --games 1000 --moves 200 --interfere 10000
	.venv/bin/umpire fuzz eaw --games 100 --campaign
	.venv/bin/umpire fuzz freedom --games 1000 --moves 400 --interfere 10000
	.venv/bin/umpire fuzz d6 --games 1000 --moves 400 --interfere 10000

mutants: .venv/test.stamp
	$(PY) -m tests.mutants kernel
	$(PY) -m tests.mutants storage
	$(PY) -m tests.mutants bot

messages: .venv/test.stamp
	@mkdir -p build
	.venv/bin/pybabel -q extract -F pyproject.toml --project=Umpire --sort-by-file -o build/umpire.pot engine storage bot seeds

lock:
	$(LOCK) -o requirements/runtime.txt
	$(LOCK) --extra dev -o requirements/dev.txt

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage*
	find engine storage bot sandbox bench tests -name __pycache__ -prune -exec rm -rf {} +
