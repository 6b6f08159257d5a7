#!/usr/bin/env bash
# Builds every fuzz target under address and undefined-behaviour sanitizers and runs each for a while, two at a time.
#   scripts/fuzz.sh [MINUTES [TARGET…]]     10 minutes each; targets as in tests/fuzz/corpus
# What grows stays in build/fuzz/corpus. The first finding ends the run with exit 1 and is named.
# FUZZ_JOBS=1 runs one at a time.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-10}
[[ $minutes =~ ^[0-9]+$ && $minutes -gt 0 ]] || { echo "usage: scripts/fuzz.sh [MINUTES [TARGET…]]" >&2; exit 2; }
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(ls tests/fuzz/corpus)
build=build/fuzz
running=()

scripts/setup.sh clang-19 libclang-rt-19-dev
cmake --preset fuzz >/dev/null
nice cmake --build "$build" --target "${targets[@]/#/fuzz_}" >&2

stop() {
  [ ${#running[@]} -eq 0 ] || kill "${running[@]}" 2>/dev/null || true
}
trap stop EXIT

run() { # TARGET
  local target=$1 grown=$build/corpus/$1 found=$build/findings/$1
  mkdir -p "$grown" "$found"
  local options=(-max_total_time=$((minutes * 60)) -timeout=20 -rss_limit_mb=2048 -max_len=16384
    -artifact_prefix="$found/" -print_final_stats=1 -verbosity=1)
  case $target in mcp_*) options+=(-dict=tests/fuzz/mcp.dict) ;; esac
  exec nice "$build/tests/fuzz_$target" "${options[@]}" "$grown" "tests/fuzz/corpus/$target" >"$found/log" 2>&1
}

# Waits for one of them; the first that failed ends everything.
await_one() {
  local pid status=0
  wait -n -p pid "${running[@]}" || status=$?
  local name=${name_of[$pid]}
  local left=()
  for other in "${running[@]}"; do [ "$other" = "$pid" ] || left+=("$other"); done
  running=(${left[@]+"${left[@]}"})
  if [ "$status" -ne 0 ]; then
    grep -E 'ERROR|runtime error|SUMMARY|^    #[0-9] ' "$build/findings/$name/log" | head -20 >&2 || true
    echo "fuzz: $name: finding, log $build/findings/$name/log; its input:" >&2
    sed -n 's/.*Test unit written to //p' "$build/findings/$name/log" >&2
    exit 1
  fi
  echo "fuzz: $name: no finding; $(grep -oE 'number_of_executed_units: [0-9]+' "$build/findings/$name/log")" >&2
}

declare -A name_of
for target in "${targets[@]}"; do
  [ -x "$build/tests/fuzz_$target" ] || { echo "fuzz: no target $target" >&2; exit 2; }
  [ ${#running[@]} -lt "${FUZZ_JOBS:-2}" ] || await_one
  run "$target" &
  name_of[$!]=$target
  running+=($!)
done
while [ ${#running[@]} -gt 0 ]; do await_one; done
