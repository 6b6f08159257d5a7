#include "gate/lifecycle/doctor_deep.h"

#include "tests/unit/gate/lifecycle/install_fixture.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace pumuki::lifecycle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class DoctorDeep : public InstallTest {
 protected:
  DoctorDeep() { repo_.init().commit_file("a", "1\n"); }

  DeepReport look(const OpenspecFacts& openspec = {}) {
    return with_context(repo_.root(), [&](const LifecycleContext& context) {
      const auto diagnosis = diagnose(context, DoctorOptions{});
      EXPECT_TRUE(diagnosis);
      auto report = look_deep(context, *diagnosis, openspec);
      EXPECT_TRUE(report);
      return report ? std::move(*report) : DeepReport{};
    });
  }
  static std::vector<std::string> ids(const DeepReport& report) {
    std::vector<std::string> found;
    for (const DeepCheck& check : report.checks) {
      found.push_back(check.id);
    }
    return found;
  }
};

TEST_F(DoctorDeep, has_five_checks_in_a_fixed_order) {
  EXPECT_THAT(ids(look()), ElementsAre("upstream-readiness", "adapter-wiring", "policy-drift",
                                       "evidence-source-drift", "compatibility-contract"));
}

TEST_F(DoctorDeep, a_missing_upstream_is_a_warning_with_the_command) {
  const DeepCheck check = look().checks[0];
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.severity, "warning");
  EXPECT_EQ(check.remediation, "git push -u origin main");
  repo_.set_upstream("main", "HEAD");
  EXPECT_TRUE(look().checks[0].passed);
}

TEST_F(DoctorDeep, missing_evidence_is_an_error) {
  EXPECT_EQ(look().checks[3].severity, "error");
  EXPECT_TRUE(look().blocking());
}

TEST_F(DoctorDeep, an_adapter_file_must_be_json) {
  repo_.write(".pumuki/adapter.json", "{");
  EXPECT_FALSE(look().checks[1].passed);
  repo_.write(".pumuki/adapter.json", "{}");
  EXPECT_TRUE(look().checks[1].passed);
}

TEST_F(DoctorDeep, a_policy_that_drifted_from_its_contract_is_an_error) {
  ASSERT_TRUE(install());
  EXPECT_TRUE(look().checks[2].passed);
  environment_ = environment_.with("PUMUKI_HARD_MODE", "1");
  EXPECT_EQ(look().checks[2].severity, "error");
}

TEST_F(DoctorDeep, openspec_counts_only_where_it_is_required) {
  EXPECT_TRUE(look().compatible);
  EXPECT_FALSE(look({.required = true, .version = {}, .minimum_version = {}}).compatible);
}

TEST(Parity, names_the_members_that_differ) {
  const auto differences = parity_differences(R"({"a":1,"b":{"c":1,"d":2},"e":1})",
                                              R"({"b":{"c":1,"d":3,"x":0},"a":1})");
  ASSERT_TRUE(differences);
  EXPECT_THAT(*differences, ElementsAre("b.d", "b.x", "e"));
  EXPECT_FALSE(parity_differences("{", "{}"));
  EXPECT_FALSE(parity_differences(std::string(1000, '['), "{}"));
}

}  // namespace
}  // namespace pumuki::lifecycle
