#!/usr/bin/env bash
# What happens when the machine has nothing to give, when callbacks misbehave, and when memory runs out.
# Arguments are names of faults, for faults.c; without any, all of it runs.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
folder=$root/build/faults
rm -rf "$folder/scratch"
mkdir -p "$folder/scratch"
chmod 777 "$folder/scratch"
strict=(-std=c99 -g -O1 -Wall -Wextra -Wpedantic -Werror -Wno-cast-function-type -Iinclude -ITests/CHost)
link=(-L"$folder_of_library" -llamina "-Wl,-rpath,$root/build" -lpthread -lm)
gcc "${strict[@]}" Tests/CHost/faults.c -o "$folder/faults" "${link[@]}"
python3 Tests/Checks/generate_misuse.py "$folder/table.c"
cairo=$(pkg-config --cflags cairo | sed 's/-I/-isystem/g')
# shellcheck disable=SC2046,SC2086 # the flags are several words
gcc "${strict[@]}" $cairo "$folder/table.c" Tests/CHost/reenter.c Tests/CHost/misuse_values.c -o "$folder/reenter" "${link[@]}" \
  $(pkg-config --libs cairo)
# shellcheck disable=SC2046,SC2086
gcc "${strict[@]}" $cairo Tests/CHost/memory.c -o "$folder/memory" "${link[@]}" $(pkg-config --libs cairo) -ldl
gcc -std=c99 -O1 -Wall -shared -fPIC Tests/CHost/failing_malloc.c -o "$folder/failing_malloc.so" -ldl
# Where our own code lies in the library: without the Swift runtime that is linked in, and without what is made of it.
symbols=$library.debug # beside the release library; the debug library has its own
[[ -e $symbols ]] || symbols=$library
nm --defined-only -n "$symbols" | awk '
  start != "" { print start, $1; start = "" }
  $2 ~ /^[tT]$/ && $3 ~ /^\$s[0-9]+Lamina/ { start = $1 }' >"$folder/ranges"

export SWIFT_BACKTRACE=enable=no
cd "$folder/scratch"
xml='<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
printf '%s<fontconfig><cachedir>cache</cachedir></fontconfig>\n' "$xml" >empty-fonts.conf
printf '%s<fontconfig><dir>/usr/share/fonts</dir><cachedir>%s</cachedir></fontconfig>\n' "$xml" "$PWD/unreadable-cache" >unreadable-cache.conf
printf '<fontconfig><dir>' >broken-fonts.conf
cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf other.ttf
failed=0
"$folder/faults" "$@" || failed=1
[[ $# -eq 0 ]] || exit $failed
"$folder/reenter" || failed=1
# From the folder that this runs in: LD_PRELOAD splits at blanks. Not fontconfig, which crashes by itself in a third of
# the cases.
for from in lamina jpeg webp jansson cairo pixman freetype harfbuzz; do
  printf '%s: ' "$from"
  FAILING_FROM=$from FAILING_RANGES=$folder/ranges LD_PRELOAD=../failing_malloc.so "$folder/memory" 2> >(grep -v -e Pango-WARNING -e "^$" >&2) || failed=1
done
exit $failed
