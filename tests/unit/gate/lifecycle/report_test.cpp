#include "gate/lifecycle/report.h"

#include "gate/core/version.h"
#include "gate/git/memory_repository.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace pumuki::lifecycle {
namespace {

class Lifecycle : public testing::Test {
 protected:
  Lifecycle() {
    git::MemoryState& state = repository_.state();
    state.layout = {.top_level = root_.path(),
                    .git_dir = root_ / ".git",
                    .common_dir = root_ / ".git",
                    .hooks_dir = root_ / ".git/hooks"};
  }

  std::string written() {
    const auto report = read_lifecycle({.environment = environment_,
                                        .clock = clock_,
                                        .root = root_.path(),
                                        .repository = repository_},
                                       evidence_);
    EXPECT_TRUE(report);
    EXPECT_TRUE(report.value_or(std::nullopt));
    JsonWriter json;
    write_lifecycle(json, report->value());
    return json.take();
  }
  void expect_has(std::string_view part) {
    const std::string text = written();
    EXPECT_TRUE(text.contains(part)) << part << "\nin " << text;
  }

  test::TempDir root_;
  Environment environment_;
  FixedClock clock_{0};
  git::MemoryRepository repository_{git::MemoryState{}};
  evidence::Summary evidence_;
};

TEST_F(Lifecycle, version_without_drift_warns_of_nothing) {
  const std::string version{product_version()};
  expect_has(R"("packageVersion":")" + version + R"(","version":{"effective":")" + version +
             R"(","runtime":")" + version +
             R"(","consumerInstalled":null,"lifecycleInstalled":null,"source":"runtime-package",)"
             R"("driftFromRuntime":false,"driftFromLifecycleInstalled":false,"driftWarning":null,)"
             R"("alignmentCommand":null,"pathExecutionHazard":false,"pathExecutionWarning":null,)"
             R"("pathExecutionWorkaroundCommand":null},"lifecycleState":{})");
}

TEST_F(Lifecycle, drift_is_told_with_a_command) {
  repository_.state().config["pumuki.version"] = "0.1.0";
  expect_has(R"("driftFromRuntime":false,"driftFromLifecycleInstalled":true,"driftWarning":")");
  test::write_bytes(root_ / "node_modules/pumuki/package.json", R"({"version":"0.1.0"})");
  expect_has(R"("consumerInstalled":"0.1.0","lifecycleInstalled":"0.1.0",)"
             R"("source":"consumer-node-modules","driftFromRuntime":true,)"
             R"("driftFromLifecycleInstalled":false,"driftWarning":")");
}

TEST_F(Lifecycle, another_installed_version_warns_when_run_from_source) {
  test::write_bytes(root_ / "node_modules/pumuki/package.json", R"({"version":"0.1.0"})");
  environment_ = environment_.with("PUMUKI_RUNTIME_EXECUTION_SOURCE", "source-bin");
  expect_has(R"("driftFromRuntime":false,"driftFromLifecycleInstalled":false,"driftWarning":")");
}

TEST_F(Lifecycle, colon_in_the_path_is_a_hazard) {
  repository_.state().layout.top_level = "/a:b";
  expect_has(R"("pathExecutionHazard":true,"pathExecutionWarning":")");
}

TEST_F(Lifecycle, stored_state_is_shown_as_it_stands) {
  git::Config& config = repository_.state().config;
  config["pumuki.installed"] = "yes";
  config["pumuki.hooks"] = "pre-commit,pre-push";
  config["pumuki.installed-at"] = "once";
  config["pumuki.openspec.managed-artifacts"] = "a,b";
  expect_has(R"("lifecycleState":{"installed":"yes","hooks":"pre-commit,pre-push",)"
             R"("installedAt":"once","openSpecManagedArtifacts":"a,b"})");
}

TEST_F(Lifecycle, inventory_names_what_is_there) {
  expect_has(R"("dependencyInventory":{"nodeModulesPresent":false,"packageJsonPresent":false,)"
             R"("lockfilePresent":false,"pumuki":{"declared":false,"declaredRange":null,)"
             R"("installed":false,"installedVersion":null,"packageJsonPath":null,"binPath":null,)"
             R"("binPresent":false}})");
  test::write_bytes(root_ / "package.json", R"({"devDependencies":{"pumuki":"^6.0.0"}})");
  test::write_bytes(root_ / "package-lock.json", "{}");
  test::write_bytes(root_ / "node_modules/pumuki/package.json", R"({"version":"6.1.0"})");
  test::write_bytes(root_ / "node_modules/.bin/pumuki", "");
  expect_has(R"("dependencyInventory":{"nodeModulesPresent":true,"packageJsonPresent":true,)"
             R"("lockfilePresent":true,"pumuki":{"declared":true,"declaredRange":"^6.0.0",)"
             R"("installed":true,"installedVersion":"6.1.0",)"
             R"("packageJsonPath":"node_modules/pumuki/package.json",)"
             R"("binPath":"node_modules/.bin/pumuki","binPresent":true}})");
}

TEST_F(Lifecycle, hooks_and_tracked_files_come_from_git) {
  test::write_bytes(root_ / ".git/hooks/pre-push",
                    "# >>> PUMUKI MANAGED START >>>\n# <<< PUMUKI MANAGED END <<<\n");
  repository_.state().tracked_files = {"a", "node_modules/x/y", "node_modules/z"};
  expect_has(R"("hookStatus":{"pre-commit":{"exists":false,"managedBlockPresent":false},)"
             R"("pre-push":{"exists":true,"managedBlockPresent":true}},"hooksDirectory":")" +
             (root_ / ".git/hooks") +
             R"(","hooksDirectoryResolution":"git-rev-parse","trackedNodeModulesCount":2)");
}

TEST_F(Lifecycle, every_stage_and_feature_is_listed_in_order) {
  const std::string text = written();
  std::size_t at = 0;
  for (const char* name :
       {"\"PRE_WRITE\":{\"source\":\"default\"", "\"PRE_COMMIT\":{", "\"PRE_PUSH\":{", "\"CI\":{",
        "\"analytics\":{", "\"heuristics\":{", "\"learning_context\":{", "\"mcp_enterprise\":{",
        "\"operational_memory\":{", "\"pre_write\":{", "\"saas_ingestion\":{", "\"sdd\":{"}) {
    at = text.find(name, at);
    ASSERT_NE(at, std::string::npos) << name;
  }
}

TEST_F(Lifecycle, is_nothing_without_a_top_level) {
  repository_.state().layout.top_level.clear();
  const lifecycle::LifecycleContext context{.environment = environment_,
                                            .clock = clock_,
                                            .root = root_.path(),
                                            .repository = repository_};
  const auto bare = read_lifecycle(context, evidence_);
  ASSERT_TRUE(bare);
  EXPECT_FALSE(*bare);
  repository_.state().failure = Error{Code::GitDubiousOwnership, "not yours", {}, {}};
  const auto refused = read_lifecycle(context, evidence_);
  ASSERT_TRUE(refused);
  EXPECT_FALSE(*refused);
  repository_.state().failure = Error{Code::ProcessTimeout, "slow", {}, {}};
  EXPECT_FALSE(read_lifecycle(context, evidence_));
}

struct IssueCase {
  const char* outcome;
  const char* ai_gate;
  const char* severity_gate;
  const char* expected;
};

class EvidenceIssue : public testing::TestWithParam<IssueCase> {};

TEST_P(EvidenceIssue, is_the_worst_thing_the_evidence_says) {
  const auto& given = GetParam();
  evidence::Summary evidence;
  evidence.facts.snapshot_outcome = given.outcome;
  evidence.facts.ai_gate_status = given.ai_gate;
  evidence.facts.severity_gate_status = given.severity_gate;
  evidence.kind = evidence::Kind::Invalid;
  EXPECT_TRUE(evidence_issues(evidence).empty());
  evidence.kind = evidence::Kind::Valid;
  const auto issues = evidence_issues(evidence);
  if (given.expected == nullptr) {
    EXPECT_TRUE(issues.empty());
  } else {
    ASSERT_EQ(issues.size(), 1U);
    EXPECT_EQ(issues.front().severity, given.expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Said, EvidenceIssue,
                         testing::Values(IssueCase{"PASS", "ALLOWED", "ALLOWED", nullptr},
                                         IssueCase{"WARN", "ALLOWED", "ALLOWED", "warning"},
                                         IssueCase{"BLOCK", "ALLOWED", "ALLOWED", "error"},
                                         IssueCase{"WARN", "BLOCKED", "ALLOWED", "error"},
                                         IssueCase{"PASS", "ALLOWED", "BLOCKED", "error"}));

}  // namespace
}  // namespace pumuki::lifecycle
