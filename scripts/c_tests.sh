# Sourced after common.sh by those that build C tests: how, and the C99 build of a single one.
strict=(-Wall -Wextra -Wpedantic -Werror -g -O1 -D_POSIX_C_SOURCE=200809L -Iinclude -ITests/CHost)
read -ra cairo_flags <<<"$(pkg-config --cflags cairo)"
read -ra cairo_libraries <<<"$(pkg-config --libs cairo)"
# cairo's own header is not ours to be strict about.
cairo_flags=("${cairo_flags[@]/#-I/-isystem}")

build() { # name of the way, compiler, flags, source
  local out=build/ctests/$1/$(basename "$4" .c)
  mkdir -p "build/ctests/$1"
  rm -f "$out" # what does not build any more is not to be taken for what did
  # shellcheck disable=SC2086 # the flags are several words
  "$2" $3 "${strict[@]}" "${cairo_flags[@]}" "$4" -o "$out" \
    -Lbuild -llamina -Wl,-rpath,"$root/build" "${cairo_libraries[@]}" -lpthread -lm
}

c_test() { # name: its build by gcc as C99, anew when anything it is made from is newer
  local out=build/ctests/gcc-c99/$1 source=Tests/CHost/$1.c
  if [[ $out -nt $source && $out -nt Tests/CHost/check.h && -z $(find include -name '*.h' -newer "$out") ]]; then return; fi
  build gcc-c99 gcc -std=c99 "$source"
}
