#!/usr/bin/env bash
# The ABI: header and library against what is committed in abi/, and programs compiled against the headers of releases.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
python=build/abi-venv/bin/python
if ! "$python" -c 'import cffi' 2>/dev/null; then
  python3 -m venv build/abi-venv
  "$python" -m pip install --quiet --disable-pip-version-check cffi
fi
failed=0
"$python" Tests/Checks/check_abi.py || failed=1
python3 Tests/Checks/test_abi.py 2>&1 | tail -n 15 || failed=1

mkdir -p build/abi
export SWIFT_BACKTRACE=enable=no
shopt -s nullglob # none before the first release
for folder in abi/*/; do
  name=$(basename "$folder")
  gcc -std=c99 -g -O1 -Wall -Wextra -Werror "-I$folder" "$folder/host.c" -o "build/abi/host-$name" \
    -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" -lm
  (cd build/abi && timeout 120 "./host-$name") || failed=1
  # All functions of the old header, with hostile arguments.
  # shellcheck disable=SC2046 # the flags are several words
  python3 Tests/Checks/generate_misuse.py "build/abi/table-$name.c" "$folder/lamina.h"
  gcc -std=c99 -g -O1 -DMISUSE_OLDER_HEADER "-I$folder" -ITests/CHost -rdynamic "build/abi/table-$name.c" Tests/CHost/misuse.c \
    Tests/CHost/misuse_values.c -o "build/abi/misuse-$name" -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" \
    $(pkg-config --cflags --libs cairo) -lpthread -lm
  (cd build/abi && timeout 600 "./misuse-$name" --quick --rounds 1 | tail -n 3) || failed=1
done
[[ $failed -eq 0 ]] && say "abi: ok"
exit $failed
