#!/usr/bin/env bash
# Compiles the C tests with every compiler and standard that the header promises, and runs them against the library.
# The C99 builds by gcc run in full, one of them under the sanitizer for undefined behaviour (which sees the tests and
# what the header makes of them; the library is Swift, and traps by itself), and test_base, test_node and test_layout
# run every way. The other tests are read in the other ways, and these three in the standards between and after: every
# warning is an error. What has not changed since the last time is not compiled again. DEBUG=1 runs them against the
# debug library.
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

# What is left of tests that were taken out or renamed would go on passing.
mkdir -p build/ctests
for left in build/ctests/*/*; do
  name=$(basename "$left")
  [[ -e Tests/CHost/${name%%.*}.c ]] || rm -f "$left"
done
passed=0 failed=0
pass() { passed=$((passed + 1)); }
miss() { failed=$((failed + 1)); say "FAILED: $*"; }

missed=$(mktemp) # a line for each build that failed
trap 'rm -f "$missed"' EXIT
each_way() { # build or accept, the way, sources ...
  local what=$1 name compiler flags source
  IFS='|' read -r name compiler flags <<<"$2"
  shift 2
  for source in "$@"; do
    while [[ $(jobs -pr | wc -l) -ge $(nproc) ]]; do wait -n || true; done
    { "$what" "$name" "$compiler" "$flags" "$source" || say "$what of $source as $name" >>"$missed"; } &
    count=$((count + 1))
  done
}
count=0
few=(Tests/CHost/test_{base,node,layout}.c)
mapfile -t rest < <(printf '%s\n' Tests/CHost/test_*.c Tests/CHost/stress.c | grep -vxFf <(printf '%s\n' "${few[@]}"))
for way in "${ways[@]}"; do
  each_way build "$way" "${few[@]}"
  case $way in
    gcc-c99* | gcc-undefined*) each_way build "$way" "${rest[@]}" ;;
    *) each_way accept "$way" "${rest[@]}" ;;
  esac
done
for compiler in gcc "$clang"; do
  for standard in c17 c2x; do each_way accept "$(basename "$compiler")-$standard|$compiler|-x c -std=$standard" "${few[@]}"; done
done
for compiler in g++ "$clangxx"; do
  for standard in c++11 c++14 c++20; do
    each_way accept "$(basename "$compiler")-$standard|$compiler|-x c++ -std=$standard" "${few[@]}"
  done
done
wait
while read -r line; do miss "$line"; done <"$missed"
passed=$((count - failed))
say "built every way: $passed, not built: $failed"

for test in build/ctests/*/test_*; do
  case $test in
    *.log | *.accepted) continue ;;
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
