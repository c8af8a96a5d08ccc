# Everything a newcomer runs. `make demo` and `make test` need only python3, pip and a package registry.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test check bench docs clean models

demo: models
	mkdir -p out
	$(BIN)/foam deliberate --pack benefits-appeal --out out/dossier.html

test: $(DEV) models
	$(BIN)/python -m pytest -n 2 --dist loadgroup

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
	rm -rf $(VENV) .foam out
