# Targets for contributors and continuous integration; `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup libraries build run test test-swift test-interop test-apple test-consumer test-bench lint fmt \
    bench site docs deb image clean

SWIFT_SOURCES := Package.swift Sources Tests Examples Benchmarks/Sources
PYTHON := .venv/bin/python
# Marks a complete environment; its Python is a link to that of the system.
VENV := .venv/ready
BENCH_PRODUCTS := gatehouse BenchmarkLimits BenchmarkSDK BenchmarkVerifier BenchmarkKit BenchmarkAppWithSDK \
    BenchmarkAppWithoutSDK
# Debug information is a fifth of the work of a build, and the tests do not use it.
TEST_BUILD := swift build -debug-info-format none
# Complete logs of the tests, and the secrets that they use.
TRACE := .build/test-trace

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: libraries ## Install missing system packages for building and testing
	@Scripts/install-packages.sh tests

libraries:
	@Scripts/install-packages.sh libraries

build: libraries ## Build gatehouse and gatehouse-demo in release mode
	swift build -c release --product gatehouse
	swift build -c release --product gatehouse-demo

run: build ## Start the server in development mode and the demo app
	@Scripts/run.sh

test: setup test-swift test-interop test-apple test-consumer test-bench ## Run all tests

test-swift: setup $(VENV) ## Run the Swift tests
	$(TEST_BUILD) --build-tests
	$(PYTHON) Scripts/check-public-symbols.py "$$(swift build --show-bin-path)/Modules"
	$(PYTHON) Scripts/check-snippets.py "$$(swift build --show-bin-path)/Modules"
	rm -rf $(TRACE) && mkdir -p $(TRACE)
	@# Limits parallelism: otherwise tests with sockets exceed their time-outs.
	GATEHOUSE_PYTHON=$(CURDIR)/$(PYTHON) GATEHOUSE_TEST_TRACE=$(CURDIR)/$(TRACE) \
	    swift test --skip-build --experimental-maximum-parallelization-width 16 2>&1 | tee $(TRACE)/output.log \
	    || { echo "Failed:"; grep -aE -A 3 "✘ .* recorded an issue" $(TRACE)/output.log; exit 1; }
	$(PYTHON) Scripts/search-trace.py $(TRACE) --at-least 5000

test-interop: setup $(VENV) ## Run the tests with a browser and third-party clients
	$(TEST_BUILD)
	rm -rf $(TRACE)-interop && mkdir -p $(TRACE)-interop
	GATEHOUSE_TEST_TRACE=$(CURDIR)/$(TRACE)-interop GATEHOUSE_BIN="$$(swift build --show-bin-path)" \
	    $(PYTHON) -m pytest Interop 2>&1 | tee $(TRACE)-interop/output.log
	$(PYTHON) Scripts/search-trace.py $(TRACE)-interop --at-least 1000

test-apple: libraries ## Type-check the sources for Apple platforms against stubs of their frameworks
	$(TEST_BUILD)
	Scripts/check-apple.py

test-consumer: libraries ## Check what an app with only the SDK resolves and compiles
	@Scripts/check-consumer.sh

test-bench: libraries ## Check that the benchmark runs, in debug mode
	@Scripts/install-packages.sh bench
	$(TEST_BUILD)
	Benchmarks/bench.py --unjudged --smoke --only start --only client_credentials --only refresh --only passkey \
	    --only par --only userinfo_dpop --only verifier --only rates --only pauses --only production --only tls \
	    --only growth --store sqlite --programs "$$(swift build --show-bin-path)"

$(VENV): Interop/requirements.txt Interop/requirements-no-deps.txt Scripts/requirements.txt
	@Scripts/make-venv.sh .venv $(wordlist 1,2,$^)
	@touch $@

lint: libraries ## Check the formatting, the lint rules, and the public API against the last release
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	swift test -debug-info-format none --filter LintTests
	@Scripts/check-api.sh

fmt: ## Format the sources
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

bench: libraries ## Measure performance; BENCH="--quick" takes ten minutes, BENCH=--help lists options
	@Scripts/install-packages.sh bench
	for product in $(BENCH_PRODUCTS); do swift build -c release --product $$product; done
	@Benchmarks/bench.py $(BENCH)

site: $(VENV) ## Build the documentation site into .build/docs/site, without the Swift references
	$(PYTHON) Scripts/make-site.py .build/docs/site

docs: test-apple $(VENV) ## Build the whole documentation site into .build/docs/site; warnings are errors
	$(PYTHON) Scripts/make-archive.py "$$(swift build --show-bin-path)/Modules" .build/docs/archive
	$(PYTHON) Scripts/make-site.py .build/docs/site --archive .build/docs/archive

# BUILD=debug packages a debug build, which the tests of the package use.
BUILD ?= release

deb: libraries ## Build a Debian package of the server into .build/packaging
	@Scripts/install-packages.sh packaging
	swift build -c $(BUILD) --product gatehouse
	@packaging/deb/build.sh "$$(swift build -c $(BUILD) --show-bin-path)" .build/packaging

image: deb ## Build an OCI image with the package into .build/packaging/image (as root)
	@packaging/image/build.sh .build/packaging/gatehouse_*.deb .build/packaging

clean: ## Remove build products; the server's data in .gatehouse/ stays
	rm -rf .build .build-* .venv
