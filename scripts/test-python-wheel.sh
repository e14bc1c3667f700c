#!/usr/bin/env bash
# Installs the bundled wheel into a new environment and draws with it where nothing else is: first with the machine's
# own libraries and fonts out of reach, then, as root, in a file system that has Python and glibc and nothing more. In
# between the other form, which takes the machine's libraries.
set -euo pipefail
source "$(dirname "$0")/common.sh"
FORM=bundled scripts/build-python-wheel.sh
wheel=$(ls build/wheel/lamina-"$version"-py3-none-manylinux*.whl)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A Python of the system, which is complete under /usr; another one will do for the first half.
python=/usr/bin/python3
"$python" -c 'import ctypes, zlib' 2>/dev/null || python=$(command -v python3)

put() { # wheel, environment: which is made, and its folder of packages named in `site`
  "$python" -m venv --without-pip "$2"
  site=$("$2/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
  local pip=(pip install -q --root-user-action=ignore --disable-pip-version-check --no-index --no-deps --target "$site" "$1")
  if "$python" -m pip --version >/dev/null 2>&1; then
    "$python" -m "${pip[@]}"
  elif python3 -m pip --version >/dev/null 2>&1; then
    python3 -m "${pip[@]}"
  else
    "$python" -m zipfile -e "$1" "$site"
  fi
}

cat >"$work/draw.py" <<'END'
import os, sys
import lamina
from lamina import column, inset, span

with lamina.Context(workers=2) as ui:
    text = ui.text("Hello ", span("wheel", weight="bold"), size=24)
    card = ui.box(background="white")[inset(16)[column(spacing=8)[text, ui.box(size=(40, 8), draw=lambda c: c.cairo.paint())]]]
    picture = ui.picture(card)
    rows = [{picture.pixel(x, y) for x in range(picture.width)} for y in range(16, picture.height - 32)]
assert any(len(row) > 4 for row in rows), "no text was drawn"
picture.save(sys.argv[1])
maps = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
home = os.path.dirname(lamina.__file__)
known = ("libc.so", "libm.so", "ld-linux", "libstdc++", "libgcc_s", "libdl", "libpthread", "librt", "libutil", "locale")
foreign = {path for path in maps if not path.startswith(home) and "/python3" not in path and "libpython" not in path
           and not any(name in path for name in known)
           and not any(name in path for name in ("libffi", "libz.so", "libexpat", "libcrypto", "libssl", "libbz2", "liblzma", "libuuid"))}
graphics = [path for path in foreign if any(name in path for name in ("pango", "cairo", "glib", "fontconfig", "freetype", "harfbuzz"))]
assert lamina.library_path().startswith(home) and bool(graphics) == (sys.argv[2:] == ["system"]), graphics
print("drew", picture.width, "x", picture.height, "pixels with", lamina.library_path())
END

say "1: the machine's own libraries, with the wheel that carries none"
FORM=system scripts/build-python-wheel.sh
put "build/wheel/lamina-$version-py3-none-linux_$(uname -m).whl" "$work/system"
(cd "$work" && env -i HOME="$work" PATH=/usr/bin:/bin "$work/system/bin/python" draw.py system.png system)

say "2: LD_LIBRARY_PATH empty, no environment"
put "$wheel" "$work/venv"
(cd "$work" && env -i HOME="$work" PATH=/usr/bin:/bin "$work/venv/bin/python" draw.py host.png)

if [[ $(id -u) -ne 0 || $python != /usr/bin/python3 ]]; then
  say "3: left out, it needs root and a Python under /usr"
  exit 0
fi
say "3: a file system with Python and glibc only"
cage=$work/cage
library_folder=$(dirname "$(ldd /usr/bin/python3 | sed -n 's|.* => \(/[^ ]*/libc\.so\.6\) .*|\1|p')")
real=$(readlink -f /usr/bin/python3)
standard=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["stdlib"])')
mkdir -p "$cage"/{usr/bin,tmp,proc,dev} "$cage$library_folder" "$cage/lib64" "$cage$(dirname "$standard")" "$cage/site"
cp "$real" "$cage/usr/bin/python3"
cp -r "$standard" "$cage$standard"
rm -rf "$cage$standard"/{test,ensurepip,dist-packages,idlelib}
# glibc, the C++ runtime, and what Python itself and its modules link to; nothing of graphics.
{ ldd "$real" "$standard"/lib-dynload/_ctypes*.so "$standard"/lib-dynload/zlib*.so 2>/dev/null || true
  ldd build/liblamina.so | grep -E 'lib(stdc|gcc_s|m\.so|c\.so)'; } \
  | grep -oE '/[^ ]+\.so[^ ]*' | grep -v : | sort -u | while read -r file; do
  mkdir -p "$cage$(dirname "$file")"
  cp -L "$file" "$cage$file"
done
cp -r "$site"/lamina* "$cage/site/"
cp "$work/draw.py" "$cage/"
mount -t proc proc "$cage/proc" 2>/dev/null && trap 'umount "$cage/proc"; rm -rf "$work"' EXIT
if [[ ! -e $cage/proc/self/maps ]]; then sed -i 's|^maps = .*|maps = set()|' "$cage/draw.py"; fi
env -i PATH="$PATH:/usr/sbin" HOME=/tmp PYTHONPATH=/site PYTHONHOME=/usr chroot "$cage" /usr/bin/python3 /draw.py /tmp/cage.png
cp "$cage/tmp/cage.png" build/wheel/cage.png
say "the picture is build/wheel/cage.png"
