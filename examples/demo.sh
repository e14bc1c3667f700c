#!/usr/bin/env bash
# Builds the C examples into build/examples and renders the example feeds into out/. `make demo` calls this when the
# library is in build/.
set -euo pipefail
unset CDPATH
cd -- "$(dirname "$0")/.."
mkdir -p build/examples out
# Targets of make hold no blanks, as the path of the project may.
make --no-print-directory -s -C examples/c OUT=../../build/examples \
  LAMINA_CFLAGS="-I../../include" LAMINA_LIBS="-L../../build -Wl,-rpath,'$PWD/build' -llamina"

(cd out && ../build/examples/hello && echo "out/hello.png")
(cd out && ../build/examples/badges ../examples/data/badge.json ../examples/data/people.jsonl && ls badge-*.png | sed 's|^|out/|')
for feed in examples/data/scripts.feed examples/data/blog.atom examples/data/news.rss; do
  name=$(basename "$feed")
  echo "== feed $feed"
  build/examples/feed -o "out/${name%.*}" "$feed"
done
