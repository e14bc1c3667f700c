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
link=(-Lbuild -llamina "-Wl,-rpath,$root/build" -lpthread -lm)
gcc "${strict[@]}" Tests/CHost/faults.c -o "$folder/faults" "${link[@]}"

export SWIFT_BACKTRACE=enable=no
cd "$folder/scratch"
xml='<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
printf '%s<fontconfig><cachedir>cache</cachedir></fontconfig>\n' "$xml" >empty-fonts.conf
printf '%s<fontconfig><dir>/usr/share/fonts</dir><cachedir>%s</cachedir></fontconfig>\n' "$xml" "$PWD/unreadable-cache" >unreadable-cache.conf
printf '<fontconfig><dir>' >broken-fonts.conf
cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf other.ttf
failed=0
"$folder/faults" "$@" || failed=1
exit $failed
