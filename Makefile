# Two commands on a fresh machine: `make` builds every game into output/, `make test` runs all checks. GNU make 3.81 suffices.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-test
BENCH_VENV := .venv-bench
BENCH_STAMP := $(BENCH_VENV)/.installed
DOCS_VENV := .venv-docs
DOCS_STAMP := $(DOCS_VENV)/.installed
FLOORS_VENV := .venv-floors
# where this is set, every process compiles all modules again: a third of its time
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all build test lint format types layers unit bench docs clean

all: build

# every game into output/, then the finished PDFs are read and held against the data
build: $(STAMP)
	$(BIN)/pnp build
	$(BIN)/pnp verify

$(STAMP): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable .
	touch $(STAMP)

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[test]'
	touch $(TEST_STAMP)

test: lint types layers unit

lint: $(TEST_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(TEST_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(TEST_STAMP)
	$(BIN)/mypy

layers: $(TEST_STAMP)
	$(BIN)/lint-imports

unit: $(TEST_STAMP)
	$(BIN)/pytest -n auto --dist worksteal

$(BENCH_STAMP): bench/requirements.txt pyproject.toml
	$(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement bench/requirements.txt .
	touch $(BENCH_STAMP)

# pnp beside its peers, installed as users have it; a part of it: make bench ARGS="--sizes 100 --runs 3"
bench: $(BENCH_STAMP)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .
	$(BENCH_VENV)/bin/python -m bench $(ARGS)

$(DOCS_STAMP): pyproject.toml
	$(PYTHON) -m venv $(DOCS_VENV)
	$(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $(DOCS_STAMP)

# the documentation as a site: generated pages first, then site/index.html
docs: $(DOCS_STAMP)
	$(DOCS_VENV)/bin/python tools/reference.py
	NO_MKDOCS_2_WARNING=1 $(DOCS_VENV)/bin/mkdocs build --strict --quiet
	@echo site/index.html

clean:
	rm -rf $(VENV) $(BENCH_VENV) $(DOCS_VENV) $(FLOORS_VENV) site bench/work .mypy_cache .ruff_cache .import_linter_cache output/*/

.PHONY: pictures gallery
gallery: pictures

pictures: $(TEST_STAMP)
	$(BIN)/python tools/pictures.py

# 2,000 damaged copies of what ships, 200 broken fields of each game, 100 builds killed; `make unit` takes 100 of each kind, and 4 kills
.PHONY: fuzz
fuzz: $(TEST_STAMP)
	PNP_FUZZ=2000 PNP_BROKEN=200 PNP_KILLS=100 $(BIN)/pytest -n auto tests/test_fuzz.py tests/test_broken_kits.py tests/hostile/test_outputs.py

# every shipped face as SVG and as PDF, looked at by two renderers; `make unit` takes a few of each component
.PHONY: faces
faces: $(TEST_STAMP)
	PNP_FACES=all $(BIN)/pytest -n auto tests/draw/test_same_look.py

# the kits of all games, built on two papers and proved; `make unit` takes two of them
.PHONY: proof
proof: $(TEST_STAMP)
	PNP_PROOF=all $(BIN)/pytest -n auto tests/proof

# 2,000 kits of each game with a fault each: is it found, is it named, is nothing legal refused; `make unit` takes 20 of each.
# Then 150 changes of each game's templates, prose and data, written from the document's point of view: how many are noticed
.PHONY: mutants
mutants: $(TEST_STAMP)
	cd tests && ../$(BIN)/python -m mutation $(ARGS)
	cd tests && ../$(BIN)/python -m mutation.families

# the newest version of every package that pyproject.toml allows, tested before it is committed
.PHONY: lock
lock:
	$(PYTHON) -m venv --clear $(FLOORS_VENV)
	$(FLOORS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check '.[test]'
	(head -1 requirements.lock; $(FLOORS_VENV)/bin/python -m pip freeze --exclude print-and-play) > requirements.new
	mv requirements.new requirements.lock

# the tests once more, with the lowest version of every package that pyproject.toml allows
.PHONY: floors
floors:
	$(PYTHON) -m venv --clear $(FLOORS_VENV)
	$(PYTHON) tools/floors.py > $(FLOORS_VENV)/floors.txt
	$(FLOORS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --constraint $(FLOORS_VENV)/floors.txt --editable '.[test]'
	$(FLOORS_VENV)/bin/ruff check .
	$(FLOORS_VENV)/bin/lint-imports
	$(FLOORS_VENV)/bin/pytest -n auto
