# Two commands do everything on a machine with Python 3.11 or newer: `make demo` and `make test`.
# `make` alone lists the rest.

PYTHON ?= python3
# Where `python3` is too old, a newer one may stand beside it; a PYTHON named by hand is taken alone.
PYTHONS = $(PYTHON) $(if $(filter python3,$(PYTHON)),python3.13 python3.12 python3.11)
FITS := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOCKED := $(VENV)/.locked
INSTALLED := $(VENV)/.installed

OUT := out
ROSTER := examples/ugra-2021-roster.csv

# Two workers, since two cores are what the project promises to be tested on.
PYTEST := $(BIN)/python -m pytest -n 2

.DELETE_ON_ERROR:
.PHONY: help demo test check format lint types imports fast bench soak fuzz mutants audit golden catalogue lock clean

help: ## list these rules
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(INSTALLED) ## install, seat ugra-2021 with a shipped roster, show the report, write plan and page
	@mkdir -p $(OUT)
	$(BIN)/mafsim seat ugra-2021 --roster $(ROSTER) -o $(OUT)/plan.json --force
	$(BIN)/mafsim export $(OUT)/plan.json --to html -o $(OUT)/plan.html --force
	@echo
	@echo "The plan:          $(OUT)/plan.json"
	@echo "The page to print: $(OUT)/plan.html"

# In `make check test` the tests run once, all of them.
check: format lint types imports $(if $(filter test,$(MAKECMDGOALS)),test,fast) ## format, lint, types, walls, docs, fast tests

test: $(INSTALLED) ## install and run every test but the soaks
	$(PYTEST) -m "not soak"

fast: export EXAMPLES = few
fast: $(INSTALLED)
	$(PYTEST) -m "not slow and not soak"

format: $(INSTALLED)
	$(BIN)/python -m ruff format --check .

lint: $(INSTALLED)
	$(BIN)/python -m ruff check .

types: $(INSTALLED)
	$(BIN)/python -m mypy

imports: $(INSTALLED)
	$(BIN)/lint-imports

bench: $(INSTALLED) ## measure the search: values and times by shape
	$(BIN)/python -m benchmarks

soak: $(INSTALLED) ## 5,000 random events, and a hundred commands killed; goes on where it was (out/soak)
	$(BIN)/python -m tests.tournament.soak --jobs 2 --folder $(OUT)/soak
	$(BIN)/python -m tests.files.killed $(OUT)/killed --times 100

# Fuzz and mutants go on where the last call ended.
fuzz: $(INSTALLED) ## try every reader with spoiled and hostile files; goes on where it was
	$(BIN)/python -m tests.fuzz --hostile all
	$(BIN)/python -m tests.fuzz

mutants: $(INSTALLED) ## spoil the code in small ways and see that the tests notice
	$(BIN)/python -m tests.mutants

# Asks a server of known faults, so it is no part of the tests; what it cannot ask about is a failure.
audit: requirements.lock ## compare the locked packages with the public lists of known faults
	$(PYTHON) -m venv --clear $(OUT)/audit
	$(OUT)/audit/bin/python -m pip --disable-pip-version-check install --quiet pip-audit
	$(OUT)/audit/bin/pip-audit --strict --disable-pip --no-deps --requirement $<

golden: $(INSTALLED) ## renew the digests of what fixed seeds give, after a change that is meant
	$(BIN)/python -m tests.golden --renew

# Such as `make catalogue EFFORT=100 SEEDS=0-4 FORMATS='"30x3x12 t2" 60x'`: one of them, and all of 60 people.
EFFORT := 20
SEEDS := 0
FORMATS :=

catalogue: $(INSTALLED) ## look for better plans to ship; what is there never gets worse
	$(BIN)/python -m benchmarks.catalogue --effort $(EFFORT) --seeds $(SEEDS) $(FORMATS)

lock: $(INSTALLED) ## pin every dependency again, with hashes and without any address
	$(BIN)/python -m piptools compile --quiet --extra dev --allow-unsafe --strip-extras \
		--generate-hashes --no-emit-options --no-annotate --no-header \
		--output-file requirements.lock pyproject.toml

clean: ## remove what these rules made
	rm -rf $(VENV) $(OUT) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# The environment is built anew when the lock changes, and never touched while it is up to date.
$(LOCKED): requirements.lock
	@for python in $(PYTHONS); do \
		if $$python -c '$(FITS)' 2>/dev/null; then \
			echo "$$python -m venv --clear $(VENV)"; exec $$python -m venv --clear $(VENV); \
		fi; \
	done; \
	echo "mafsim needs Python 3.11 or newer with its venv module, and none of these is: $(PYTHONS)." >&2; \
	echo "Install one (on Debian and Ubuntu: apt install python3-venv) or name it: make PYTHON=..." >&2; \
	exit 1
	$(PIP) install --quiet --require-hashes --requirement requirements.lock
	@touch $@

# Needs no network: the build backend is in the lock.
$(INSTALLED): $(LOCKED) pyproject.toml
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
