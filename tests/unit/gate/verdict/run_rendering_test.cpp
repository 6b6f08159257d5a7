#include "gate/verdict/problem.h"
#include "gate/verdict/run_text.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace pumuki::verdict {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

evidence::Finding finding(std::string rule, std::string file, Severity severity) {
  evidence::Finding result;
  result.rule_id = std::move(rule);
  result.file = std::move(file);
  result.severity = severity;
  result.code = "CODE";
  result.message = "It is wrong.";
  result.lines = {7, 9};
  result.expected_fix = "Make it right.";
  result.fingerprint = "0123456789abcdef0123456789abcdef";
  return result;
}

/// Blocked by its only finding.
GateRun blocked_run() {
  GateRun run;
  run.outcome = "BLOCK";
  run.findings = {finding("a.rule", "src/a.cc", Severity::Error)};
  run.blocking = {0};
  run.verdict.repo_state.repo_root = "/r";
  run.verdict.violations = {{Code::EvidenceGateBlocked, true, "The evidence itself says BLOCKED."}};
  return run;
}

std::vector<std::string> rules(const std::vector<Problem>& problems) {
  std::vector<std::string> names;
  std::ranges::transform(problems, std::back_inserter(names), &Problem::rule);
  return names;
}

// --- problems

TEST(Run_Problems, one_cause_is_one_message) {
  EXPECT_THAT(rules(problems_of(blocked_run())), ElementsAre("a.rule"));
}

TEST(Run_Problems, blocked_evidence_without_a_finding_is_told) {
  GateRun run = blocked_run();
  run.findings.clear();
  run.blocking.clear();
  EXPECT_THAT(rules(problems_of(run)), ElementsAre("EVIDENCE_GATE_BLOCKED"));
}

TEST(Run_Problems, what_blocks_comes_first_and_old_debt_is_left_out) {
  GateRun run = blocked_run();
  run.findings.insert(run.findings.begin(), finding("warns", "b", Severity::Warn));
  run.findings.push_back(finding("old", "c", Severity::Critical));
  run.findings.back().blocking = false;
  run.blocking = {1};
  EXPECT_THAT(rules(problems_of(run)), ElementsAre("a.rule", "warns"));
  run.warn_on_or_above = Severity::Error;
  EXPECT_THAT(rules(problems_of(run)), ElementsAre("a.rule"));
}

TEST(Run_Problems, what_a_waiver_lets_pass_blocks_nothing) {
  GateRun run = blocked_run();
  run.allowed = true;
  const auto problems = problems_of(run);
  EXPECT_THAT(rules(problems), ElementsAre("a.rule"));
  EXPECT_FALSE(problems.front().blocks);
}

TEST(Run_Problems, violations_have_a_place_and_advice) {
  Verdict verdict;
  verdict.violations = {{Code::EvidencePrewriteWorktreeWarn, false, "Many."},
                        {Code::GitflowProtectedBranch, true, "It is main."}};
  const auto problems = problems_of(verdict);
  EXPECT_THAT(rules(problems),
              ElementsAre("GITFLOW_PROTECTED_BRANCH", "EVIDENCE_PREWRITE_WORKTREE_WARN"));
  EXPECT_EQ(problems[0].path, ".git/HEAD");
  EXPECT_THAT(problems[0].fix, Not(IsEmpty()));
}

// --- text

TEST(Run_Text, a_line_has_place_rule_severity_sentence_and_fix) {
  EXPECT_EQ(problem_line(problems_of(blocked_run()).front()),
            "src/a.cc:7  a.rule  ERROR  It is wrong.  → Make it right.\n");
}

TEST(Run_Text, a_name_cannot_steer_the_terminal) {
  GateRun run = blocked_run();
  run.findings[0].file = "a\x1b[31m\nb\xe9";
  const std::string line = problem_line(problems_of(run).front());
  EXPECT_THAT(line, StartsWith("a?[31m?b\xef\xbf\xbd:7  "));
}

TEST(Run_Text, twenty_lines_then_a_count) {
  const std::vector<Problem> problems(23, problems_of(blocked_run()).front());
  const std::string text = problem_lines(problems, "list them");
  EXPECT_EQ(std::ranges::count(text, '\n'), 21);
  EXPECT_THAT(text, HasSubstr("and 3 more: list them\n"));
  EXPECT_THAT(problem_lines({problems.begin(), problems.begin() + 20}, "list them"),
              Not(HasSubstr("more:")));
}

TEST(Run_Text, the_summary_has_no_blanks_in_its_values) {
  const std::string text = run_text(blocked_run(), "list them");
  EXPECT_THAT(text, StartsWith("BLOCKED PRE_COMMIT /r: 1 problem blocks\n"));
  EXPECT_THAT(text, HasSubstr("\n[pumuki][hook-gate] stage=PRE_COMMIT decision=BLOCKED "
                              "status=BLOCK blocking=1 warnings=0 "));
}

TEST(Run_Text, names_the_waiver_and_a_failed_write) {
  GateRun run = blocked_run();
  run.allowed = true;
  collect::Waiver waiver;
  waiver.id = "w1";
  waiver.owner = "ana";
  waiver.reason = "release";
  run.waiver = waiver;
  run.evidence.failed = true;
  run.evidence.reason = "read-only";
  const std::string text = run_text(run, "");
  EXPECT_THAT(text, HasSubstr("waived by w1 (ana): release\n"));
  EXPECT_THAT(text, HasSubstr("evidence not written: read-only\n"));
  EXPECT_THAT(text, HasSubstr("status=WAIVED"));
  run.waiver.reset();
  run.allowed = false;
  run.expired_waiver = "w0";
  EXPECT_THAT(run_text(run, ""), HasSubstr("the waiver w0 has expired\n"));
}

// --- GitHub

TEST(Run_Github, an_annotation_per_problem) {
  EXPECT_EQ(problems_github(problems_of(blocked_run())),
            "::error file=src/a.cc,line=7,title=a.rule::It is wrong.%0AMake it right.\n");
  GateRun run = blocked_run();
  run.allowed = true;
  EXPECT_THAT(problems_github(problems_of(run)), StartsWith("::warning "));
  EXPECT_THAT(problems_github({}), IsEmpty());
}

TEST(Run_Github, escapes_as_github_reads) {
  const Problem problem{.path = "a,b:c%\n",
                        .line = std::nullopt,
                        .rule = "r:1",
                        .severity = "INFO",
                        .blocks = false,
                        .message = "100%: a, b\r\n::error::x",
                        .fix = ""};
  EXPECT_EQ(problems_github({problem}),
            "::notice file=a%2Cb%3Ac%25%0A,title=r%3A1::100%25: a, b%0D%0A::error::x\n");
}

TEST(Run_Github, a_failure_is_an_error) {
  EXPECT_EQ(failure_github(fail(Code::BaseUnknown, "no base", "fetch").error()),
            "::error title=BASE_UNKNOWN::no base%0Afetch\n");
}

// --- JUnit

TEST(Run_Junit, a_case_per_problem) {
  const std::string xml = problems_junit(Stage::Ci, problems_of(blocked_run()));
  EXPECT_THAT(xml, StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                              "<testsuites tests=\"1\" failures=\"1\">\n"
                              "<testsuite name=\"pumuki CI\" tests=\"1\" failures=\"1\">\n"
                              "<testcase classname=\"a.rule\" name=\"src/a.cc:7\"><failure"));
}

TEST(Run_Junit, nothing_wrong_is_one_case_that_passed) {
  EXPECT_THAT(problems_junit(Stage::Ci, {}), HasSubstr("tests=\"1\" failures=\"0\""));
}

TEST(Run_Junit, escapes_markup_and_controls) {
  const Problem problem{.path = "<a&\"\x01\xe9>",
                        .line = std::nullopt,
                        .rule = "r",
                        .severity = "ERROR",
                        .blocks = true,
                        .message = "m",
                        .fix = "]]>"};
  const std::string xml = problems_junit(Stage::Ci, {problem});
  EXPECT_THAT(xml, HasSubstr("name=\"&lt;a&amp;&quot;?\xef\xbf\xbd&gt;\""));
  EXPECT_THAT(xml, HasSubstr(">]]&gt;</failure>"));
}

// --- SARIF and JSON

TEST(Run_Sarif, findings_have_fingerprints_and_encoded_places) {
  GateRun run = blocked_run();
  run.findings[0].file = "día/a b#?\xe9.cc";
  const std::string sarif = run_sarif(run, 1);
  EXPECT_THAT(sarif, HasSubstr(R"("uri":"d%C3%ADa/a%20b%23%3F%E9.cc")"));
  EXPECT_THAT(sarif, HasSubstr(R"("partialFingerprints":{"pumuki/v1":"0123456789abcdef)"));
  EXPECT_THAT(sarif, HasSubstr(R"("region":{"startLine":7,"endLine":9})"));
  EXPECT_THAT(sarif, HasSubstr(R"("path_b64":)"));
  EXPECT_THAT(sarif, Not(HasSubstr("suppressions")));
}

TEST(Run_Sarif, old_debt_and_waived_findings_are_suppressed) {
  GateRun run = blocked_run();
  run.findings[0].in_baseline = true;
  EXPECT_THAT(run_sarif(run, 0), HasSubstr(R"("suppressions":[{"kind":"external")"));
  run.findings[0].in_baseline = false;
  run.findings[0].waiver_id = "w1";
  EXPECT_THAT(run_sarif(run, 0), HasSubstr("waiver w1"));
}

TEST(Run_Json, says_what_became_of_the_evidence) {
  GateRun run = blocked_run();
  run.evidence.reason = "read-only";
  const std::string json = run_json(run, 1);
  EXPECT_THAT(json, StartsWith(R"({"exit_code":1,"stage":"PRE_COMMIT","status":"BLOCKED")"));
  EXPECT_THAT(json, HasSubstr(R"("evidence_written":false,"evidence_reason":"read-only")"));
  run.evidence.written = true;
  EXPECT_THAT(run_json(run, 1), HasSubstr(R"("evidence_written":true,"evidence_reason":null)"));
}

}  // namespace
}  // namespace pumuki::verdict
