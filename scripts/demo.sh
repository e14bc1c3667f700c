#!/usr/bin/env bash
# Builds the library, then builds and runs the examples; what they write lands in out/.
set -euo pipefail
source "$(dirname "$0")/common.sh"
scripts/build-library.sh
exec examples/demo.sh
