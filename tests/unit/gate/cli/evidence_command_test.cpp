#include "gate/evidence/writer.h"
#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace pumuki::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class EvidenceValidate : public CliTest {
 protected:
  Ran validate(const std::string& text) {
    repo_.write("e.json", text);
    return run({"evidence", "validate", "e.json", "--json"});
  }
  static std::string sealed(const std::string& document) {
    return evidence::seal_text(document).value_or("");
  }
};

TEST_F(EvidenceValidate, accepts_a_sealed_document) {
  const Ran ran = validate(evidence_text("/r", "b"));
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr(R"("valid":true,"kind":"valid","fault":"none")"));
  EXPECT_THAT(ran.out, HasSubstr(R"("schema":{"checked":true)"));
  EXPECT_THAT(run({"evidence", "validate", "e.json"}).out, StartsWith("valid "));
}

TEST_F(EvidenceValidate, names_the_place_of_a_syntax_fault) {
  const Ran ran = validate(R"({"version": "2.1", oops})");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr(R"("fault":"schema")"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr(R"("offset":null)")));
}

TEST_F(EvidenceValidate, tells_the_three_faults_of_the_chain_apart) {
  EXPECT_THAT(validate(R"({"version":"2.1"})").out, HasSubstr(R"("fault":"chain-missing")"));
  EXPECT_THAT(validate(R"({"version":"2.1","evidence_chain":{}})").out,
              HasSubstr(R"("fault":"chain-malformed")"));
  std::string tampered = evidence_text("/r", "b");
  tampered.replace(tampered.find("ALLOWED"), 7, "BLOCKED");
  EXPECT_THAT(validate(tampered).out, HasSubstr(R"("fault":"chain-mismatch")"));
}

TEST_F(EvidenceValidate, shows_where_the_shape_is_wrong) {
  std::string document = evidence_text("/r", "b");
  document.replace(document.find(R"("rulesets":[])"), 13, R"("rulesets":[7])");
  const Ran ran = validate(sealed(document));
  EXPECT_EQ(ran.exit_code, 1) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr(R"("fault":"schema")"));
  EXPECT_THAT(ran.out, HasSubstr(R"("pointer":"/rulesets/0")"));
}

TEST_F(EvidenceValidate, names_a_member_that_the_gate_needs) {
  std::string document = evidence_text("/r", "b");
  document.replace(document.find(R"("ai_gate")"), 9, R"("other")");
  const Ran ran = validate(sealed(document));
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr(R"("missing_members":["ai_gate.status"])"));
}

TEST_F(EvidenceValidate, reports_a_file_that_is_not_there) {
  const Ran ran = run({"evidence", "validate", "nothing.json", "--json"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr(R"("kind":"missing")"));
}

TEST_F(EvidenceValidate, survives_deep_nesting) {
  const Ran ran = validate(std::string(100'000, '[') + std::string(100'000, ']'));
  EXPECT_EQ(ran.exit_code, 1);
}

class EvidenceShow : public CliTest {
 protected:
  void write(std::size_t findings) {
    evidence::Draft draft{.stage = "CI",
                          .outcome = "BLOCK",
                          .findings = {},
                          .coverage = {},
                          .rulesets = {},
                          .reports = {},
                          .sdd = {},
                          .repo_state_json = {}};
    for (std::size_t i = 0; i < findings; ++i) {
      evidence::Finding one;
      one.rule_id = "core.token";
      one.message = "a \x1b[31mtoken";
      one.file = "a.txt";
      one.lines = {static_cast<std::int64_t>(i) + 1};
      draft.findings.push_back(std::move(one));
    }
    ASSERT_FALSE(evidence::write_evidence(repo_.root(), draft, SystemClock{}).value().fault);
  }
};

TEST_F(EvidenceShow, prints_the_document_as_the_servers_serve_it) {
  write(1);
  const Ran ran = run({"evidence", "show", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, StartsWith(R"({"version":"2.1","timestamp":")"));
  EXPECT_EQ(evidence::payload_hash(ran.out).value(),
            evidence::read_summary(repo_.root()).payload_hash);
}

TEST_F(EvidenceShow, lists_twenty_findings_and_counts_the_rest) {
  write(23);
  const Ran ran = run({"evidence", "show"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, StartsWith("CI BLOCK  gate BLOCKED  "));
  EXPECT_THAT(ran.out, HasSubstr("23 findings  WARN 23\na.txt:1  core.token  WARN  "));
  EXPECT_THAT(ran.out, HasSubstr("and 3 more: pumuki evidence show --json\n"));
  EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
}

TEST_F(EvidenceShow, says_why_there_is_nothing_to_show) {
  repo_.remove(".ai_evidence.json");
  const Ran missing = run({"evidence", "show", "--json"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, HasSubstr(R"("exists":false)"));
  repo_.write(".ai_evidence.json", "{");
  const Ran broken = run({"evidence", "show"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.out, HasSubstr("not JSON"));
}

}  // namespace
}  // namespace pumuki::cli
