#!/usr/bin/env bash
# The fast checks, which need no build. Those of the built library are in check_library.py.
set -uo pipefail
source "$(dirname "$0")/common.sh"
failed=0
python3 Tests/Checks/check_header.py || failed=1
python3 Tests/Checks/check_sources.py || failed=1
python3 Tests/Checks/check_repository.py || failed=1
swift format lint --strict --parallel --recursive Sources Tests examples Benchmarks Package.swift || failed=1
python3 scripts/generate_api.py --check || failed=1
python3 Tests/Checks/test_bench_report.py 2>&1 | tail -n 3 || failed=1
python3 Tests/Checks/test_scripts.py 2>&1 | tail -n 3 || failed=1
python3 Tests/Checks/test_checks.py 2>&1 | tail -n 25 || failed=1
# Nobody runs the benchmarks every day: what a change of the headers does to them is to be seen at once.
for source in Benchmarks/*.c Benchmarks/card/*.c Benchmarks/trees/*.c; do
  # shellcheck disable=SC2046 # the flags are several words
  gcc -std=c99 -D_GNU_SOURCE -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Iinclude -IBenchmarks $(pkg-config --cflags pangocairo pixman-1) "$source" || failed=1
done
exit $failed
