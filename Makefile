# Everything a contributor or CI does starts here; `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup libraries build run test test-swift test-interop test-consumer test-bench lint fmt bench docs clean

SWIFT_SOURCES := Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources
PYTHON := .venv/bin/python
# What the tests print at the lowest level of every log, and the secrets that they use.
TRACE := .build/test-trace

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: libraries ## Installs the system packages that building and testing need, where they are missing
	@Scripts/install-packages.sh tests

libraries:
	@Scripts/install-packages.sh libraries

build: libraries ## Builds gatehouse and gatehouse-demo in release mode
	swift build -c release --product gatehouse
	swift build -c release --product gatehouse-demo

run: build ## Starts the server in development mode and the demo app
	@Scripts/run.sh

test: setup test-swift test-interop test-consumer test-bench ## Runs every test

test-swift: setup $(PYTHON) ## Runs the Swift tests alone
	swift build --build-tests
	rm -rf $(TRACE) && mkdir -p $(TRACE)
	@# So many at a time: among all at once, a test that speaks over a socket waits too long for its turn.
	GATEHOUSE_PYTHON=$(CURDIR)/$(PYTHON) GATEHOUSE_TEST_TRACE=$(CURDIR)/$(TRACE) \
	    swift test --skip-build --experimental-maximum-parallelization-width 16 2>&1 | tee $(TRACE)/output.log
	$(PYTHON) Scripts/search-trace.py $(TRACE) --at-least 5000

test-interop: setup $(PYTHON) ## Runs a real browser and other people's clients against the server
	swift build
	rm -rf $(TRACE)-interop && mkdir -p $(TRACE)-interop
	GATEHOUSE_TEST_TRACE=$(CURDIR)/$(TRACE)-interop GATEHOUSE_BIN="$$(swift build --show-bin-path)" \
	    $(PYTHON) -m pytest Interop 2>&1 | tee $(TRACE)-interop/output.log
	$(PYTHON) Scripts/search-trace.py $(TRACE)-interop --at-least 1000

test-consumer: libraries ## Builds an app that uses the SDK alone and looks at what that resolves and compiles
	@Scripts/check-consumer.sh

test-bench: libraries ## Builds the benchmark and looks whether it runs; what it measures in debug mode is worth nothing
	@Scripts/install-packages.sh bench
	swift build --product gatehouse
	swift build --package-path Benchmarks
	Benchmarks/bench.py --unjudged --quick --only start --only client_credentials --only refresh --store sqlite \
	    --binary "$$(swift build --show-bin-path)/gatehouse" --programs "$$(swift build --package-path Benchmarks --show-bin-path)"

$(PYTHON): Interop/requirements.txt
	@Scripts/make-venv.sh .venv $<
	@touch $@

lint: libraries ## Checks the formatting and the rules of the tree
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	swift test --filter LintTests

fmt: ## Formats the sources in place
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

bench: libraries ## Measures how fast it is, beside what bounds it; BENCH="--quick" takes three minutes, BENCH=--help says more
	@Scripts/install-packages.sh bench
	swift build -c release --product gatehouse
	swift build -c release --package-path Benchmarks
	@Benchmarks/bench.py $(BENCH)

docs: libraries ## Builds the documentation into .build/docs; a warning fails it
	mkdir -p .build/docs
	for target in Gatehouse LoginWithAmazon MSAL KiiSDK GatehouseTesting; do \
	    GATEHOUSE_DOCS=1 swift package --scratch-path .build-docs --allow-writing-to-directory .build/docs \
	        generate-documentation --target $$target --warnings-as-errors --output-path .build/docs/$$target; \
	done

clean: ## Removes what was built; the server's data in .gatehouse/ stays
	rm -rf .build .build-* .venv
