#!/usr/bin/env bash
# Runs the Swift tests; with `thread` or `address`, under that sanitizer, in a build folder of its own. Tests that need
# more stack than instrumented code leaves can ask the environment: LAMINA_SANITIZER is the sanitizer's name.
set -euo pipefail
source "$(dirname "$0")/common.sh"
# Swift's own crash handler reads stacks in a way that the address sanitizer takes for an error.
[[ -z ${1:-} ]] || export SWIFT_BACKTRACE=enable=no
export LAMINA_SANITIZER=${1:-}
case ${1:-} in
  '') swift test 2>&1 | without_pkg_config_noise ;;
  thread)
    # What has threads: the rest would take half an hour and could report nothing. The sanitizer's own search for lock
    # cycles is off: it loses count of locks that come and go by thousands, fails a check of its own and hangs while it
    # says so. Lock ranks, which debug builds check at every lock, rule cycles out.
    TSAN_OPTIONS=detect_deadlocks=0 swift test --sanitize=thread --scratch-path .build-tsan --filter LaminaDisplayTests --filter LaminaABITests \
      --filter 'LaminaTextTests\.(ThreadTests|SharedWordsTests)' 2>&1 | without_pkg_config_noise
    ;;
  address)
    swift build --build-tests --sanitize=address --scratch-path .build-asan 2>&1 | without_pkg_config_noise
    # The leak check passes over a thread that has the number of an earlier one of the process, and then calls what
    # belongs to that thread leaked. Numbers come again after 32,768, which other programs of the machine soon use up:
    # so the tests count by themselves where that is allowed.
    counting=()
    if unshare --pid --fork --mount-proc true 2>/dev/null; then counting=(unshare --pid --fork --mount-proc); fi
    LSAN_OPTIONS=suppressions=$PWD/Tests/lsan.supp "${counting[@]}" \
      bash -c 'swift test --skip-build --sanitize=address --scratch-path .build-asan; exit' 2>&1 | without_pkg_config_noise
    ;;
  *) fail "usage: test-swift.sh [thread|address]" ;;
esac
