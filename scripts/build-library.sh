#!/usr/bin/env bash
# Builds the release library: build/liblamina.so.VERSION, its links, and its debug information beside it. With DEBUG=1
# the debug build, in build/debug; it shares what it compiles with `swift build` and `swift test`.
set -euo pipefail
source "$(dirname "$0")/common.sh"
mkdir -p "$folder_of_library"
began=$(mktemp) # what changes while this builds is newer than the library
trap 'rm -f "$began"' EXIT

links() {
  touch -r "$began" "$library"
  ln -sf "liblamina.so.$version" "$folder_of_library/liblamina.so.$soversion"
  ln -sf "liblamina.so.$soversion" "$folder_of_library/liblamina.so"
}

if [[ ${DEBUG:-} == 1 ]]; then
  forget_what_headers_changed .build/debug
  swift build --product lamina -Xlinker --version-script="$root/Sources/Lamina/lamina.map" \
    -Xlinker -soname="liblamina.so.$soversion" 2>&1 | without_pkg_config_noise
  cp .build/debug/liblamina.so "$library.new"
  mv "$library.new" "$library"
  links
  say "built $folder_of_library/liblamina.so.$version"
  exit
fi
forget_what_headers_changed .build/release

# -static-stdlib has to reach the compiler itself: SwiftPM's --static-swift-stdlib does not apply to dynamic products.
# The version script hides everything but lamina_*, so that a host with a Swift runtime of its own is not disturbed.
# The same sources give the same library everywhere: without the place of the sources, without the compiler's notes for
# its next run (.swift_modhash), and with a build id that depends on nothing else.
# Debug builds, which the tests run, check at run time that accesses do not overlap; that would cost 20 ns a call.
swift build -c release --product lamina -Xswiftc -file-prefix-map -Xswiftc "$root=." \
  -Xswiftc -static-stdlib -Xcc -DLAMINA_SWIFT_IS_STATIC -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked \
  -Xlinker --version-script="$root/Sources/Lamina/lamina.map" \
  -Xlinker --gc-sections -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker -soname="liblamina.so.$soversion" 2>&1 | without_pkg_config_noise

built=$(swift build -c release --show-bin-path 2>/dev/null)/liblamina.so
# Written beside and renamed, so that a program that has the old file mapped keeps it.
cp "$built" "$library.linked"
strip --strip-unneeded "$library.linked" -o "$library.new"
python3 scripts/stamp_build_id.py "$library.new" "$library.linked"
objcopy --only-keep-debug "$library.linked" "$library.debug.new"
rm "$library.linked"
mv "$library.debug.new" "$library.debug"
(cd build && objcopy --add-gnu-debuglink="$(basename "$library").debug" "$(basename "$library").new")
mv "$library.new" "$library"
links
say "built build/liblamina.so.$version ($(stat -c %s "$library") bytes; debug information in liblamina.so.$version.debug)"
