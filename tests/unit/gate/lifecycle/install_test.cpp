#include "tests/unit/gate/lifecycle/install_fixture.h"

#include <gmock/gmock.h>

#include <random>
#include <string>

namespace pumuki::lifecycle {
namespace {

using testing::HasSubstr;

class Install : public InstallTest {
 protected:
  Install() { repo_.init(); }
};

TEST_F(Install, a_new_hook_is_our_first_line_and_the_block) {
  const auto done = install();
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_EQ(done->hooks.size(), 2U);
  EXPECT_EQ(done->hooks[0].action, "created");
  EXPECT_TRUE(
      hook("pre-commit").starts_with("#!/usr/bin/env sh\n# >>> PUMUKI MANAGED START >>>\n"));
  EXPECT_TRUE(hook("pre-push").ends_with("# <<< PUMUKI MANAGED END <<<\n"));
  EXPECT_EQ(mode_of(hook_path("pre-commit")), 0755U);
}

TEST_F(Install, twice_is_once_byte_for_byte) {
  write_hook("pre-commit", "#!/bin/bash\necho mine");
  write_hook("pre-push", "#!/usr/bin/env python3\nprint(1)\n");
  ASSERT_TRUE(install());
  const auto before = snapshot(repo_.root());
  const auto again = install();
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->changes_something());
  EXPECT_EQ(snapshot(repo_.root()), before);
}

TEST_F(Install, a_plan_writes_nothing) {
  write_hook("pre-commit", "#!/bin/sh\necho mine\n");
  const auto before = snapshot(repo_.root());
  const auto made = plan(repo_.root());
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->changes_something());
  EXPECT_EQ(snapshot(repo_.root()), before);
}

TEST_F(Install, keys_are_set_and_cleared_and_the_configuration_is_as_before) {
  const auto before = snapshot(repo_.root());
  ASSERT_TRUE(install());
  EXPECT_EQ(repo_.git({"config", "--local", "pumuki.installed"}), "true");
  EXPECT_EQ(repo_.git({"config", "--local", "pumuki.hooks"}), "pre-commit,pre-push");
  EXPECT_EQ(repo_.git({"config", "--local", "pumuki.version"}), "7.0.0");
  EXPECT_EQ(repo_.git({"config", "--local", "pumuki.installed-at"}), "2027-01-15T08:00:00.000Z");
  ASSERT_TRUE(uninstall());
  EXPECT_EQ(snapshot(repo_.root()), before);
}

TEST_F(Install, a_shell_hook_that_runs_to_its_end_gets_the_gate_at_the_end) {
  write_hook("pre-commit", "#!/bin/sh\nif x; then exit 1; fi\n");
  const auto done = install();
  ASSERT_TRUE(done);
  EXPECT_EQ(done->hooks[0].position, "last");
  EXPECT_TRUE(hook("pre-commit").starts_with("#!/bin/sh\nif x; then exit 1; fi\n# >>> PUMUKI"));
}

TEST_F(Install, a_hook_that_leaves_early_gets_the_gate_first) {
  write_hook("pre-commit", "#!/bin/sh\nnpm test\nexit 0\n");
  const auto done = install();
  ASSERT_TRUE(done);
  EXPECT_EQ(done->hooks[0].position, "first");
  EXPECT_TRUE(hook("pre-commit").starts_with("#!/bin/sh\n# >>> PUMUKI"));
  EXPECT_TRUE(hook("pre-commit").ends_with("END <<<\nnpm test\nexit 0\n"));
}

TEST_F(Install, pre_push_reads_first_because_the_user_may_take_the_input) {
  write_hook("pre-push", "#!/bin/sh\ngit lfs pre-push \"$@\"\n");
  const auto done = install();
  ASSERT_TRUE(done);
  EXPECT_EQ(done->hooks[1].position, "first");
}

TEST_F(Install, position_can_be_chosen) {
  write_hook("pre-commit", "#!/bin/sh\necho\n");
  options_.position = Position::First;
  EXPECT_EQ(install()->hooks[0].position, "first");
  options_.position = Position::Last;
  EXPECT_EQ(install()->hooks[0].position, "last");
  options_.position = Position::Auto;
  EXPECT_EQ(install()->hooks[0].action, "unchanged");
}

TEST_F(Install, a_block_that_cannot_be_reached_moves_to_the_front) {
  write_hook("pre-commit",
             "#!/bin/sh\necho\nexit 0\n\n# >>> PUMUKI MANAGED START >>>\nold\n"
             "# <<< PUMUKI MANAGED END <<<\n");
  const auto done = install();
  ASSERT_TRUE(done);
  EXPECT_EQ(done->hooks[0].position, "first");
  EXPECT_TRUE(hook("pre-commit").ends_with("END <<<\necho\nexit 0\n\n"));
  EXPECT_THAT(hook("pre-commit"), testing::Not(HasSubstr("old")));
}

TEST_F(Install, two_old_blocks_become_one) {
  const std::string old = "# >>> PUMUKI MANAGED START >>>\nold\n# <<< PUMUKI MANAGED END <<<\n";
  write_hook("pre-commit", "#!/bin/sh\n" + old + "echo\n" + old);
  ASSERT_TRUE(install());
  EXPECT_EQ(find_regions(hook("pre-commit"), k_hook_markers).complete.size(), 1U);
}

TEST_F(Install, a_damaged_block_is_refused_by_its_line) {
  write_hook("pre-commit", "#!/bin/sh\n# >>> PUMUKI MANAGED START >>>\necho mine\n");
  const auto before = snapshot(repo_.root());
  const auto done = install();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::InstallRefused);
  EXPECT_THAT(done.error().message, HasSubstr("pre-commit:2:"));
  EXPECT_FALSE(uninstall());
  EXPECT_EQ(snapshot(repo_.root()), before);
}

TEST_F(Install, another_interpreter_keeps_its_file_beside_the_hook) {
  const std::string python = "#!/usr/bin/env python3\nprint('x')";
  write_hook("pre-commit", python, 0700);
  const auto before = snapshot(repo_.root());
  const auto done = install();
  ASSERT_TRUE(done);
  EXPECT_EQ(done->hooks[0].action, "wrapped");
  EXPECT_EQ(hook("pre-commit.user"), python);
  EXPECT_THAT(hook("pre-commit"), HasSubstr("exec \"$pumuki_user\" \"$@\""));
  ASSERT_TRUE(uninstall());
  EXPECT_EQ(snapshot(repo_.root()), before);
}

TEST_F(Install, a_foreign_user_file_is_in_the_way) {
  write_hook("pre-commit", "#!/usr/bin/node\n");
  write_hook("pre-commit.user", "something else");
  const auto done = install();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::InstallRefused);
}

TEST_F(Install, permissions_stay_and_execute_bits_come_and_go) {
  write_hook("pre-commit", "#!/bin/sh\necho\n", 0640);
  const auto before = snapshot(repo_.root());
  ASSERT_TRUE(install());
  EXPECT_EQ(mode_of(hook_path("pre-commit")), 0750U);
  ASSERT_TRUE(install());
  ASSERT_TRUE(uninstall());
  EXPECT_EQ(snapshot(repo_.root()), before);
}

TEST_F(Install, a_link_inside_the_repository_is_followed) {
  repo_.write("tools/hook", "#!/bin/sh\necho\n");
  std::filesystem::create_symlink("../../tools/hook", hook_path("pre-commit"));
  const auto before = snapshot(repo_.root());
  ASSERT_TRUE(install());
  EXPECT_TRUE(std::filesystem::is_symlink(hook_path("pre-commit")));
  EXPECT_THAT(test::read_bytes(repo_.root() + "/tools/hook"), HasSubstr("PUMUKI MANAGED"));
  ASSERT_TRUE(uninstall());
  EXPECT_EQ(snapshot(repo_.root()), before);
}

TEST_F(Install, a_link_out_of_the_repository_or_nowhere_is_refused) {
  test::write_bytes(repo_.temp() / "outside", "#!/bin/sh\n");
  for (const std::string& target : {repo_.temp() / "outside", std::string{"nowhere"}}) {
    std::filesystem::remove(hook_path("pre-commit"));
    std::filesystem::create_symlink(target, hook_path("pre-commit"));
    const auto before = snapshot(repo_.temp().path());
    const auto done = install();
    ASSERT_FALSE(done) << target;
    EXPECT_EQ(done.error().code, Code::InstallRefused);
    EXPECT_EQ(snapshot(repo_.temp().path()), before);
  }
}

TEST_F(Install, a_linked_hooks_folder_is_judged_like_a_linked_hook) {
  std::filesystem::remove_all(repo_.root() + "/.git/hooks");
  std::filesystem::create_directory(repo_.temp() / "elsewhere");
  std::filesystem::create_directory_symlink(repo_.temp() / "elsewhere",
                                            repo_.root() + "/.git/hooks");
  options_.shared = true;
  EXPECT_EQ(install().error().code, Code::InstallRefused);
  std::filesystem::remove(repo_.root() + "/.git/hooks");
  std::filesystem::create_directory(repo_.root() + "/hooks");
  std::filesystem::create_directory_symlink("../hooks", repo_.root() + "/.git/hooks");
  ASSERT_TRUE(install());
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/hooks/pre-commit"));
}

TEST_F(Install, a_shared_hooks_folder_needs_leave) {
  const std::string shared = repo_.temp() / "company";
  std::filesystem::create_directory(shared);
  repo_.config("core.hooksPath", shared);
  const auto refused = install();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::InstallRefused);
  EXPECT_FALSE(std::filesystem::exists(shared + "/pre-commit"));
  options_.shared = true;
  ASSERT_TRUE(install());
  EXPECT_TRUE(std::filesystem::exists(shared + "/pre-commit"));
  EXPECT_EQ(repo_.git({"config", "core.hooksPath"}), shared);
}

TEST_F(Install, the_default_folder_named_by_hand_is_the_default) {
  repo_.config("core.hooksPath", repo_.root() + "/.git/hooks");
  const auto done = install();
  ASSERT_TRUE(done);
  EXPECT_EQ(done->folder.found_by, "default");
}

TEST_F(Install, a_hooks_folder_in_the_work_tree_is_used) {
  repo_.config("core.hooksPath", "githooks");
  ASSERT_TRUE(install());
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/githooks/pre-commit"));
}

TEST_F(Install, linked_worktrees_share_one_installation) {
  repo_.commit_file("a", "1\n");
  const std::string worktree = repo_.add_worktree("other");
  const auto before = snapshot(repo_.temp().path());
  const auto done = install_in(worktree);
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_TRUE(std::filesystem::exists(hook_path("pre-commit")));
  EXPECT_THAT(test::read_bytes(repo_.root() + "/.git/info/exclude"), HasSubstr(".pumuki/*"));
  EXPECT_EQ(install()->hooks[0].action, "unchanged");
  ASSERT_TRUE(uninstall_in(worktree));
  ASSERT_TRUE(uninstall());
  EXPECT_EQ(snapshot(repo_.temp().path()), before);
}

TEST_F(Install, a_bare_repository_cannot_be_guarded) {
  const std::string bare = repo_.temp() / "bare.git";
  repo_.git({"init", "-q", "--bare", bare});
  const auto done = install_in(bare);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::BareRepository);
}

TEST_F(Install, the_exclude_block_hides_runtime_files_and_shows_the_three_committed_ones) {
  ASSERT_TRUE(install());
  for (const char* path :
       {".pumuki/baseline.json", ".pumuki/waivers/gate.json", ".pumuki/gate.json"}) {
    repo_.write(path, "{}");
    EXPECT_NE(repo_.try_git({"check-ignore", "-q", path}).exit_code, 0) << path;
  }
  for (const char* path :
       {".ai_evidence.json", ".ai_evidence.json.lock", ".ai_evidence.json.tmp-7-0a",
        ".pumuki/artifacts/x", ".pumuki/waivers/other", ".pumuki/policy-as-code.json"}) {
    repo_.write(path, "{}");
    EXPECT_EQ(repo_.try_git({"check-ignore", "-q", path}).exit_code, 0) << path;
  }
}

TEST_F(Install, purge_takes_what_install_made_and_nothing_else) {
  repo_.write(".pumuki/waivers/gate.json", "{}").write(".pumuki/mine.txt", "x");
  ASSERT_TRUE(install());
  ASSERT_TRUE(uninstall_in(repo_.root(), false));
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/.pumuki/gate.json"));
  ASSERT_TRUE(install());
  ASSERT_TRUE(uninstall());
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/.pumuki/mine.txt"));
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/.pumuki/waivers/gate.json"));
}

TEST_F(Install, leaves_a_signed_policy_as_it_is) {
  repo_.write(".pumuki/policy-as-code.json", "{}");
  ASSERT_TRUE(install());
  EXPECT_FALSE(std::filesystem::exists(repo_.root() + "/.pumuki/gate.json"));
}

TEST_F(Install, purge_spares_tracked_and_edited_files) {
  ASSERT_TRUE(install());
  repo_.write(".pumuki/gate.json", "{\"sdd\":\"off\"}");
  repo_.git({"add", "-f", ".pumuki/policy-as-code.json"});
  ASSERT_TRUE(uninstall());
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/.pumuki/gate.json"));
  EXPECT_TRUE(std::filesystem::exists(repo_.root() + "/.pumuki/policy-as-code.json"));
}

TEST_F(Install, tracked_node_modules_stop_it_unless_forced) {
  repo_.commit_file("node_modules/a/index.js", "1");
  EXPECT_EQ(install().error().code, Code::InstallRefused);
  options_.force = true;
  EXPECT_TRUE(install());
}

TEST_F(Install, random_hooks_come_back_byte_for_byte) {
  std::mt19937 random{7};
  const std::vector<std::string> parts{"#!/bin/sh\n",
                                       "#!/usr/bin/env python3\n",
                                       "exit 0\n",
                                       "\n",
                                       "\r\n",
                                       "echo 'é\xff'\n",
                                       "if x; then\n",
                                       "no newline",
                                       "\t",
                                       "cat <<E\n",
                                       "#!/bin/bash -e\n",
                                       "fi\n",
                                       "\"",
                                       "exec a\n"};
  for (int round = 0; round < 25; ++round) {
    for (const char* name : {"pre-commit", "pre-push"}) {
      std::string text;
      for (std::size_t count = random() % 6; count > 0; --count) {
        text += parts[random() % parts.size()];
      }
      write_hook(name, text, random() % 2 == 0 ? 0755 : 0644);
    }
    const auto before = snapshot(repo_.root());
    const auto done = install();
    ASSERT_TRUE(done) << describe(done.error());
    const auto installed = snapshot(repo_.root());
    ASSERT_TRUE(install());
    ASSERT_EQ(snapshot(repo_.root()), installed) << hook("pre-commit");
    ASSERT_TRUE(uninstall());
    ASSERT_EQ(snapshot(repo_.root()), before);
  }
}

}  // namespace
}  // namespace pumuki::lifecycle
