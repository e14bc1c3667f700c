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
    # What has threads: the rest would take half an hour and could report nothing. The sanitizer's own search for lock cycles
    # is off: it loses count of locks that come and go by thousands, fails a check of its own and hangs while it says so.
    # Lock ranks, which debug builds check at every lock, rule cycles out.
    TSAN_OPTIONS=detect_deadlocks=0 swift test --sanitize=thread --scratch-path .build-tsan --filter LaminaDisplayTests --filter LaminaABITests \
      --filter 'LaminaTextTests\.(ThreadTests|SharedWordsTests)' 2>&1 | without_pkg_config_noise
    ;;
  address)
    # GLib takes each structure from malloc, and keeps no list of free ones for each thread.
    G_SLICE=always-malloc LSAN_OPTIONS=suppressions=$PWD/Tests/lsan.supp swift test --sanitize=address --scratch-path .build-asan 2>&1 |
      without_pkg_config_noise
    ;;
  *) fail "usage: test-swift.sh [thread|address]" ;;
esac
