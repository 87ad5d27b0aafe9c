# Two commands on a fresh machine: `make run` and `make test`. Both install what they need into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

.PHONY: install run test browser screenshots lint long bench clean

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@

run: install
	$(BIN)/adjudicator serve --port $(PORT)

test: install lint browser
	$(BIN)/python -m pytest -n auto

# Hundreds of whole games at random, until everything that can be seen was seen; about ten minutes.
long: install
	$(BIN)/python -m pytest --long tests/games tests/pages -n auto

# The browser the page tests are driven with: installed where that is allowed, else those tests are skipped.
browser:
	@sh tests/browser/install.sh

screenshots: install browser
	$(BIN)/python -m tests.browser.screenshots

lint: install
	$(BIN)/ruff check adjudicator api tests bench
	$(BIN)/ruff format --check adjudicator api tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/adjudicator validate

bench: install
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache dist
