#!/usr/bin/env bash
# Sets up, builds and starts both servers on a repository, and prints what to try. Ctrl-C stops both.
#   scripts/run.sh [REPOSITORY]     without one: a small sample that is removed at the end
# PUMUKI_EVIDENCE_PORT and PUMUKI_ENTERPRISE_MCP_PORT choose other ports (0: any free one);
# PUMUKI_BIN_DIR names a folder of ready programs and skips set-up and build.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")/.." && pwd)
started=()
scratch=$(mktemp -d)

stop() {
  trap '' INT TERM
  local pid
  for pid in "${started[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in "${started[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$scratch"
}
trap stop EXIT
trap 'exit 0' INT TERM

fail() { echo "run: $*" >&2; exit 1; }

build() {
  "$source_dir/scripts/setup.sh"
  echo "run: building (the first time takes a few minutes)" >&2
  (cd "$source_dir" && cmake --preset release -DPUMUKI_TESTS=OFF >/dev/null && cmake --build --preset release >&2)
}

# launch PROGRAM: starts it in the repository; its address is in $address afterwards.
launch() {
  local program=$1 pid
  (cd "$repository" && exec "$bin/$program") > "$scratch/$program.out" &
  pid=$!
  started+=("$pid")
  for _ in $(seq 200); do
    address=$(grep -o 'http://[^ ]*' "$scratch/$program.out" 2>/dev/null | head -n 1) || true
    [ -z "$address" ] || return 0
    kill -0 "$pid" 2>/dev/null || fail "$program did not start; see the line above. Another port: PUMUKI_EVIDENCE_PORT=0 PUMUKI_ENTERPRISE_MCP_PORT=0 $0"
    sleep 0.05
  done
  fail "$program does not answer"
}

if [ -n "${PUMUKI_BIN_DIR:-}" ]; then
  bin=$(cd "$PUMUKI_BIN_DIR" && pwd)
else
  build
  bin=$source_dir/build/release/bin
fi
if [ $# -gt 0 ]; then
  [ -d "$1" ] || fail "no folder $1"
  repository=$(cd "$1" && pwd)
else
  repository=$("$source_dir/scripts/sample-repository.sh" "$scratch/sample")
fi

launch pumuki-mcp-evidence
evidence=$address
launch pumuki-mcp-enterprise
enterprise=$address
host=${evidence%"${evidence#http://*/}"}
cat <<TEXT
Repository  $repository
Evidence    $evidence
Enterprise  $enterprise

Try, in another terminal:
  curl -s ${host%/}/health
  curl -s $evidence/summary
  curl -s '$evidence/findings?severity=WARN&limit=1'
  curl -s ${enterprise%/}/status
  curl -s '${enterprise%/}/resource?uri=gitflow://state'
  curl -s ${enterprise%/}/tool -d '{"name":"ai_gate_check","args":{"stage":"PRE_COMMIT"}}'
  $bin/pumuki gate --project '$repository' --stage PRE_COMMIT

For an MCP client (stdio):
  $bin/pumuki-mcp-evidence-stdio --project '$repository'
  $bin/pumuki-mcp-enterprise-stdio --project '$repository'

Ctrl-C stops both servers.
TEXT
ended=0
wait -n "${started[@]}" || ended=$?
fail "a server ended by itself (exit status $ended)"
