# Entry points. `make help` lists them. The work itself is in scripts/, so that each step can be run and read by itself.

# The version has one source: include/lamina/base.h.
VERSION := $(shell scripts/version.sh)
MAJOR := $(firstword $(subst ., ,$(VERSION)))

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=
BUILD := build
LIBRARY := $(BUILD)/liblamina.so.$(VERSION)

.DEFAULT_GOAL := library
.PHONY: library demo test check check-abi generate fuzz soak bench-compare deb reproducible test-swift test-c \
  test-misuse test-valgrind test-python test-thread-sanitizer test-address-sanitizer test-install stress gallery \
  bench install uninstall format lint clean help where dependencies test-deb test-faults test-limits fixtures \
  test-cache-kills test-hosts wheel test-wheel test-sanitized try test-debian13

library: ## Build the release library into build/ (the default); DEBUG=1: the debug library into build/debug
	@scripts/build-library.sh

dependencies: ## Install the Debian packages that are missing
	@scripts/install-dependencies.sh

demo: dependencies ## Build everything a newcomer needs and run the examples
	@scripts/demo.sh

test: ## Run every check and test, as continuous integration does
	@scripts/test.sh

check: ## Run the fast checks: header, sources, names, documents (under a minute)
	@scripts/check.sh

check-abi: ## Compare header and library with abi/, and run programs compiled against the headers of releases
	@scripts/check-abi.sh

generate: ## Write what is generated from lamina.h and from docstrings: Python types, abi/, docs/api/
	@python3 scripts/generate_python_ffi.py
	@python3 scripts/generate_api.py

try: ## Build and run the tests of one module and no more: make try M=Node; F=StyleTests runs some of them
	@scripts/try.sh "$(M)" $(F)

test-swift: ## Run the Swift tests
	@scripts/test-swift.sh

test-thread-sanitizer: ## Run the Swift tests under the thread sanitizer
	@scripts/test-swift.sh thread

test-address-sanitizer: ## Run the Swift tests under the address sanitizer
	@scripts/test-swift.sh address

test-sanitized: ## Run C and Python tests and SECONDS (60) of two stress programs under a sanitizer: S=address, thread
	@scripts/test-sanitized.sh "$(or $(S),address)" "$(or $(SECONDS),60)"

# DEBUG=1 makes the targets below run against the debug build of the library: make test-c DEBUG=1.
test-c: ## Compile the C tests with every compiler and standard, and run them; DEBUG=1: against the debug library
	@scripts/test-c.sh

test-valgrind: ## Run the C tests under valgrind, or with K=swift or K=python those
	@scripts/test-valgrind.sh $(K)

test-cache-kills: ## Kill 1,000 processes that write into a disk cache, and look at what is left (make test-c kills 30)
	@scripts/test-cache-kills.sh

test-misuse: ## Call every exported function with hostile arguments
	@scripts/test-misuse.sh

test-python: ## Run the tests of the Python binding; DEBUG=1: against the debug library
	@scripts/test-python.sh

test-hosts: ## Play the same input in the GLib, libuv, SDL and X11 hosts and compare what they show
	@scripts/test-hosts.sh

wheel: ## Make a Python wheel in build/wheel; FORM=system takes the machine's graphics libraries
	@scripts/build-python-wheel.sh

test-wheel: ## Install the wheel where there is no Pango, no font and no Swift, and draw with it
	@scripts/test-python-wheel.sh

test-install: ## Install into a temporary prefix, build against it, uninstall
	@Tests/Checks/test_install.sh

test-faults: ## No memory, threads, descriptors, fonts or disk; callbacks that hang or call back
	@scripts/test-faults.sh

test-limits: ## Reach the limits that docs/limits.md names, and see what is said beyond them
	@scripts/test-limits.sh

fuzz: ## Fuzz the library: SECONDS=60 for each target; TARGETS="calls layout flex text template png picture frames"
	@scripts/fuzz.sh $(or $(SECONDS),60) $(TARGETS)

soak: ## Run HOURS (24) simulated hours of a scrolling feed: nothing may grow
	@scripts/soak.sh $(or $(HOURS),24)

fixtures: ## Run the cases of a folder (layout, motion, lists, pictures, HTTP caches): make fixtures DIR=folder
	@scripts/fixtures.sh "$(or $(DIR),Tests/LaminaLayoutTests/Fixtures)"

stress: ## Measure and draw text on four threads for DURATION seconds (60)
	@scripts/stress.sh $(or $(DURATION),60)

gallery: ## Draw a picture of each text feature, and a page that shows them: build/gallery/text.html
	@LAMINA_LIBRARY=build/liblamina.so python3 scripts/text_gallery.py

bench: ## Run the benchmarks ROUNDS (3) times into build/bench/results.json and .md; AREA=card runs one area
	@python3 scripts/bench_report.py run "$(AREA)"

bench-compare: ## Say what moved beyond noise: OLD=before.json NEW=build/bench/results.json
	@python3 scripts/bench_report.py compare "$(OLD)" "$(or $(NEW),build/bench/results.json)"

# Installing does not rebuild what is there, so that `sudo make install` needs no compiler.
install: ## Install the library: PREFIX=/usr/local, LIBDIR=, DESTDIR=
	@test -e $(LIBRARY) || $(MAKE) --no-print-directory library
	@VERSION="$(VERSION)" PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" INCLUDEDIR="$(INCLUDEDIR)" DESTDIR="$(DESTDIR)" \
	  scripts/install.sh install

uninstall: ## Remove what install put there (same variables)
	@VERSION="$(VERSION)" PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" INCLUDEDIR="$(INCLUDEDIR)" DESTDIR="$(DESTDIR)" \
	  scripts/install.sh uninstall

deb: ## Build the Debian packages into build/deb (needs debhelper and dh-python)
	@scripts/build-deb.sh

test-deb: ## Install the Debian packages in a clean root and use them there (needs mmdebstrap, root and a mirror)
	@scripts/test-deb.sh

test-debian13: ## Run the Swift, C and Python tests as built here in a root of Debian 13 (needs mmdebstrap and root)
	@scripts/test-debian13.sh $(FAMILIES)

reproducible: ## Build what is committed twice, in two places, and compare the bytes
	@scripts/reproducible.sh

format: ## Rewrite the Swift and C sources in the house format
	@scripts/format.sh

lint: ## Report what `make format` would change
	@scripts/format.sh --lint

where: ## Show the places of a function or a layout spec: make where F=lamina_node_insert_child, S=ratio
	@python3 scripts/where.py "$(F)" --spec "$(S)"

clean: ## Remove everything that was built
	rm -rf $(BUILD) .build .build-address .build-thread

help: ## Show this list
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 26
