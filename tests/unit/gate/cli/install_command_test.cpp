#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

// The program on real repositories: exit codes, documents, and what git does with the result.

namespace pumuki::cli {
namespace {

using testing::HasSubstr;

class InstallCommandTest : public CliTest {
 protected:
  [[nodiscard]] std::string hook(const std::string& name) const {
    return repo_.root() + "/.git/hooks/" + name;
  }
  void write_hook(const std::string& name, const std::string& text) {
    test::write_bytes(hook(name), text);
    std::filesystem::permissions(hook(name), std::filesystem::perms::owner_all);
  }
};

TEST_F(InstallCommandTest, installs_proves_and_uninstalls) {
  EXPECT_EQ(run({"install"}).exit_code, 0);
  const Ran doctor = run({"doctor"});
  EXPECT_EQ(doctor.exit_code, 0) << doctor.out;
  EXPECT_THAT(doctor.out, HasSubstr("PROVEN  pre-commit"));
  EXPECT_THAT(doctor.out, HasSubstr("PROVEN  pre-push"));
  EXPECT_EQ(run({"uninstall", "--purge-artifacts"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(hook("pre-commit")));
  EXPECT_EQ(run({"uninstall"}).out, "nothing to do\n");
}

TEST_F(InstallCommandTest, works_from_a_sub_folder) {
  repo_.write("a/b/file", "x");
  EXPECT_EQ(run_in(repo_.root() + "/a/b", {"install"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(hook("pre-commit")));
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/.pumuki/gate.json"));
}

TEST_F(InstallCommandTest, a_dry_run_shows_a_diff_and_writes_nothing) {
  write_hook("pre-commit", "#!/bin/sh\necho mine\n");
  const Ran ran = run({"install", "--dry-run"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("+# >>> PUMUKI MANAGED START >>>\n"));
  EXPECT_THAT(ran.out, HasSubstr(" echo mine\n"));
  EXPECT_FALSE(std::filesystem::exists(hook("pre-push")));
  EXPECT_EQ(test::read_bytes(hook("pre-commit")), "#!/bin/sh\necho mine\n");
  ASSERT_EQ(run({"install"}).exit_code, 0);
  EXPECT_EQ(run({"install", "--dry-run"}).out, "nothing to do\n");
}

TEST_F(InstallCommandTest, every_outcome_is_one_document) {
  const Ran done = run({"install", "--json"});
  EXPECT_THAT(done.out, HasSubstr(R"("action":"created")"));
  const Ran again = run({"install", "--json"});
  EXPECT_THAT(again.out, HasSubstr(R"("changed":false)"));
  test::write_bytes(hook("pre-commit"), "# >>> PUMUKI MANAGED START >>>\n");
  const Ran refused = run({"install", "--json"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr("INSTALL_REFUSED"));
  const Ran wrong = run({"install", "--json", "--hooks", "post-commit"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.out, HasSubstr("USAGE_ERROR"));
  for (const Ran& ran : {done, again, refused, wrong}) {
    EXPECT_TRUE(ran.out.starts_with("{") && ran.out.ends_with("}\n")) << ran.out;
  }
}

TEST_F(InstallCommandTest, outside_and_in_a_bare_repository_it_cannot_install) {
  EXPECT_EQ(run_in(repo_.temp().path(), {"install"}).exit_code, 2);
  const std::string bare = repo_.temp() / "bare.git";
  repo_.git({"init", "-q", "--bare", bare});
  for (const char* command : {"install", "uninstall", "doctor", "status"}) {
    const Ran ran = run_in(bare, {command, "--json"});
    EXPECT_EQ(ran.exit_code, 2) << command;
    EXPECT_THAT(ran.out, HasSubstr("BARE_REPOSITORY")) << command;
  }
}

TEST_F(InstallCommandTest, blocked_evidence_stops_it_unless_forced) {
  write_evidence("BLOCKED");
  EXPECT_EQ(run({"install"}).exit_code, 1);
  EXPECT_EQ(run({"install", "--force"}).exit_code, 0);
  EXPECT_EQ(run({"doctor"}).exit_code, 1);
}

TEST_F(InstallCommandTest, a_deleted_hook_fails_the_doctor) {
  ASSERT_EQ(run({"install"}).exit_code, 0);
  std::filesystem::remove(hook("pre-push"));
  const Ran ran = run({"doctor", "--json"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr(R"("proof":"BROKEN")"));
  EXPECT_THAT(ran.out, HasSubstr(R"("blocking":true)"));
  EXPECT_EQ(run({"status"}).exit_code, 0);
}

TEST_F(InstallCommandTest, a_linked_worktree_is_served_by_the_common_hooks) {
  const std::string worktree = repo_.add_worktree("other");
  ASSERT_EQ(run_in(worktree, {"install"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(hook("pre-commit")));
  for (const std::string& folder : {worktree, repo_.root()}) {
    EXPECT_THAT(run_in(folder, {"doctor"}).out, HasSubstr("PROVEN  pre-commit"));
  }
  EXPECT_THAT(run_in(worktree, {"status"}).out, HasSubstr("shared by all work trees"));
}

TEST_F(InstallCommandTest, a_submodule_has_hooks_of_its_own) {
  test::RepoBuilder inner;
  inner.init("feature/x").commit_file("f", "1\n");
  repo_.git({"-c", "protocol.file.allow=always", "submodule", "-q", "add", inner.root(), "sub"});
  const std::string folder = repo_.root() + "/sub";
  ASSERT_EQ(run_in(folder, {"install"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/.git/modules/sub/hooks/pre-commit"));
  EXPECT_FALSE(std::filesystem::exists(hook("pre-commit")));
  EXPECT_THAT(run_in(folder, {"doctor"}).out, HasSubstr("PROVEN  pre-commit"));
}

TEST_F(InstallCommandTest, settings_per_worktree_leave_the_keys_in_the_common_configuration) {
  repo_.config("core.repositoryformatversion", "1");
  repo_.config("extensions.worktreeConfig", "true");
  const std::string worktree = repo_.add_worktree("other");
  ASSERT_EQ(run_in(worktree, {"install"}).exit_code, 0);
  EXPECT_THAT(test::read_bytes(repo_.root() + "/.git/config"), HasSubstr("installed = true"));
}

TEST_F(InstallCommandTest, an_edited_policy_is_signed_anew_on_request) {
  ASSERT_EQ(run({"install"}).exit_code, 0);
  EXPECT_EQ(run({"policy", "reconcile", "--strict"}).exit_code, 0);
  repo_.write(".pumuki/gate.json", R"({"thresholds":{"PRE_COMMIT":{"block":"CRITICAL"}}})");
  const Ran drift = run({"policy", "reconcile", "--json"});
  EXPECT_EQ(drift.exit_code, 1);
  EXPECT_THAT(drift.out, HasSubstr("POLICY_AS_CODE_SIGNATURE_MISMATCH"));
  EXPECT_EQ(run({"doctor"}).exit_code, 1);
  EXPECT_EQ(run({"policy", "reconcile", "--apply"}).exit_code, 0);
  EXPECT_EQ(run({"doctor"}).exit_code, 0);
}

TEST_F(InstallCommandTest, a_canary_in_the_environment_lets_no_commit_through) {
  ASSERT_EQ(run({"install"}).exit_code, 0);
  set("PUMUKI_CANARY", "x");
  EXPECT_NE(shell("git commit -q --allow-empty -m x").exit_code, 0);
}

TEST_F(InstallCommandTest, status_tells_an_unborn_branch) {
  test::RepoBuilder unborn;
  unborn.init("main");
  EXPECT_THAT(run_in(unborn.root(), {"status"}).out, HasSubstr("main (no commits yet)"));
  EXPECT_EQ(run_in(unborn.root(), {"install"}).exit_code, 0);
}

TEST_F(InstallCommandTest, killed_at_any_instant_leaves_each_file_old_or_new) {
  const std::string mine = "#!/usr/bin/env python3\nprint('mine')\n";
  write_hook("pre-commit", mine);
  const std::string shell_text = "#!/bin/sh\necho mine\n";
  write_hook("pre-push", shell_text);
  ASSERT_EQ(run({"install"}).exit_code, 0);
  const std::string new_pre_commit = test::read_bytes(hook("pre-commit"));
  const std::string new_pre_push = test::read_bytes(hook("pre-push"));
  for (int round = 0; round < 30; ++round) {
    ASSERT_EQ(run({"uninstall"}).exit_code, 0);
    {
      auto child = test::run_program({.argv = {std::string{PUMUKI_BIN_DIR} + "/pumuki", "install"},
                                      .environment = environment_,
                                      .cwd = repo_.root()});
      std::this_thread::sleep_for(std::chrono::milliseconds{2 * round});
      child.send_signal(SIGKILL);
      child.wait();
    }
    const std::string pre_commit = test::read_bytes(hook("pre-commit"));
    const std::string pre_push = test::read_bytes(hook("pre-push"));
    EXPECT_TRUE(pre_commit == mine || pre_commit == new_pre_commit) << pre_commit;
    EXPECT_TRUE(pre_push == shell_text || pre_push == new_pre_push) << pre_push;
    if (pre_commit == new_pre_commit) {
      EXPECT_EQ(test::read_bytes(hook("pre-commit.user")), mine);
    }
    ASSERT_EQ(run({"install"}).exit_code, 0) << round;
    EXPECT_EQ(test::read_bytes(hook("pre-commit")), new_pre_commit);
  }
}

}  // namespace
}  // namespace pumuki::cli
