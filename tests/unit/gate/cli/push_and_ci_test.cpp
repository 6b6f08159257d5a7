#include "tests/unit/gate/cli/runner_fixture.h"

#include <gmock/gmock.h>

namespace pumuki::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

const std::string k_zero(40, '0');

class Pushes : public RunnerTest {
 protected:
  Pushes() {
    repo_.git({"init", "-q", "--bare", remote()});
    repo_.git({"remote", "add", "origin", remote()});
    repo_.branch("main");
    EXPECT_EQ(git({"push", "-q", "origin", "main"}).exit_code, 0) << "the remote has no main yet";
  }
  [[nodiscard]] std::string remote() const { return repo_.temp() / "remote.git"; }
  std::string id(const std::string& revision) { return repo_.git({"rev-parse", revision}); }
  /// Codes of the gate's violations in the last answer.
  [[nodiscard]] std::vector<std::string> violations() const {
    std::vector<std::string> codes;
    const Json said = answer();
    for (const Json& violation : said.at("gate").at("violations")) {
      codes.push_back(violation.at("code"));
    }
    return codes;
  }
};

TEST_F(Pushes, a_new_branch_without_upstream) {
  repo_.commit_file("f", k_fine).write("f", k_bad);
  EXPECT_EQ(git({"push", "-q", "origin", "HEAD"}).exit_code, 0);
  EXPECT_EQ(answer().at("files_scanned"), 1);
  repo_.commit_file("g", k_bad).write("g", k_fine);
  EXPECT_NE(git({"push", "-q", "origin", "HEAD"}).exit_code, 0);
  EXPECT_THAT(blocking(), ElementsAre("g"));
}

TEST_F(Pushes, a_secret_that_a_later_commit_took_out) {
  // Put together here, so that the source itself holds no such block.
  repo_.commit_file("key", "-----BEGIN " + std::string{"RSA PRIVATE KEY-----\n"} +
                               std::string(64, 'A') + "\n-----END RSA PRIVATE KEY-----\n");
  repo_.remove("key").stage_all().commit("out again");
  EXPECT_NE(git({"push", "-q", "origin", "HEAD"}).exit_code, 0);
  EXPECT_THAT(blocking(), ElementsAre("key"));
}

TEST_F(Pushes, a_conflict_that_a_later_commit_resolved_is_no_matter) {
  repo_.commit_file("f", k_bad).commit_file("f", k_fine);
  EXPECT_EQ(git({"push", "-q", "origin", "HEAD"}).exit_code, 0) << answer().dump(1);
}

TEST_F(Pushes, head_to_a_protected_branch) {
  repo_.commit_file("f", k_fine);
  EXPECT_NE(git({"push", "-q", "origin", "HEAD:main"}).exit_code, 0);
  EXPECT_THAT(violations(), ElementsAre("GITFLOW_PROTECTED_BRANCH"));
}

TEST_F(Pushes, a_topic_branch_while_a_protected_one_is_checked_out) {
  repo_.commit_file("f", k_fine).checkout("main");
  EXPECT_EQ(git({"push", "-q", "origin", "feature/x"}).exit_code, 0) << answer().dump(1);
}

TEST_F(Pushes, deleting_a_protected_branch_and_deleting_another) {
  EXPECT_EQ(git({"push", "-q", "origin", "HEAD"}).exit_code, 0);
  EXPECT_EQ(git({"push", "-q", "origin", ":feature/x"}).exit_code, 0);
  EXPECT_EQ(answer().at("files_scanned"), 0);
  EXPECT_NE(git({"push", "-q", "origin", ":main"}).exit_code, 0);
  EXPECT_THAT(violations(), ElementsAre("GITFLOW_PROTECTED_BRANCH"));
}

TEST_F(Pushes, tags_are_not_scanned) {
  repo_.commit_file("f", k_bad).git({"tag", "-a", "-m", "t", "v1"});
  EXPECT_EQ(git({"push", "-q", "origin", "v1"}).exit_code, 0);
  EXPECT_EQ(answer().at("evidence_written"), false);
}

TEST_F(Pushes, of_several_refs_the_worst_counts) {
  repo_.branch("feature/fine").commit_file("f", k_bad);
  EXPECT_NE(git({"push", "-q", "origin", "feature/fine", "feature/x"}).exit_code, 0);
  EXPECT_THAT(blocking(), ElementsAre("f"));
  const Json refs = answer().at("refs");
  ASSERT_EQ(refs.size(), 2U);
  EXPECT_EQ(
      std::min(refs[0].at("outcome").get<std::string>(), refs[1].at("outcome").get<std::string>()),
      "BLOCK");
}

TEST_F(Pushes, a_finding_of_two_refs_counts_once) {
  repo_.commit_file("f", k_bad).branch("feature/same");
  EXPECT_NE(git({"push", "-q", "origin", "feature/same", "feature/x"}).exit_code, 0);
  EXPECT_THAT(blocking(), ElementsAre("f"));
}

TEST_F(Pushes, lines_that_make_no_sense_cannot_be_judged) {
  for (const std::string& line :
       {std::string{"nonsense\n"},
        "refs/heads/a " + std::string(40, '1') + " refs/heads/a " + k_zero + "\n"}) {
    const auto ran = run("pumuki-pre-push", {"origin", remote(), "--json"}, line);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(Json::parse(ran.out).at("error").at("code"), "PUSH_LINE_INVALID");
  }
}

TEST_F(Pushes, a_remote_called_like_a_command_and_options_of_git_are_passed_over) {
  repo_.git({"remote", "rename", "origin", "gate"});
  repo_.commit_file("f", k_fine);
  const auto ran = run("pumuki-pre-push", {"gate", remote(), "--unknown=1", "-x", "--json"},
                       "refs/heads/feature/x " + id("HEAD") + " refs/heads/feature/x " + k_zero);
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_EQ(Json::parse(ran.out).at("files_scanned"), 1);
}

class InCi : public RunnerTest {
 protected:
  InCi() {
    repo_.branch("main").commit_file("f", k_bad).write("f", k_fine);
    environment_ = environment_.without({"CI"});
  }
  /// A clone like the checkout of a CI service.
  std::string shallow(const std::string& depth = "1") {
    const std::string to = repo_.temp() / "shallow";
    repo_.git_in(repo_.temp().path(), {"clone", "-q", "--depth", depth, "--no-single-branch",
                                       "file://" + repo_.root(), to});
    return to;
  }
};

TEST_F(InCi, what_head_brings_is_judged_not_the_work_tree) {
  const auto ran = run("pumuki-ci", {"--json"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(blocking(Json::parse(ran.out)), ElementsAre("f"));
}

TEST_F(InCi, detached_with_a_base) {
  repo_.stage("f").commit("fixed").write("f", k_bad).detach();
  const auto ran = run("pumuki-ci", {"--base", "main", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  set("GITHUB_BASE_REF", "main");
  EXPECT_EQ(run("pumuki", {"ci", "--quiet"}).exit_code, 0);
}

TEST_F(InCi, a_clone_of_one_commit_says_how_to_fetch) {
  const std::string clone = shallow();
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--json"}, {"--json", "--base", "origin/feature/x"}}) {
    const auto ran = run_in(clone, "pumuki-ci", arguments);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    const Json said = Json::parse(ran.out);
    EXPECT_EQ(said.at("error").at("code"), "BASE_UNKNOWN");
    EXPECT_THAT(said.at("error").at("hint").get<std::string>(), HasSubstr("git fetch"));
  }
}

TEST_F(InCi, the_command_gate_asks_for_the_base_too) {
  const std::string clone = shallow();
  const auto ran = run_in(clone, "pumuki", {"gate", "--stage", "ci", "--base", "origin/feature/x"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("git fetch"));
  EXPECT_EQ(run("pumuki", {"gate", "--stage", "PRE_PUSH", "--base", "main"}).exit_code, 2);
  const auto known = run("pumuki", {"gate", "--stage", "ci", "--base", "main", "--json"});
  EXPECT_EQ(Json::parse(known.out).at("extensions").at("scope").at("head"),
            repo_.git({"rev-parse", "HEAD"}));
}

TEST_F(InCi, enough_history_is_enough) {
  const auto ran = run_in(shallow("2"), "pumuki-ci", {"--json", "--base", "origin/main"});
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
}

}  // namespace
}  // namespace pumuki::cli
