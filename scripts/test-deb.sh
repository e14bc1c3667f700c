#!/usr/bin/env bash
# Installs the Debian packages in a root of its own, made by mmdebstrap, in which nothing of Swift or of this tree is;
# compiles and runs the C example and runs the Python one there; removes the packages and demands that nothing of them
# is left.
set -euo pipefail
source "$(dirname "$0")/common.sh"
compgen -G "build/deb/*.deb" >/dev/null || scripts/build-deb.sh
command -v mmdebstrap >/dev/null || fail "no mmdebstrap: apt-get install mmdebstrap"
clean=$(mktemp -d)
trap 'rm -rf "$clean"' EXIT
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mmdebstrap --quiet --variant=apt --skip=cleanup/apt/lists --include=gcc,libc6-dev,pkg-config,python3,fonts-dejavu-core "$suite" "$clean/tree" \
  >"$clean/log" 2>&1 || { tail -n 20 "$clean/log"; fail "mmdebstrap could not make a root"; }
mkdir "$clean/tree/packages" "$clean/tree/try"
cp build/deb/*.deb "$clean/tree/packages/"
cp examples/c/hello.c examples/python/hello.py "$clean/tree/try/"
cp /etc/resolv.conf "$clean/tree/etc/resolv.conf" 2>/dev/null || true
inside() { chroot "$clean/tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
inside sh -c 'find / -xdev ! -path "/proc/*" | sort >/tmp/before'
inside sh -ec 'apt-get install -y --no-install-recommends /packages/*.deb' >"$clean/log" 2>&1 ||
  { tail -n 20 "$clean/log"; fail "the packages do not install"; }
inside sh -ec 'cd /try
  gcc -Wall -Werror hello.c -o hello $(pkg-config --cflags --libs lamina)
  ./hello
  mv hello.png c.png
  python3 hello.py
  cmp hello.png c.png
  python3 -c "import importlib.metadata as m; print(\"python:\", m.version(\"lamina\"))"
  python3 -m json.tool /usr/share/lamina/lamina.json >/dev/null
  if ldd /usr/lib/*/liblamina.so.0 | grep -i swift; then exit 1; fi'
inside sh -ec 'apt-get purge -y liblamina0 liblamina-dev python3-lamina' >"$clean/log" 2>&1 ||
  { tail -n 20 "$clean/log"; fail "the packages cannot be removed"; }
left=$(inside sh -c 'find / -xdev | grep -i lamina | grep -v -e ^/packages -e ^/proc -e /var/log -e /var/cache || true')
[[ -z $left ]] || { say "$left"; fail "this is left after removing the packages"; }
say "packages: installed in a clean $suite, C and Python draw the same picture there, removed without a rest"
