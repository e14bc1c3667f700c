#!/usr/bin/env bash
# stress.sh SECONDS: text on four workers and two threads of the host.
set -euo pipefail
source "$(dirname "$0")/common.sh"
[[ -x build/ctests/gcc-c99/stress ]] || scripts/test-c.sh
exec build/ctests/gcc-c99/stress "${1:-60}"
