#!/usr/bin/env bash
# Builds the repository of a contract case in the current, empty folder:
#   repository.sh RECIPE
# A recipe is a section of tables/recipes.txt: shell lines that use the functions below.
# Needs git, coreutils and python3 (documents.py seals evidence).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=Contract GIT_AUTHOR_EMAIL=contract@example.invalid
export GIT_COMMITTER_NAME=Contract GIT_COMMITTER_EMAIL=contract@example.invalid
export GIT_AUTHOR_DATE='2026-01-05T10:00:00Z' GIT_COMMITTER_DATE='2026-01-05T10:00:00Z'

# --- documents: evidence, receipt and policy take the options of documents.py
evidence() { python3 "$here/documents.py" evidence "$@"; }
receipt() { python3 "$here/documents.py" receipt "$@"; }
policy() { python3 "$here/documents.py" policy "$@"; }
# blocked_evidence [options]: evidence that says BLOCKED everywhere.
blocked_evidence() {
  evidence --set ai_gate.status='"BLOCKED"' --set severity_metrics.gate_status='"BLOCKED"' \
    --set snapshot.outcome='"BLOCK"' "$@"
}
# recorded STAGE OUTCOME STATUS [options]: evidence of one stage; the artefacts are excluded afterwards.
recorded() {
  evidence --set snapshot.stage="\"$1\"" --set snapshot.rules_coverage.stage="\"$1\"" \
    --set snapshot.outcome="\"$2\"" --set ai_gate.status="\"$3\"" \
    --set severity_metrics.gate_status="\"$3\"" "${@:4}"
  ignore .ai_evidence.json .pumuki/
}
# nested DEPTH: sealed evidence with a list of that depth; its text is canonical as it stands.
nested() {
  local text payload
  text=$(printf "%$1s" '' | tr ' ' '[')$(printf "%$1s" '' | tr ' ' ']')
  payload='{"version":"2.1","timestamp":"2026-01-05T10:00:00.000Z","snapshot":{"stage":"CI","outcome":"PASS","findings":[]},"ledger":[],"platforms":{},"rulesets":[],"deep":'$text'}'
  printf '%s,"evidence_chain":{"algorithm":"sha256","previous_payload_hash":null,"payload_hash":"sha256:%s","sequence":1}}\n' \
    "${payload%\}}" "$(printf '%s' "$payload" | sha256sum | cut -d' ' -f1)" > .ai_evidence.json
}
# lock BUNDLE...: skills.lock.json with empty bundles.
lock() {
  local bundle rows=
  for bundle in "$@"; do
    rows+="${rows:+,}{\"name\":\"$bundle\",\"version\":\"1.0.0\",\"source\":\"file:rules.md\",\"hash\":\"$(printf 'ab%.0s' {1..32})\",\"rules\":[]}"
  done
  printf '{"version":"1.0","compilerVersion":"1.0.0","generatedAt":"2026-01-02T03:04:05.000Z","bundles":[%s]}\n' \
    "$rows" > skills.lock.json
}
# setting FILE JSON: .pumuki/FILE.
setting() { mkdir -p .pumuki; printf '%s' "$2" > ".pumuki/$1"; }

# --- repositories
empty() { git init -q -b main .; }
ignore() { printf '%s\n' "$@" >> .git/info/exclude; }
save() { git add -A; git commit -q -m "${1:-chore: more}"; }
# repository [BRANCH]: one commit; the artefacts of the product are excluded.
repository() {
  git init -q .
  git symbolic-ref HEAD "refs/heads/${1:-feature/gate}"
  ignore .ai_evidence.json .pumuki/
  printf 'seed\n' > seed.txt
  save 'chore: seed'
}
# start: one commit on main, nothing excluded. topic: the same, on feature/login.
start() {
  empty
  printf 'hello\n' > README.md
  save initial
}
topic() { start; git checkout -q -b feature/login; }
# remote: a bare repository inside .git, so that the work tree stays clean.
remote() {
  git init -q --bare -b main .git/fixture-remote.git
  git remote add origin "$PWD/.git/fixture-remote.git"
}
published() { start; remote; git push -q origin main; git checkout -q -b feature/login; git push -q -u origin feature/login; }
# untracked N: N untracked files in the root folder.
untracked() { local i; for i in $(seq 1 "$1"); do printf '%s\n' "$i" > "file-$i.txt"; done; }
managed_hook() { printf '#!/bin/sh\n# >>> PUMUKI MANAGED START >>>\n# <<< PUMUKI MANAGED END <<<\n' > "$1"; }

# --- OpenSpec
# openspec_program VERSION [REPORT [EXIT]]: a stand-in that answers the two calls the product makes.
openspec_program() {
  mkdir -p node_modules/.bin
  ignore node_modules/
  printf '%s' "${2:-}" > node_modules/report.json
  cat > node_modules/.bin/openspec <<STUB
#!/bin/sh
case "\$*" in
  --version) echo '$1' ;;
  'validate --all --json --no-interactive') cat "\$(dirname "\$0")/../report.json"; exit ${3:-0} ;;
  *) exit 64 ;;
esac
STUB
  chmod +x node_modules/.bin/openspec
}
# openspec_report ITEMS PASSED FAILED: what OpenSpec 1.13 prints.
openspec_report() {
  local totals="\"items\":$1,\"passed\":$2,\"failed\":$3"
  printf '{"items":[],"summary":{"totals":{%s},"byType":{"change":{%s},"spec":{"items":0,"passed":0,"failed":0}}},"version":"1.0"}\nx' \
    "$totals" "$totals"
}
# openspec_stub VERSION EXIT ITEMS PASSED FAILED
openspec_stub() { local report; report=$(openspec_report "$3" "$4" "$5"); openspec_program "$1" "${report%x}" "$2"; }
openspec_project() {
  mkdir -p openspec/specs openspec/changes/archive
  : > openspec/specs/.gitkeep
  : > openspec/changes/archive/.gitkeep
  printf 'schema: spec-driven\n' > openspec/config.yaml
}
# openspec_change FOLDER: a change as OpenSpec lays it out, without scenario.feature.
openspec_change() {
  mkdir -p "openspec/changes/$1/specs/auth"
  printf 'schema: spec-driven\ncreated: 2026-01-05\n' > "openspec/changes/$1/.openspec.yaml"
  printf '## Why\nSign in.\n\n## What Changes\n- Add a form.\n' > "openspec/changes/$1/proposal.md"
  printf '## 1. Login\n- [ ] 1.1 Add form\n' > "openspec/changes/$1/tasks.md"
  printf '## ADDED Requirements\n\n### Requirement: Login\nThe system SHALL sign in.\n' \
    > "openspec/changes/$1/specs/auth/spec.md"
}
scenario() { printf 'Feature: x\n\n  Scenario: y\n    Given z\n' > "openspec/changes/$1/scenario.feature"; }
# complete_change NAME: a change with the whole document set.
complete_change() {
  mkdir -p "openspec/changes/$1"
  printf 'proposal\n' > "openspec/changes/$1/proposal.md"
  printf 'tasks\n' > "openspec/changes/$1/tasks.md"
  scenario "$1"
}
# session ACTIVE CHANGE EXPIRY: the values in the local git configuration; - leaves one unset,
# a signed number is seconds from now.
session() {
  local expiry=$3
  [[ $expiry =~ ^[-+][0-9]+$ ]] && expiry=$(date -u -d "$expiry seconds" +%Y-%m-%dT%H:%M:%S.000Z)
  [ "$1" = - ] || git config --local pumuki.sdd.session.active "$1"
  [ "$2" = - ] || git config --local pumuki.sdd.session.change "$2"
  git config --local pumuki.sdd.session.updatedAt '2026-01-05T10:00:00.000Z'
  git config --local pumuki.sdd.session.expiresAt "$expiry"
  git config --local pumuki.sdd.session.ttlMinutes 45
}

recipe=$(awk -v name="[${1:?name of a recipe}]" '$0 == name {on = 1; next} /^\[/ {on = 0} on' "$here/tables/recipes.txt")
[ -n "$recipe" ] || { echo "repository.sh: no recipe $1" >&2; exit 64; }
eval "$recipe"
