# Everything a newcomer runs. `make demo` and `make test` need only python3, pip and a package registry.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test check bench docs clean models

demo: models
	mkdir -p out
	$(BIN)/foam deliberate --pack benefits-appeal --out out/dossier.html

test: models
	$(BIN)/python -m pytest -n 2 --dist loadgroup

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: models
	$(BIN)/python -m bench $(ONLY)

docs: $(STAMP)
	$(BIN)/python -m foam.cli.reference > docs/cli.md

models: $(STAMP)
	$(BIN)/foam model pull

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(STAMP)

clean:
	rm -rf $(VENV) .foam out
