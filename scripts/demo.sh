#!/usr/bin/env bash
# Builds the library and every C example, and runs those that need no window; what they write lands in out/.
set -euo pipefail
source "$(dirname "$0")/common.sh"
scripts/build-library.sh
if [[ -x examples/demo.sh ]]; then exec examples/demo.sh; fi
mkdir -p build/examples out
found=0
for source in examples/*.c; do
  [[ -e $source ]] || break
  found=$((found + 1))
  program=build/examples/$(basename "$source" .c)
  # shellcheck disable=SC2046 # the flags are several words
  gcc -std=c99 -O2 -Wall -Wextra -D_POSIX_C_SOURCE=200809L -Iinclude $(pkg-config --cflags cairo) "$source" -o "$program" \
    -Lbuild -llamina -Wl,-rpath,"$root/build" $(pkg-config --libs cairo) -lpthread -lm
  say "running $program"
  "$program" out/"$(basename "$source" .c)".png
done
[[ $found -gt 0 ]] || fail "examples/ holds no C program"
ls -l out
