#!/usr/bin/env bash
# Builds the hosts of examples/hosts and plays the same input in all of them, on a virtual screen; and the reader of
# examples/c.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
mkdir -p build/hosts
# Targets of make hold no blanks, as the path of the project may.
make --no-print-directory -s -C examples/hosts OUT=../../build/hosts CFLAGS="-O1 -g -Werror" \
  LAMINA_CFLAGS="-I../../include" LAMINA_LIBS="-L../../$folder_of_library -Wl,-rpath,'$root/build' -llamina"
make --no-print-directory -s -C examples/c reader OUT=../../build/hosts CFLAGS="-O1 -g -Werror" \
  LAMINA_CFLAGS="-I../../include" LAMINA_LIBS="-L../../$folder_of_library -Wl,-rpath,'$root/build' -llamina"
export LAMINA_LIBRARY=$root/$folder_of_library/liblamina.so PYTHONPATH=$root/bindings/python PYTHONDONTWRITEBYTECODE=1
exec python3 Tests/Hosts/test_hosts.py
