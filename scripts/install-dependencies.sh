#!/usr/bin/env bash
# Installs the Debian packages that building and testing need and that are missing. Asks the package manager for nothing
# when nothing is missing, so that the other commands can call this every time.
set -euo pipefail

packages=(
  # The library.
  libcairo2-dev libpango1.0-dev libpixman-1-dev libisal-dev libjansson-dev libxml2-dev pkg-config
  libturbojpeg0-dev libjpeg62-turbo-dev libwebp-dev                              # picture files it reads and writes
  git gcc g++ make cmake binutils valgrind abigail-tools                         # C tests and packaging
  libcurl4 libsqlite3-0                                                          # opened when something is loaded
  nghttp2-server openssl                                                         # servers of tests that load by https
  libheif1 librsvg2-2 librlottie0-1                                              # and when such a picture is read
  libglib2.0-dev libuv1-dev libsdl2-dev libx11-dev libxext-dev xvfb xauth        # hosts in examples/hosts
  python3 python3-venv                                                           # checks and the Python binding
  fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji        # text in tests and examples
)

# What Debian 12 and 13 name differently.
debian=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
if [[ $debian == bookworm ]]; then
  packages+=(libjxl0.7)
else
  packages+=(libjxl0.11 libheif-plugin-dav1d libheif-plugin-libde265)
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [[ $status == "install ok installed" ]] && continue
  # pkg-config is provided by pkgconf where that is installed instead.
  if [[ $package == pkg-config ]] && command -v pkg-config >/dev/null; then continue; fi
  missing+=("$package")
done

if ! command -v swift >/dev/null; then
  echo "no Swift toolchain on PATH: install Swift 6.3 from https://www.swift.org/install/linux/" >&2
  exit 1
fi
[[ ${#missing[@]} -eq 0 ]] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "needed, but there is no apt-get here to install them: ${missing[*]}" >&2
  exit 1
fi
if [[ $(id -u) -eq 0 ]]; then
  as_root=()
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
  as_root=(sudo)
else
  echo "not root and sudo does not answer; as root, run: apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}")
# The package lists are fetched only when apt does not know a package, or when what it knows is no longer served.
if ! apt-cache show "${missing[@]}" >/dev/null 2>&1 || ! "${install[@]}"; then
  "${as_root[@]}" apt-get update
  "${install[@]}"
fi
