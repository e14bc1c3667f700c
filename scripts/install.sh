#!/usr/bin/env bash
# Called by `make install` and `make uninstall`, which set VERSION, PREFIX, LIBDIR, INCLUDEDIR and DESTDIR.
set -euo pipefail
source "$(dirname "$0")/common.sh"
: "${PREFIX:?}" "${LIBDIR:?}" "${INCLUDEDIR:?}"
case $PREFIX$LIBDIR$INCLUDEDIR in *[[:space:]]*) fail "PREFIX must not contain spaces: pkg-config cannot name such a place" ;; esac
for place in "$PREFIX" "$LIBDIR" "$INCLUDEDIR"; do
  [[ $place == /* ]] || fail "PREFIX, LIBDIR and INCLUDEDIR must be absolute; got $place"
done
to=${DESTDIR:-}
DATADIR=${DATADIR:-$PREFIX/share}

files=(
  "$LIBDIR/liblamina.so.$version" "$LIBDIR/liblamina.so.$soversion" "$LIBDIR/liblamina.so"
  "$INCLUDEDIR/lamina.h" "$LIBDIR/pkgconfig/lamina.pc"
  "$LIBDIR/cmake/Lamina/LaminaConfig.cmake" "$LIBDIR/cmake/Lamina/LaminaConfigVersion.cmake"
  "$DATADIR/lamina/lamina.json"
)
for header in include/lamina/*.h; do files+=("$INCLUDEDIR/lamina/$(basename "$header")"); done

# Fills the @NAMES@ of a template. The values hold no '|'.
fill() {
  sed -e "s|@VERSION@|$version|g" -e "s|@SOVERSION@|$soversion|g" -e "s|@PREFIX@|$PREFIX|g" \
    -e "s|@LIBDIR@|$LIBDIR|g" -e "s|@INCLUDEDIR@|$INCLUDEDIR|g" "$1"
}

case ${1:-} in
  install)
    install -d "$to$LIBDIR/pkgconfig" "$to$LIBDIR/cmake/Lamina" "$to$INCLUDEDIR/lamina" "$to$DATADIR/lamina"
    install -m 755 "$library" "$to$LIBDIR/"
    # The debug information stays behind; a debugger finds it by the build id.
    if command -v objcopy >/dev/null; then objcopy --remove-section=.gnu_debuglink "$to$LIBDIR/$(basename "$library")"; fi
    ln -sf "liblamina.so.$version" "$to$LIBDIR/liblamina.so.$soversion"
    ln -sf "liblamina.so.$soversion" "$to$LIBDIR/liblamina.so"
    install -m 644 include/lamina.h "$to$INCLUDEDIR/"
    install -m 644 include/lamina/*.h "$to$INCLUDEDIR/lamina/"
    install -m 644 abi/lamina.json "$to$DATADIR/lamina/"
    fill packaging/lamina.pc.in >"$to$LIBDIR/pkgconfig/lamina.pc"
    fill packaging/LaminaConfig.cmake.in >"$to$LIBDIR/cmake/Lamina/LaminaConfig.cmake"
    fill packaging/LaminaConfigVersion.cmake.in >"$to$LIBDIR/cmake/Lamina/LaminaConfigVersion.cmake"
    chmod 644 "$to$LIBDIR/pkgconfig/lamina.pc" "$to$LIBDIR/cmake/Lamina/"*.cmake
    for file in "${files[@]}"; do say "$to$file"; done
    # A directory that the loader's cache covers needs the cache renewed; a staged or private prefix does not.
    if [[ -z $to && $(id -u) -eq 0 ]] && command -v ldconfig >/dev/null; then ldconfig; fi
    ;;
  uninstall)
    for file in "${files[@]}"; do rm -f "$to$file"; done
    # Only directories of ours, and only when empty.
    rmdir "$to$LIBDIR/cmake/Lamina" "$to$DATADIR/lamina" "$to$INCLUDEDIR/lamina" 2>/dev/null || true
    rmdir "$to$LIBDIR/cmake" "$to$LIBDIR/pkgconfig" 2>/dev/null || true
    ;;
  *) fail "usage: install.sh install|uninstall" ;;
esac
