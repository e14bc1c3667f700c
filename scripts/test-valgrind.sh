#!/usr/bin/env bash
# Runs the C99 builds of the C tests under valgrind: no invalid access, no use of uninitialised memory, no definite leak.
set -euo pipefail
source "$(dirname "$0")/common.sh"
[[ -x build/ctests/gcc-c99/test_base ]] || scripts/test-c.sh
passed=0 failed=0
for test in build/ctests/gcc-c99/test_*; do
  [[ $test == *.log ]] && continue
  status=0
  # --fair-sched: otherwise a thread that spins for work can starve the others under valgrind's big lock.
  timeout "${VALGRIND_TIMEOUT:-400}" valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
    --errors-for-leak-kinds=definite --suppressions=Tests/CHost/valgrind.supp --num-callers=30 --fair-sched=yes \
    "$test" >"$test.valgrind.log" 2>&1 || status=$?
  if [[ $status -eq 0 ]]; then
    passed=$((passed + 1))
    tail -n 1 "$test.valgrind.log"
  else
    failed=$((failed + 1))
    say "FAILED under valgrind: $test (exit status $status)"
    head -n 60 "$test.valgrind.log"
  fi
done
say "valgrind: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
