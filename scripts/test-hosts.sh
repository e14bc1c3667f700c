#!/usr/bin/env bash
# Builds the hosts of examples/hosts and plays the same input in all of them, on a virtual screen.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
mkdir -p build/hosts
make --no-print-directory -s -C examples/hosts OUT="$root/build/hosts" CFLAGS="-O1 -g -Werror" \
  LAMINA_CFLAGS="-I$root/include" LAMINA_LIBS="-L$root/build -Wl,-rpath,$root/build -llamina"
exec python3 Tests/Hosts/test_hosts.py
