#!/usr/bin/env bash
# Runs the tests of the Python binding against the library, in an environment of their own under build/venv.
# PYTHON=python3.9 takes another interpreter than python3, with an environment of its own.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
tests=bindings/python/tests
[[ -d $tests ]] || fail "there is no $tests"
export LAMINA_LIBRARY=$root/$folder_of_library/liblamina.so LAMINA_INCLUDE=$root/include
export PYTHONPATH=$root/bindings/python${PYTHONPATH:+:$PYTHONPATH}
export PYTHONDONTWRITEBYTECODE=1

# The environment is made once. Without a package index, a pytest that the system has will do. The packages that
# pictures can be handed to, and mypy, are tested where the index has them.
environment=build/venv${PYTHON:+-$(basename "$PYTHON")}
python=$environment/bin/python
if ! "$python" -c 'import pytest' 2>/dev/null; then
  rm -rf "$environment"
  mkdir -p build
  if "${PYTHON:-python3}" -m venv "$environment" && "$python" -m pip install --quiet --disable-pip-version-check pytest; then
    :
  else
    rm -rf "$environment"
    for python in ${PYTHON:-python3 /usr/bin/python3}; do
      "$python" -c 'import pytest' 2>/dev/null && break
    done
    "$python" -c 'import pytest' || fail "no pytest: 'apt-get install python3-pytest', or give pip a package index"
  fi
fi
if [[ $python == "$environment"/* && ! -e $environment/friends-5 ]]; then
  for package in mypy numpy pillow cairocffi pycairo pygame tqdm distributed PyQt5 pandas pyarrow polars; do
    "$python" -m pip install --quiet --disable-pip-version-check --prefer-binary "$package" >"$environment/pip.log" 2>&1 \
      || say "$package cannot be had here: its tests are left out"
  done
  touch "$environment/friends-5"
fi
# A window is tried on a virtual screen.
screen=()
if [[ -z ${DISPLAY:-} ]] && command -v xvfb-run >/dev/null; then screen=(xvfb-run -a); fi
"${screen[@]}" "$python" -m pytest -q "$tests" "$@"
