#include "gate/policy/gate_config.h"

#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace pumuki::policy {
namespace {

using testing::HasSubstr;

GateConfig parsed(std::string_view text) {
  auto config = parse_gate_config(text);
  EXPECT_TRUE(config) << (config ? "" : describe(config.error()));
  return config.value_or(GateConfig{});
}

std::string fault_of(std::string_view text) {
  const auto config = parse_gate_config(text);
  return config ? "no fault" : config.error().message;
}

TEST(GateConfigFile, leaves_every_default_where_it_says_nothing) {
  const GateConfig config = parsed("{}");
  EXPECT_TRUE(config.thresholds.empty());
  EXPECT_FALSE(config.protected_branches);
  EXPECT_TRUE(config.require_receipt);
  EXPECT_EQ(config.sdd, SddSetting::Auto);
  EXPECT_EQ(config.max_findings, 25'000);
}

TEST(GateConfigFile, takes_every_member) {
  const GateConfig config = parsed(R"({"$schema":"x",
    "thresholds":{"PRE_COMMIT":{"block":"ERROR","warn":"WARN"},"CI":{"block":"CRITICAL"}},
    "protected_branches":["main"],
    "analysers":[{"name":"gcc","command":["gcc","{files}"],"globs":["**/*.c"],
                  "stages":["PRE_COMMIT","CI"],"timeout_seconds":5,"format":"gcc-json"}],
    "reports":[{"path":"out/report.sarif","format":"sarif","max_age_seconds":60}],
    "ingested_max_age_seconds":10,"baseline_file":"b.json","waiver_file":"w.json",
    "max_age_seconds":{"PRE_PUSH":42},"require_receipt":false,"sdd":"advisory",
    "chain_pre_write":true,"max_findings":7,"large_file_bytes":8,
    "rule_severities":{"core.token":"WARN"},"disabled_rules":["core.env-file"]})");
  EXPECT_EQ(config.thresholds.at(Stage::PreCommit).block_on_or_above, Severity::Error);
  EXPECT_EQ(config.thresholds.at(Stage::PreCommit).warn_on_or_above, Severity::Warn);
  EXPECT_EQ(config.thresholds.at(Stage::Ci).warn_on_or_above, Severity::Critical);
  EXPECT_EQ(config.protected_branches, std::vector<std::string>{"main"});
  ASSERT_EQ(config.analysers.size(), 1U);
  EXPECT_EQ(config.analysers[0].timeout, std::chrono::seconds{5});
  EXPECT_EQ(config.analysers[0].stages, (std::vector{Stage::PreCommit, Stage::Ci}));
  ASSERT_EQ(config.reports.size(), 1U);
  EXPECT_EQ(config.reports[0].max_age_seconds, 60);
  EXPECT_EQ(config.ingested_max_age_seconds, 10);
  EXPECT_EQ(config.baseline_file, "b.json");
  EXPECT_EQ(config.waiver_file, "w.json");
  EXPECT_EQ(config.max_age_seconds.at(Stage::PrePush), 42);
  EXPECT_FALSE(config.require_receipt);
  EXPECT_EQ(config.sdd, SddSetting::Advisory);
  EXPECT_TRUE(config.chain_pre_write);
  EXPECT_EQ(config.max_findings, 7);
  EXPECT_EQ(config.large_file_bytes, 8);
  EXPECT_EQ(config.rule_severities.at("core.token"), Severity::Warn);
  EXPECT_EQ(config.disabled_rules, std::vector<std::string>{"core.env-file"});
}

struct FaultCase {
  const char* text;
  const char* place;
  const char* what;
};

class GateConfigFault : public testing::TestWithParam<FaultCase> {};

TEST_P(GateConfigFault, is_named_with_its_line) {
  EXPECT_THAT(fault_of(GetParam().text), HasSubstr(GetParam().place));
  EXPECT_THAT(fault_of(GetParam().text), HasSubstr(GetParam().what));
}

INSTANTIATE_TEST_SUITE_P(
    All, GateConfigFault,
    testing::Values(
        FaultCase{"{\n  \"tresholds\": {}\n}", "line 2", "tresholds"},
        FaultCase{"{\"sdd\":\n\"maybe\"}", "line 2", "auto, strict, advisory, off"},
        FaultCase{"{\"sdd\":1}", "line 1", "must be a text"},
        FaultCase{"{\"sdd\":\"off\",\n\"sdd\":\"off\"}", "line 2", "sdd"},
        FaultCase{"{\"max_findings\":1.5}", "line 1", "whole number"},
        FaultCase{"{\"max_findings\":0}", "line 1", "from 1"},
        FaultCase{"{\n\"thresholds\":{\"CI\":\n{\"block\":\"HIGH\"}}}", "line 3", "CRITICAL"},
        FaultCase{"{\"thresholds\":{\"CI\":{\"warn\":\"WARN\"}}}", "line 1", "block is missing"},
        FaultCase{"{\"thresholds\":{\"CI\":{\"block\":\"WARN\",\"warn\":\"ERROR\"}}}", "line 1",
                  "not be above"},
        FaultCase{"{\"thresholds\":{\"LATER\":{}}}", "line 1", "LATER"},
        FaultCase{"{\"baseline_file\":\"../b.json\"}", "line 1", "below the repository root"},
        FaultCase{"{\"analysers\":[{\"name\":\"a\"}]}", "line 1", "analysers[0].command"},
        FaultCase{"{\n\n  nonsense }", "line 3", ""}, FaultCase{"[]", "line 1", "object"},
        FaultCase{"", "line 1", ""}));

class GateConfigOnDisk : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(root() + "/.pumuki"); }
  [[nodiscard]] std::string root() const { return temp_.path(); }
  [[nodiscard]] std::string file() const { return temp_.path() + "/.pumuki/gate.json"; }

 private:
  test::TempDir temp_;
};

TEST_F(GateConfigOnDisk, may_be_absent) {
  const auto config = read_gate_config(root());
  ASSERT_TRUE(config);
  EXPECT_FALSE(config->has_value());
}

TEST_F(GateConfigOnDisk, names_the_file_and_a_command_for_a_fault) {
  std::ofstream{file()} << "{";
  const auto config = read_gate_config(root());
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().message, HasSubstr(".pumuki/gate.json"));
  EXPECT_THAT(config.error().hint, HasSubstr("pumuki config check"));
}

TEST_F(GateConfigOnDisk, does_not_take_a_dangling_link_for_an_absent_file) {
  std::filesystem::create_symlink("nowhere", file());
  EXPECT_FALSE(read_gate_config(root()));
}

TEST(PolicyDigest, follows_the_meaning_and_not_the_spelling) {
  const std::string one = policy_digest(parsed(R"({"protected_branches":["a","b"],"sdd":"off"})"));
  EXPECT_EQ(one, policy_digest(parsed(R"({ "sdd":"off", "protected_branches":["b","a"] })")));
  EXPECT_NE(one, policy_digest(parsed(R"({"protected_branches":["a"],"sdd":"off"})")));
  EXPECT_NE(policy_digest(parsed("{}")),
            policy_digest(parsed(R"({"disabled_rules":["core.token"]})")));
}

}  // namespace
}  // namespace pumuki::policy
