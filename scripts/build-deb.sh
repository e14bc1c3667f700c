#!/usr/bin/env bash
# Builds the Debian packages liblamina0, liblamina-dev and python3-lamina from what is committed and the library in
# build/; they land in build/deb. The version is the header's, the date that of the last commit, so that the same
# sources give the same bytes.
set -euo pipefail
source "$(dirname "$0")/common.sh"
need_library
command -v dh >/dev/null || fail "no debhelper: apt-get install debhelper dh-python"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y include/lamina/base.h)
export SOURCE_DATE_EPOCH DEB_BUILD_OPTIONS=nocheck LC_ALL=C.UTF-8 TZ=UTC
folder=$root/build/deb
rm -rf "$folder"
source=$folder/lamina-$version
mkdir -p "$source/build"
git ls-files -z | tar --null -T - -c | tar -x -C "$source"
cp -a build/liblamina.so* "$source/build/"
cp -a packaging/debian "$source/debian"
rm -rf "$source/packaging/debian"

printf 'lamina (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- Lamina developers <lamina@localhost>  %s\n' \
  "$version" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" >"$source/debian/changelog"
# Each symbol with the version that brought it, from the header's "Since".
python3 - "$source" <<'PYTHON'
import json, pathlib, sys
source = pathlib.Path(sys.argv[1])
model = json.loads((source / "abi/lamina.json").read_text())
lines = [f"{model['soname']} liblamina0 #MINVER#", " LAMINA_0@LAMINA_0 0.1.0"]
lines += sorted(f" {f['name']}@LAMINA_0 {f['since']}.0" for f in model["functions"])
(source / "debian/liblamina0.symbols").write_text("\n".join(lines) + "\n")
PYTHON
(cd "$source" && dpkg-buildpackage -b -us -uc -d) >"$folder/log" 2>&1 || { tail -n 40 "$folder/log"; fail "dpkg-buildpackage failed"; }
for package in "$folder"/*.deb; do say "$(basename "$package"): $(stat -c %s "$package") bytes"; done
