#include "gate/core/files.h"
#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>

namespace pumuki::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class BaselineCommandTest : public CliTest {
 protected:
  /// Evidence whose findings have these places: file and fingerprint digit.
  void write_findings(const std::vector<std::pair<std::string, char>>& places) {
    std::string findings;
    for (const auto& [file, digit] : places) {
      findings +=
          (findings.empty() ? "" : ",") +
          std::string{R"({"ruleId":"r","severity":"ERROR","code":"C","message":"m","file":")"} +
          file + R"(","lines":[1],"fingerprint":")" + std::string(32, digit) + "\"}";
    }
    std::string text = R"({"version":"2.1","timestamp":")" + format_time(SystemClock{}.now()) +
                       R"(","snapshot":{"stage":"CI","outcome":"BLOCK","findings":[)" + findings +
                       R"(]},"ledger":[],"platforms":{},"rulesets":[],)"
                       R"("ai_gate":{"status":"BLOCKED"},"severity_metrics":{}})";
    repo_.write(".ai_evidence.json", evidence::seal_text(text).value_or(""));
  }
  [[nodiscard]] std::string baseline() {
    return read_file(repo_.root() + "/.pumuki/baseline.json").value_or("");
  }
};

TEST_F(BaselineCommandTest, write_takes_the_findings_and_keeps_the_old_ones) {
  write_findings({{"b.c", 'b'}, {"a.c", 'a'}});
  EXPECT_EQ(run({"baseline", "write"}).exit_code, 0);
  const std::string first = baseline();
  EXPECT_LT(first.find("a.c"), first.find("b.c"));
  write_findings({{"c.c", 'c'}});
  EXPECT_THAT(run({"baseline", "write", "--json"}).out, HasSubstr(R"("entries":3,"added":1)"));
  EXPECT_EQ(run({"baseline", "write"}).exit_code, 0);
  EXPECT_THAT(baseline(), HasSubstr("a.c"));
  EXPECT_THAT(run({"baseline", "show"}).out, HasSubstr("c.c  r  " + std::string(32, 'c')));
}

TEST_F(BaselineCommandTest, prune_keeps_the_debt_of_files_that_were_not_judged) {
  repo_.write("other.c", "x\n");
  write_findings({{"a.c", 'a'}, {"a.c", 'b'}, {"other.c", 'c'}, {"gone.c", 'd'}});
  EXPECT_EQ(run({"baseline", "write"}).exit_code, 0);
  write_findings({{"a.c", 'a'}});
  EXPECT_EQ(run({"baseline", "prune"}).exit_code, 0);
  EXPECT_THAT(baseline(), HasSubstr("other.c"));
  EXPECT_THAT(baseline(), HasSubstr(std::string(32, 'a')));
  EXPECT_THAT(baseline(), Not(HasSubstr(std::string(32, 'b'))));
  EXPECT_THAT(baseline(), Not(HasSubstr("gone.c")));
  EXPECT_EQ(run({"baseline", "prune", "--all"}).exit_code, 0);
  EXPECT_THAT(baseline(), Not(HasSubstr("other.c")));
}

TEST_F(BaselineCommandTest, refuses_evidence_that_is_not_valid) {
  repo_.write(".ai_evidence.json", "{}");
  EXPECT_EQ(run({"baseline", "write"}).exit_code, 2);
  EXPECT_EQ(baseline(), "");
}

TEST_F(BaselineCommandTest, refuses_a_broken_file) {
  repo_.write(".pumuki/baseline.json", "{\"version\":\"1\",\"findings\":[{}]}");
  for (const char* command : {"show", "write", "prune"}) {
    const Ran ran = run({"baseline", command});
    EXPECT_EQ(ran.exit_code, 2) << command;
    EXPECT_THAT(ran.err, HasSubstr(".pumuki/baseline.json: line 1")) << command;
  }
}

}  // namespace
}  // namespace pumuki::cli
