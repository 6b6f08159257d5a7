#include "gate/core/files.h"
#include "gate/receipts/receipt.h"
#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

// The program on real repositories, without Node: exit codes, streams and what is written.

namespace pumuki::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* k_good =
    "## ADDED Requirements\n### Requirement: Login\nIt SHALL.\n#### Scenario: One\n- a\n";
constexpr const char* k_bad = "## ADDED Requirements\n### Requirement: Login\nIt SHALL.\n";
constexpr const char* k_delta = "openspec/changes/add-login/specs/auth/spec.md";

class SddValidateTest : public CliTest {
 protected:
  SddValidateTest() {
    repo_.write(k_delta, k_good);
    EXPECT_EQ(run({"sdd", "session", "--open", "--change=add-login"}).exit_code, 0);
  }

  Ran validate(const std::string& stage, std::vector<std::string> more = {}) {
    std::vector<std::string> all{"sdd", "validate", "--stage=" + stage};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  void write_receipt() {
    EXPECT_EQ(run({"gate", "--stage", "PRE_WRITE", "--write-receipt", "--quiet"}).exit_code, 0);
  }
  [[nodiscard]] bool has_receipt() const {
    return entry_exists(receipts::receipt_path(repo_.root()));
  }
};

TEST_F(SddValidateTest, pre_write_needs_a_receipt_and_repairs_nothing) {
  const Ran refused = validate("PRE_WRITE");
  EXPECT_EQ(refused.exit_code, 1) << refused.out;
  EXPECT_THAT(refused.out, HasSubstr("MCP_ENTERPRISE_RECEIPT_MISSING"));
  EXPECT_THAT(refused.out, HasSubstr("pumuki gate --stage PRE_WRITE --write-receipt"));
  EXPECT_FALSE(has_receipt());
  write_receipt();
  const Ran allowed = validate("red");
  EXPECT_EQ(allowed.exit_code, 0) << allowed.out;
}

TEST_F(SddValidateTest, repair_leaves_a_receipt_and_says_so) {
  const Ran ran = validate("PRE_WRITE", {"--repair", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr(R"("automation":{"attempted":true,"actions":[{"action":)"
                                 R"("refresh_mcp_receipt","status":"OK")"));
  EXPECT_TRUE(has_receipt());
}

TEST_F(SddValidateTest, the_environment_can_ask_for_repair) {
  set("PUMUKI_PREWRITE_REPAIR", "1");
  EXPECT_EQ(validate("PRE_WRITE").exit_code, 0);
  EXPECT_TRUE(has_receipt());
}

TEST_F(SddValidateTest, pre_write_is_the_same_under_its_short_name) {
  const Ran with_stage = validate("PRE_WRITE");
  const Ran short_name = shell("\"$P-pre-write\" ignored --also-ignored");
  EXPECT_EQ(short_name.exit_code, 1);
  EXPECT_EQ(short_name.out.substr(0, 40), with_stage.out.substr(0, 40));
  EXPECT_EQ(run({"pre-write", "--quiet"}).exit_code, 1);
  EXPECT_THAT(run({"pre-write", "--quiet"}).out, IsEmpty());
}

TEST_F(SddValidateTest, other_stages_decide_sdd_alone) {
  const Ran allowed = run({"sdd", "validate", "--json"});
  EXPECT_EQ(allowed.exit_code, 0) << allowed.out;
  EXPECT_THAT(allowed.out, StartsWith(R"({"stage":"PRE_COMMIT","status":)"));
  EXPECT_THAT(allowed.out, HasSubstr(R"("structural":true)"));
  EXPECT_THAT(allowed.out, Not(HasSubstr("ai_gate")));
  repo_.write(k_delta, k_bad);
  const Ran refused = validate("PRE_PUSH");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr(std::string{k_delta} + ":2"));
  EXPECT_THAT(refused.out, HasSubstr("SDD_VALIDATION_FAILED"));
}

struct SessionCase {
  const char* name;
  const char* setup;
  const char* pre_write;
  const char* pre_commit;
};

void PrintTo(const SessionCase& given, std::ostream* out) { *out << given.name; }

class SessionStates : public SddValidateTest, public testing::WithParamInterface<SessionCase> {};

TEST_P(SessionStates, decide) {
  write_receipt();
  EXPECT_EQ(shell(GetParam().setup).exit_code, 0);
  const auto expect = [&](const std::string& stage, const std::string& code) {
    const Ran ran = validate(stage, {"--json"});
    EXPECT_EQ(ran.exit_code, code == "ALLOWED" ? 0 : 1) << stage << ran.out;
    EXPECT_THAT(ran.out, HasSubstr(R"("code":")" + code + R"(","message")")) << stage;
  };
  expect("PRE_WRITE", GetParam().pre_write);
  expect("PRE_COMMIT", GetParam().pre_commit);
}

INSTANTIATE_TEST_SUITE_P(
    All, SessionStates,
    testing::Values(
        SessionCase{"open", "true", "ALLOWED", "ALLOWED"},
        // Later stages judge an expired session as renewed and store nothing.
        SessionCase{"expired", "git config pumuki.sdd.session.expiresAt 2020-01-01T00:00:00.000Z",
                    "SDD_SESSION_INVALID", "ALLOWED"},
        SessionCase{"closed", "\"$P\" sdd session --close", "SDD_SESSION_MISSING",
                    "SDD_SESSION_MISSING"},
        SessionCase{"archived",
                    "mkdir openspec/changes/archive && "
                    "mv openspec/changes/add-login openspec/changes/archive/2026-01-01-add-login",
                    "SDD_CHANGE_ARCHIVED", "SDD_CHANGE_ARCHIVED"},
        SessionCase{"missing", "mv openspec/changes/add-login openspec/changes/renamed",
                    "SDD_CHANGE_MISSING", "SDD_CHANGE_MISSING"}));

TEST_F(SddValidateTest, repair_collects_where_there_is_no_evidence) {
  std::filesystem::remove(repo_.root() + "/.ai_evidence.json");
  const Ran ran = validate("PRE_WRITE", {"--repair", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(R"({"action":"refresh_evidence","status":"OK")"));
  EXPECT_TRUE(entry_exists(repo_.root() + "/.ai_evidence.json"));
}

TEST_F(SddValidateTest, gate_json_is_followed) {
  EXPECT_EQ(shell("\"$P\" sdd session --close").exit_code, 0);
  repo_.write(".pumuki/gate.json", R"({"sdd":"off","require_receipt":false})");
  EXPECT_EQ(validate("PRE_WRITE").exit_code, 0);
  EXPECT_THAT(validate("PRE_COMMIT").out, HasSubstr("SDD_EXPERIMENTAL_DISABLED"));
  repo_.write(".pumuki/gate.json", R"({"sdd":"off)");
  EXPECT_EQ(validate("PRE_WRITE").exit_code, 2);
}

TEST_F(SddValidateTest, an_expired_session_stays_as_it_is) {
  repo_.config("pumuki.sdd.session.expiresAt", "2020-01-01T00:00:00.000Z");
  EXPECT_EQ(validate("CI").exit_code, 0);
  EXPECT_EQ(repo_.git({"config", "pumuki.sdd.session.expiresAt"}), "2020-01-01T00:00:00.000Z");
}

TEST_F(SddValidateTest, what_cannot_be_asked_is_two_with_one_document) {
  EXPECT_EQ(validate("NEVER").exit_code, 2);
  const Ran no_stage = validate("NEVER", {"--json"});
  EXPECT_THAT(no_stage.out, StartsWith(R"({"exit_code":2,"error":{"code":"USAGE_ERROR")"));
  std::filesystem::create_directory(repo_.temp() / "plain");
  EXPECT_EQ(run_in(repo_.temp() / "plain", {"sdd", "validate", "--json"}).exit_code, 2);
}

TEST_F(SddValidateTest, works_from_a_folder_below) {
  std::filesystem::create_directories(repo_.root() + "/src/deep");
  EXPECT_EQ(run_in(repo_.root() + "/src/deep", {"sdd", "validate"}).exit_code, 0);
}

}  // namespace
}  // namespace pumuki::cli
