#!/usr/bin/env bash
# fixtures.sh [FOLDER]: runs every layout case in a folder, whatever its schema: Texture's, the model's, Yoga's, Taffy's.
# The last line is `N passed, M failed`.
set -euo pipefail
folder=$(realpath "${1:-Tests/LaminaLayoutTests/Fixtures}")
source "$(dirname "$0")/common.sh"
swift build --product fixtures >build.log 2>&1 || { cat build.log >&2; rm -f build.log; fail "the runner does not build"; }
rm -f build.log
"$(swift build --show-bin-path 2>/dev/null)/fixtures" "$folder"
