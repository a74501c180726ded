# Two commands on a fresh machine: `make` builds every game into output/, `make test` runs all checks. GNU make 3.81 suffices.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-test

.PHONY: all build test lint types layers unit clean

all: build

build: $(STAMP)
	$(BIN)/pnp build

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $(STAMP)

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $(TEST_STAMP)

test: lint types layers unit

lint: $(TEST_STAMP)
	$(BIN)/ruff check .

types: $(TEST_STAMP)
	$(BIN)/mypy

layers: $(TEST_STAMP)
	$(BIN)/lint-imports

unit: $(TEST_STAMP)
	$(BIN)/pytest -n auto

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache output/*/

.PHONY: pictures
pictures: $(TEST_STAMP)
	$(BIN)/python tools/pictures.py
