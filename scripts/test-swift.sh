#!/usr/bin/env bash
# Runs the Swift tests; with `thread` or `address`, those that this sanitizer can find something in, in a build folder
# of its own. LAMINA_TESTS="LaminaLayout" runs the tests of these modules only. Tests that need more stack than
# instrumented code leaves, and those with many random rounds, can ask the environment: LAMINA_SANITIZER is the
# sanitizer's name.
set -euo pipefail
source "$(dirname "$0")/common.sh"
if [[ -z ${1:-} ]]; then
  forget_what_headers_changed .build/debug
  swift test 2>&1 | without_pkg_config_noise
  exit
fi

# Swift's own crash handler reads stacks in a way that the address sanitizer takes for an error.
export LAMINA_SANITIZER=$1 SWIFT_BACKTRACE=enable=no
tests=(--testing-library swift-testing)
case $1 in
  thread)
    # What has threads: the rest would take half an hour and could report nothing. The sanitizer's own search for lock
    # cycles is off: it loses count of locks that come and go by thousands, fails a check of its own and hangs while it
    # says so. Lock ranks, which debug builds check at every lock, rule cycles out.
    [[ -n ${LAMINA_TESTS:-} ]] || tests+=(--filter LaminaDisplayTests --filter LaminaABITests
      --filter 'LaminaTextTests\.(ThreadTests|SharedWordsTests)')
    export LAMINA_TESTS=${LAMINA_TESTS:-LaminaText LaminaDisplay LaminaABI}
    build_sanitized thread --product LaminaPackageTests
    TSAN_OPTIONS=detect_deadlocks=0 ".build-$1/debug/LaminaPackageTests.xctest" "${tests[@]}"
    ;;
  address)
    # Modules that handle memory by pointers, or call C; the bounds of arrays are checked in every build.
    export LAMINA_TESTS=${LAMINA_TESTS:-LaminaABI LaminaDisplay LaminaDraw LaminaLayout LaminaLoading LaminaNode LaminaText}
    build_sanitized address --product LaminaPackageTests
    # The leak check passes over a thread that has the number of an earlier one of the process, and then calls what
    # belongs to that thread leaked. Numbers come again after 32,768, which other programs of the machine soon use up:
    # so the tests count by themselves where that is allowed.
    counting=()
    if unshare --pid --fork --mount-proc true 2>/dev/null; then counting=(unshare --pid --fork --mount-proc); fi
    LSAN_OPTIONS=suppressions=$PWD/Tests/lsan.supp "${counting[@]}" \
      bash -c '"$@"; exit' bash ".build-$1/debug/LaminaPackageTests.xctest" "${tests[@]}"
    ;;
  *) fail "usage: test-swift.sh [thread|address]" ;;
esac
