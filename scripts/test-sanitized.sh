#!/usr/bin/env bash
# test-sanitized.sh address|thread [SECONDS] [PART ...]: builds the library under that sanitizer, and runs the C tests,
# the stress of text and that of builders beside an owner that scrolls, for SECONDS (60) each, and the Python tests
# against it. Parts are c, stress and python.
# The Swift tests have runs of their own: test-swift.sh.
set -euo pipefail
source "$(dirname "$0")/common.sh"
sanitizer=${1:-}
seconds=${2:-60}
case $sanitizer in
  address) runtime=asan ;;
  thread) runtime=tsan ;;
  *) fail "usage: test-sanitized.sh address|thread [SECONDS] [c] [stress] [python]" ;;
esac
shift "$(($# < 2 ? $# : 2))"
parts=${*:-c stress python}
clang=$(find_clang clang)
folder=$root/build/sanitized/$sanitizer
mkdir -p "$folder"
# As a library of its own, which an interpreter that knows nothing of it can be made to load.
loaded=$("$clang" -print-file-name="libclang_rt.$runtime-$(uname -m).so")
[[ -e $loaded ]] || loaded=$(find "$(dirname "$clang")/../lib" -name "libclang_rt.$runtime-$(uname -m).so" | head -n 1)
[[ -n $loaded ]] || fail "no libclang_rt.$runtime-$(uname -m).so beside $clang"
loaded=$(realpath "$loaded")
if [[ $sanitizer == thread ]]; then # it watches libdispatch, and does not load without it
  dispatch=$(find "$(dirname "$clang")/../lib/swift/linux" -name libdispatch.so | head -n 1)
  loaded=$loaded${dispatch:+:$(realpath "$dispatch")}
fi

build_sanitized_library "$sanitizer" | tail -n 1
ln -sf "$root/.build-$sanitizer/debug/liblamina.so" "$folder/liblamina.so.$soversion"
ln -sf "liblamina.so.$soversion" "$folder/liblamina.so"

# The reports are Lamina's: what libraries that are not ours leave behind is named in the files of suppressions, with
# reasons.
export SWIFT_BACKTRACE=enable=no
export CHECK_QUICK=1 CHECK_SANITIZED=$sanitizer
export LSAN_OPTIONS=suppressions=$root/Tests/lsan.supp:print_suppressions=0
export TSAN_OPTIONS=detect_deadlocks=0:suppressions=$root/Tests/tsan.supp:exitcode=66:print_suppressions=0
export ASAN_OPTIONS=detect_leaks=1

passed=0 failed=0
run() { # name, command ...
  local log=$folder/$1.log status=0
  shift
  timeout "${TEST_TIMEOUT:-900}" "$@" >"$log" 2>&1 || status=$?
  if [[ $status -eq 0 ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    say "FAILED under the $sanitizer sanitizer: $* (exit status $status); the whole report is in $log"
    grep -m 3 -E 'SUMMARY|ERROR|WARNING' "$log" || tail -n 20 "$log"
  fi
}

if [[ " $parts " == *" c "* || " $parts " == *" stress "* ]]; then
  sources=(Tests/CHost/stress.c Tests/CHost/test_builders.c)
  [[ " $parts " != *" c "* ]] || sources+=(Tests/CHost/test_*.c)
  for source in "${sources[@]}"; do
    # shellcheck disable=SC2046 # the flags are several words
    "$clang" -std=c99 -g -O1 -fsanitize="$sanitizer" -shared-libsan -D_POSIX_C_SOURCE=200809L -Iinclude -ITests/CHost $(pkg-config --cflags cairo) \
      "$source" -o "$folder/$(basename "$source" .c)" -L"$folder" -llamina -Wl,-rpath,"$folder:$(dirname "${loaded%%:*}")" $(pkg-config --libs cairo) \
      -lpthread -lm 2> >(grep -v "Cannot export local symbol" >&2)
  done
fi
if [[ " $parts " == *" c "* ]]; then
  for source in Tests/CHost/test_*.c; do
    # The first two stand in front of malloc and of cairo, where the sanitizer stands already; the third looks for a
    # fault of the Swift runtime that only builds with the runtime inside are rid of (lamina_forget_thread_number).
    case $source in */test_deep.c | */test_font_lock.c | */test_fork.c) continue ;; esac
    run "$(basename "$source" .c)" "$folder/$(basename "$source" .c)"
  done
fi
if [[ " $parts " == *" stress "* ]]; then
  TEST_TIMEOUT=$((seconds * 2 + 120)) run stress "$folder/stress" "$seconds"
  tail -n 1 "$folder/stress.log"
  TEST_TIMEOUT=$((seconds * 2 + 120)) run builders "$folder/test_builders" "$seconds"
  tail -n 1 "$folder/builders.log"
fi
if [[ " $parts " == *" python "* ]]; then
  python=build/venv/bin/python
  [[ -x $python ]] || fail "the Python tests make their environment first: scripts/test-python.sh"
  python_tests="not test_a_picture_of_many_cards_leaves_nothing"
  # A child of a process with threads is something that the thread sanitizer does not go on in.
  # Nor can it name what it suppresses where no file may grow: its symbolizer does not start there.
  [[ $sanitizer == address ]] || python_tests+=" and not test_a_forked_child_is_refused_and_leaves_quietly \
    and not test_a_full_disk_leaves_whole_pictures_only"
  # The interpreter is no sanitized program: what it leaves behind at its end is its own affair. Left out: C programs
  # that tests compile, which would have to be sanitized too, and a count of the process's memory, much of which is the
  # sanitizer's.
  TEST_TIMEOUT=3000 run python env LAMINA_LIBRARY="$folder/liblamina.so" LAMINA_INCLUDE="$root/include" \
    PYTHONPATH="$root/bindings/python" PYTHONDONTWRITEBYTECODE=1 ASAN_OPTIONS=detect_leaks=0 \
    LD_PRELOAD="$loaded" "$python" -m pytest -q bindings/python/tests \
    --ignore=bindings/python/tests/test_documents.py --ignore=bindings/python/tests/test_examples.py \
    -k "$python_tests"
  tail -n 1 "$folder/python.log"
fi
say "$sanitizer sanitizer: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
