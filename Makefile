# Every target makes its own .venv: Python 3.11 or newer (with venv), make and git are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

.PHONY: demo test check golden peers bench format clean

$(VENV)/.made: pyproject.toml skillctl/version.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: $(VENV)/.made
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/tour.sh

test: $(VENV)/.made
	$(BIN)/python -m pytest -n $(JOBS) --cov --cov-report=term

check: $(VENV)/.made
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

golden: $(VENV)/.made
	@test -z "$$CI" || { echo "golden files are renewed by hand, never in CI" >&2; exit 2; }
	$(BIN)/python -m pytest -n 0 --snapshot-update tests

# Real programs of others that our own are tested against; `make test` runs without them, and says so.
peers: .venv-peers/.made .peers/.made

.venv-peers/.made: Makefile
	test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check \
		'mcp>=2.3,<3' 'fastmcp>=4.2,<5' mcp-server-time skills-ref agnix 'openai>=3,<4' 'anthropic>=2.14,<3' 'pre-commit>=4'
	touch $@

.peers/.made: Makefile
	npm install --silent --no-audit --no-fund --prefix .peers \
		@modelcontextprotocol/server-everything skills js-tiktoken
	touch $@

bench: $(VENV)/.made
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/lint.py --large
	$(BIN)/python benchmarks/mcp.py
	$(BIN)/python benchmarks/soak.py

format: $(VENV)/.made
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .demo dist build .coverage* .hypothesis .mypy_cache .ruff_cache
