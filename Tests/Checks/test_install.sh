#!/usr/bin/env bash
# Installs into a temporary prefix, and into a staged one; builds and runs a C program against it through pkg-config and
# one through CMake; uninstalls and demands that nothing is left.
set -euo pipefail
unset CDPATH
root=$(cd -- "$(dirname "$0")/../.." && pwd)
version=$("$root/scripts/version.sh")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0
check() { # what, command ...
  local what=$1
  shift
  if "$@" >"$folder/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s: %s\n' "$what" "$*"
    cat "$folder/log"
  fi
}
nothing_in() { local left; left=$(find "$1" ! -type d); printf '%s\n' "$left"; [[ -z $left ]]; }

cat >"$folder/use.c" <<'C'
#include <lamina.h>
#include <stdio.h>
int main(void) {
  lamina_context *context = NULL;
  lamina_node *node = NULL;
  if (!lamina_is_compatible(LAMINA_VERSION)) return 1;
  if (lamina_context_create(NULL, &context) != LAMINA_OK || lamina_node_create(context, &node) != LAMINA_OK) {
    fprintf(stderr, "%s\n", lamina_last_error());
    return 1;
  }
  lamina_node_release(node);
  lamina_context_release(context);
  printf("%u\n", (unsigned)lamina_version());
  return 0;
}
C
cat >"$folder/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.21)
project(use C)
find_package(Lamina ${WANTED} REQUIRED)
add_executable(use use.c)
target_link_libraries(use PRIVATE Lamina::lamina)
CMAKE

# A prefix of its own, and a library folder as distributions have them.
prefix=$folder/prefix
for libdir in lib lib/x86_64-linux-gnu; do
  check "install into $libdir" make -C "$root" install PREFIX="$prefix" LIBDIR="$prefix/$libdir"
  check "SONAME link" test "$(readlink -f "$prefix/$libdir/liblamina.so")" = "$prefix/$libdir/liblamina.so.$version"
  check "header as data" python3 -m json.tool "$prefix/share/lamina/lamina.json"
  check "header" test -f "$prefix/include/lamina.h"
  check "headers of objects" test -f "$prefix/include/lamina/node.h"

  export PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
  check "pkg-config knows the version" test "$(pkg-config --modversion lamina)" = "$version"
  check "pkg-config names only the library" test "$(pkg-config --libs-only-l lamina | tr -d ' ')" = "-llamina"
  # shellcheck disable=SC2046 # the flags are several words
  check "build with pkg-config" gcc -Wall -Werror "$folder/use.c" -o "$folder/use-pc" $(pkg-config --cflags --libs lamina)
  check "run what pkg-config built" env LD_LIBRARY_PATH="$prefix/$libdir" "$folder/use-pc"

  rm -rf "$folder/cmake"
  check "CMake finds it" cmake -S "$folder" -B "$folder/cmake" -DWANTED="$version" -DCMAKE_PREFIX_PATH="$prefix" \
    -DLamina_DIR="$prefix/$libdir/cmake/Lamina"
  check "build with CMake" cmake --build "$folder/cmake"
  check "run what CMake built" "$folder/cmake/use"
  if cmake -S "$folder" -B "$folder/cmake-newer" -DWANTED=99.0.0 -DLamina_DIR="$prefix/$libdir/cmake/Lamina" >/dev/null 2>&1; then
    check "CMake refuses a version that is too old" false
  fi
  check "uninstall" make -C "$root" uninstall PREFIX="$prefix" LIBDIR="$prefix/$libdir"
  check "nothing is left in $libdir" nothing_in "$prefix"
done

# Staged, as packages are built: files land below DESTDIR, their contents name the final place.
stage=$folder/stage
check "install with DESTDIR" make -C "$root" install PREFIX=/usr DESTDIR="$stage"
check "library below DESTDIR" test -f "$stage/usr/lib/liblamina.so.$version"
check "lamina.pc names the final place" grep -qx 'prefix=/usr' "$stage/usr/lib/pkgconfig/lamina.pc"
check "the stage is named nowhere" sh -c "! grep -rqI '$folder' '$stage'"
check "the CMake files may be moved with the tree" cmake -S "$folder" -B "$folder/cmake-stage" -DWANTED="$version" \
  -DLamina_DIR="$stage/usr/lib/cmake/Lamina"
check "uninstall with DESTDIR" make -C "$root" uninstall PREFIX=/usr DESTDIR="$stage"
check "nothing is left below DESTDIR" nothing_in "$stage"

echo "install: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
