#include "gate/lifecycle/repo_state.h"

#include "gate/core/version.h"
#include "gate/git/memory_repository.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace pumuki::lifecycle {
namespace {

class RepoStateOf : public testing::Test {
 protected:
  RepoStateOf() {
    std::filesystem::create_directories(root_ / ".git/hooks");
    git::MemoryState& state = repository_.state();
    state.layout = {.top_level = root_.path(),
                    .git_dir = root_ / ".git",
                    .common_dir = root_ / ".git",
                    .hooks_dir = root_ / ".git/hooks"};
    state.branches = {{"main", "a"}};
  }

  RepoState read() {
    auto state = read_repo_state(environment_, root_.path(), &repository_);
    EXPECT_TRUE(state);
    return state.value_or(RepoState{});
  }
  static std::string written(const RepoState& state) {
    JsonWriter json;
    write_repo_state(json, state);
    return json.take();
  }

  test::TempDir root_;
  Environment environment_;
  git::MemoryRepository repository_{git::MemoryState{}};
};

TEST_F(RepoStateOf, clean_repository_is_written_with_nulls) {
  const std::string version{product_version()};
  EXPECT_EQ(written(read()),
            R"({"repo_root":")" + root_.path() +
                R"(","git":{"available":true,"branch":"main","upstream":null,"ahead":0,)"
                R"("behind":0,"dirty":false,"staged":0,"unstaged":0,"pending_changes":0},)"
                R"("lifecycle":{"installed":false,"package_version":")" +
                version + R"(","lifecycle_version":")" + version +
                R"(","package_version_source":"runtime-package","package_version_runtime":")" +
                version +
                R"(","package_version_installed":null,)"
                R"("hooks":{"pre_commit":"missing","pre_push":"missing"}}})");
}

TEST_F(RepoStateOf, changes_are_counted_by_column) {
  repository_.state().entries = {
      {.index = 'M', .work_tree = 'M', .path = "a", .original_path = {}},
      {.index = ' ', .work_tree = 'M', .path = "b", .original_path = {}},
      {.index = 'A', .work_tree = ' ', .path = "c", .original_path = {}},
      {.index = '?', .work_tree = '?', .path = "d/", .original_path = {}}};
  const GitState git = read().git;
  EXPECT_TRUE(git.dirty);
  EXPECT_EQ(git.staged, 2U);
  EXPECT_EQ(git.unstaged, 3U);
  EXPECT_EQ(git.pending_changes, 4U);
}

TEST_F(RepoStateOf, upstream_is_told_with_its_distance) {
  git::MemoryState& state = repository_.state();
  state.parents = {{"a", {"base"}}, {"x", {"base"}}, {"y", {"x"}}};
  state.tracking = {{"origin/main", "y"}};
  state.upstreams = {{"main", "origin/main"}};
  const GitState git = read().git;
  EXPECT_EQ(git.upstream, "origin/main");
  EXPECT_EQ(git.ahead, 1U);
  EXPECT_EQ(git.behind, 2U);
}

TEST_F(RepoStateOf, branch_without_commits_is_nothing) {
  repository_.state().branches.clear();
  EXPECT_TRUE(read().git.available);
  EXPECT_EQ(read().git.branch, std::nullopt);
}

TEST_F(RepoStateOf, bare_repository_has_no_changes) {
  repository_.state().layout.top_level.clear();
  repository_.state().entries = {
      {.index = 'M', .work_tree = ' ', .path = "a", .original_path = {}}};
  EXPECT_TRUE(read().git.available);
  EXPECT_EQ(read().git.branch, "main");
  EXPECT_FALSE(read().git.dirty);
}

TEST_F(RepoStateOf, lifecycle_comes_from_configuration_and_hooks) {
  repository_.state().config["pumuki.installed"] = "true";
  test::write_bytes(root_ / ".git/hooks/pre-commit",
                    "# >>> PUMUKI MANAGED START >>>\n# <<< PUMUKI MANAGED END <<<\n");
  test::write_bytes(root_ / ".git/hooks/pre-push", "exit 0\n");
  const LifecycleState lifecycle = read().lifecycle;
  EXPECT_TRUE(lifecycle.installed);
  EXPECT_EQ(lifecycle.pre_commit, HookState::Managed);
  EXPECT_EQ(lifecycle.pre_push, HookState::Unmanaged);
  repository_.state().config["pumuki.installed"] = "yes";
  EXPECT_FALSE(read().lifecycle.installed);
}

TEST_F(RepoStateOf, hard_mode_file_is_shown_when_it_says_so) {
  test::write_bytes(root_ / ".pumuki/hard-mode.json",
                    R"({"enabled":true,"profile":" Critical-High "})");
  EXPECT_TRUE(written(read()).contains(
      R"("hard_mode":{"enabled":true,"profile":"critical-high","config_path":".pumuki/hard-mode.json"})"));
  test::write_bytes(root_ / ".pumuki/hard-mode.json", R"({"enabled":"yes"})");
  EXPECT_FALSE(written(read()).contains("hard_mode"));
}

TEST_F(RepoStateOf, no_repository_is_a_result) {
  const auto state = read_repo_state(environment_, root_.path(), nullptr);
  ASSERT_TRUE(state);
  EXPECT_FALSE(state->git.available);
  EXPECT_EQ(state->git.branch, std::nullopt);
}

TEST_F(RepoStateOf, folder_without_its_own_git_entry_is_not_available) {
  std::filesystem::create_directory(root_ / "sub");
  const auto state = read_repo_state(environment_, root_ / "sub", &repository_);
  ASSERT_TRUE(state);
  EXPECT_FALSE(state->git.available);
}

TEST_F(RepoStateOf, failing_git_is_an_error) {
  repository_.state().failure = Error{Code::GitDubiousOwnership, "not yours", {}, {}};
  const auto state = read_repo_state(environment_, root_.path(), &repository_);
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().code, Code::GitDubiousOwnership);
}

TEST_F(RepoStateOf, version_comes_from_the_installed_package) {
  test::write_bytes(root_ / "node_modules/pumuki/package.json", R"({"version":"1.2.3"})");
  const PackageVersion version = read_package_version(environment_, root_.path());
  EXPECT_EQ(version.effective, "1.2.3");
  EXPECT_EQ(version.installed, "1.2.3");
  EXPECT_EQ(version.source, "consumer-node-modules");
  const PackageVersion own = read_package_version(
      environment_.with("PUMUKI_RUNTIME_EXECUTION_SOURCE", "source-bin"), root_.path());
  EXPECT_EQ(own.effective, product_version());
  EXPECT_EQ(own.installed, "1.2.3");
  EXPECT_EQ(own.source, "source-bin");
}

}  // namespace
}  // namespace pumuki::lifecycle
