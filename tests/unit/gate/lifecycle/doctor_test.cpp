#include "gate/lifecycle/doctor.h"

#include "tests/unit/gate/lifecycle/install_fixture.h"

#include <gmock/gmock.h>

#include <string>

namespace pumuki::lifecycle {
namespace {

using testing::HasSubstr;

class Doctor : public InstallTest {
 protected:
  Doctor() {
    repo_.init().commit_file("a", "1\n");
    options_.program = repo_.temp() / "pumuki";
    make_program("pumuki 7.0.0");
  }

  /// Everything but the version would leave a trace.
  void make_program(const std::string& version_line) {
    test::write_bytes(options_.program, "#!/bin/sh\n[ \"$1\" = --version ] || : >" + trace() +
                                            "\necho '" + version_line + "'\n");
    std::filesystem::permissions(options_.program, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string trace() const { return repo_.temp() / "trace"; }
  Diagnosis look(const std::string& root, bool run_user_text = false) {
    const DoctorOptions options{.run_user_text = run_user_text};
    return with_context(root, [&](const LifecycleContext& context) {
      auto found = diagnose(context, options);
      EXPECT_TRUE(found) << describe(found.error());
      return found ? std::move(*found) : Diagnosis{};
    });
  }
  Diagnosis look() { return look(repo_.root()); }
  Surface pre_commit(bool run_user_text = false) {
    const auto found = look(repo_.root(), run_user_text);
    return found.surfaces.empty() ? Surface{} : found.surfaces.front();
  }
  void install_now() {
    const auto done = install();
    ASSERT_TRUE(done) << describe(done.error());
  }
};

TEST_F(Doctor, proves_both_hooks_by_their_answer_and_runs_no_gate) {
  install_now();
  const auto found = look();
  ASSERT_EQ(found.surfaces.size(), 2U);
  for (const Surface& surface : found.surfaces) {
    EXPECT_EQ(surface.proof, Proof::Proven) << surface.reason;
    EXPECT_EQ(surface.program, options_.program);
    EXPECT_EQ(surface.program_version, "7.0.0");
  }
  EXPECT_FALSE(found.blocking()) << diagnosis_text(found);
  EXPECT_FALSE(std::filesystem::exists(trace()));
}

TEST_F(Doctor, proves_them_from_a_linked_worktree_too) {
  const std::string worktree = repo_.add_worktree("other");
  ASSERT_TRUE(install_in(worktree));
  EXPECT_EQ(look(worktree).surfaces[0].proof, Proof::Proven);
  EXPECT_EQ(look().surfaces[0].proof, Proof::Proven);
}

TEST_F(Doctor, writes_nothing) {
  install_now();
  const auto before = snapshot(repo_.temp().path());
  look();
  EXPECT_EQ(snapshot(repo_.temp().path()), before);
}

TEST_F(Doctor, without_an_installation_nothing_is_proven_and_nothing_is_wrong) {
  const auto found = look();
  EXPECT_EQ(found.surfaces[0].proof, Proof::Unproven);
  EXPECT_FALSE(found.blocking());
}

TEST_F(Doctor, a_deleted_hook_is_broken_when_the_keys_say_installed) {
  install_now();
  std::filesystem::remove(hook_path("pre-commit"));
  EXPECT_EQ(pre_commit().proof, Proof::Broken);
  EXPECT_TRUE(look().blocking());
}

TEST_F(Doctor, an_overwritten_hook_is_broken) {
  install_now();
  write_hook("pre-commit", "#!/bin/sh\nexit 0\n");
  EXPECT_EQ(pre_commit().proof, Proof::Broken);
}

TEST_F(Doctor, a_hook_that_is_not_executable_is_broken) {
  install_now();
  ::chmod(hook_path("pre-commit").c_str(), 0644);
  const Surface surface = pre_commit();
  EXPECT_EQ(surface.proof, Proof::Broken);
  EXPECT_THAT(surface.hint, HasSubstr("chmod +x"));
}

TEST_F(Doctor, a_hooks_path_set_later_is_broken) {
  install_now();
  repo_.config("core.hooksPath", "other");
  EXPECT_EQ(pre_commit().proof, Proof::Broken);
}

TEST_F(Doctor, an_exit_before_the_block_is_broken) {
  write_hook("pre-commit", "#!/bin/sh\necho\n");
  install_now();
  std::string text = hook("pre-commit");
  text.insert(text.find("echo"), "exit 0\n");
  write_hook("pre-commit", text);
  const Surface surface = pre_commit();
  EXPECT_EQ(surface.proof, Proof::Broken);
  EXPECT_THAT(surface.reason, HasSubstr("cannot be reached"));
}

TEST_F(Doctor, commands_before_the_block_are_not_run_unless_asked_for) {
  write_hook("pre-commit", "#!/bin/sh\n: >" + trace() + "\n");
  install_now();
  EXPECT_EQ(pre_commit().proof, Proof::Unproven);
  EXPECT_FALSE(std::filesystem::exists(trace()));
  EXPECT_EQ(pre_commit(true).proof, Proof::Proven);
  EXPECT_TRUE(std::filesystem::exists(trace()));
}

TEST_F(Doctor, commands_that_leave_in_a_function_show_only_when_they_run) {
  write_hook("pre-commit", "#!/bin/sh\nmain() { exit 0; }\nmain\n");
  install_now();
  EXPECT_EQ(pre_commit().proof, Proof::Unproven);
  EXPECT_EQ(pre_commit(true).proof, Proof::Broken);
}

TEST_F(Doctor, two_blocks_are_broken) {
  install_now();
  const std::string text = hook("pre-commit");
  write_hook("pre-commit", text + text.substr(text.find("# >>>")));
  EXPECT_THAT(pre_commit().reason, HasSubstr("two blocks"));
}

TEST_F(Doctor, an_edited_block_is_not_started) {
  install_now();
  std::string text = hook("pre-commit");
  text.replace(text.find("exit 3"), 6, ": >" + trace());
  write_hook("pre-commit", text);
  EXPECT_EQ(pre_commit().proof, Proof::Unproven);
  EXPECT_FALSE(std::filesystem::exists(trace()));
}

TEST_F(Doctor, a_program_that_is_gone_is_broken) {
  install_now();
  std::filesystem::remove(options_.program);
  const Surface surface = pre_commit();
  EXPECT_EQ(surface.proof, Proof::Broken);
  EXPECT_THAT(surface.reason, HasSubstr("gone"));
}

TEST_F(Doctor, another_version_is_a_warning) {
  install_now();
  make_program("pumuki 6.9.9");
  const auto found = look();
  EXPECT_EQ(found.surfaces[0].proof, Proof::Proven);
  EXPECT_FALSE(found.blocking());
  ASSERT_FALSE(found.report.issues.empty());
  EXPECT_THAT(found.report.issues[0].message, HasSubstr("6.9.9"));
}

TEST_F(Doctor, a_first_line_that_ends_in_cr_is_broken) {
  write_hook("pre-commit", "#!/bin/sh\r\necho\r\n");
  options_.position = Position::First;
  install_now();
  EXPECT_THAT(pre_commit().reason, HasSubstr("CR"));
}

TEST_F(Doctor, missing_exclude_block_and_blocks_without_keys_are_warnings) {
  install_now();
  repo_.write(".git/info/exclude", "");
  repo_.git({"config", "--unset", "pumuki.installed"});
  auto found = look();
  EXPECT_FALSE(found.blocking());
  EXPECT_THAT(found.report.issues.at(0).message, HasSubstr("does not say installed"));
  repo_.config("pumuki.installed", "true");
  found = look();
  EXPECT_THAT(found.report.issues.at(0).message, HasSubstr("exclude block"));
}

TEST_F(Doctor, tracked_node_modules_are_an_error) {
  repo_.commit_file("node_modules/x", "1");
  EXPECT_TRUE(look().blocking());
}

TEST_F(Doctor, names_the_back_ends_and_why) {
  EXPECT_EQ(look().back_ends.server, "libgit2");
  repo_.config("core.repositoryformatversion", "1");
  repo_.config("extensions.worktreeConfig", "true");
  const auto found = look();
  EXPECT_EQ(found.back_ends.hooks, "plumbing");
  EXPECT_EQ(found.back_ends.server, "plumbing");
  EXPECT_THAT(found.back_ends.server_reason, HasSubstr("worktreeconfig=true"));
}

TEST_F(Doctor, replaced_objects_and_a_shallow_history_keep_the_server_off_libgit2) {
  repo_.commit_file("a", "2\n");
  repo_.git({"replace", "HEAD", "HEAD~1"});
  EXPECT_THAT(look().back_ends.server_reason, HasSubstr("replaced"));
  repo_.write(".git/shallow", repo_.git({"rev-parse", "HEAD"}) + "\n");
  EXPECT_THAT(look().back_ends.server_reason, HasSubstr("shallow"));
}

TEST(EvidenceAge, is_negative_when_the_clock_is_behind) {
  evidence::Summary evidence;
  evidence.kind = evidence::Kind::Valid;
  evidence.timestamp = "2026-01-01T00:00:10.500Z";
  const TimeMs ten = *parse_time("2026-01-01T00:00:10.000Z");
  EXPECT_EQ(evidence_state(evidence, ten).age_seconds, -1);
  EXPECT_EQ(evidence_state(evidence, ten + 1500).age_seconds, 1);
  EXPECT_EQ(evidence_state(evidence, ten).kind, "valid");
}

}  // namespace
}  // namespace pumuki::lifecycle
