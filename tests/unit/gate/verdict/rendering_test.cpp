#include "gate/policy/documentation_slice.h"
#include "gate/verdict/consistency.h"
#include "gate/verdict/remediation.h"
#include "gate/verdict/sarif.h"
#include "gate/verdict/verdict_json.h"
#include "gate/verdict/verdict_text.h"
#include "tests/unit/gate/verdict/fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace pumuki::verdict {
namespace {

using testing::HasSubstr;
using testing::Not;

using Rendering = VerdictTest;

std::string json_of(void (*write)(JsonWriter&, const EvidenceView&), const EvidenceView& view) {
  JsonWriter json;
  write(json, view);
  return json.take();
}

TEST_F(Rendering, gives_the_result_object_in_its_order) {
  const std::string json = verdict_json(evaluate_at(Stage::PreWrite));
  std::size_t last = 0;
  for (const char* name :
       {"\"stage\":\"PRE_WRITE\"", "\"status\":\"ALLOWED\"", "\"allowed\":true",
        "\"policy\":{\"stage\":\"PRE_WRITE\",\"resolved_stage\":\"PRE_COMMIT\"", "\"evidence\":",
        "\"mcp_receipt\":", "\"skills_contract\":", "\"repo_state\":", "\"violations\":[]}"}) {
    const auto at = json.find(name, last);
    ASSERT_NE(at, std::string::npos) << name << " in " << json;
    last = at;
  }
}

TEST_F(Rendering, writes_absent_values_as_null_and_leaves_out_an_absent_timestamp) {
  EvidenceView view;
  view.max_age_seconds = 900;
  view.path = "/e";
  EXPECT_EQ(json_of(write_evidence, view),
            R"({"kind":"missing","max_age_seconds":900,"age_seconds":null,"source":{"source":)"
            R"("local-file","path":"/e","digest":null,"generated_at":null}})");
  view.omit_generated_at = true;
  EXPECT_THAT(json_of(write_evidence, view), Not(HasSubstr("generated_at")));
}

TEST_F(Rendering, shows_degraded_mode_in_the_trace) {
  set("PUMUKI_DEGRADED_MODE", "1");
  set("PUMUKI_DEGRADED_ACTION", "block");
  JsonWriter json;
  write_policy(json, evaluate_at(Stage::Ci).policy);
  EXPECT_THAT(json.text(),
              HasSubstr(R"("degraded":{"enabled":true,"action":"block","reason":"degraded-mode",)"
                        R"("source":"env","code":"DEGRADED_MODE_BLOCKED"}})"));
}

TEST_F(Rendering, writes_a_skills_requirement_in_full) {
  evidence_.facts.platforms.push_back({.name = "ios", .detected = true});
  JsonWriter json;
  write_skills_contract(json, evaluate_at(Stage::Ci).skills_contract);
  EXPECT_THAT(
      json.text(),
      HasSubstr(
          R"("status":"FAIL","detected_platforms":["ios"],"requirements":[{"platform":"ios",)"
          R"("required_rule_prefix":"skills.ios.","required_bundles":["ios-guidelines",)"
          R"("ios-concurrency-guidelines","ios-swiftui-expert-guidelines"],)"
          R"("required_critical_rule_ids":["skills.ios.critical-test-quality"],)"
          R"("required_any_transversal_critical_rule_ids":[],"active_prefix_covered":false)"));
}

TEST_F(Rendering, tells_people_verdict_violations_and_one_advice_per_code) {
  set_age(1'000'000);
  const std::string text = verdict_text(evaluate_at(Stage::PreCommit));
  EXPECT_THAT(text, testing::StartsWith("BLOCKED PRE_COMMIT " + temp_.path() + " (feature/x)\n"));
  EXPECT_THAT(text, HasSubstr("\nEVIDENCE_STALE ERROR: "));
  EXPECT_THAT(text, HasSubstr("\nadvice EVIDENCE_STALE: "));
}

TEST_F(Rendering, keeps_control_characters_off_the_terminal) {
  EXPECT_EQ(printable("a\x1b[31m\nb\x7f\xff"), "a?[31m?b?\xEF\xBF\xBD");
  evidence_.facts.repo_root = "/x\x1b]0;title\x07";
  EXPECT_THAT(verdict_text(evaluate_at(Stage::PreWrite)), Not(HasSubstr("\x1b")));
}

TEST_F(Rendering, gives_sarif_with_one_result_per_violation) {
  set_age(1'000'000);
  options_.protected_branches = std::vector<std::string>{"feature/x"};
  const std::string sarif = verdict_sarif(evaluate_at(Stage::PreCommit), 1);
  EXPECT_THAT(sarif, HasSubstr(R"("version":"2.1.0")"));
  EXPECT_THAT(sarif, HasSubstr(R"("driver":{"name":"pumuki")"));
  EXPECT_THAT(sarif, HasSubstr(R"("executionSuccessful":true,"exitCode":1)"));
  EXPECT_THAT(sarif, HasSubstr(R"("ruleId":"EVIDENCE_STALE","level":"error")"));
  EXPECT_THAT(sarif, HasSubstr(R"({"uri":".ai_evidence.json"},"region":{"startLine":1})"));
  EXPECT_THAT(sarif, HasSubstr(R"({"uri":".git/HEAD"})"));
  EXPECT_THAT(sarif, HasSubstr(R"("properties":{"stage":"PRE_COMMIT"})"));
}

TEST_F(Rendering, gives_sarif_of_a_run_that_could_not_evaluate) {
  const std::string sarif = failure_sarif(fail(Code::GitFailed, "no git").error(), 2);
  EXPECT_THAT(sarif, HasSubstr(R"("executionSuccessful":false,"exitCode":2)"));
  EXPECT_THAT(sarif, HasSubstr(R"("text":"no git")"));
  EXPECT_THAT(sarif, HasSubstr(R"("results":[])"));
}

TEST_F(Rendering, compares_with_the_hook_unless_evidence_blocks_a_later_stage) {
  set_age(1'000'000);
  EXPECT_TRUE(is_comparable_with_hook(evaluate_at(Stage::PreWrite)));
  EXPECT_FALSE(is_comparable_with_hook(evaluate_at(Stage::PreCommit)));
  set_age(0);
  EXPECT_TRUE(is_comparable_with_hook(evaluate_at(Stage::PreCommit)));
  options_.protected_branches = std::vector<std::string>{"feature/x"};
  EXPECT_TRUE(is_comparable_with_hook(evaluate_at(Stage::PreCommit)));
  add_pending(12);
  EXPECT_FALSE(is_comparable_with_hook(evaluate_at(Stage::PreCommit)))
      << "a warning about the evidence beside another blocking code";
}

TEST(Explanation, covers_every_code) {
  std::set<std::string> texts;
  for (const char* code :
       {"EVIDENCE_STALE", "MCP_ENTERPRISE_RECEIPT_STALE", "SDD_SESSION_MISSING"}) {
    texts.insert(explanation_text(*code_from_text(code)));
  }
  EXPECT_EQ(texts.size(), 3U);
  EXPECT_THAT(explanation_text(Code::EvidenceStale),
              HasSubstr("stages: PRE_WRITE, PRE_COMMIT, PRE_PUSH, CI\n"));
  EXPECT_THAT(explanation_text(Code::EvidenceTimestampFuture), HasSubstr("stages: PRE_WRITE\n"));
  EXPECT_THAT(explanation_text(Code::OpenspecMissing), HasSubstr("not raised by the gate"));
  EXPECT_THAT(explanation_json(Code::ReceiptStale), HasSubstr(R"("stages":["PRE_WRITE"])"));
}

TEST(Remediation, differs_between_tools) {
  EXPECT_TRUE(has_auto_fix(Code::EvidenceChainInvalid));
  EXPECT_FALSE(has_hint(Code::EvidenceChainInvalid));
  EXPECT_FALSE(has_auto_fix(Code::EvidenceGateBlocked));
  EXPECT_TRUE(has_hint(Code::EvidenceGateBlocked));
  EXPECT_FALSE(has_auto_fix(Code::ReceiptStale));
  EXPECT_FALSE(has_hint(Code::ReceiptStale));
  EXPECT_TRUE(has_auto_fix(Code::ManifestMutationDetected));
}

struct PathCase {
  std::string path;
  bool documentation;
};

class DocumentationPaths : public testing::TestWithParam<PathCase> {};

TEST_P(DocumentationPaths, are_recognised) {
  EXPECT_EQ(policy::is_documentation_path(GetParam().path), GetParam().documentation);
}

INSTANTIATE_TEST_SUITE_P(
    All, DocumentationPaths,
    testing::Values(PathCase{"docs/a.css", true}, PathCase{"Docs/a/b.HTML", true},
                    PathCase{"docs/a.json", true}, PathCase{"docs/a.txt", true},
                    PathCase{"docs/a.mdx", true}, PathCase{"docs/a.ts", false},
                    PathCase{"docs/a.png", false}, PathCase{"src/docs/a.txt", false},
                    PathCase{"src/README.md", true}, PathCase{"a.MDX", true},
                    PathCase{"package.json", true}, PathCase{"package-lock.json", true},
                    PathCase{"sub/package.json", false}, PathCase{"a.txt", false}));

TEST(DocumentationSlice, is_never_a_clean_tree) {
  EXPECT_FALSE(policy::is_documentation_slice({}));
  EXPECT_TRUE(policy::is_documentation_slice({"README.md"}));
  EXPECT_FALSE(policy::is_documentation_slice({"README.md", "a.kt"}));
}

}  // namespace
}  // namespace pumuki::verdict
