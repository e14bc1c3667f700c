# Sourced after common.sh by those that build C tests: how, and the C99 build of a single one.
strict=(-Wall -Wextra -Wpedantic -Werror -g -O1 -D_POSIX_C_SOURCE=200809L -Iinclude -ITests/CHost)
read -ra cairo_flags <<<"$(pkg-config --cflags cairo)"
read -ra cairo_libraries <<<"$(pkg-config --libs cairo)"
# cairo's own header is not ours to be strict about.
cairo_flags=("${cairo_flags[@]/#-I/-isystem}")

# What was made of a source is made anew when the source, a header, the flags or the compiler is newer.
is_fresh() { # what was made, source, compiler
  [[ $1 -nt $2 && $1 -nt scripts/c_tests.sh && $1 -nt scripts/test-c.sh && $1 -nt $(command -v "$3") ]] &&
    [[ -z $(find include Tests/CHost -name '*.h' -newer "$1" -print -quit) ]]
}

build() { # name of the way, compiler, flags, source
  local out=build/ctests/$1/$(basename "$4" .c)
  if is_fresh "$out" "$4" "$2"; then return; fi
  mkdir -p "build/ctests/$1"
  rm -f "$out" # what does not build any more is not to be taken for what did
  # shellcheck disable=SC2086 # the flags are several words
  "$2" $3 "${strict[@]}" "${cairo_flags[@]}" "$4" -o "$out" \
    -L"$folder_of_library" -llamina -Wl,-rpath,"$root/build" "${cairo_libraries[@]}" -lpthread -lm
}

accept() { # name of the way, compiler, flags, source: which the compiler only reads
  local out=build/ctests/$1/$(basename "$4" .c).accepted
  if is_fresh "$out" "$4" "$2"; then return; fi
  mkdir -p "build/ctests/$1"
  rm -f "$out"
  # shellcheck disable=SC2086
  "$2" $3 "${strict[@]}" "${cairo_flags[@]}" -Wno-pragma-once-outside-header -fsyntax-only "$4" && touch "$out"
}

c_test() { build gcc-c99 gcc -std=c99 "Tests/CHost/$1.c"; } # name
