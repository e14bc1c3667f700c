# Sourced by the other scripts: the root of the project, the library, and the compilers. Sets no options of its own.
unset CDPATH # with it cd would look elsewhere first, and print where it went
root=$(cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
version=$(scripts/version.sh) || exit 1
soversion=${version%%.*}
library=$root/build/liblamina.so.$version

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# clang from the system, or else the one that comes with the Swift toolchain; prints nothing when there is none.
# $1 is clang or clang++.
find_clang() {
  local name=$1 swift_library beside
  if command -v "$name" >/dev/null 2>&1; then command -v "$name"; return; fi
  swift_library=$(swiftc -print-target-info 2>/dev/null \
    | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p' | head -n 1)
  beside=${swift_library%/lib/swift}/bin/$name
  [ -x "$beside" ] && printf '%s\n' "$beside"
}

need_library() {
  [ -e "$library" ] || scripts/build-library.sh
}

# SwiftPM repeats a harmless warning for every package whose pkg-config file names -pthread; the rest passes through.
without_pkg_config_noise() { grep -v --line-buffered 'prohibited flag(s): -pthread' || true; }
