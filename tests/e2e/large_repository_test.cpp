#include "tests/e2e/doors.h"
#include "tests/e2e/sealed_evidence.h"

#include <gtest/gtest.h>

// A repository of 20,000 files, cloned so that it has an upstream: every answer is right, not only
// quick.

namespace pumuki::test {
namespace {

constexpr int k_folders = 400;
constexpr int k_files_per_folder = 50;
constexpr int k_untracked_folders = 10;

/// One `git fast-import` makes all files; writing them one by one would take longer than the test.
std::string import_stream() {
  std::string stream =
      "blob\nmark :1\ndata 5\ntext\n\n"
      "commit refs/heads/main\ncommitter t <t@example.invalid> 1767225600 +0000\ndata 5\nfirst\n";
  for (int folder = 0; folder < k_folders; ++folder) {
    for (int file = 0; file < k_files_per_folder; ++file) {
      stream += "M 100644 :1 d" + std::to_string(folder) + "/f" + std::to_string(file) + ".txt\n";
    }
  }
  return stream + "\n";
}

class LargeRepository : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    repo_ = std::make_unique<RepoBuilder>();
    const std::string origin = repo_->temp() / "origin";
    repo_->git_in(repo_->temp().path(), {"init", "-q", "-b", "main", origin});
    run_to_end({.argv = {"git", "fast-import", "--quiet"},
                .environment = repo_->environment(),
                .cwd = origin},
               import_stream());
    repo_->git_in(repo_->temp().path(), {"clone", "-q", origin, repo_->root()});
    repo_->checkout_new("feature/large").set_upstream("feature/large", "HEAD").commit("second");
    repo_->write(".git/info/exclude", ".ai_evidence.json\n.pumuki/\n");
    repo_->write("d0/f0.txt", "edited\n").write("staged.txt", "1\n").stage("staged.txt");
    for (int i = 0; i < k_untracked_folders; ++i) {
      repo_->write("new" + std::to_string(i) + "/a.txt", "1\n");
      repo_->write("new" + std::to_string(i) + "/b.txt", "2\n");
    }
    repo_->write(".ai_evidence.json", sealed_evidence({.timestamp = SystemClock{}.now()}));
  }
  static void TearDownTestSuite() { repo_.reset(); }

  static std::unique_ptr<RepoBuilder> repo_;
};

std::unique_ptr<RepoBuilder> LargeRepository::repo_;

TEST_F(LargeRepository, state_is_what_git_says) {
  EnterpriseServer server{*repo_};
  const Json state = server.get("/resource?uri=gitflow://state").at("payload");
  const Json expected{{"available", true},
                      {"branch", "feature/large"},
                      {"upstream", "origin/feature/large"},
                      {"ahead", 1},
                      {"behind", 0},
                      {"dirty", true},
                      {"staged", 1},
                      {"unstaged", 1 + k_untracked_folders}};
  EXPECT_EQ(state, expected);
}

TEST_F(LargeRepository, every_resource_and_status_answer) {
  EnterpriseServer server{*repo_};
  const Json status = server.get("/status");
  EXPECT_EQ(status.at("repoRoot"), repo_->root());
  EXPECT_EQ(status.at("evidence").at("status"), "ok");
  const Json catalogue = server.get("/resources");
  for (const Json& resource : catalogue.at("resources")) {
    const std::string uri = resource.at("uri");
    const Json answer = server.get("/resource?uri=" + uri);
    EXPECT_EQ(answer.at("uri"), uri);
    EXPECT_TRUE(answer.at("payload").is_object()) << uri;
  }
}

TEST_F(LargeRepository, every_tool_answers_and_the_gate_agrees_with_the_command_line) {
  EnterpriseServer server{*repo_};
  const Json catalogue = server.get("/tools");
  for (const Json& tool : catalogue.at("tools")) {
    const Json envelope = server.tool(tool.at("name"), Json::object());
    EXPECT_EQ(envelope.at("tool"), tool.at("name"));
    EXPECT_EQ(envelope.at("dryRun"), true);
  }
  const Json envelope = server.tool("ai_gate_check", {{"stage", "PRE_PUSH"}});
  const Json command = gate_command(*repo_, "PRE_PUSH");
  EXPECT_EQ(envelope.at("result").at("violations"), command.at("violations"));
  EXPECT_EQ(envelope.at("result").at("repo_state"), command.at("repo_state"));
  EXPECT_EQ(command.at("repo_state").at("git").at("pending_changes"), 2 + k_untracked_folders);
  EXPECT_TRUE(command.at("allowed")) << command.at("violations").dump();
}

}  // namespace
}  // namespace pumuki::test
