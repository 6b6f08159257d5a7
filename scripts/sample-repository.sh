#!/usr/bin/env bash
# Makes a small sample repository in an empty or new folder: one commit on a feature branch and
# sealed evidence dated now, so that both servers have something to show.
#   scripts/sample-repository.sh FOLDER
# Needs git and coreutils.
set -euo pipefail
folder=${1:?folder of the sample repository}
mkdir -p "$folder"
cd "$folder"
[ -z "$(ls -A)" ] || { echo "sample-repository: $folder is not empty" >&2; exit 1; }
root=$(pwd -P)
branch=feature/login-form
identity=(-c user.name=Sample -c user.email=sample@example.invalid -c commit.gpgsign=false)

git init -q -b main .
printf '.ai_evidence.json\n.pumuki/\n' >> .git/info/exclude
mkdir -p apps/backend/src/orders apps/frontend/src/login
printf '# Sample\n\nA shop with two small applications.\n' > README.md
printf 'export const find = (id: string) => query("select * from orders where id = " + id);\n' \
  > apps/backend/src/orders/repository.ts
printf 'export const Login = () => <form>{/* fields */}</form>;\n' > apps/frontend/src/login/Login.tsx
git add -A
git "${identity[@]}" commit -q -m 'feat: shop'
git checkout -q -b "$branch"

json_text() { # the one thing a path may need escaped
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}
now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)
seen=$(date -u -d '3 days ago' +%Y-%m-%dT%H:%M:%S.000Z)
rules='["skills.backend.avoid-explicit-any","skills.backend.no-empty-catch","skills.frontend.avoid-explicit-any","skills.frontend.no-empty-catch"]'

# Compact and in canonical form already, so that the seal is the digest of exactly this text.
payload=$(tr -d '\n' <<JSON
{"version":"2.1","timestamp":"$now",
"snapshot":{"stage":"PRE_COMMIT","audit_mode":"gate","outcome":"WARN","files_scanned":3,"files_affected":2,
"rules_coverage":{"stage":"PRE_COMMIT","contract":"AUTO_RUNTIME_RULES_FOR_STAGE","active_rule_ids":$rules,
"evaluated_rule_ids":$rules,"matched_rule_ids":["skills.backend.avoid-explicit-any"],"unevaluated_rule_ids":[],
"counts":{"active":4,"evaluated":4,"matched":1,"unevaluated":0},"coverage_ratio":1},
"findings":[
{"ruleId":"backend.no-raw-sql","severity":"WARN","code":"BACKEND_NO_RAW_SQL","message":"The query is built from text.","file":"apps/backend/src/orders/repository.ts","lines":[1]},
{"ruleId":"skills.backend.avoid-explicit-any","severity":"WARN","code":"SKILLS_BACKEND_AVOID_EXPLICIT_ANY","message":"The row has no type.","file":"apps/backend/src/orders/repository.ts","lines":[1]},
{"ruleId":"frontend.label-missing","severity":"INFO","code":"FRONTEND_LABEL_MISSING","message":"The form has no labels.","file":"apps/frontend/src/login/Login.tsx","lines":[1]}],
"platforms":[]},
"ledger":[
{"ruleId":"backend.no-raw-sql","file":"apps/backend/src/orders/repository.ts","lines":[1],"firstSeen":"$seen","lastSeen":"$now"},
{"ruleId":"frontend.label-missing","file":"apps/frontend/src/login/Login.tsx","lines":[1],"firstSeen":"$now","lastSeen":"$now"}],
"platforms":{"backend":{"detected":true,"confidence":"HIGH"},"frontend":{"detected":true,"confidence":"MEDIUM"},"ios":{"detected":false,"confidence":"LOW"}},
"rulesets":[
{"platform":"backend","bundle":"backend@1.0.0","hash":"3f2a"},
{"platform":"skills","bundle":"backend-guidelines@1.0.0","hash":"9c1d"},
{"platform":"skills","bundle":"frontend-guidelines@1.0.0","hash":"77be"}],
"human_intent":null,
"ai_gate":{"status":"ALLOWED","violations":[],"human_intent":null},
"severity_metrics":{"gate_status":"ALLOWED","total_violations":3,"by_severity":{"CRITICAL":0,"ERROR":0,"WARN":2,"INFO":1},"by_enterprise_severity":{"CRITICAL":0,"HIGH":0,"MEDIUM":2,"LOW":1}},
"repo_state":{"repo_root":$(json_text "$root"),"git":{"available":true,"branch":"$branch","upstream":null,"ahead":0,"behind":0,"dirty":false,"staged":0,"unstaged":0}},
"consolidation":{"suppressed":[
{"ruleId":"heuristics.ts.explicit-any.ast","file":"apps/backend/src/orders/repository.ts","lines":[1],"replacedByRuleId":"skills.backend.avoid-explicit-any","replacementRuleId":"skills.backend.avoid-explicit-any","platform":"backend","reason":"semantic-family-precedence"}]}}
JSON
)
seal=$(printf '%s' "$payload" | sha256sum | cut -d' ' -f1)
printf '%s,"evidence_chain":{"algorithm":"sha256","previous_payload_hash":null,"payload_hash":"sha256:%s","sequence":1}}\n' \
  "${payload%\}}" "$seal" > .ai_evidence.json
echo "$root"
