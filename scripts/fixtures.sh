#!/usr/bin/env bash
# fixtures.sh [FOLDER]: runs every case in a folder, whatever its schema: layout (Texture's, the model's, Yoga's,
# Taffy's), motion, lists, pictures and HTTP caches. The last line is `N passed, M failed`.
set -euo pipefail
folder=$(realpath "${1:-Tests/LaminaLayoutTests/Fixtures}")
source "$(dirname "$0")/common.sh"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift build --product fixtures >"$log" 2>&1 || { cat "$log" >&2; fail "the runner does not build"; }
"$(swift build --show-bin-path 2>/dev/null)/fixtures" "$folder"
