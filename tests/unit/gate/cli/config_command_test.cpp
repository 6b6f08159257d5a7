#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>

namespace pumuki::cli {
namespace {

using testing::HasSubstr;

class ConfigCommandTest : public CliTest {
 protected:
  void write_config(const std::string& text) { repo_.write(".pumuki/gate.json", text); }
};

TEST_F(ConfigCommandTest, absent_and_valid_files_are_fine) {
  EXPECT_EQ(run({"config", "check"}).exit_code, 0);
  write_config(R"({"sdd":"off"})");
  const Ran ran = run({"config", "check"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, ".pumuki/gate.json: valid\n");
}

TEST_F(ConfigCommandTest, broken_file_is_named_with_its_place) {
  write_config("{\n  \"tresholds\": {}\n}");
  for (const char* command : {"check", "show"}) {
    const Ran ran = run({"config", command});
    EXPECT_EQ(ran.exit_code, 2) << command;
    EXPECT_THAT(ran.err, HasSubstr(".pumuki/gate.json: line 2")) << command;
  }
}

TEST_F(ConfigCommandTest, broken_file_stops_the_gate) {
  EXPECT_EQ(run({"gate"}).exit_code, 0);
  write_config("{");
  const Ran ran = run({"gate", "--json"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.out, HasSubstr(".pumuki/gate.json"));
}

TEST_F(ConfigCommandTest, gate_says_that_the_policy_is_of_the_file) {
  EXPECT_THAT(run({"gate", "--json"}).out, HasSubstr(R"("trace":{"source":"default")"));
  write_config(R"({"thresholds":{"PRE_COMMIT":{"block":"ERROR","warn":"WARN"}}})");
  const Ran ran = run({"gate", "--json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out,
              HasSubstr(R"("block_on_or_above":"ERROR","warn_on_or_above":"WARN","trace":{"source")"
                        R"(:"gate.json")"));
}

TEST_F(ConfigCommandTest, option_wins_over_the_file) {
  write_config(R"({"protected_branches":["feature/x"]})");
  EXPECT_EQ(run({"gate"}).exit_code, 1);
  EXPECT_EQ(run({"gate", "--protected-branches", "main"}).exit_code, 0);
}

TEST_F(ConfigCommandTest, values_say_where_they_come_from) {
  write_config(R"({"thresholds":{"CI":{"block":"ERROR"}},"max_findings":9,"sdd":"strict"})");
  set("PUMUKI_EXPERIMENTAL_SDD", "off");
  const Ran ran = run({"config", "show", "--json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr(R"("max_findings":{"value":9,"source":"file"})"));
  EXPECT_THAT(ran.out, HasSubstr(R"("sdd":{"value":"off","source":"environment"})"));
  EXPECT_THAT(ran.out, HasSubstr(R"("thresholds.CI":{"value":{"block":"ERROR","warn":"ERROR"},)"
                                 R"("source":"file"})"));
  EXPECT_THAT(ran.out, HasSubstr(R"("thresholds.PRE_PUSH":{"value":{"block":"INFO","warn":"INFO"},)"
                                 R"("source":"default"})"));
  EXPECT_THAT(ran.out, HasSubstr(R"("max_age_seconds.CI":{"value":7200,"source":"default"})"));
}

}  // namespace
}  // namespace pumuki::cli
