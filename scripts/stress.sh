#!/usr/bin/env bash
# stress.sh SECONDS: text on four workers and two threads of the host.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source scripts/c_tests.sh
need_library
c_test stress
exec build/ctests/gcc-c99/stress "${1:-60}"
