#include "tests/unit/gate/cli/runner_fixture.h"

#include <gmock/gmock.h>

namespace pumuki::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// What `.pumuki/` and the environment change.
class RunnerSettings : public RunnerTest {
 protected:
  Json commit_gate(const std::string& content = k_fine) {
    repo_.write("f", content).stage("f");
    return Json::parse(run("pumuki-pre-commit", {"--json"}).out);
  }
  static std::string waiver(const std::string& expires_at, const std::string& more = {}) {
    return R"({"version":"1","waivers":[{"id":"w1","stage":"PRE_COMMIT","reason":"release",)"
           R"("owner":"ana","approved_at":"2020-01-01T00:00:00.000Z","expires_at":")" +
           expires_at + "\"" + more + "}]}";
  }
  void waive(const std::string& text) { repo_.write(".pumuki/waivers/gate.json", text); }
};

TEST_F(RunnerSettings, a_broken_file_is_named_with_its_position) {
  for (const auto& [path, text] :
       {std::pair{".pumuki/gate.json", "{\n  \"sdd\": 7\n}"},
        {".pumuki/gate.json", "{"},
        {".pumuki/baseline.json", "{"},
        {".pumuki/waivers/gate.json", "{\"version\":\"1\",\"waivers\":[{}]}"}}) {
    repo_.write(path, text);
    const Json said = commit_gate();
    EXPECT_EQ(said.at("exit_code"), 2) << path;
    EXPECT_THAT(said.at("error").at("message").get<std::string>(), HasSubstr(path));
    repo_.remove(path);
  }
  EXPECT_EQ(commit_gate().at("exit_code"), 0);
}

TEST_F(RunnerSettings, thresholds_say_what_blocks) {
  repo_.write(".pumuki/gate.json",
              R"({"sdd":"off","thresholds":{"PRE_COMMIT":{"block":"CRITICAL","warn":"WARN"}}})");
  const Json said = commit_gate(k_bad);
  EXPECT_EQ(said.at("exit_code"), 0) << said.dump(1);
  EXPECT_EQ(said.at("outcome"), "WARN");
  const auto text = run("pumuki-pre-commit").out;
  EXPECT_THAT(text, HasSubstr("ALLOWED PRE_COMMIT"));
  EXPECT_THAT(text, HasSubstr("core.conflict-marker"));
}

TEST_F(RunnerSettings, a_waiver_of_the_stage_lets_pass_and_says_so) {
  waive(waiver("2099-01-01T00:00:00.000Z"));
  const Json said = commit_gate(k_bad);
  EXPECT_EQ(said.at("exit_code"), 0) << said.dump(1);
  EXPECT_EQ(said.at("waiver").at("owner"), "ana");
  EXPECT_EQ(said.at("outcome"), "PASS");
  const Json evidence = Json::parse(test::read_bytes(repo_.root() + "/.ai_evidence.json"));
  EXPECT_EQ(evidence.at("ai_gate").at("status"), "ALLOWED");
  EXPECT_THAT(evidence.dump(), HasSubstr("GATE_WAIVER_APPLIED"));
  EXPECT_THAT(run("pumuki-pre-commit").out, HasSubstr("waived by w1 (ana): release"));
  EXPECT_EQ(run("pumuki-pre-push").exit_code, 0) << "nothing is pushed";
}

TEST_F(RunnerSettings, expired_waivers_and_those_of_others_do_not) {
  waive(waiver("2021-01-01T00:00:00.000Z"));
  EXPECT_EQ(commit_gate(k_bad).at("exit_code"), 1);
  EXPECT_THAT(run("pumuki-pre-commit").out, HasSubstr("the waiver w1 has expired"));
  waive(waiver("2099-01-01T00:00:00.000Z", R"(,"branch":"other")"));
  EXPECT_EQ(commit_gate(k_bad).at("exit_code"), 1);
  waive(waiver("2099-01-01T00:00:00.000Z", R"(,"branch":"feature/x")"));
  EXPECT_EQ(commit_gate(k_bad).at("exit_code"), 0);
}

TEST_F(RunnerSettings, a_narrow_waiver_waives_its_finding_only) {
  waive(waiver("2099-01-01T00:00:00.000Z", R"(,"path":"f")"));
  const Json said = commit_gate(k_bad);
  EXPECT_EQ(said.at("exit_code"), 0) << said.dump(1);
  EXPECT_EQ(said.at("findings").at(0).at("waiver"), "w1");
  EXPECT_EQ(said.at("waiver"), nullptr);
  repo_.write("g", k_bad).stage("g");
  EXPECT_EQ(run("pumuki-pre-commit").exit_code, 1);
}

TEST_F(RunnerSettings, a_waiver_file_elsewhere) {
  repo_.write("waivers.json", waiver("2099-01-01T00:00:00.000Z"));
  EXPECT_EQ(commit_gate(k_bad).at("exit_code"), 1);
  set("PUMUKI_GATE_WAIVER_PATH", "waivers.json");
  EXPECT_EQ(commit_gate(k_bad).at("exit_code"), 0);
}

TEST_F(RunnerSettings, degraded_mode) {
  set("PUMUKI_DEGRADED_MODE", "1");
  EXPECT_EQ(commit_gate().at("exit_code"), 0);
  set("PUMUKI_POLICY_ZERO_VIOLATION", "1");
  EXPECT_EQ(commit_gate().at("exit_code"), 1);
  set("PUMUKI_POLICY_ZERO_VIOLATION", "0");
  set("PUMUKI_DEGRADED_ACTION", "block");
  const Json said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 1);
  EXPECT_EQ(said.at("findings").at(0).at("code"), "DEGRADED_MODE_BLOCKED");
}

TEST_F(RunnerSettings, warnings_of_the_gate_block_with_zero_violation_only) {
  set("PUMUKI_PREWRITE_WORKTREE_WARN_THRESHOLD", "1");
  EXPECT_EQ(commit_gate().at("exit_code"), 0);
  set("PUMUKI_POLICY_ZERO_VIOLATION", "1");
  EXPECT_EQ(commit_gate().at("exit_code"), 1);
}

TEST_F(RunnerSettings, a_strict_policy_without_contract) {
  set("PUMUKI_POLICY_STRICT", "1");
  const Json said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 1);
  EXPECT_EQ(said.at("findings").at(0).at("code"), "POLICY_AS_CODE_UNSIGNED");
}

TEST_F(RunnerSettings, sdd_is_strict_without_the_file_and_waits_for_openspec_with_it) {
  environment_ = environment_.without({"PUMUKI_EXPERIMENTAL_SDD"});
  Json said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 1);
  EXPECT_EQ(said.at("findings").size(), 1U) << said.dump(1);
  EXPECT_THAT(said.at("sdd").at("code").get<std::string>(), Not(IsEmpty()));
  repo_.write(".pumuki/gate.json", R"({"sdd":"auto"})");
  said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 0) << said.dump(1);
  EXPECT_EQ(said.at("sdd"), nullptr);
}

TEST_F(RunnerSettings, protected_branches_of_the_file) {
  repo_.write(".pumuki/gate.json", R"({"sdd":"off","protected_branches":["feature/x"]})");
  const Json said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 1);
  EXPECT_EQ(said.at("gate").at("violations").at(0).at("code"), "GITFLOW_PROTECTED_BRANCH");
}

TEST_F(RunnerSettings, a_chained_check_before_writing) {
  repo_.write(".pumuki/gate.json", R"({"sdd":"off","chain_pre_write":true})");
  Json said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 1) << said.dump(1);
  EXPECT_EQ(said.at("stage"), "PRE_WRITE");
  EXPECT_EQ(said.at("gate").at("violations").at(0).at("code"), "EVIDENCE_MISSING");
  for (const char* name : {"PUMUKI_SKIP_CHAINED_PRE_WRITE", "PUMUKI_CHAINED_PRE_WRITE_DONE"}) {
    set(name, "1");
    said = commit_gate();
    EXPECT_EQ(said.at("exit_code"), 0);
    EXPECT_EQ(said.at("stage"), "PRE_COMMIT");
    set(name, "0");
  }
}

TEST_F(RunnerSettings, repair_before_writing_makes_the_evidence) {
  repo_.write("f", k_fine).stage("f");
  EXPECT_EQ(run("pumuki", {"pre-write", "--quiet"}).exit_code, 1);
  const auto ran = run("pumuki", {"pre-write", "--repair", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_EQ(Json::parse(ran.out).at("automation").at("actions").at(0).at("action"),
            "refresh_evidence");
  EXPECT_EQ(run("pumuki", {"pre-write", "--quiet"}).exit_code, 0);
}

TEST_F(RunnerSettings, an_analyser_that_changes_a_manifest) {
  repo_.write("package.json", "{}\n").stage("package.json").commit("manifest");
  repo_.write(".pumuki/gate.json",
              R"({"sdd":"off","analysers":[{"name":"rude","command":["sh","-c",)"
              R"("echo changed > package.json"],"globs":["**"],"stages":["PRE_COMMIT"],)"
              R"("format":"clang-tidy"}]})");
  const Json said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 1) << said.dump(1);
  EXPECT_THAT(said.at("findings").dump(), HasSubstr("MANIFEST_MUTATION_DETECTED"));
  EXPECT_EQ(test::read_bytes(repo_.root() + "/package.json"), "{}\n");
}

TEST_F(RunnerSettings, a_step_that_is_too_large_blocks_when_atomicity_is_strict) {
  repo_.write(".pumuki/git-atomicity.json", R"({"maxFiles":3,"maxScopes":1})");
  repo_.write("a/1", k_fine).write("a/2", k_fine).write("b/1", k_fine).stage_all();
  EXPECT_EQ(commit_gate().at("exit_code"), 0) << "advisory says nothing";
  set("PUMUKI_GIT_ATOMICITY_ENFORCEMENT", "strict");
  Json said = commit_gate();
  EXPECT_EQ(said.at("exit_code"), 1);
  ASSERT_EQ(said.at("findings").size(), 2U) << said.dump(1);
  EXPECT_EQ(said.at("findings").at(0).at("code"), "GIT_ATOMICITY_TOO_MANY_FILES");
  EXPECT_THAT(said.at("findings").at(0).at("message").get<std::string>(),
              HasSubstr("4 of at most 3"));
  EXPECT_EQ(said.at("findings").at(1).at("code"), "GIT_ATOMICITY_TOO_MANY_SCOPES");
  EXPECT_THAT(said.at("findings").at(1).at("message").get<std::string>(),
              HasSubstr("3 of at most 1: a, b, root."));
  set("PUMUKI_GIT_ATOMICITY_MAX_FILES", "4");
  set("PUMUKI_GIT_ATOMICITY_MAX_SCOPES", "3");
  EXPECT_EQ(commit_gate().at("exit_code"), 0);
  set("PUMUKI_GIT_ATOMICITY_MAX_SCOPES", "2");
  set("PUMUKI_GIT_ATOMICITY_ENABLED", "off");
  EXPECT_EQ(commit_gate().at("exit_code"), 0);
}

TEST_F(RunnerSettings, subjects_of_commits_are_looked_at_in_ranges_when_atomicity_is_strict) {
  const auto codes = [&] {
    const Json said = Json::parse(run("pumuki-ci", {"--json", "--base", "start"}).out);
    std::string text = std::to_string(said.at("exit_code").get<int>());
    for (const Json& finding : said.at("findings")) {
      text += " " + finding.at("code").get<std::string>();
    }
    return text;
  };
  repo_.git({"branch", "start"});
  repo_.write("g", k_fine).stage("g").commit("feat(g): more");
  set("PUMUKI_GIT_ATOMICITY_ENFORCEMENT", "strict");
  EXPECT_EQ(codes(), "0");
  repo_.write("g", "c\n").stage("g").commit("more");
  EXPECT_EQ(codes(), "1 GIT_ATOMICITY_COMMIT_MESSAGE_TRACEABILITY");
  set("PUMUKI_GIT_ATOMICITY_COMMIT_PATTERN", "more$");
  EXPECT_EQ(codes(), "0");
  set("PUMUKI_GIT_ATOMICITY_COMMIT_PATTERN", "^JIRA-");
  set("PUMUKI_GIT_ATOMICITY_ENFORCE_COMMIT_PATTERN", "0");
  EXPECT_EQ(codes(), "0");
}

TEST_F(RunnerSettings, an_analyser_sees_no_variable_of_the_hook) {
  const std::string seen = repo_.temp() / "seen";
  repo_.write(".pumuki/gate.json",
              R"({"sdd":"off","analysers":[{"name":"look","command":["sh","-c","env > )" + seen +
                  R"("],"globs":["**"],"stages":["PRE_COMMIT"],"format":"clang-tidy"}]})");
  repo_.write("f", k_fine).stage("f");
  EXPECT_EQ(git({"commit", "-am", "x"}).exit_code, 0) << answer().dump(1);
  EXPECT_THAT(test::read_bytes(seen), Not(HasSubstr("GIT_INDEX_FILE")));
}

}  // namespace
}  // namespace pumuki::cli
