#!/usr/bin/env bash
# Runs the tests of the Python binding against build/, in an environment of their own under build/venv.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
tests=bindings/python/tests
[[ -d $tests ]] || fail "there is no $tests"
export LAMINA_LIBRARY=$root/build/liblamina.so LAMINA_INCLUDE=$root/include
export PYTHONPATH=$root/bindings/python${PYTHONPATH:+:$PYTHONPATH}
export PYTHONDONTWRITEBYTECODE=1

# The environment is made once. Without a package index, a pytest that the system has will do. The packages that pictures
# can be handed to, and mypy, are tested where the index has them.
python=build/venv/bin/python
if ! "$python" -c 'import pytest' 2>/dev/null; then
  rm -rf build/venv
  mkdir -p build
  if python3 -m venv build/venv && "$python" -m pip install --quiet --disable-pip-version-check pytest; then
    :
  else
    rm -rf build/venv
    for python in python3 /usr/bin/python3; do
      "$python" -c 'import pytest' 2>/dev/null && break
    done
    "$python" -c 'import pytest' || fail "no pytest: 'apt-get install python3-pytest', or give pip a package index"
  fi
fi
if [[ $python == build/venv/* && ! -e build/venv/friends-3 ]]; then
  for package in mypy numpy pillow cairocffi pygame tqdm distributed; do
    "$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: "$package" \
      || say "$package cannot be had here: its tests are left out"
  done
  touch build/venv/friends-3
fi
"$python" -m pytest -q "$tests" "$@"
