#!/usr/bin/env bash
# Builds the library twice from what is committed, in two folders of different names and at different times, and
# compares the bytes of everything that is installed; then the Debian packages of both.
set -euo pipefail
source "$(dirname "$0")/common.sh"
folder=$root/build/reproducible
rm -rf "$folder"
commit=$(git rev-parse HEAD) # who works on meanwhile may commit
for name in one another-one; do
  mkdir -p "$folder/$name"
  git archive "$commit" | tar -x -C "$folder/$name"
  (cd "$folder/$name" && scripts/build-library.sh >"$folder/$name.log" 2>&1 &&
    make install PREFIX=/usr LIBDIR=/usr/lib DESTDIR="$folder/$name-installed" >>"$folder/$name.log" 2>&1) ||
    { tail -n 20 "$folder/$name.log"; fail "the build in $name failed"; }
done
failed=0
while read -r file; do
  if cmp -s "$folder/one-installed/$file" "$folder/another-one-installed/$file"; then
    say "same    $file"
  else
    failed=1
    say "DIFFERS $file"
  fi
done < <(cd "$folder/one-installed" && find . -type f | sort)
if cmp -s "$folder"/one/build/*.debug "$folder"/another-one/build/*.debug; then
  say "same    debug information"
else
  say "differs debug information, which names files of the compiler's module cache by hashes of their place (not installed)"
fi
# The packages are made of these files; what could differ is what dpkg adds.
if command -v dh >/dev/null; then
  for name in one another-one; do
    scripts/build-deb.sh >/dev/null
    (cd build/deb && sha256sum -- *.deb) >"$folder/$name.packages"
  done
  if cmp -s "$folder/one.packages" "$folder/another-one.packages"; then
    say "same    $(wc -l <"$folder/one.packages") Debian packages"
  else
    failed=1
    say "DIFFERS $(comm -3 "$folder/one.packages" "$folder/another-one.packages" | awk '{ print $2 }' | sort -u | tr '\n' ' ')"
  fi
fi
exit $failed
