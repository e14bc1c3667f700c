#!/usr/bin/env bash
# Compiles the C tests with every compiler and standard that the header promises, and runs them against build/.
# All are built every way; the C99 builds by gcc run in full, one of them under the sanitizer for undefined behaviour
# (which sees the tests and what the header makes of them; the library is Swift, and traps by itself), and test_base,
# test_node and test_layout run every way. In the standards between and after, header and these three are compiled.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source scripts/c_tests.sh
need_library

clang=$(find_clang clang || true)
clangxx=$(find_clang clang++ || true)

# name|compiler|language and standard
ways=("gcc-c99|gcc|-std=c99" "gcc-undefined|gcc|-std=c99 -fsanitize=undefined -fno-sanitize-recover=all" "gcc-c11|gcc|-std=c11" "g++-c++17|g++|-x c++ -std=c++17")
if [[ -n $clang && -n $clangxx ]]; then
  ways+=("clang-c99|$clang|-std=c99" "clang-c11|$clang|-std=c11" "clang++-c++17|$clangxx|-x c++ -std=c++17")
else
  fail "no clang: install one, or a Swift toolchain that brings it"
fi

rm -rf build/ctests # what is left of tests that were taken out or renamed would go on passing
mkdir -p build/ctests
passed=0 failed=0 others=()
pass() { passed=$((passed + 1)); }
miss() { failed=$((failed + 1)); say "FAILED: $*"; }

for way in "${ways[@]}"; do
  IFS='|' read -r name compiler flags <<<"$way"
  for source in Tests/CHost/test_*.c Tests/CHost/stress.c; do
    if build "$name" "$compiler" "$flags" "$source"; then pass; else miss "build of $source as $name"; fi
  done
done
for compiler in gcc "$clang"; do
  for standard in c17 c2x; do others+=("$compiler|-x c -std=$standard"); done
done
for compiler in g++ "$clangxx"; do
  for standard in c++11 c++14 c++20; do others+=("$compiler|-x c++ -std=$standard"); done
done
for way in "${others[@]}"; do
  IFS='|' read -r compiler flags <<<"$way"
  for source in Tests/CHost/test_{base,node,layout}.c; do
    # shellcheck disable=SC2086 # the flags are several words
    if "$compiler" $flags "${strict[@]}" "${cairo_flags[@]}" -Wno-pragma-once-outside-header -fsyntax-only "$source"; then pass; else
      miss "$source as $way"
    fi
  done
done
say "built every way: $passed, not built: $failed"

for test in build/ctests/*/test_*; do
  case $test in
    *.log) continue ;;
    build/ctests/gcc-c99/* | build/ctests/gcc-undefined/* | */test_base | */test_node | */test_layout) ;;
    *) continue ;;
  esac
  status=0
  timeout "${TEST_TIMEOUT:-120}" "$test" >"$test.log" 2>&1 || status=$?
  if [[ $status -eq 0 ]]; then
    pass
    if [[ $test == build/ctests/gcc-c99/* ]]; then tail -n 1 "$test.log"; fi
  else
    miss "$test (exit status $status)"
    tail -n 30 "$test.log"
  fi
done
say "C tests: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
