#!/usr/bin/env bash
# test-debian13.sh [swift] [c] [python]: runs the Swift, C and Python tests, as they are built here, in a root of Debian
# 13 that mmdebstrap makes: with its Pango, cairo, glibc and Python, and with the fonts of this machine, as the pictures
# were drawn with these. The root stays in build/debian13/tree for the next time; the logs are beside it.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source scripts/c_tests.sh
[[ $(id -u) -eq 0 ]] || fail "needs root, for a root file system of its own"
families=("$@")
[[ ${#families[@]} -gt 0 ]] || families=(swift c python)
folder=$root/build/debian13
tree=$folder/tree
# What the library, the Swift tests and the Python tests load; no compiler: everything is built here.
packages=libcairo2,libpangocairo-1.0-0,libpangoft2-1.0-0,libisal2,libjansson4,libturbojpeg0,libjpeg62-turbo,libwebp7,libxml2,libstdc++6
packages+=,libcurl4t64,libsqlite3-0,librsvg2-2,librlottie0-1,libjxl0.11,libheif1,libheif-plugin-dav1d,libheif-plugin-libde265
packages+=,python3,python3-pytest,python3-numpy,python3-pil,python3-cairo
mkdir -p "$folder"
if [[ $(cat "$folder/packages" 2>/dev/null) != "$packages" ]]; then
  command -v mmdebstrap >/dev/null || fail "no mmdebstrap: apt-get install mmdebstrap"
  rm -rf "$tree"
  mmdebstrap --quiet --variant=apt --include="$packages" trixie "$tree" >"$folder/log" 2>&1 ||
    { tail -n 20 "$folder/log"; fail "mmdebstrap could not make a root"; }
  echo "$packages" >"$folder/packages"
fi

# The project, the Swift runtime and the fonts are where they are here. Mounted where nobody else sees it, and gone with
# the command: whoever removes the root removes nothing else.
runtime=$(dirname "$(find -L "$(dirname "$(readlink -f "$(command -v swift)")")/../lib/swift/linux" -maxdepth 1 -name libswiftCore.so)")
runtime=$(realpath "$runtime")
inside() { # command ...
  mkdir -p "$tree$root" "$tree$runtime" "$tree/usr/share/fonts"
  # shellcheck disable=SC2016 # for the inner shell
  unshare --mount --pid --fork --propagation private bash -c '
    set -e
    tree=$1 root=$2 runtime=$3
    shift 3
    mount --bind "$root" "$tree$root"
    mount --bind -o ro "$runtime" "$tree$runtime"
    mount --bind -o ro /usr/share/fonts "$tree/usr/share/fonts"
    mount --rbind /dev "$tree/dev"
    mount -t proc proc "$tree/proc"
    exec chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no \
      sh -c "cd \"\$1\" && shift && exec \"\$@\"" sh "$root" "$@"
  ' bash "$tree" "$root" "$runtime" "$@"
}

failed=0 summary=()
family() { # name, command ...
  local name=$1 status=0
  shift
  "$@" >"$folder/$name.log" 2>&1 || status=$?
  [[ $status -eq 0 ]] || failed=1
  summary+=("$(printf '%-7s %-7s %s' "$name" "$([[ $status -eq 0 ]] && echo ok || echo FAILED)" \
    "$(tail -n 1 "$folder/$name.log")  (build/debian13/$name.log)")")
}

swift_tests() {
  forget_what_headers_changed .build/debug
  swift build --build-tests || return
  inside .build/debug/LaminaPackageTests.xctest --testing-library swift-testing
}

c_tests() {
  local source name passed=0 missed=0
  need_library || return
  for source in Tests/CHost/test_*.c; do
    name=$(basename "$source" .c)
    if c_test "$name" && inside timeout "${TEST_TIMEOUT:-120}" "build/ctests/gcc-c99/$name"; then passed=$((passed + 1)); else
      missed=$((missed + 1))
      say "FAILED: $name"
    fi
  done
  say "C tests: $passed passed, $missed failed"
  [[ $missed -eq 0 ]]
}

python_tests() {
  need_library || return
  inside env LAMINA_LIBRARY="$library" LAMINA_INCLUDE="$root/include" PYTHONPATH="$root/bindings/python" PYTHONDONTWRITEBYTECODE=1 \
    python3 -m pytest -q -p no:cacheprovider bindings/python/tests
}

for name in "${families[@]}"; do
  case $name in
    swift | c | python) family "$name" "${name}_tests" ;;
    *) fail "usage: test-debian13.sh [swift] [c] [python]" ;;
  esac
done
say "Debian 13: Pango $(inside dpkg-query -W -f '${Version}' libpango-1.0-0), cairo $(inside dpkg-query -W -f '${Version}' libcairo2)"
printf '%s\n' "${summary[@]}"
exit $failed
