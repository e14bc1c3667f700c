#!/bin/sh
# Prints the version, such as 0.1.0, from its only source: include/lamina/base.h.
set -eu
header="$(dirname "$0")/../include/lamina/base.h"
part() { sed -n "s/^#define LAMINA_VERSION_$1 \([0-9][0-9]*\)$/\1/p" "$header"; }
major=$(part MAJOR) minor=$(part MINOR) patch=$(part PATCH)
[ -n "$major" ] && [ -n "$minor" ] && [ -n "$patch" ] || { echo "no version in $header" >&2; exit 1; }
echo "$major.$minor.$patch"
