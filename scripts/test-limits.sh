#!/usr/bin/env bash
# Reaches the limits that docs/limits.md names. Arguments are names of limits; without any, all.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
mkdir -p build/limits
# shellcheck disable=SC2046 # the flags are several words
gcc -std=c99 -g -O1 -Wall -Wextra -Wpedantic -Werror -Iinclude -ITests/CHost \
  $(pkg-config --cflags cairo | sed 's/-I/-isystem/g') Tests/CHost/limits.c -o build/limits/limits \
  -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" -lpthread -lm \
  $(pkg-config --libs cairo)
SWIFT_BACKTRACE=enable=no exec build/limits/limits "$@"
