#!/usr/bin/env bash
# Everything that has to hold before a change is merged, step by step, in two lanes side by side. A step that fails does
# not stop the others, except where they need what it builds. STEPS="library c" runs only the named ones, LANES=1 one
# after another. Logs are in build/log. At the end stands what each step took: seconds on the clock, and of processor
# time, which others who use the machine change little.
set -uo pipefail
source "$(dirname "$0")/common.sh"
state=build/log/state # what the lanes have in common: a file for each step that was taken, one more when it has ended
rm -rf "$state" && mkdir -p "$state" || exit 1

# The name of each step; the steps it comes after; what runs it; its title. The lanes take the first one that may start,
# so that the long ones stand first. Those that share a build folder come after one another, as SwiftPM lets one in at a
# time. What searches by chance is short here: it is make fuzz and make stress that look for what nobody knows yet, for
# hours.
steps() {
  sed 's/ *| */|/g' <<'STEPS'
dependencies      |                   | scripts/install-dependencies.sh       | Packages that building needs
library           | dependencies      | scripts/build-library.sh              | Release build of the library
address-sanitizer | dependencies      | scripts/test-swift.sh address         | Swift tests under the address sanitizer
exports           | library           | python3 Tests/Checks/check_library.py | The built library: exports, needs, size, load time
swift             | library           | scripts/test-swift.sh                 | Swift tests
thread-sanitizer  | dependencies      | scripts/test-swift.sh thread          | Swift tests under the thread sanitizer
fuzz              | address-sanitizer | env SEED=1 scripts/fuzz.sh 10 calls layout flex template png picture | Fuzzing, 10 s for each target but text
fuzz-text         | fuzz              | env SEED=1 scripts/fuzz.sh 30 text    | Fuzzing texts for half a minute
python            | library           | scripts/test-python.sh                | Python tests
valgrind          | library           | scripts/test-valgrind.sh              | C tests under valgrind
c                 | library           | scripts/test-c.sh                     | C tests, every compiler and standard
soak              | library           | scripts/soak.sh                       | A simulated day of a scrolling, changing feed
faults            | library           | scripts/test-faults.sh                | Faults: nothing to be had, callbacks that misbehave
limits            | library           | scripts/test-limits.sh                | The limits that the documents name
check             | dependencies      | scripts/check.sh                      | Fast checks: header, sources, repository, and that the checks notice breakage
abi               | library           | scripts/check-abi.sh                  | The ABI as committed, and programs compiled against the headers of releases
misuse            | library           | scripts/test-misuse.sh                | Misuse: hostile arguments for every function
misuse-self-test  | misuse            | scripts/test-misuse.sh --self-test    | The misuse test notices broken promises
wheel             | python            | scripts/test-python-wheel.sh          | The Python wheel, where there is no Pango, no font and no Swift
documents         | library           | python3 Tests/Checks/run_documents.py | The programs that the documents print
hosts             | library           | scripts/test-hosts.sh                 | Hosts: the same input in four loops, compared on a virtual screen
install           | library           | Tests/Checks/test_install.sh          | Installing, building against it, uninstalling
stress            | c                 | scripts/stress.sh 10                  | Text on many threads, 10 s
STEPS
}

is_wanted() { [[ -z ${STEPS:-} || " $STEPS " == *" $1 "* ]]; }

# Sets `spent`: seconds of processor time of what this shell started and saw the end of.
measure() {
  local file=$state/times.$BASHPID
  times >"$file" # not $(times): that would be another shell's
  spent=$(awk -F'[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$file")
}

running= # what this lane runs
run() { # name, title, command ...
  local name=$1 title=$2 log=build/log/$1.log begin=$SECONDS before status=0 lines=3 outcome=ok
  shift 2
  measure
  before=$spent
  # A step that hangs fails: this is several times what the longest takes on two cores, beside the other lane.
  timeout 3000 "$@" >"$log" 2>&1 </dev/null &
  running=$!
  wait "$running" || status=$?
  running=
  measure
  if [[ $status -ne 0 ]]; then lines=60 outcome="FAILED (exit status $status; the whole output is in $log)"; fi
  # In one piece: the other lane may be at its end, too.
  printf '\n==== %s  [%s: %s]\n%s\n%s, %d s, %d s of processor time\n' "$title" "$name" "$*" "$(tail -n $lines "$log")" "$outcome" \
    $((SECONDS - begin)) $((spent - before))
  echo "$status $((SECONDS - begin)) $((spent - before)) $name" >"$state/$name.ended"
}

may_start() { # the steps that it comes after
  local step
  for step in $1; do
    [[ -e $state/$step.ended ]] || ! is_wanted "$step" || return 1
  done
}

lane() {
  local name after command title is_waiting=1
  trap '[[ -z $running ]] || kill "$running"; exit 1' TERM
  while [[ $is_waiting ]]; do
    is_waiting=
    while IFS='|' read -r name after command title; do
      if ! is_wanted "$name" || [[ -e $state/$name.taken ]]; then continue; fi
      # Without what they are built on, the others would all fail.
      if grep -qs '^[^0]' "$state/dependencies.ended" "$state/library.ended"; then return; fi
      is_waiting=1
      if may_start "$after" && mkdir "$state/$name.taken" 2>/dev/null; then
        # shellcheck disable=SC2086 # the command is several words
        run "$name" "$title" $command
        continue 2
      fi
    done < <(steps)
    [[ -z $is_waiting ]] || sleep 1
  done
}

finish() {
  local passed failures
  printf '\n%-18s %8s %12s\n' step seconds "processor s"
  cat "$state"/*.ended | sort -k3,3nr | while read -r status took spent name; do
    printf '%-18s %8d %12d%s\n' "$name" "$took" "$spent" "$([[ $status == 0 ]] || echo "  FAILED")"
  done
  printf '%-18s %8d %12d\n\n' "all" $SECONDS "$(cat "$state"/*.ended | awk '{ sum += $3 } END { print sum }')"
  passed=$(cat "$state"/*.ended | grep -c '^0 ')
  mapfile -t failures < <(cat "$state"/*.ended | sed -n 's/^[1-9][0-9]* .* //p')
  [[ ${#failures[@]} -gt 0 ]] && say "failed steps: ${failures[*]}"
  say "$passed passed, ${#failures[@]} failed"
  [[ ${#failures[@]} -eq 0 && $passed -gt 0 ]]
  exit
}

trap 'kill $(jobs -p); exit 1' INT TERM
# A library that is not built in this run may be older than its sources.
if ! is_wanted library && steps | while IFS='|' read -r name after _; do ! is_wanted "$name" || say "$after"; done | grep -qw library; then
  need_library || exit
fi
for ((i = 0; i < ${LANES:-2}; i++)); do lane & done
wait
finish
