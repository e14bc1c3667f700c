#!/usr/bin/env bash
# soak.sh [HOURS]: so many simulated hours of a feed that scrolls and changes (24); see Tests/CHost/soak.c.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
mkdir -p build/soak
gcc -std=c99 -g -O1 -Wall -Wextra -Wpedantic -Werror -Iinclude -ITests/CHost Tests/CHost/soak.c -o build/soak/soak \
  -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" -lpthread -lm
SWIFT_BACKTRACE=enable=no exec build/soak/soak "${1:-24}"
