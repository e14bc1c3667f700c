#!/usr/bin/env bash
# bench.sh [AREA]: builds and runs the benchmarks, all or those of one area; each prints one JSON line for a figure.
# They gate nothing: times depend on the machine. Run them on one that does nothing else.
set -euo pipefail
source "$(dirname "$0")/common.sh"
area=${1:-}
need_library
mkdir -p build/bench
found=0
for source in Benchmarks/bench_*.c; do
  name=$(basename "$source" .c)
  if [[ -n $area && $name != "bench_$area" ]]; then continue; fi
  found=1
  more=() arguments=()
  if [[ $name == bench_card ]]; then
    more=(Benchmarks/card/card_c.c)
    arguments=(Benchmarks/card)
  fi
  # shellcheck disable=SC2046 # the flags are several words
  gcc -std=c99 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Iinclude -IBenchmarks $(pkg-config --cflags pangocairo) "$source" "${more[@]}" \
    -o "build/bench/$name" -Lbuild -llamina -Wl,-rpath,"$root/build" $(pkg-config --libs pangocairo) -lpthread -lm
  "build/bench/$name" "${arguments[@]}"
done
[[ $found -eq 1 ]] || fail "no benchmark area '$area'; there are: $(ls Benchmarks/bench_*.c | sed 's/.*bench_\(.*\)\.c/\1/' | xargs)"
