#!/usr/bin/env bash
# The fast checks, which need no build. Those of the built library are in check_library.py.
set -uo pipefail
source "$(dirname "$0")/common.sh"
failed=0
python3 Tests/Checks/check_header.py || failed=1
python3 Tests/Checks/check_sources.py || failed=1
python3 Tests/Checks/check_repository.py || failed=1
python3 scripts/generate_api.py --check || failed=1
python3 Tests/Checks/test_bench_report.py 2>&1 | tail -n 3 || failed=1
python3 Tests/Checks/test_scripts.py 2>&1 | tail -n 3 || failed=1
python3 Tests/Checks/test_checks.py 2>&1 | tail -n 25 || failed=1
exit $failed
