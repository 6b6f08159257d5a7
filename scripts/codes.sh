#!/usr/bin/env bash
# Writes docs/codes.md from gate/core/codes.def; with --check only tells whether it is current.
set -euo pipefail
cd "$(dirname "$0")/.."
page() {
  cat <<'TEXT'
# Codes

Generated from `gate/core/codes.def` by `scripts/codes.sh`; do not edit. A code never changes its meaning.
The sentences beside it may.
TEXT
  awk '
    function heading(group) {
      if (group == "Gate") return "Gate: violations of a verdict"
      if (group == "Receipt") return "Gate: the receipt"
      if (group == "Sdd") return "SDD decisions"
      if (group == "Policy") return "Policy as code"
      if (group == "Degraded") return "Degraded mode"
      if (group == "Hook") return "Hooks and stage runners"
      if (group == "Engine") return "Servers and requests"
      if (group == "Error") return "Failures"
      return group
    }
    function cell(text) { gsub(/\\"/, "\"", text); gsub(/\|/, "\\|", text); return text }
    /^PUMUKI_CODE\(/ {
      match($0, /^PUMUKI_CODE\([A-Za-z0-9]+, "/)
      rest = substr($0, RLENGTH + 1)
      code = rest; sub(/".*/, "", code)
      rest = substr(rest, length(code) + 4)
      group = rest; sub(/,.*/, "", group)
      rest = substr(rest, length(group) + 4); sub(/"\)[^"]*$/, "", rest)
      split(rest, text, /", "/)
      if (!(group in rows)) order[++groups] = group
      rows[group] = rows[group] "| `" code "` | " cell(text[1]) " | " cell(text[2]) " |\n"
    }
    END {
      for (i = 1; i <= groups; i++)
        printf "\n## %s\n\n| Code | Meaning | What to do |\n|---|---|---|\n%s", heading(order[i]), rows[order[i]]
    }' gate/core/codes.def
}
if [ "${1:-}" = --check ]; then
  page | diff docs/codes.md - || { echo "docs/codes.md is not current: run scripts/codes.sh" >&2; exit 1; }
else
  page > docs/codes.md
fi
