#!/usr/bin/env bash
# Runs the C99 builds of the C tests under valgrind: no invalid access, no use of uninitialised memory, no definite leak.
set -euo pipefail
source "$(dirname "$0")/common.sh"
[[ -x build/ctests/gcc-c99/test_base ]] || scripts/test-c.sh
passed=0 failed=0
run() { # name of the log, command ...
  local log=build/log/valgrind-$1.log status=0
  shift
  # --fair-sched: otherwise a thread that spins for work can starve the others under valgrind's big lock.
  timeout "${VALGRIND_TIMEOUT:-600}" valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
    --errors-for-leak-kinds=definite --suppressions=Tests/Valgrind/libraries.supp --num-callers=30 --fair-sched=yes \
    "$@" >"$log" 2>&1 || status=$?
  if [[ $status -eq 0 ]]; then
    passed=$((passed + 1))
    tail -n 1 "$log"
  else
    failed=$((failed + 1))
    say "FAILED under valgrind: $* (exit status $status)"
    head -n 60 "$log"
  fi
}

mkdir -p build/log
export CHECK_QUICK=1 # tests that count in millions count in thousands
for test in build/ctests/gcc-c99/test_*; do
  # test_deep looks for exhausted stacks, which valgrind has its own of, and would take minutes here.
  [[ $test == *.log || $test == */test_deep ]] || run "$(basename "$test")" "$test"
done
# In one process and with fewer values: valgrind looks for what a crash would not show.
if [[ ! -x build/misuse/misuse ]]; then scripts/test-misuse.sh --only lamina_version; fi
MISUSE_PATIENCE=300 run misuse build/misuse/misuse --no-fork --quick --rounds 1
say "valgrind: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
