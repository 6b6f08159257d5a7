#include "gate/verdict/pre_write_flow.h"

#include "gate/core/files.h"
#include "gate/evidence/canonical.h"
#include "gate/verdict/pre_write_report.h"
#include "tests/support/repo_builder.h"
#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace pumuki::verdict {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr TimeMs k_now = 1'800'000'000'000;

class NoOpenspec final : public sdd::Openspec {
 public:
  Result<std::optional<std::string>> version(const std::string& /*root*/) override {
    return std::nullopt;
  }
  Result<ProcessOutput> validate(const std::string& /*root*/) override {
    return fail(Code::ProcessFailed, "not installed");
  }
};

/// A repository with an open session, good evidence and a receipt: PRE_WRITE is allowed until a
/// test spoils something.
class PreWriteFlow : public testing::Test {
 protected:
  PreWriteFlow() {
    repo_.init("feature/x").commit_file(".gitignore", ".ai_evidence.json\n.pumuki/\nopenspec/\n");
    repo_.write("openspec/changes/add-login/proposal.md", "x\n");
    for (const auto& [key, value] : {std::pair{"active", "true"},
                                     {"change", "add-login"},
                                     {"expiresAt", "2099-01-01T00:00:00.000Z"}}) {
      repo_.config("pumuki.sdd.session." + std::string{key}, value);
    }
    write_evidence("ALLOWED");
    write_receipt();
  }

  [[nodiscard]] std::string evidence(const std::string& status, TimeMs time = k_now) const {
    const std::string document =
        R"({"version":"2.1","timestamp":")" + format_time(time) +
        R"(","snapshot":{"stage":"PRE_COMMIT","outcome":")" +
        (status == "BLOCKED" ? "BLOCK" : "PASS") +
        R"(","findings":[],"rules_coverage":{"stage":"PRE_COMMIT","active_rule_ids":[],)"
        R"("evaluated_rule_ids":[],"counts":{"unevaluated":0},"coverage_ratio":1}},"ledger":[],"platforms":{},"rulesets":[],)"
        R"("ai_gate":{"status":")" +
        status + R"("},"severity_metrics":{"gate_status":")" + status +
        R"("},"repo_state":{"repo_root":")" + repo_.root() + R"(","git":{"branch":"feature/x"}}})";
    auto sealed = evidence::seal_text(document);
    return sealed ? std::move(*sealed) : std::string{};
  }
  void write_evidence(const std::string& status) {
    repo_.write(".ai_evidence.json", evidence(status));
  }
  void write_receipt(TimeMs issued_at = k_now) {
    const auto written = receipts::write_receipt(repo_.root(), {.repo_root = repo_.root(),
                                                                .stage = Stage::PreWrite,
                                                                .allowed = true,
                                                                .issued_at = issued_at});
    EXPECT_TRUE(written);
  }
  void remove_receipt() { std::filesystem::remove(receipts::receipt_path(repo_.root())); }

  [[nodiscard]] SddValidateContext context() {
    return {.environment = environment_,
            .clock = clock_,
            .root = repo_.root(),
            .openspec = openspec_,
            .config = config_};
  }
  SddValidateAnswer ask(const RepairTools* repair = nullptr) {
    auto answer = run_pre_write(context(), repair);
    EXPECT_TRUE(answer) << explain(answer.error());
    return answer ? std::move(*answer) : SddValidateAnswer{};
  }
  /// Repair whose collection leaves evidence with `status`.
  [[nodiscard]] RepairTools tools(const std::string& status) {
    return {.regenerate =
                [this, status](Stage stage) {
                  stages_.emplace_back(stage_name(stage));
                  write_evidence(status);
                  return Result<void>{};
                },
            .pause = [this](std::chrono::milliseconds) { ++pauses_; }};
  }
  static std::vector<std::string> actions(const SddValidateAnswer& answer) {
    std::vector<std::string> names;
    for (const RepairAction& action : answer.repairs) {
      names.push_back(action.action + (action.done ? " OK" : " FAILED"));
    }
    return names;
  }
  static std::vector<std::string> codes(const SddValidateAnswer& answer) {
    std::vector<std::string> texts;
    for (const Violation& violation : answer.gate->verdict.violations) {
      texts.emplace_back(code_text(violation.code));
    }
    return texts;
  }

  test::RepoBuilder repo_;
  Environment environment_ = repo_.environment();
  FixedClock clock_{k_now};
  NoOpenspec openspec_;
  std::optional<policy::GateConfig> config_;
  std::vector<std::string> stages_;
  int pauses_ = 0;
};

TEST_F(PreWriteFlow, allows_with_session_evidence_and_receipt) {
  const SddValidateAnswer answer = ask();
  EXPECT_TRUE(answer.allowed());
  EXPECT_FALSE(answer.next);
  EXPECT_FALSE(answer.repair_attempted);
}

TEST_F(PreWriteFlow, blocks_without_a_receipt_and_says_how_a_person_gets_one) {
  remove_receipt();
  const SddValidateAnswer answer = ask();
  EXPECT_FALSE(answer.allowed());
  EXPECT_THAT(codes(answer), ElementsAre("MCP_ENTERPRISE_RECEIPT_MISSING"));
  ASSERT_TRUE(answer.next);
  EXPECT_EQ(answer.next->reason, "MCP_ENTERPRISE_RECEIPT");
  EXPECT_THAT(sdd_validate_text(answer), HasSubstr("gate --stage PRE_WRITE --write-receipt"));
  EXPECT_FALSE(entry_exists(receipts::receipt_path(repo_.root())));
}

TEST_F(PreWriteFlow, the_file_may_do_without_a_receipt) {
  remove_receipt();
  config_.emplace();
  config_->require_receipt = false;
  EXPECT_TRUE(ask().allowed());
}

TEST_F(PreWriteFlow, repair_writes_the_missing_receipt_and_records_it) {
  remove_receipt();
  const RepairTools repair = tools("ALLOWED");
  const SddValidateAnswer answer = ask(&repair);
  EXPECT_TRUE(answer.allowed());
  EXPECT_THAT(actions(answer), ElementsAre("refresh_mcp_receipt OK"));
  EXPECT_THAT(stages_, ElementsAre());
  EXPECT_TRUE(entry_exists(receipts::receipt_path(repo_.root())));
}

TEST_F(PreWriteFlow, repair_makes_stale_evidence_anew) {
  repo_.write(".ai_evidence.json", evidence("ALLOWED", k_now - 301'000));
  const RepairTools repair = tools("ALLOWED");
  const SddValidateAnswer answer = ask(&repair);
  EXPECT_TRUE(answer.allowed());
  EXPECT_THAT(stages_, ElementsAre("PRE_COMMIT"));
  EXPECT_THAT(actions(answer), ElementsAre("refresh_evidence OK"));
}

TEST_F(PreWriteFlow, repair_tries_twice_and_waits_once_while_the_evidence_blocks) {
  write_evidence("BLOCKED");
  const RepairTools repair = tools("BLOCKED");
  const SddValidateAnswer answer = ask(&repair);
  EXPECT_FALSE(answer.allowed());
  EXPECT_THAT(stages_, ElementsAre("PRE_COMMIT", "PRE_PUSH"));
  EXPECT_THAT(actions(answer),
              ElementsAre("refresh_evidence OK", "refresh_evidence OK", "retry_backoff OK"));
  EXPECT_EQ(pauses_, 1);
}

TEST_F(PreWriteFlow, a_failed_repair_is_recorded_and_the_verdict_stands) {
  repo_.write(".ai_evidence.json", "rubbish");
  RepairTools repair = tools("ALLOWED");
  repair.regenerate = [](Stage) { return fail(Code::NotWritable, "read-only"); };
  const SddValidateAnswer answer = ask(&repair);
  EXPECT_FALSE(answer.allowed());
  EXPECT_THAT(actions(answer), ElementsAre("refresh_evidence FAILED", "retry_backoff OK"));
  EXPECT_THAT(answer.repairs.front().details, HasSubstr("read-only"));
}

TEST_F(PreWriteFlow, what_repair_cannot_help_is_left_alone) {
  repo_.checkout_new("develop");
  const RepairTools repair = tools("ALLOWED");
  write_receipt();
  const SddValidateAnswer answer = ask(&repair);
  EXPECT_FALSE(answer.allowed());
  EXPECT_THAT(codes(answer), testing::Contains("GITFLOW_PROTECTED_BRANCH"));
}

TEST_F(PreWriteFlow, sdd_refuses_on_its_own) {
  repo_.git({"config", "--unset", "pumuki.sdd.session.active"});
  const SddValidateAnswer answer = ask();
  EXPECT_FALSE(answer.allowed());
  EXPECT_TRUE(answer.gate->verdict.allowed);
  ASSERT_TRUE(answer.next);
  EXPECT_EQ(answer.next->reason, "SDD_SESSION_INVALID");
  EXPECT_THAT(answer.next->command, HasSubstr("sdd session --refresh"));
}

TEST_F(PreWriteFlow, the_only_change_is_named) {
  repo_.git({"config", "--remove-section", "pumuki.sdd.session"});
  EXPECT_EQ(ask().next->command, "pumuki sdd session --open --change=add-login");
}

TEST_F(PreWriteFlow, a_missing_project_gets_its_folders_and_nothing_else) {
  std::filesystem::remove_all(repo_.root() + "/openspec");
  repo_.git({"config", "--remove-section", "pumuki.sdd.session"});
  const SddValidateAnswer answer = ask();
  EXPECT_TRUE(answer.bootstrap.done) << answer.bootstrap.details;
  EXPECT_EQ(answer.sdd->decision.code, Code::SddSessionMissing);
  EXPECT_EQ(answer.next->command, "pumuki sdd session --open --change=ID");
  EXPECT_TRUE(is_directory(repo_.root() + "/openspec/specs"));
  EXPECT_TRUE(is_directory(repo_.root() + "/openspec/changes/archive"));
  EXPECT_FALSE(entry_exists(repo_.root() + "/node_modules"));
}

TEST_F(PreWriteFlow, bootstrap_can_be_switched_off) {
  std::filesystem::remove_all(repo_.root() + "/openspec");
  environment_ = environment_.with("PUMUKI_PREWRITE_AUTO_BOOTSTRAP", "0");
  const SddValidateAnswer answer = ask();
  EXPECT_FALSE(answer.bootstrap.attempted);
  EXPECT_EQ(answer.sdd->decision.code, Code::OpenspecProjectMissing);
  EXPECT_FALSE(entry_exists(repo_.root() + "/openspec"));
}

TEST_F(PreWriteFlow, auto_makes_no_project_for_a_tool_nobody_uses) {
  std::filesystem::remove_all(repo_.root() + "/openspec");
  config_.emplace();
  const SddValidateAnswer answer = ask();
  EXPECT_TRUE(answer.allowed());
  EXPECT_EQ(answer.sdd->decision.code, Code::SddExperimentalDisabled);
  EXPECT_FALSE(entry_exists(repo_.root() + "/openspec"));
}

TEST_F(PreWriteFlow, advisory_reports_and_does_not_block) {
  remove_receipt();
  environment_ = environment_.with("PUMUKI_EXPERIMENTAL_PRE_WRITE", "advisory");
  const SddValidateAnswer answer = ask();
  EXPECT_FALSE(answer.clean());
  EXPECT_TRUE(answer.allowed());
  EXPECT_THAT(sdd_validate_text(answer), HasSubstr("advisory"));
}

TEST_F(PreWriteFlow, off_evaluates_nothing) {
  environment_ = environment_.with("PUMUKI_PREWRITE_ENFORCEMENT", "off");
  const SddValidateAnswer answer = ask();
  EXPECT_TRUE(answer.allowed());
  EXPECT_FALSE(answer.sdd);
  EXPECT_FALSE(answer.gate);
  EXPECT_THAT(sdd_validate_json(context(), answer), HasSubstr("PRE_WRITE_EXPERIMENTAL_DISABLED"));
  EXPECT_THAT(sdd_validate_text(answer), HasSubstr("PRE_WRITE_EXPERIMENTAL_DISABLED"));
}

TEST_F(PreWriteFlow, other_stages_have_no_gate_and_read_everything) {
  remove_receipt();
  auto answer = run_sdd_stage(context(), Stage::PreCommit);
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->allowed());
  EXPECT_FALSE(answer->gate);
  EXPECT_EQ(answer->sdd->decision.code, Code::SddValidationFailed);  // no delta yet
  repo_.write("openspec/changes/add-login/specs/auth/spec.md",
              "## ADDED Requirements\n### Requirement: A\nIt SHALL.\n#### Scenario: s\n- x\n");
  answer = run_sdd_stage(context(), Stage::PreCommit);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->allowed());
  const std::string json = sdd_validate_json(context(), *answer);
  EXPECT_THAT(json, HasSubstr(R"({"stage":"PRE_COMMIT","status":)"));
  EXPECT_THAT(json, HasSubstr(R"("structural":true)"));
  EXPECT_THAT(json, Not(HasSubstr("ai_gate")));
}

TEST_F(PreWriteFlow, json_has_the_members_of_the_contract_in_their_order) {
  const std::string json = sdd_validate_json(context(), ask());
  std::size_t at = 0;
  for (const char* member :
       {R"({"sdd":{"stage":"PRE_WRITE")", R"(,"ai_gate":{"stage":"PRE_WRITE")",
        R"("consistency_hint":)",
        R"(,"pre_write_enforcement":{"mode":"strict","source":"default",)"
        R"("blocking":true,"layer":"experimental",)"
        R"("activationVariable":"PUMUKI_EXPERIMENTAL_PRE_WRITE",)"
        R"("legacyActivationVariable":"PUMUKI_PREWRITE_ENFORCEMENT"})",
        R"(,"experimental_features":{"features":{"analytics":)",
        R"(,"policy_validation":{"stages":{"PRE_WRITE":)",
        R"(,"automation":{"attempted":false,"actions":[]})",
        R"(,"bootstrap":{"enabled":true,"attempted":false,"status":"SKIPPED","actions":[]})",
        R"(,"telemetry":{"chain":"pumuki->mcp->ai_gate->ai_evidence","stage":"PRE_WRITE",)"
        R"("mcp_tool":"ai_gate_check"}})"}) {
    const auto found = json.find(member, at);
    ASSERT_NE(found, std::string::npos) << member << "\n" << json;
    at = found;
  }
  EXPECT_THAT(json, Not(HasSubstr("\"receipt\":")));
}

}  // namespace
}  // namespace pumuki::verdict
