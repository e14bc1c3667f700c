#!/usr/bin/env bash
# Generates, builds and runs the misuse test. Arguments go to the program: --seed N, --rounds N, --only FUNCTION ...
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
mkdir -p build/misuse
python3 Tests/Checks/generate_misuse.py build/misuse/table.c
# Wno-cast-function-type: functions travel through one generic pointer type and are called through their own again.
gcc -std=c99 -g -O1 -rdynamic -Wall -Wextra -Wpedantic -Werror -Wno-cast-function-type -Iinclude -ITests/CHost \
  build/misuse/table.c Tests/CHost/misuse*.c -o build/misuse/misuse \
  -Lbuild -llamina -Wl,-rpath,"$root/build" -lpthread -lm
# A Swift trap prints its own backtrace by default, which takes seconds each; ours names the call.
export SWIFT_BACKTRACE=enable=no
exec build/misuse/misuse "$@"
