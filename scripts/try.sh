#!/usr/bin/env bash
# try.sh MODULE [FILTER ...]: builds the tests of a module with what they need, and no more, and runs them, or those
# that FILTER names. The inner loop: what is compiled serves `swift build` and `swift test`, too.
set -euo pipefail
source "$(dirname "$0")/common.sh"
module=Lamina${1#Lamina}
[[ -n ${1:-} && -d Tests/${module}Tests ]] ||
  fail "usage: try.sh MODULE [FILTER ...]; there are: $(cd Tests && printf '%s ' Lamina*Tests | sed 's/Lamina//g; s/Tests//g')"
shift
forget_what_headers_changed .build/debug
export LAMINA_TESTS=$module # see Package.swift
swift build --product LaminaPackageTests 2>&1 | without_pkg_config_noise
filters=()
for filter in "$@"; do filters+=(--filter "$filter"); done
exec .build/debug/LaminaPackageTests.xctest --testing-library swift-testing "${filters[@]}"
