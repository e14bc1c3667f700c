# Sourced by the other scripts: the root of the project, the library, and the compilers. Sets no options of its own.
# With DEBUG=1 the library is the debug build in build/debug: seconds after a change, and with the checks of debug
# builds.
unset CDPATH # with it cd would look elsewhere first, and print where it went
root=$(cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
version=$(scripts/version.sh) || exit 1
soversion=${version%%.*}
folder_of_library=build
if [[ ${DEBUG:-} == 1 ]]; then
  folder_of_library=build/debug
  # Programs name build/ as the place of the library, whichever they are linked with; this comes before it.
  export LD_LIBRARY_PATH=$root/$folder_of_library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
fi
library=$root/$folder_of_library/liblamina.so.$version

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

# Builds the library when it is missing, or older than anything it is made from: it bears the time at which its build
# began. A folder is newer than what was in it when a file is added or removed.
need_library() {
  local newer
  if [[ -e $library ]]; then
    newer=$(find Sources include Package.swift scripts/build-library.sh -newer "$library" -print -quit)
    [[ -n $newer ]] || return 0
    say "$newer is newer than ${library#"$root/"}, which is built anew" >&2
  fi
  scripts/build-library.sh
}

# SwiftPM does not see that a header of a C module changed, and would build nothing, or a part of a module with the new
# header beside objects with the old one. What was built with an older one goes. $1 is the folder with what was built.
forget_what_headers_changed() {
  local built=$1 headers module source
  for module in Sources/C*; do
    headers=$module
    [[ $module != Sources/CLamina ]] || headers="$module include"
    for source in $(grep -rlE "import ${module#Sources/}\$" --include='*.swift' Sources Tests | cut -d/ -f2 | sort -u); do
      source=$built/Modules/$source.swiftmodule
      # shellcheck disable=SC2086 # there may be two folders
      if [[ -e $source && -n $(find $headers \( -name '*.h' -o -name module.modulemap \) -newer "$source" -print -quit) ]]; then
        # What SwiftPM has written of its plan stays: it does not plan again because that is missing.
        rm -f "$source"
        find "$built/$(basename "$source" .swiftmodule).build" -type f ! -name '*.json' ! -name sources -delete 2>/dev/null || true
      fi
    done
  done
}

# Builds under a sanitizer, in a folder of its own: optimised, but with the checks of debug builds, so that locks in the
# wrong order end the run. Tests, fuzzing and C programs share what is compiled; so that of the address sanitizer counts
# edges for the fuzzer. What is built is in .build-address/debug and .build-thread/debug.
build_sanitized() { # address or thread, options of SwiftPM ...
  export LAMINA_FLAGS="-O -assert-config Debug" # see Package.swift
  [[ $1 != address ]] || LAMINA_FLAGS+=" -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"
  forget_what_headers_changed ".build-$1/debug"
  swift build --sanitize="$1" --scratch-path ".build-$1" "${@:2}" 2>&1 | without_pkg_config_noise
}

build_sanitized_library() { # address or thread
  build_sanitized "$1" --product lamina -Xlinker --version-script="$root/Sources/Lamina/lamina.map" \
    -Xlinker -soname="liblamina.so.$soversion"
  ln -sf liblamina.so ".build-$1/debug/liblamina.so.$soversion"
}

# SwiftPM repeats a harmless warning for every package whose pkg-config file names -pthread; the rest passes through.
# gold names each symbol of the address sanitizer.
without_pkg_config_noise() { grep -v --line-buffered -e 'prohibited flag(s): -pthread' -e 'Cannot export local symbol' || true; }
