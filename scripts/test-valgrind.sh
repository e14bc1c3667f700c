#!/usr/bin/env bash
# test-valgrind.sh [c | swift [FILTER ...] | python [FILE ...]]: runs the C99 builds of the C tests under valgrind, or
# the Swift tests, or those of the Python binding: no invalid access, no use of uninitialised memory, no definite leak.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source scripts/c_tests.sh
kind=${1:-c}
shift || true
passed=0 failed=0 options=()
run() { # name of the log, command ...
  local log=build/log/valgrind-$1.log status=0
  shift
  # --fair-sched: otherwise a busy thread can starve the others under valgrind's big lock.
  # --malloc-fill: where Swift's runtime finds in fresh memory what it wants to write there (see libraries.supp), it
  # leaves it, and valgrind never learns that it is written.
  timeout "${VALGRIND_TIMEOUT:-600}" valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
    --errors-for-leak-kinds=definite --suppressions=Tests/Valgrind/libraries.supp --num-callers=30 --fair-sched=yes \
    --malloc-fill=a5 "${options[@]}" "$@" >"$log" 2>&1 || status=$?
  if [[ $status -eq 0 ]]; then
    passed=$((passed + 1))
    tail -n 1 "$log"
  else
    failed=$((failed + 1))
    say "FAILED under valgrind: $* (exit status $status)"
    head -n 60 "$log"
  fi
}

run_c() {
  need_library
  export CHECK_QUICK=1 # tests that count in millions count in thousands
  local source name
  # By their sources: what is left of a test that was taken out or renamed, or that does not build any more, is no test.
  for source in Tests/CHost/test_*.c; do
    name=$(basename "$source" .c)
    # test_deep looks for exhausted stacks, which valgrind has its own of, and would take minutes here.
    [[ $name != test_deep ]] || continue
    if c_test "$name"; then run "$name" "build/ctests/gcc-c99/$name"; else
      failed=$((failed + 1))
      say "FAILED to build: $source"
    fi
  done
  # In one process and with fewer values: valgrind looks for what a crash would not show.
  if [[ ! -x build/misuse/misuse ]]; then scripts/test-misuse.sh --only lamina_version; fi
  MISUSE_PATIENCE=300 run misuse build/misuse/misuse --no-fork --quick --rounds 1
}

run_swift() {
  local tests shim=build/valgrind-sigsuspend.so filter
  swift build --build-tests 2>&1 | without_pkg_config_noise | tail -n 1
  tests=$(swift build --show-bin-path 2>/dev/null)/LaminaPackageTests.xctest
  mkdir -p build
  cc -shared -fPIC -o "$shim" Tests/Valgrind/sigsuspend.c
  # Random trees and stress are for the sanitizers, under which they do more in less time.
  [[ $# -gt 0 ]] || set -- 'LaminaABITests\.(?!FlexGrove|FlexEdits|FlexMix|Stress|SurfaceStress)'
  # From here: LD_PRELOAD splits at blanks, which the path of the project may have.
  export LD_PRELOAD=./$shim SWIFT_BACKTRACE=enable=no LAMINA_SANITIZER=valgrind
  for filter in "$@"; do
    run "swift${filter//[^A-Za-z]/}" "$tests" --testing-library swift-testing --no-parallel --filter "$filter"
  done
}

run_python() {
  local python=build/venv/bin/python files=("$@")
  need_library
  [[ -x $python ]] || fail "the Python tests make their environment first: scripts/test-python.sh"
  if [[ ${#files[@]} -eq 0 ]]; then
    # Left out: those that only read documents or run programs of their own, which valgrind does not follow.
    mapfile -t files < <(printf '%s\n' bindings/python/tests/test_*.py \
      | grep -vE '_(docstrings|documents|examples|gallery|install|misuse|plugin|render_command)\.py')
  fi
  # With a malloc for each object, what lies beside Python's objects is watched, too. Modules are compiled before, and
  # assertions not at all: that would take minutes under valgrind.
  export LAMINA_LIBRARY=$root/$folder_of_library/liblamina.so LAMINA_INCLUDE=$root/include PYTHONPATH=$root/bindings/python \
    PYTHONMALLOC=malloc PYTHONPYCACHEPREFIX=$root/build/valgrind-python
  local pytest=("$python" -m pytest -q --assert=plain -p no:cacheprovider)
  "${pytest[@]}" --collect-only "${files[@]}" >/dev/null
  options=(--suppressions=Tests/Valgrind/python.supp)
  run python "${pytest[@]}" "${files[@]}"
  [[ $# -gt 0 ]] || run python-misuse "$python" bindings/python/tests/misuse/run.py
}

mkdir -p build/log
case $kind in
  c | swift | python) "run_$kind" "$@" ;;
  *) fail "usage: test-valgrind.sh [c | swift [FILTER ...] | python [FILE ...]]" ;;
esac
say "valgrind: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
