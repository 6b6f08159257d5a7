#include "gate/core/path_json.h"
#include "gate/evidence/canonical.h"
#include "gate/evidence/snapshot_platforms.h"
#include "gate/evidence/survivors.h"
#include "tests/unit/gate/evidence/evidence_samples.h"
#include "tests/unit/gate/evidence/writer_fixture.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>
#include <set>
#include <string>
#include <vector>

namespace pumuki::evidence {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

Json parsed(const Draft& draft, const std::string& previous = {}, TimeMs now = k_now) {
  return Json::parse(document_of(draft, previous, now));
}

Names names_of(const Json& object) {
  Names names;
  for (const auto& item : object.items()) {
    names.push_back(item.key());
  }
  return names;
}

/// Rule, file and lines of each finding or ledger entry.
Names keys_of(const Json& list) {
  Names keys;
  for (const Json& item : list) {
    keys.push_back(item.at("ruleId").get<std::string>() + " " + item.at("file").get<std::string>() +
                   (item.contains("lines") ? " " + item.at("lines").dump() : ""));
  }
  return keys;
}

TEST(Evidence_Writer, the_reader_calls_the_document_valid_and_tells_what_the_gate_asks) {
  const auto document = build_document(draft_of({finding("core.token", "a.txt", {3})}), {}, k_now);
  ASSERT_TRUE(document);
  const Summary summary = summary_of_text(document->text, "/repo");
  ASSERT_EQ(summary.kind, Kind::Valid) << summary.reason;
  EXPECT_EQ(summary.path, "/repo/.ai_evidence.json");
  EXPECT_EQ(summary.timestamp, "2026-03-14T09:26:53.589Z");
  EXPECT_EQ(summary.payload_hash, document->payload_hash);
  EXPECT_EQ(summary.facts.missing_member, std::nullopt);
  EXPECT_EQ(summary.facts.missing_at_pre_write, std::nullopt);
  EXPECT_EQ(summary.facts.ai_gate_status, "BLOCKED");
  EXPECT_EQ(summary.facts.severity_gate_status, "BLOCKED");
  EXPECT_EQ(summary.facts.snapshot_stage, "PRE_COMMIT");
  EXPECT_EQ(summary.facts.rules_coverage->coverage_ratio, 1);
  EXPECT_EQ(summary.facts.branch, "main");
}

TEST(Evidence_Writer, members_stand_in_the_order_of_the_contract) {
  Draft draft = draft_of({finding("skills.ts.no-console-log", "a.ts", {3}),
                          finding("heuristics.ts.console-log.ast", "a.ts", {3})});
  draft.sdd = SddRecord{.enforced = true, .allowed = true, .code = "ALLOWED", .message = "ok"};
  draft.reports = {{.path = "out.sarif",
                    .kind = "sarif",
                    .digest = "sha256:1",
                    .tool = "eslint",
                    .tool_version = "9",
                    .tree = {},
                    .age_seconds = 5,
                    .coverable_lines = 10,
                    .covered_lines = 7}};
  draft.truncated = true;
  const Json document = parsed(draft);
  EXPECT_EQ(names_of(document),
            (Names{"version", "timestamp", "operational_hints", "snapshot", "ledger", "platforms",
                   "rulesets", "human_intent", "ai_gate", "severity_metrics", "sdd_metrics",
                   "repo_state", "consolidation", "reports", "evidence_chain"}));
  EXPECT_EQ(document["sdd_metrics"]["stage"], "PRE_COMMIT");
  EXPECT_EQ(document["reports"][0]["tool"], "eslint");
  EXPECT_EQ(document["reports"][0]["covered_lines"], 7);
  EXPECT_EQ(document["snapshot"]["truncated"], true);
  EXPECT_EQ(document["operational_hints"]["requires_second_pass"], true);
  Finding full = finding("r", "f", {1});
  full.blocking = false;
  full.why = " why ";
  full.impact = "impact";
  full.expected_fix = "fix";
  full.fingerprint = "00ff";
  full.in_baseline = true;
  full.waiver_id = "w1";
  const Json one = parsed(draft_of({full}));
  EXPECT_EQ(
      names_of(one["snapshot"]["findings"][0]),
      (Names{"ruleId", "severity", "code", "message", "file", "lines", "matchedBy", "source",
             "blocking", "why", "impact", "expected_fix", "fingerprint", "in_baseline", "waiver"}));
  EXPECT_EQ(one["snapshot"]["findings"][0]["why"], "why");
  EXPECT_EQ(one["ai_gate"]["violations"][0]["level"], "ERROR");
}

TEST(Evidence_Writer, without_findings_optional_members_are_left_out) {
  const Json document = parsed(draft_of({}, "PASS"));
  EXPECT_FALSE(document.contains("consolidation"));
  EXPECT_FALSE(document.contains("sdd_metrics"));
  EXPECT_FALSE(document.contains("reports"));
  EXPECT_FALSE(document["snapshot"].contains("truncated"));
  EXPECT_EQ(document["ai_gate"]["status"], "ALLOWED");
  EXPECT_EQ(document["snapshot"]["platforms"].size(), 5U);
  EXPECT_EQ(document["operational_hints"]["second_pass_reason"], nullptr);
  EXPECT_EQ(document["evidence_chain"]["previous_payload_hash"], nullptr);
  EXPECT_EQ(document["evidence_chain"]["sequence"], 1);
}

TEST(Evidence_Writer, the_chain_goes_on_only_from_a_document_that_verifies) {
  const std::string first = document_of(draft_of({}));
  const Json second = parsed(draft_of({}), first);
  EXPECT_EQ(second["evidence_chain"]["previous_payload_hash"],
            Json::parse(first)["evidence_chain"]["payload_hash"]);
  EXPECT_EQ(second["evidence_chain"]["sequence"], 2);
  std::string edited = first;
  edited.replace(edited.find("PRE_COMMIT"), 10, "PRE_COMMIX");
  for (const std::string& damaged : {edited, first.substr(0, first.size() / 2), std::string{"x"}}) {
    const Json restarted = parsed(draft_of({}), damaged);
    EXPECT_EQ(restarted["evidence_chain"]["previous_payload_hash"], nullptr);
    EXPECT_EQ(restarted["evidence_chain"]["sequence"], 1);
  }
}

TEST(Evidence_Writer, the_largest_sequence_stays_an_exact_number) {
  const std::string huge = seal_text(k_sample, {}, 9'007'199'254'740'991).value();
  const Json next = parsed(draft_of({}), huge);
  EXPECT_EQ(next["evidence_chain"]["sequence"], 9'007'199'254'740'991);
}

TEST(Evidence_Writer, duplicates_leave_the_worse_and_sorting_is_by_text) {
  Finding other = finding("r", "b.ts", {9}, Severity::Warn);
  other.message = "another message";
  Finding second = finding("r", "b.ts", {10});
  second.message = "first in order";
  const Json document = parsed(
      draft_of({other, finding("r", "b.ts", {9}), finding("r", "b.ts", {10}), second,
                finding("r", "b.ts", {12, 11, 12}), finding("r", "B.ts"), finding("q", "", {1})}));
  const Json& findings = document["snapshot"]["findings"];
  EXPECT_EQ(keys_of(findings),
            (Names{"q unknown [1]", "r b.ts [10]", "r b.ts [11,12]", "r b.ts [9]", "r B.ts"}));
  EXPECT_EQ(findings[1]["message"], "a message");
  EXPECT_EQ(findings[3]["severity"], "ERROR");
  EXPECT_EQ(keys_of(document["ledger"]), keys_of(findings));
  EXPECT_EQ(keys_of(document["ai_gate"]["violations"]), keys_of(findings));
  EXPECT_EQ(document["severity_metrics"]["total_violations"], 5);
  EXPECT_EQ(document["snapshot"]["files_affected"], 3);
}

TEST(Evidence_Writer, a_finding_that_counts_is_never_hidden_by_an_exception) {
  Finding old_debt = finding("project.console-log", "a.ts", {3}, Severity::Critical);
  old_debt.blocking = false;
  old_debt.in_baseline = true;
  const Json document =
      parsed(draft_of({old_debt, finding("heuristics.console-log", "a.ts", {3})}));
  ASSERT_EQ(document["snapshot"]["findings"].size(), 1U);
  EXPECT_EQ(document["snapshot"]["findings"][0]["ruleId"], "heuristics.console-log");
  EXPECT_EQ(document["operational_hints"]["rule_execution_breakdown"]["matched_blocking_count"], 1);
  const Json only = parsed(draft_of({old_debt}, "PASS"));
  EXPECT_EQ(only["operational_hints"]["rule_execution_breakdown"]["matched_blocking_count"], 0);
}

TEST(Evidence_Writer, equivalents_give_way_by_severity_origin_and_id) {
  const auto winner = [](const std::string& left, const std::string& right) {
    const Json document =
        parsed(draft_of({finding(left, "a.ts", {3}), finding(right, "a.ts", {3, 8})}));
    EXPECT_EQ(document["snapshot"]["findings"].size(), 1U) << left << " " << right;
    const Json suppressed = document["consolidation"]["suppressed"];
    EXPECT_EQ(suppressed.size(), 1U);
    EXPECT_EQ(suppressed[0]["replacedByRuleId"], document["snapshot"]["findings"][0]["ruleId"]);
    EXPECT_EQ(suppressed[0]["replacementRuleId"], suppressed[0]["replacedByRuleId"]);
    EXPECT_EQ(suppressed[0]["platform"], "generic");
    EXPECT_EQ(suppressed[0]["reason"], "semantic-family-precedence");
    return document["snapshot"]["findings"][0]["ruleId"].get<std::string>();
  };
  EXPECT_EQ(winner("skills.no-console-log", "project.console-log"), "project.console-log");
  EXPECT_EQ(winner("heuristics.ts.empty-catch.ast", "skills.no_empty_catch"),
            "skills.no_empty_catch");
  EXPECT_EQ(winner("a.force.unwrap", "b.forceUnwrap"), "a.force.unwrap");
  EXPECT_EQ(winner("skills.x.y", "x.y"), "x.y");
  const Json apart =
      parsed(draft_of({finding("a.console-log", "a.ts", {3}), finding("b.console-log", "a.ts", {4}),
                       finding("c.console-logger", "a.ts", {3})}));
  EXPECT_EQ(apart["snapshot"]["findings"].size(), 3U);
}

TEST(Evidence_Writer, first_seen_follows_the_fingerprint_when_lines_shift) {
  Finding one = finding("r", "a.ts", {3});
  one.fingerprint = "11";
  const std::string before = document_of(draft_of({one}), {}, k_now - k_day);
  one.lines = {43};
  Finding two = finding("r", "a.ts", {3});
  two.fingerprint = "22";
  const Json ledger = parsed(draft_of({one, two}), before)["ledger"];
  ASSERT_EQ(ledger.size(), 2U);
  EXPECT_EQ(ledger[0]["fingerprint"], "22");
  EXPECT_EQ(ledger[0]["firstSeen"], "2026-03-14T09:26:53.589Z");
  EXPECT_EQ(ledger[1]["firstSeen"], "2026-03-13T09:26:53.589Z");
  EXPECT_EQ(ledger[1]["lastSeen"], "2026-03-14T09:26:53.589Z");
}

TEST(Evidence_Writer, first_seen_follows_the_key_of_ledgers_without_fingerprints) {
  const std::string before = document_of(draft_of({finding("r", "a.ts", {3})}), {}, k_now - k_day);
  Finding same = finding("r", "a.ts", {3});
  same.fingerprint = "11";
  const Json ledger = parsed(draft_of({same, finding("r", "a.ts", {4})}), before)["ledger"];
  EXPECT_EQ(ledger[0]["firstSeen"], "2026-03-13T09:26:53.589Z");
  EXPECT_EQ(ledger[1]["firstSeen"], "2026-03-14T09:26:53.589Z");
}

TEST(Evidence_Writer, what_went_and_came_back_starts_anew) {
  const std::string first = document_of(draft_of({finding("r", "a", {1})}), {}, k_now - 2 * k_day);
  const std::string without = document_of(draft_of({}), first, k_now - k_day);
  const Json ledger = parsed(draft_of({finding("r", "a", {1})}), without)["ledger"];
  EXPECT_EQ(ledger[0]["firstSeen"], "2026-03-14T09:26:53.589Z");
}

TEST(Evidence_Writer, names_never_lose_a_byte) {
  const std::string latin = "caf\xE9.ts";
  const std::string other = "caf\xE8.ts";
  const Draft draft = draft_of(
      {finding("r", latin), finding("r", other), finding("r", "a\\b"), finding("r", "a/b")});
  const std::string text = document_of(draft, {}, k_now - k_day);
  const Json findings = Json::parse(text)["snapshot"]["findings"];
  ASSERT_EQ(findings.size(), 4U);
  std::set<std::string> bytes;
  for (const Json& one : findings) {
    bytes.insert(one.value("file_b64", "plain " + one["file"].get<std::string>()));
  }
  EXPECT_EQ(bytes,
            (std::set<std::string>{base64(latin), base64(other), base64("a\\b"), "plain a/b"}));
  const Json again = parsed(draft, text);
  for (const Json& entry : again["ledger"]) {
    EXPECT_EQ(entry["firstSeen"], "2026-03-13T09:26:53.589Z");
  }
}

TEST(Evidence_Writer, paths_inside_the_repository_become_relative) {
  const Json document = parsed(draft_of(
      {finding("r", "/repo/src/a.ts"), finding("r", "./b.ts"), finding("r", "/repository/c.ts")}));
  EXPECT_EQ(keys_of(document["snapshot"]["findings"]),
            (Names{"r /repository/c.ts", "r b.ts", "r src/a.ts"}));
}

TEST(Evidence_Writer, human_intent_is_carried_over_and_counted) {
  std::string before{k_sample};
  const std::string intent =
      R"({"primary_goal":" ship ","secondary_goals":["a"," a ","","b"],"non_goals":[],)"
      R"("constraints":null,"confidence_level":"sure","set_by":" ","set_at":"2026-03-01",)"
      R"("expires_at":"2026-04-01T00:00:00Z","preserved_at":"2026-03-02T00:00:00Z",)"
      R"("preservation_count":2.9,"_hint":"h"})";
  before.replace(before.find("\"human_intent\":null"), 19, "\"human_intent\":" + intent);
  const Json document = parsed(draft_of({}), sealed(before));
  EXPECT_EQ(document["human_intent"],
            Json::parse(R"({"primary_goal":"ship","secondary_goals":["a","b"],"non_goals":[],)"
                        R"("constraints":[],"confidence_level":"unset","set_by":null,)"
                        R"("set_at":"2026-03-01T00:00:00.000Z",)"
                        R"("expires_at":"2026-04-01T00:00:00.000Z",)"
                        R"("preserved_at":"2026-03-14T09:26:53.589Z","preservation_count":3,)"
                        R"("_hint":"h"})"));
  EXPECT_EQ(document["ai_gate"]["human_intent"], document["human_intent"]);
  EXPECT_EQ(parsed(draft_of({}), sealed(before), k_now + 30 * k_day)["human_intent"], nullptr);
  std::string unkept = before;
  unkept.replace(unkept.find("\"preserved_at\""), 14, "\"preserved_ab\"");
  EXPECT_EQ(parsed(draft_of({}), sealed(unkept))["human_intent"], nullptr);
}

TEST(Evidence_Writer, coverage_lists_are_tidy_and_counted) {
  Draft draft = draft_of({}, "PASS");
  draft.coverage = {.active_rule_ids = {"b", " a ", "", "b", "c"},
                    .evaluated_rule_ids = {"a", "b"},
                    .matched_rule_ids = {"b"},
                    .unevaluated_rule_ids = {"c"},
                    .unsupported_auto_rule_ids = {"u"}};
  const Json snapshot = parsed(draft)["snapshot"];
  const Json& coverage = snapshot["rules_coverage"];
  EXPECT_EQ(coverage["active_rule_ids"], (Json{"a", "b", "c"}));
  EXPECT_EQ(coverage["coverage_ratio"], 0.666667);
  EXPECT_EQ(coverage["counts"]["unevaluated"], 1);
  EXPECT_EQ(coverage["counts"]["unsupported_auto"], 1);
  EXPECT_EQ(snapshot["evaluation_metrics"]["unmatched_rule_ids"], (Json{"a"}));
}

TEST(Evidence_Writer, platforms_of_findings_and_of_rules) {
  EXPECT_EQ(snapshot_platform("x/iOS/a.txt", "r"), SnapshotPlatform::Ios);
  EXPECT_EQ(snapshot_platform("a.kts", "r"), SnapshotPlatform::Android);
  EXPECT_EQ(snapshot_platform("apps/backend/a.tsx", "r"), SnapshotPlatform::Backend);
  EXPECT_EQ(snapshot_platform("src\\web\\a.ts", "r"), SnapshotPlatform::Frontend);
  EXPECT_EQ(snapshot_platform("a.ts", "heuristics.ts.inner-html.ast"), SnapshotPlatform::Frontend);
  EXPECT_EQ(snapshot_platform("a.ts", "heuristics.ts.other"), SnapshotPlatform::Backend);
  EXPECT_EQ(snapshot_platform("a.ts", "x.frontend.y"), SnapshotPlatform::Frontend);
  EXPECT_EQ(snapshot_platform("a.ts", "x.ios.y"), SnapshotPlatform::Other);
  Draft draft = draft_of({}, "PASS");
  draft.coverage.active_rule_ids.emplace_back("skills.ios.a");
  draft.rulesets.push_back({.platform = "backend", .bundle = "b@1", .hash = "h"});
  draft.rulesets.push_back({.platform = "backend", .bundle = "b@1", .hash = "other"});
  const Json document = parsed(draft);
  EXPECT_EQ(names_of(document["platforms"]), (Names{"backend", "ios"}));
  ASSERT_EQ(document["rulesets"].size(), 2U);
  EXPECT_EQ(document["rulesets"][0]["hash"], "h");
}

TEST(Evidence_Writer, summary_lines_name_what_blocks) {
  Finding fault = finding("r", "a.ts", {1});
  fault.message = std::string(200, 'x');
  const Json lines = parsed(draft_of({fault}))["operational_hints"]["human_summary_lines"];
  EXPECT_EQ(lines[0], "PRE_COMMIT BLOCK: 1 finding in 1 file");
  EXPECT_EQ(lines[1], "CODE: " + std::string(133, 'x') + "…");
  EXPECT_EQ(lines.size(), 3U);
  fault.severity = Severity::Warn;
  EXPECT_EQ(parsed(draft_of({fault}, "WARN"))["operational_hints"]["human_summary_lines"][1],
            "CODE: " + std::string(113, 'x') + "…");
}

TEST(Evidence_Writer, refuses_a_repo_state_that_is_no_object) {
  Draft draft = draft_of({});
  for (const char* wrong : {"[]", "{", "1"}) {
    draft.repo_state_json = wrong;
    const auto document = build_document(draft, {}, k_now);
    ASSERT_FALSE(document) << wrong;
    EXPECT_EQ(document.error().code, Code::WrongShape);
  }
  draft.repo_state_json.clear();
  EXPECT_FALSE(parsed(draft).contains("repo_state"));
}

/// Texts that are awkward in JSON, paths and sorting.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> k_pieces{"a",  "B",  "é",    "\xE9", "\"",          "\\",
                                                 "\n", "/",  " ",    ".",    "-",           "9",
                                                 "10", "🚀", "\x01", "10",   "\xED\xA0\x80"};
  std::string text = "t";
  for (auto length = random() % 6; length > 0; --length) {
    text += k_pieces[random() % k_pieces.size()];
  }
  return text;
}

Draft random_draft(std::mt19937& random) {
  static constexpr std::array k_severities{Severity::Info, Severity::Warn, Severity::Error,
                                           Severity::Critical};
  std::vector<Finding> findings;
  for (auto count = random() % 40; count > 0; --count) {
    Finding one = finding(random() % 2 == 0 ? "r." + random_text(random) : "skills.console-log",
                          random_text(random), {}, k_severities.at(random() % 4));
    for (auto lines = random() % 3; lines > 0; --lines) {
      one.lines.push_back(static_cast<std::int64_t>(random() % 12));
    }
    one.message = random_text(random);
    if (random() % 2 == 0) {
      one.fingerprint = std::to_string(random() % 20);
    }
    if (random() % 4 == 0) {
      one.blocking = random() % 2 == 0;
    }
    findings.push_back(std::move(one));
  }
  return draft_of(std::move(findings));
}

/// Without what may differ between two runs.
Json timeless(Json document) {
  document.erase("evidence_chain");
  document.erase("timestamp");
  for (Json& entry : document["ledger"]) {
    entry.erase("lastSeen");
  }
  return document;
}

TEST(Evidence_Writer, random_drafts_make_valid_documents_that_depend_on_nothing_but_the_draft) {
  std::mt19937 random{7};
  std::string previous;
  for (int turn = 0; turn < 400; ++turn) {
    Draft draft = random_draft(random);
    const std::string text = document_of(draft, previous, k_now + turn);
    const Summary summary = summary_of_text(text, "/repo");
    ASSERT_EQ(summary.kind, Kind::Valid) << turn << ": " << summary.reason;
    ASSERT_EQ(pretty_json(seal_text(text,
                                    previous.empty()
                                        ? ""
                                        : Json::parse(previous)["evidence_chain"]["payload_hash"]
                                              .get<std::string>(),
                                    static_cast<std::uint64_t>(turn) + 1)
                              .value()),
              text);
    std::ranges::shuffle(draft.findings, random);
    const Json document = Json::parse(text);
    if (std::ranges::all_of(draft.findings,
                            [](const Finding& one) { return one.fingerprint.empty(); })) {
      EXPECT_EQ(timeless(document).dump(), timeless(parsed(draft, previous, k_now + turn)).dump());
    }
    const auto keys = keys_of(document["snapshot"]["findings"]);
    EXPECT_EQ(keys_of(document["ledger"]), keys);
    previous = text;
  }
}

TEST(Evidence_Writer, two_runs_differ_only_in_times_and_chain) {
  std::mt19937 random{11};
  for (int turn = 0; turn < 50; ++turn) {
    const Draft draft = random_draft(random);
    const std::string first = document_of(draft);
    EXPECT_EQ(timeless(Json::parse(first)), timeless(parsed(draft, first, k_now + k_day)));
  }
}

}  // namespace
}  // namespace pumuki::evidence
