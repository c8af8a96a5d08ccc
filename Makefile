# Everything a newcomer runs. `make demo` and `make test` need only python3, pip and a package registry.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
EXTRAS := .venv-extras

.PHONY: demo test test-long test-extras mutants check bench docs durations sizes snapshots specs clean models

demo: models
	mkdir -p out
	$(BIN)/foam deliberate --pack benefits-appeal --out out/answer.html
	@echo "to read and challenge it on a page: $(BIN)/pip install -e '.[web]' && $(BIN)/foam serve --open"

# Two processes of one thread each: matrix products that wait for each other's threads take several times the work.
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --dist loadgroup

# What a user sees, laws, contracts and pure functions: ten minutes at most.
test: $(DEV) models
	$(PYTEST) -m 'not long'

# Whole runs, servers, browsers, databases, kills, fuzz and damage.
test-long: $(DEV) models
	$(PYTEST) -m long --snapshot-warn-unused

# The extras that `make test` leaves out because they are large, in an environment of their own that is made anew.
test-extras: models
	$(PYTHON) -m venv --clear $(EXTRAS)
	$(EXTRAS)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[hf,inspect]' hypothesis pytest
	$(EXTRAS)/bin/python -m pytest -p no:cacheprovider tests/debatable/test_hf.py tests/oversight/test_inspect.py

# Plants single changes in what must not be wrong and asks the tests whether they notice; half an hour at most.
mutants: $(DEV)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.mutants --sample 200 --seed 7 --processes 2

check: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Prints a table, and writes what docs/figures.md tells of it.
bench: $(DEV) models
	$(BIN)/python -m bench $(ONLY)

# The slowest twenty of the last run, into docs/contributing.md.
durations: $(DEV)
	$(BIN)/python -m tests.durations

# The pages that the code writes, then the site in out/site; open out/site/index.html.
docs: $(DEV)
	$(BIN)/python -m tests.cli.reference > docs/cli.md
	$(BIN)/python -m tests.reference
	$(BIN)/python -m tests.reproduction > docs/reproduction.md
	$(BIN)/python -m bench.figures
	$(BIN)/mkdocs build --quiet --strict

# Writes the fields of orders, by which calls are typed.
specs: $(DEV)
	$(BIN)/python -m tests.home.fields

# Writes the figures of `[tool.foam.sizes]` that have fallen, and says which have risen.
sizes: $(DEV)
	$(BIN)/python -m tests.sizes --write

# Writes the words of every view anew, after they were changed on purpose; the difference is read before it is kept.
snapshots: $(DEV)
	$(BIN)/python -m pytest tests/views --snapshot-update -p no:cacheprovider

models: $(CORE)
	$(BIN)/foam model pull

$(CORE): pyproject.toml quotes/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	$(PIP) --no-deps -e ./quotes
	touch $(CORE)

$(DEV): $(CORE)
	$(PIP) -e '.[dev]'
	$(PIP) --no-deps -e ./quotes
	touch $(DEV)

clean:
	rm -rf $(VENV) $(EXTRAS) .foam out
