#!/usr/bin/env bash
# Kills 1,000 processes at random that write into one disk cache, and looks at what is left. About a minute.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
mkdir -p build/limits
# shellcheck disable=SC2046 # the flags are several words
gcc -std=c99 -g -O1 -Wall -Wextra -Wpedantic -Werror -Iinclude -ITests/CHost \
  $(pkg-config --cflags cairo | sed 's/-I/-isystem/g') Tests/CHost/test_cache_kills.c -o build/limits/cache_kills \
  -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" -lpthread -lm \
  $(pkg-config --libs cairo)
CHECK_LONG=1 SWIFT_BACKTRACE=enable=no exec build/limits/cache_kills "$@"
