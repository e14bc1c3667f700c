#!/usr/bin/env bash
# Generates, builds and runs the misuse test. Arguments go to the program: --seed N, --rounds N, --only FUNCTION ...
# With --self-test: breaks one promise of the header after the other and demands that the test notices each.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
mkdir -p build/misuse
python3 Tests/Checks/generate_misuse.py build/misuse/table.c
# Wno-cast-function-type: functions travel through one generic pointer type and are called through their own again.
strict=(-std=c99 -g -O1 -Wall -Wextra -Wpedantic -Werror -Wno-cast-function-type -Iinclude -ITests/CHost $(pkg-config --cflags cairo))
gcc "${strict[@]}" -rdynamic build/misuse/table.c Tests/CHost/misuse.c Tests/CHost/misuse_values.c -o build/misuse/misuse \
  -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" $(pkg-config --libs cairo) -lpthread -lm
# A Swift trap prints its own backtrace by default, which takes seconds each; ours names the call.
export SWIFT_BACKTRACE=enable=no

if [[ ${1:-} != --self-test ]]; then
  exec build/misuse/misuse "$@"
fi

gcc "${strict[@]}" -shared -fPIC Tests/CHost/broken.c -o build/misuse/broken.so -ldl
passed=0 failed=0
# LD_PRELOAD splits at blanks, which the path of the project may have: it is named from here.
notices() { # what is broken, the function, words that the report must hold
  local output
  output=$(BREAK=$1 LD_PRELOAD=./build/misuse/broken.so build/misuse/misuse --only "$2" --rounds 20 2>&1) || true
  if grep -q -- "$3" <<<"$output" && grep -q '^0 passed, 1 failed$' <<<"$output"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'the misuse test does not notice "%s" in %s:\n%s\n' "$1" "$2" "$output"
  fi
}
notices crash lamina_node_set_opacity 'CRASHED in lamina_node_set_opacity(node: valid, opacity: NaN)'
MISUSE_PATIENCE=1 notices hang lamina_node_set_opacity 'HANGS in lamina_node_set_opacity(node: valid, opacity: NaN)'
notices accept lamina_node_set_opacity 'opacity: NaN) on the owner thread: is accepted'
notices status lamina_node_set_opacity 'answers 77, which is no status'
notices other-status lamina_node_set_opacity 'answers LAMINA_ERROR_IO, not LAMINA_ERROR_INVALID_HANDLE'
notices silent lamina_node_set_opacity 'fails without a sentence'
notices silent lamina_node_get_kind 'leaves no sentence'
notices touch lamina_node_create "'out_node' was written although the call failed"
notices destroy-twice lamina_node_set_user_data 'ran 2 times'
notices leak lamina_node_add_child 'nodes are left over'
notices thread lamina_surface_set_needs_composite 'not LAMINA_ERROR_WRONG_THREAD'
notices overrun lamina_node_read_name 'was written beyond its end'
say "self-test of the misuse test: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
