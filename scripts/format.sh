#!/usr/bin/env bash
# Formats Swift with swift-format and C with clang-format; with --lint, only reports what would change.
set -euo pipefail
source "$(dirname "$0")/common.sh"
swift_folders=()
for folder in Sources Tests examples Benchmarks; do [[ -d $folder ]] && swift_folders+=("$folder"); done
status=0
if [[ ${1:-} == --lint ]]; then
  swift format lint --strict --parallel --recursive "${swift_folders[@]}" Package.swift || status=1
else
  swift format format --in-place --parallel --recursive "${swift_folders[@]}" Package.swift
fi
# include/ is set by hand, like a page.
if command -v clang-format >/dev/null; then
  mapfile -t files < <(git ls-files 'Tests/CHost/*.c' 'Tests/CHost/*.h' 'Benchmarks/*.c' 'Benchmarks/*.h' 'examples/*.c')
  if [[ ${1:-} == --lint ]]; then
    clang-format --dry-run --Werror "${files[@]}" || status=1
  else
    clang-format -i "${files[@]}"
  fi
else
  say "no clang-format on PATH: the C files were left alone"
fi
exit $status
