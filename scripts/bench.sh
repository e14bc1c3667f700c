#!/usr/bin/env bash
# bench.sh [AREA]: builds and runs the benchmarks, all or those of one area; each prints one JSON line for a figure.
# They gate nothing: times depend on the machine. Run them on one that does nothing else.
set -euo pipefail
source "$(dirname "$0")/common.sh"
area=${1:-}
need_library
mkdir -p build/bench

run_c() {
  local name=$1 more=() arguments=() libraries=()
  if [[ $name == bench_card || $name == bench_png || $name == bench_budget ]]; then
    more=(Benchmarks/card/card_c.c Benchmarks/card/card_tree.c Benchmarks/card/card_template.c)
    arguments=(Benchmarks/card)
  elif [[ $name == bench_layout_* ]]; then
    more=(Benchmarks/trees/flex_trees.c)
  elif [[ $name == bench_images ]]; then
    libraries=(-lturbojpeg -lwebp)
  fi
  # shellcheck disable=SC2046 # the flags are several words
  gcc -std=c99 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Wpedantic -Iinclude -IBenchmarks $(pkg-config --cflags pangocairo pixman-1) \
    "Benchmarks/$name.c" "${more[@]}" -o "build/bench/$name" \
    -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" $(pkg-config --libs pangocairo pixman-1) "${libraries[@]}" -lpthread -lm
  "build/bench/$name" "${arguments[@]}"
}

run_python() {
  PYTHONPATH=$root/bindings/python LAMINA_LIBRARY=$root/$folder_of_library/liblamina.so python3 "Benchmarks/$1.py" Benchmarks/card
}

run_swift() {
  swift build -c release --product "$1" 2>&1 | without_pkg_config_noise >&2
  "$(swift build -c release --show-bin-path 2>/dev/null)/$1"
}

# The same job as bench_lists.c in other libraries, where they are there; drawn without a GPU, as Lamina draws.
run_list_rivals() {
  # shellcheck disable=SC2046 # the flags are several words
  if pkg-config --exists gtk4 && command -v xvfb-run >/dev/null; then
    gcc -std=gnu99 -O2 -Wall -Wextra -Iinclude $(pkg-config --cflags gtk4) Benchmarks/rivals/list_gtk.c \
      -o build/bench/list_gtk $(pkg-config --libs gtk4) -lm
    GSK_RENDERER=cairo GDK_BACKEND=x11 xvfb-run -a build/bench/list_gtk 2>/dev/null
  else
    say "GTK 4 or Xvfb is missing: its list is left out" >&2
  fi
  # shellcheck disable=SC2046
  if pkg-config --exists Qt6Quick; then
    g++ -std=c++17 -fPIC -O2 -Wall -Iinclude $(pkg-config --cflags Qt6Quick) Benchmarks/rivals/list_qt.cpp \
      -o build/bench/list_qt $(pkg-config --libs Qt6Quick)
    QT_QUICK_BACKEND=software QSG_RENDER_LOOP=basic QT_QPA_PLATFORM=offscreen build/bench/list_qt 2>/dev/null ||
      say "the list of Qt does not run: qml6-module-qtquick, -window, -qtqml, -qtqml-models and -workerscript are needed" >&2
  else
    say "Qt Quick is missing: its list is left out" >&2
  fi
}

# The same for bench_images_list.c, after it: it makes the pictures.
run_pictures_rivals() {
  # shellcheck disable=SC2046
  if pkg-config --exists gtk4 && command -v xvfb-run >/dev/null; then
    gcc -std=gnu99 -O2 -Wall -Wextra -Iinclude $(pkg-config --cflags gtk4) Benchmarks/rivals/pictures_gtk.c \
      -o build/bench/pictures_gtk $(pkg-config --libs gtk4) -lm
    GSK_RENDERER=cairo GDK_BACKEND=x11 xvfb-run -a build/bench/pictures_gtk 2>/dev/null ||
      say "the list of pictures of GTK does not run" >&2
  else
    say "GTK 4 or Xvfb is missing: its list of pictures is left out" >&2
  fi
  # shellcheck disable=SC2046
  if pkg-config --exists Qt6Quick; then
    g++ -std=c++17 -fPIC -O2 -Wall -Iinclude $(pkg-config --cflags Qt6Quick) Benchmarks/rivals/pictures_qt.cpp \
      -o build/bench/pictures_qt $(pkg-config --libs Qt6Quick)
    QT_QUICK_BACKEND=software QSG_RENDER_LOOP=basic QT_QPA_PLATFORM=offscreen build/bench/pictures_qt 2>/dev/null ||
      say "the list of pictures of Qt does not run: it needs what the list of rows needs" >&2
  else
    say "Qt Quick is missing: its list of pictures is left out" >&2
  fi
}

areas=(flex draw lists)
if [[ -z $area || $area == flex ]]; then run_swift flex-bench; fi
if [[ -z $area || $area == draw ]]; then run_swift draw-bench; fi
if [[ -z $area || $area == lists ]]; then run_swift list-bench; fi
for source in Benchmarks/bench_*.c Benchmarks/bench_*.py; do
  name=$(basename "${source%.*}")
  areas+=("${name#bench_}")
  # Pictures have several programs.
  if [[ -n $area && $name != "bench_$area" && ($area != images || $name != bench_images_*) ]]; then continue; fi
  case $source in
    *.c)
      run_c "$name"
      if [[ $name == bench_lists ]]; then run_list_rivals; fi
      if [[ $name == bench_images_list ]]; then run_pictures_rivals; fi
      ;;
    *.py) run_python "$name" ;;
  esac
done
[[ -z $area || " ${areas[*]} " == *" $area "* ]] || fail "no benchmark area '$area'; there are: ${areas[*]}"
