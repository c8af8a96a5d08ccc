# Everything a newcomer runs. `make demo` and `make test` need only python3, pip and a package registry.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
EXTRAS := .venv-extras

.PHONY: demo test test-long test-extras check bench docs clean models

demo: models
	mkdir -p out
	$(BIN)/foam deliberate --pack benefits-appeal --out out/dossier.html
	@echo "to read and challenge it on a page: $(BIN)/pip install -e '.[web]' && $(BIN)/foam serve --open"

# Two processes of one thread each: matrix products that wait for each other's threads take several times the work.
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --dist loadgroup

test: $(DEV) models
	$(PYTEST)

# The same with the rows that `make test` leaves out and eight times as many examples of each property: an hour or so.
test-long: $(DEV) models
	FOAM_TEST_LONG=1 $(PYTEST)

# The extras that `make test` leaves out because they are large, in an environment of their own that is made anew.
test-extras: models
	$(PYTHON) -m venv --clear $(EXTRAS)
	$(EXTRAS)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[hf,inspect]' hypothesis pytest
	$(EXTRAS)/bin/python -m pytest -p no:cacheprovider tests/debatable/test_hf.py tests/oversight/test_inspect.py

check: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(DEV) models
	$(BIN)/python -m bench $(ONLY)

docs: $(DEV)
	$(BIN)/python -m foam.cli.reference > docs/cli.md

models: $(CORE)
	$(BIN)/foam model pull

$(CORE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	touch $(CORE)

$(DEV): $(CORE)
	$(PIP) -e '.[dev]'
	touch $(DEV)

clean:
	rm -rf $(VENV) $(EXTRAS) .foam out
