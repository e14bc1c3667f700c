#!/usr/bin/env bash
# Everything that has to hold before a change is merged, step by step, in two lanes side by side. A step that fails does
# not stop the others, except where they need what it builds. STEPS="library c" runs only the named ones, LANES=1 one
# after another. Logs are in build/log.
set -uo pipefail
source "$(dirname "$0")/common.sh"
mkdir -p build/log
results=build/log/results # a line for each step that ended: its status and its name
: >"$results"
running= # the step of this lane

step() { # name, title, command ...
  local name=$1 title=$2 begin=$SECONDS log=build/log/$1.log status=0 lines outcome
  shift 2
  if [[ -n ${STEPS:-} && " $STEPS " != *" $name "* ]]; then return 0; fi
  # A step that hangs fails: 40 minutes are twice what the longest takes on two cores, beside the other lane.
  timeout 2400 "$@" >"$log" 2>&1 &
  running=$!
  wait "$running" || status=$?
  if [[ $status -eq 0 ]]; then
    lines=3 outcome="ok, $((SECONDS - begin)) s"
  else
    lines=60 outcome="FAILED (exit status $status) after $((SECONDS - begin)) s; the whole output is in $log"
  fi
  # In one piece: the other lane may be at its end, too.
  printf '\n==== %s  [%s: %s]\n%s\n%s\n' "$title" "$name" "$*" "$(tail -n $lines "$log")" "$outcome"
  echo "$status $name" >>"$results"
  return $status
}

finish() {
  local passed failures
  passed=$(grep -c '^0 ' "$results")
  mapfile -t failures < <(sed -n 's/^[^0][0-9]* //p' "$results")
  printf '\n'
  [[ ${#failures[@]} -gt 0 ]] && say "failed steps: ${failures[*]}"
  say "took $SECONDS s"
  say "$passed passed, ${#failures[@]} failed"
  [[ ${#failures[@]} -eq 0 ]]
  exit
}

# What the Swift compiler makes.
swift_lane() {
  step swift "Swift tests" scripts/test-swift.sh
  step address-sanitizer "Swift tests under the address sanitizer" scripts/test-swift.sh address
  step thread-sanitizer "Swift tests under the thread sanitizer" scripts/test-swift.sh thread
}

# What uses the library as programs do; most of it keeps one core busy.
library_lane() {
  step check "Fast checks: header, sources, repository, and that the checks notice breakage" scripts/check.sh
  step abi "The ABI as committed, and programs compiled against the headers of releases" scripts/check-abi.sh
  step c "C tests, every compiler and standard" scripts/test-c.sh
  step misuse "Misuse: hostile arguments for every function" scripts/test-misuse.sh
  step misuse-self-test "The misuse test notices broken promises" scripts/test-misuse.sh --self-test
  step python "Python tests" scripts/test-python.sh
  step wheel "The Python wheel, where there is no Pango, no font and no Swift" scripts/test-python-wheel.sh
  step documents "The programs that the documents print" python3 Tests/Checks/run_documents.py
  step hosts "Hosts: the same input in four loops, compared on a virtual screen" scripts/test-hosts.sh
  step install "Installing, building against it, uninstalling" Tests/Checks/test_install.sh
  step stress "Text on many threads, 10 s" scripts/stress.sh 10
  step faults "Faults: nothing to be had, callbacks that misbehave" scripts/test-faults.sh
  step limits "The limits that the documents name" scripts/test-limits.sh
  step soak "A simulated day of a scrolling, changing feed" scripts/soak.sh
  step valgrind "C tests under valgrind" scripts/test-valgrind.sh
  # A change is judged by what it brings, not by chance: the search for what nobody knows yet is `make fuzz`, for hours.
  step fuzz "Fuzzing, 10 s for each target but text" env SEED=1 scripts/fuzz.sh 10 calls layout flex template png picture
  step fuzz-text "Fuzzing texts for a minute" \
    env SEED=1 scripts/fuzz.sh 60 text
}

lane() { # function
  trap 'kill "$running"; exit 1' TERM
  "$1"
}

step dependencies "Packages that building needs" scripts/install-dependencies.sh || finish
step library "Release build of the library" scripts/build-library.sh || finish
step exports "The built library: exports, needs, size, load time" python3 Tests/Checks/check_library.py
trap 'kill $(jobs -p); exit 1' INT TERM
lane swift_lane &
[[ ${LANES:-2} -gt 1 ]] || wait
lane library_lane &
wait
finish
