#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET ...]: builds the library with coverage and the address sanitizer, and runs each fuzz target
# for so long, from the corpus in Tests/Fuzz/corpus. What is found lands in build/fuzz/found; see Tests/Fuzz/README.md.
# CORPUS=update adds the inputs that reach something new to the committed corpus; SEED=1 makes the same inputs as the
# last time (of one thread: threads add chance of their own), without it they are others each time.
set -euo pipefail
source "$(dirname "$0")/common.sh"
seconds=${1:-60} # 0: only build
shift || true
targets=("$@")
[[ ${#targets[@]} -gt 0 ]] || targets=(calls layout flex text template png picture frames)
clang=$(find_clang clang)
folder=$root/build/fuzz
mkdir -p "$folder"

build_sanitized_library address | tail -n 1
built=$root/.build-address/debug

python3 Tests/Checks/generate_misuse.py "$folder/table.c"
for target in "${targets[@]}"; do
  if [[ $target == png || $target == frames ]]; then
    case $target in png) source=FuzzPNG ;; *) source=FuzzFrames ;; esac
    swiftc -O -parse-as-library -sanitize=fuzzer,address -I "$built/Modules" -I Sources/CCairo -I Sources/CCodecs \
      "Tests/Fuzz/$source.swift" "$built"/Lamina{Draw,Text,Layout,Geometry,Lock}.build/*.o -o "$folder/fuzz_$target" \
      $(for m in CCairo CPango CPixman CIgzip CShuffle CSystem CTurboJPEG CJPEG CWebP CJansson; do printf -- '-Xcc -fmodule-map-file=%s ' "Sources/$m/module.modulemap"; done) \
      $(pkg-config --cflags-only-I pangocairo pixman-1 libisal libturbojpeg libjpeg libwebp jansson | sed 's/-I/-Xcc -I/g') \
      $(pkg-config --libs pangocairo pangoft2 pixman-1 libisal libturbojpeg libjpeg libwebp jansson | sed 's/-pthread//; s/-Wl,/-Xlinker /g')
  else
    "$clang" -std=c99 -g -O1 -fsanitize=fuzzer,address -Wall -Wextra -Wno-cast-function-type -Iinclude -ITests/CHost \
      -ITests/Fuzz "$folder/table.c" Tests/Fuzz/{objects,calls,world,"fuzz_$target"}.c -o "$folder/fuzz_$target" \
      -L"$built" -llamina -Wl,-rpath,"$built" -lpthread -lm 2> >(grep -v "Cannot export local symbol" >&2)
  fi
done

[[ $seconds != 0 ]] || exit 0

# A crash handler of Swift's own would read stacks in ways that the sanitizer takes for errors, and hang the run.
export SWIFT_BACKTRACE=enable=no
export LSAN_OPTIONS=suppressions=$root/Tests/lsan.supp:print_suppressions=0 ASAN_OPTIONS=detect_leaks=1
# The calls write files; they shall do it here, where there is a font of the name that they know.
mkdir -p "$folder/scratch"
cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf "$folder/scratch/sample.ttf"
failed=0
for target in "${targets[@]}"; do
  corpus=$folder/corpus/$target
  mkdir -p "$folder/new/$target" "$folder/found"
  scripts/fuzz_corpus.py unpack "Tests/Fuzz/corpus/$target.txt" "$corpus"
  status=0 dictionary=()
  [[ ! -e Tests/Fuzz/$target.dict ]] || dictionary=("-dict=$root/Tests/Fuzz/$target.dict")
  (cd "$folder/scratch" && "$folder/fuzz_$target" -max_total_time="$seconds" -seed="${SEED:-0}" -timeout=30 -rss_limit_mb=3000 -max_len=2000 \
    -detect_leaks=0 "${dictionary[@]}" -print_final_stats=1 -artifact_prefix="$folder/found/$target-" "$folder/new/$target" "$corpus") \
    >"$folder/$target.log" 2>&1 || status=$?
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target.log")
  # Of the targets that choose calls by bytes.
  calls=$(sed -n 's/^stat::calls_made_from_bytes: *\([1-9].*\)/\1/p' "$folder/$target.log")
  # None when it ends early.
  coverage=$(grep -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$folder/$target.log" | tail -n 1 || true)
  edges=$(sed -n 's/^INFO: Loaded .*modules *(\([0-9]*\) inline.*/\1/p' "$folder/$target.log")
  if [[ $status -eq 0 ]]; then
    say "fuzz $target: ${executions:-0} executions,${calls:+ $calls calls,} $coverage, of $edges edges"
  else
    failed=1
    say "FAILED fuzz $target after ${executions:-?} executions ($coverage); the report is build/fuzz/$target.log:"
    grep -m 5 -E 'BROKEN|ERROR|SUMMARY|Fatal|Test unit written' "$folder/$target.log" || tail -n 5 "$folder/$target.log"
  fi
  if [[ ${CORPUS:-} == update ]]; then
    rm -rf "$folder/merged"
    mkdir -p "$folder/merged"
    (cd "$folder/scratch" && "$folder/fuzz_$target" -set_cover_merge=1 -detect_leaks=0 -max_len=600 -timeout=30 \
      "$folder/merged" "$corpus" "$folder/new/$target") >"$folder/merge.log" 2>&1 && \
      scripts/fuzz_corpus.py pack "$folder/merged" "Tests/Fuzz/corpus/$target.txt"
  fi
done
exit $failed
