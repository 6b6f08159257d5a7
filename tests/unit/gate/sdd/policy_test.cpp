#include "gate/sdd/policy.h"

#include "gate/git/memory_repository.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace pumuki::sdd {
namespace {

constexpr TimeMs k_now = 1'767'607'200'000;  // 2026-01-05T10:00:00Z
constexpr std::string_view k_one_valid_item =
    R"({"summary":{"totals":{"items":1,"passed":1,"failed":0}}})";
constexpr std::string_view k_common =
    R"("experimental":true,"experimentalFeature":"sdd","experimentalLayer":"experimental",)"
    R"("experimentalMode":"strict","experimentalSource":"default",)"
    R"("activation_env":"PUMUKI_EXPERIMENTAL_SDD","legacy_activation_env":null})";

class FakeOpenspec final : public Openspec {
 public:
  Result<std::optional<std::string>> version(const std::string& /*root*/) override {
    return version_answer;
  }
  Result<ProcessOutput> validate(const std::string& /*root*/) override {
    ++validations;
    return validate_answer;
  }

  Result<std::optional<std::string>> version_answer = std::optional<std::string>{"1.13.2"};
  Result<ProcessOutput> validate_answer = ProcessOutput{
      .exit_code = 0, .signalled = false, .out = std::string{k_one_valid_item}, .err = {}};
  int validations = 0;
};

/// A repository where everything is in order; each test breaks one thing.
class SddPolicy : public testing::Test {
 protected:
  SddPolicy() {
    std::filesystem::create_directories(change());
    for (const char* name : {"proposal.md", "tasks.md"}) {
      test::write_bytes(change() + '/' + name, "x\n");
    }
    test::write_bytes(change() + "/scenario.feature", "Feature: a\nScenario: b\n");
    git::Config& config = repository_.state().config;
    repository_.state().layout.top_level = root_.path();
    config["pumuki.sdd.session.active"] = "true";
    config["pumuki.sdd.session.change"] = "add-login";
    config["pumuki.sdd.session.expiresat"] = "2099-01-01T00:00:00.000Z";
  }

  [[nodiscard]] std::string change() const { return root_.path() + "/openspec/changes/add-login"; }
  void set(const std::string& name, const std::string& value) {
    environment_ = environment_.with(name, value);
  }
  void set_session(const std::string& key, const std::string& value) {
    repository_.state().config["pumuki.sdd.session." + key] = value;
  }
  Result<Evaluation> evaluate(Stage stage) {
    return evaluate_sdd({.environment = environment_,
                         .clock = clock_,
                         .root = root_.path(),
                         .repository = &repository_,
                         .openspec = openspec_},
                        stage);
  }
  Decision decide(Stage stage = Stage::PreCommit) {
    auto evaluation = evaluate(stage);
    return evaluation ? evaluation->decision : undecided(evaluation.error());
  }
  void expect_refusal(Code code, std::string_view details = {}, Stage stage = Stage::PreCommit) {
    const Decision decision = decide(stage);
    EXPECT_EQ(code_text(decision.code), code_text(code));
    EXPECT_FALSE(decision.allowed);
    EXPECT_FALSE(decision.message.empty());
    EXPECT_EQ(decision.details, '{' + std::string{details} + std::string{k_common});
  }

  test::TempDir root_;
  Environment environment_;
  FixedClock clock_{k_now};
  git::MemoryRepository repository_{git::MemoryState{}};
  FakeOpenspec openspec_;
};

TEST_F(SddPolicy, allows_when_everything_is_in_order) {
  const Decision decision = decide();
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.code, Code::Allowed);
  EXPECT_EQ(decision.details,
            R"({"command":"openspec validate --all --json --no-interactive","passedItems":1,)"
            R"("validatedItems":1,"warnings":0,"emptyScope":false,"strictEmptyItemsEnabled":true,)"
            R"("completenessEnforcementMode":"advisory",)"
            R"("completenessEnforcementSource":"default","completenessBlocking":false,)"
            R"("completenessContractVersion":"1.0","completenessStatus":"complete",)"
            R"("missingCompletenessRequirements":[],)" +
                std::string{k_common});
}

TEST_F(SddPolicy, bypass_wins_over_everything_but_a_missing_repository) {
  set("PUMUKI_SDD_BYPASS", "1");
  set("PUMUKI_EXPERIMENTAL_SDD", "off");
  openspec_.version_answer = fail(Code::ProcessTimeout, "slow");
  EXPECT_EQ(decide().details,
            R"({"bypass":true,"env":"PUMUKI_SDD_BYPASS","experimental":true,)"
            R"("experimentalFeature":"sdd","experimentalLayer":"experimental",)"
            R"("experimentalMode":"off","experimentalSource":"env",)"
            R"("activation_env":"PUMUKI_EXPERIMENTAL_SDD","legacy_activation_env":null})");
  repository_.state().layout.top_level.clear();
  EXPECT_EQ(decide().code, Code::SddValidationError);
  EXPECT_FALSE(decide().allowed);
}

TEST_F(SddPolicy, bypass_is_exactly_one) {
  openspec_.version_answer = std::optional<std::string>{};
  set("PUMUKI_SDD_BYPASS", "true");
  expect_refusal(Code::OpenspecMissing);
}

TEST_F(SddPolicy, switched_off_allows_and_says_how_to_switch_on) {
  set("PUMUKI_EXPERIMENTAL_SDD", "off");
  const Decision decision = decide(Stage::PrePush);
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.code, Code::SddExperimentalDisabled);
  EXPECT_EQ(decision.details,
            R"({"experimental":true,"default_off":true,"layer":"experimental",)"
            R"("experimentalFeature":"sdd","experimentalMode":"off","experimentalSource":"env",)"
            R"("activation_env":"PUMUKI_EXPERIMENTAL_SDD","legacy_activation_env":null,)"
            R"("activation_command":"PUMUKI_EXPERIMENTAL_SDD=advisory pumuki sdd validate )"
            R"(--stage=PRE_PUSH --json"})");
}

TEST_F(SddPolicy, degraded_mode_decides_before_openspec) {
  openspec_.version_answer = std::optional<std::string>{};
  set("PUMUKI_DEGRADED_MODE", "1");
  set("PUMUKI_DEGRADED_ACTION_CI", "block");
  EXPECT_EQ(decide().details,
            R"({"degraded_mode":true,"degraded_action":"allow","degraded_reason":"degraded-mode",)"
            R"("degraded_source":"env","degraded_code":"DEGRADED_MODE_ALLOWED",)" +
                std::string{k_common});
  expect_refusal(Code::SddDegradedModeBlocked,
                 R"("degraded_mode":true,"degraded_action":"block",)"
                 R"("degraded_reason":"degraded-mode","degraded_source":"env",)"
                 R"("degraded_code":"DEGRADED_MODE_BLOCKED",)",
                 Stage::Ci);
}

TEST_F(SddPolicy, openspec_is_judged_in_three_steps) {
  std::filesystem::remove_all(root_.path() + "/openspec");
  openspec_.version_answer = std::optional<std::string>{};
  expect_refusal(Code::OpenspecMissing);
  openspec_.version_answer = std::optional<std::string>{"1.1.0"};
  expect_refusal(Code::OpenspecVersionUnsupported);
  openspec_.version_answer = std::optional<std::string>{"development"};
  expect_refusal(Code::OpenspecVersionUnsupported);
  openspec_.version_answer = std::optional<std::string>{"1.1.1"};
  expect_refusal(Code::OpenspecProjectMissing);
}

TEST_F(SddPolicy, missing_session_names_the_only_change) {
  repository_.state().config.clear();
  expect_refusal(Code::SddSessionMissing,
                 R"("command":"pumuki sdd session --open --change=add-login",)"
                 R"("fallbackCommand":"pumuki sdd session --open --change=auto",)"
                 R"("availableChangeIds":["add-login"],"suggestedChangeId":"add-login",)");
}

TEST_F(SddPolicy, missing_session_with_several_changes_leaves_the_choice) {
  repository_.state().config.clear();
  std::filesystem::create_directory(root_.path() + "/openspec/changes/add-audit");
  expect_refusal(Code::SddSessionMissing,
                 R"("command":"pumuki sdd session --open --change=<id>",)"
                 R"("fallbackCommand":"pumuki sdd session --open --change=<id>",)"
                 R"("availableChangeIds":["add-audit","add-login"],)");
}

TEST_F(SddPolicy, missing_session_without_changes_asks_for_auto) {
  repository_.state().config.clear();
  std::filesystem::remove_all(change());
  expect_refusal(Code::SddSessionMissing,
                 R"("command":"pumuki sdd session --open --change=auto",)"
                 R"("fallbackCommand":"pumuki sdd session --open --change=auto",)"
                 R"("availableChangeIds":[],)");
}

TEST_F(SddPolicy, expired_session_is_not_renewed_before_writing) {
  set_session("expiresat", "2026-01-05T09:59:59.000Z");
  expect_refusal(Code::SddSessionInvalid,
                 R"("command":"pumuki sdd session --refresh --ttl-minutes=90",)"
                 R"("autoRefreshEnabled":true,"autoRefreshAttempted":false,)",
                 Stage::PreWrite);
}

TEST_F(SddPolicy, expired_session_is_judged_as_renewed_at_other_stages) {
  set_session("expiresat", "2026-01-05T09:59:59.000Z");
  const auto before = repository_.state().config;
  const auto evaluation = evaluate(Stage::PreCommit);
  ASSERT_TRUE(evaluation);
  EXPECT_TRUE(evaluation->decision.allowed);
  EXPECT_EQ(evaluation->status.session.ttl_minutes, 90);
  EXPECT_EQ(evaluation->status.session.expires_at, "2026-01-05T11:30:00.000Z");
  EXPECT_EQ(repository_.state().config, before);
}

TEST_F(SddPolicy, renewal_can_be_switched_off) {
  set_session("expiresat", "sometime");
  set("PUMUKI_SDD_AUTO_REFRESH_SESSION", "0");
  expect_refusal(Code::SddSessionInvalid,
                 R"("command":"pumuki sdd session --refresh --ttl-minutes=90",)"
                 R"("autoRefreshEnabled":false,"autoRefreshAttempted":false,)");
}

TEST_F(SddPolicy, session_not_marked_active_stays_invalid) {
  set_session("active", "yes");
  expect_refusal(Code::SddSessionInvalid,
                 R"("command":"pumuki sdd session --refresh --ttl-minutes=90",)"
                 R"("autoRefreshEnabled":true,"autoRefreshAttempted":true,)");
}

TEST_F(SddPolicy, change_must_be_active) {
  std::filesystem::create_directories(root_.path() + "/openspec/changes/archive/add-login");
  expect_refusal(Code::SddChangeArchived);
  std::filesystem::remove_all(root_.path() + "/openspec/changes");
  expect_refusal(Code::SddChangeMissing);
}

TEST_F(SddPolicy, change_out_of_the_folder_is_missing) {
  set_session("change", "../../..");
  expect_refusal(Code::SddChangeMissing);
}

TEST_F(SddPolicy, openspec_is_not_run_before_writing) {
  const Decision decision = decide(Stage::PreWrite);
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.details, '{' + std::string{k_common});
  EXPECT_EQ(openspec_.validations, 0);
}

TEST_F(SddPolicy, failed_validation_carries_its_exit_status) {
  openspec_.validate_answer->exit_code = 1;
  openspec_.validate_answer->out = R"({"items":[{"issues":[{"level":"ERROR"}]}],)"
                                   R"("summary":{"totals":{"items":2,"passed":1,"failed":1}}})";
  expect_refusal(Code::SddValidationFailed,
                 R"("command":"openspec validate --all --json --no-interactive","exitCode":1,)"
                 R"("failedItems":1,"errors":1,)");
}

TEST_F(SddPolicy, errors_with_exit_status_zero_are_an_error) {
  openspec_.validate_answer->out = R"({"items":[{"issues":[{"level":"ERROR"}]}],)"
                                   R"("summary":{"totals":{"items":1,"passed":1,"failed":0}}})";
  expect_refusal(Code::SddValidationError,
                 R"("command":"openspec validate --all --json --no-interactive","exitCode":0,)"
                 R"("failedItems":0,"errors":1,)");
}

TEST_F(SddPolicy, missing_openspec_root_is_told) {
  openspec_.validate_answer->exit_code = 1;
  openspec_.validate_answer->out = R"({"status":[{"code":"no_openspec_root"}]})";
  EXPECT_EQ(decide().code, Code::SddValidationFailed);
  EXPECT_TRUE(decide().message.contains("no_openspec_root"));
}

TEST_F(SddPolicy, nothing_to_validate_is_refused) {
  openspec_.validate_answer->out = R"({"summary":{"totals":{"items":0}}})";
  expect_refusal(Code::SddValidationEmptyScope,
                 R"("command":"openspec validate --all --json --no-interactive",)"
                 R"("stage":"PRE_COMMIT","items":0,"strictEmptyItemsEnabled":true,)"
                 R"("overrideEnv":"PUMUKI_SDD_STRICT_EMPTY_ITEMS=0",)");
  set("PUMUKI_SDD_STRICT_EMPTY_ITEMS", "0");
  EXPECT_TRUE(decide().allowed);
}

TEST_F(SddPolicy, answer_nobody_can_read_is_refused_whatever_the_override) {
  openspec_.validate_answer->out = "Segmentation fault";
  set("PUMUKI_SDD_STRICT_EMPTY_ITEMS", "0");
  EXPECT_FALSE(decide().allowed);
  EXPECT_EQ(decide().code, Code::SddValidationEmptyScope);
}

TEST_F(SddPolicy, completeness_matters_when_pushing_and_when_strict) {
  std::filesystem::remove(change() + "/scenario.feature");
  EXPECT_TRUE(decide(Stage::PrePush)
                  .details.contains(R"("completenessStatus":"incomplete-advisory",)"
                                    R"("missingCompletenessRequirements":["scenario.feature"])"));
  EXPECT_TRUE(decide(Stage::PreCommit).details.contains(R"("completenessStatus":"complete")"));
  set("PUMUKI_SDD_ENFORCE_COMPLETENESS", "strict");
  EXPECT_TRUE(decide(Stage::PreCommit).allowed);
  expect_refusal(Code::SddChangeIncomplete,
                 R"("command":"openspec validate --all --json --no-interactive","stage":"CI",)"
                 R"("changeId":"add-login","contractVersion":"1.0",)"
                 R"("missingRequirements":["scenario.feature"],)"
                 R"("completenessEnforcementMode":"strict",)"
                 R"("completenessEnforcementSource":"env","completenessBlocking":true,)"
                 R"("overrideEnv":"PUMUKI_SDD_ENFORCE_COMPLETENESS=advisory",)",
                 Stage::Ci);
}

TEST_F(SddPolicy, advisory_mode_lets_a_refusal_pass_with_its_code) {
  set("PUMUKI_EXPERIMENTAL_SDD", "advisory");
  openspec_.version_answer = std::optional<std::string>{};
  const Decision decision = decide();
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.code, Code::OpenspecMissing);
  EXPECT_TRUE(decision.details.ends_with(
      R"("advisory":true,"blocking":false,"advisory_reason_code":"OPENSPEC_MISSING"})"));
}

TEST_F(SddPolicy, what_could_not_be_checked_is_refused_in_advisory_mode_too) {
  set("PUMUKI_EXPERIMENTAL_SDD", "advisory");
  openspec_.validate_answer = fail(Code::ProcessTimeout, "time limit reached");
  EXPECT_FALSE(decide().allowed);
  EXPECT_EQ(decide().code, Code::SddValidationError);
  EXPECT_TRUE(decide().details.starts_with(R"({"error":"time limit reached. )"));
  openspec_.version_answer = fail(Code::ProcessTimeout, "time limit reached");
  EXPECT_EQ(decide().code, Code::SddValidationError);
  EXPECT_FALSE(decide().allowed);
}

TEST_F(SddPolicy, failing_git_is_an_error) {
  repository_.state().failure = Error{Code::GitFailed, "broken", {}, {}};
  EXPECT_FALSE(evaluate(Stage::PreWrite));
}

TEST_F(SddPolicy, evaluation_is_written_with_its_validation) {
  const auto evaluation = evaluate(Stage::PreCommit);
  ASSERT_TRUE(evaluation);
  JsonWriter json;
  write_evaluation(json, *evaluation);
  EXPECT_TRUE(json.text().starts_with(
      R"({"stage":"PRE_COMMIT","status":{"repoRoot":")" + root_.path() +
      R"(","openspec":{"installed":true,"version":"1.13.2","projectInitialized":true,)"
      R"("minimumVersion":"1.1.1","recommendedVersion":"1.1.1","compatible":true,)"
      R"("parsedVersion":"1.13.2"},"session":{)"));
  EXPECT_TRUE(json.text().contains(
      R"("totals":{"items":1,"failed":0,"passed":1},"issues":{"errors":0,"warnings":0,"infos":0}})"));
}

}  // namespace
}  // namespace pumuki::sdd
