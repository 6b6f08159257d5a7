#include "tests/unit/gate/cli/runner_fixture.h"

#include <gmock/gmock.h>

namespace pumuki::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Exactly the resulting commit is judged: every test makes index and work tree differ.
class CommitForms : public RunnerTest {
 protected:
  void expect_blocked(const Ran& ran, const std::vector<std::string>& paths) {
    EXPECT_NE(ran.exit_code, 0) << ran.err;
    ASSERT_FALSE(answer().is_null()) << "no hook ran: " << ran.err;
    EXPECT_EQ(answer().at("exit_code"), 1) << answer().dump(1);
    EXPECT_EQ(blocking(), paths);
  }
  void expect_allowed(const Ran& ran) {
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    ASSERT_FALSE(answer().is_null()) << "no hook ran";
    EXPECT_EQ(answer().at("exit_code"), 0) << answer().dump(1);
  }
};

TEST_F(CommitForms, staged_content_counts_and_nothing_is_touched) {
  repo_.write("f", k_bad).stage("f").write("f", k_fine);
  const auto before = picture(repo_.root());
  EXPECT_EQ(run("pumuki-pre-commit").exit_code, 1);
  EXPECT_EQ(picture(repo_.root()), before);
  expect_blocked(git({"commit", "-m", "x"}), {"f"});
  repo_.write("f", k_fine).stage("f").write("f", k_bad);
  expect_allowed(git({"commit", "-m", "x"}));
  EXPECT_EQ(test::read_bytes(repo_.root() + "/f"), k_bad);
}

TEST_F(CommitForms, all_takes_the_work_tree_of_tracked_files) {
  repo_.commit_file("f", k_fine).commit_file("g", k_fine);
  repo_.write("f", k_bad).write("new", k_bad).write("g", "x\n");
  expect_blocked(git({"commit", "-am", "x"}), {"f"});
  repo_.write("f", k_bad).stage("f").write("f", "fine now\n");
  expect_allowed(git({"commit", "-am", "x"}));
}

TEST_F(CommitForms, a_named_path_leaves_the_rest_of_the_index_out) {
  repo_.commit_file("f", k_fine).write("g", k_bad).stage("g").write("f", "changed\n");
  expect_allowed(git({"commit", "-m", "x", "f"}));
  EXPECT_EQ(answer().at("files_scanned"), 1);
  repo_.git({"rm", "-q", "--cached", "g"});
  repo_.write("g", k_fine).stage("g").write("f", k_bad);
  expect_blocked(git({"commit", "-m", "x", "f"}), {"f"});
}

TEST_F(CommitForms, amend_is_the_index_against_head) {
  repo_.commit_file("f", k_fine).write("f", k_bad).stage("f").write("f", k_fine);
  expect_blocked(git({"commit", "--amend", "-m", "y"}), {"f"});
  repo_.stage("f");
  expect_allowed(git({"commit", "--amend", "-m", "y"}));
}

TEST_F(CommitForms, chosen_hunks_are_the_commit) {
  repo_.commit_file("f", k_fine).commit_file("g", k_fine).write("f", k_bad).write("g", "x\n");
  expect_blocked(git({"commit", "-p", "-m", "x"}, "y\nn\n"), {"f"});
  expect_allowed(git({"commit", "-p", "-m", "x"}, "n\ny\n"));
  EXPECT_EQ(repo_.git({"show", "HEAD:f"}), "a\nb");
}

TEST_F(CommitForms, a_removed_file_is_not_read) {
  repo_.commit_file("f", k_bad).git({"rm", "-q", "f"});
  repo_.write("f", k_bad);
  expect_allowed(git({"commit", "-m", "x"}));
}

TEST_F(CommitForms, a_rename_is_judged_by_its_new_name) {
  repo_.commit_file("f", std::string(400, 'x') + "\n").git({"mv", "f", "moved"});
  repo_.write("moved", std::string(400, 'x') + "\n" + k_bad).stage("moved");
  expect_blocked(git({"commit", "-m", "x"}), {"moved"});
}

TEST_F(CommitForms, intent_to_add_is_not_staged) {
  repo_.write("f", k_bad).git({"add", "-N", "f"});
  repo_.write("g", k_fine).stage("g");
  expect_allowed(git({"commit", "-m", "x"}));
}

TEST_F(CommitForms, the_first_commit) {
  test::RepoBuilder fresh;
  fresh.init("main").write("f", k_bad).stage("f").write("f", k_fine);
  write_hook(fresh.root() + "/.git/hooks/pre-commit", "pumuki-pre-commit");
  expect_blocked(git_in(fresh.root(), {"commit", "-m", "first"}), {"f"});
  fresh.stage("f");
  expect_allowed(git_in(fresh.root(), {"commit", "-m", "first"}));
}

TEST_F(CommitForms, a_merge_left_with_markers) {
  repo_.commit_file("f", "1\n").checkout_new("other").commit_file("f", "2\n");
  repo_.checkout("feature/x").commit_file("f", "3\n");
  repo_.try_git({"merge", "other"});
  repo_.stage("f").write("f", "resolved\n");
  expect_blocked(git({"commit", "-m", "merged"}), {"f"});
  repo_.stage("f").write("f", k_bad);
  expect_allowed(git({"commit", "-m", "merged"}));
}

TEST_F(CommitForms, a_rebase_that_goes_on) {
  set("GIT_EDITOR", "true");
  repo_.commit_file("f", "1\n").checkout_new("other").commit_file("f", "2\n");
  repo_.checkout("feature/x").commit_file("f", "3\n");
  EXPECT_NE(git({"rebase", "other"}).exit_code, 0);
  repo_.stage("f").write("f", "resolved\n");
  expect_blocked(git({"commit", "-m", "picked"}), {"f"});
  repo_.stage("f");
  const auto ran = git({"rebase", "--continue"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(CommitForms, a_linked_worktree_has_its_own_index) {
  const std::string linked = repo_.add_worktree("linked");
  repo_.write("f", k_fine).stage("f");
  test::write_bytes(linked + "/g", k_bad);
  repo_.git_in(linked, {"add", "g"});
  test::write_bytes(linked + "/g", k_fine);
  expect_blocked(git_in(linked, {"commit", "-m", "x"}), {"g"});
  EXPECT_TRUE(std::filesystem::exists(linked + "/.ai_evidence.json"));
  EXPECT_FALSE(std::filesystem::exists(repo_.root() + "/.ai_evidence.json"));
  expect_allowed(git({"commit", "-m", "x"}));
}

TEST_F(CommitForms, a_submodule_and_its_pointer) {
  test::RepoBuilder inner;
  inner.init("main").commit_file("a", "1");
  repo_.git(
      {"-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root(), "sub"});
  expect_allowed(git({"commit", "-m", "pointer"}));
  const std::string sub = repo_.root() + "/sub";
  write_hook(repo_.root() + "/.git/modules/sub/hooks/pre-commit", "pumuki-pre-commit");
  repo_.git_in(sub, {"checkout", "-q", "-b", "feature/s"});
  test::write_bytes(sub + "/b", k_bad);
  repo_.git_in(sub, {"add", "b"});
  expect_blocked(git_in(sub, {"commit", "-m", "x"}), {"b"});
  EXPECT_TRUE(std::filesystem::exists(sub + "/.ai_evidence.json"));
}

TEST_F(CommitForms, a_sparse_checkout) {
  repo_.write("in/f", k_fine).write("out/g", k_fine).stage_all().commit("two folders");
  repo_.git({"sparse-checkout", "set", "--cone", "--sparse-index", "in"});
  ASSERT_FALSE(std::filesystem::exists(repo_.root() + "/out/g"));
  repo_.write("in/f", k_bad).stage("in/f").write("in/f", k_fine);
  expect_blocked(git({"commit", "-m", "x"}), {"in/f"});
  repo_.stage("in/f").write("in/h", k_fine).stage("in/h");
  expect_allowed(git({"commit", "-m", "x"}));
}

TEST_F(CommitForms, a_repository_of_sha256) {
  test::RepoBuilder other;
  start(other, "sha256");
  other.write("f", k_bad).stage("f").write("f", k_fine);
  expect_blocked(git_in(other.root(), {"commit", "-m", "x"}), {"f"});
  other.stage("f");
  expect_allowed(git_in(other.root(), {"commit", "-m", "x"}));
}

TEST_F(CommitForms, a_split_index) {
  repo_.git({"update-index", "--split-index"});
  repo_.write("f", k_bad).stage("f").write("f", k_fine);
  expect_blocked(git({"commit", "-m", "x"}), {"f"});
}

TEST_F(CommitForms, git_folder_and_work_tree_apart) {
  const std::string tree = repo_.temp() / "elsewhere";
  std::filesystem::create_directories(tree);
  const std::vector<std::string> apart{"--git-dir=" + repo_.root() + "/.git",
                                       "--work-tree=" + tree};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), apart.begin(), apart.end());
    return arguments;
  };
  test::write_bytes(tree + "/f", k_bad);
  repo_.git_in(tree, with({"add", "f"}));
  test::write_bytes(tree + "/f", k_fine);
  expect_blocked(git_in(tree, with({"commit", "-m", "x"})), {"f"});
  EXPECT_TRUE(std::filesystem::exists(tree + "/.ai_evidence.json"));
}

TEST_F(CommitForms, a_protected_branch_is_seen_when_the_git_folder_is_apart) {
  repo_.checkout_new("main");
  const std::string tree = repo_.temp() / "elsewhere";
  std::filesystem::create_directories(tree);
  test::write_bytes(tree + "/.gitignore", ".ai_evidence.json\n");
  const auto ran = git_in(
      tree, {"--git-dir=" + repo_.root() + "/.git", "--work-tree=" + tree, "commit", "-am", "x"});
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_THAT(answer().at("gate").at("violations").dump(), HasSubstr("GITFLOW_PROTECTED_BRANCH"));
}

TEST_F(CommitForms, a_sub_folder_and_odd_names) {
  const std::string latin = "latin\xe9.cc";
  repo_.write("día/ñ \"q\"\ttab.cc", k_bad).write("nl\nname.cc", k_bad).write(latin, k_bad);
  repo_.stage_all().write(latin, k_fine);
  std::filesystem::create_directories(repo_.root() + "/deep/er");
  const auto ran = git_in(repo_.root() + "/deep/er", {"commit", "-m", "x"});
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_THAT(blocking(), testing::UnorderedElementsAre("día/ñ \"q\"\ttab.cc", "nl\nname.cc",
                                                        "latin\xef\xbf\xbd.cc"));
  bool bytes_kept = false;
  const Json said = answer();
  for (const Json& finding : said.at("findings")) {
    bytes_kept = bytes_kept || finding.value("path_b64", "") == "bGF0aW7pLmNj";
  }
  EXPECT_TRUE(bytes_kept);
}

TEST_F(CommitForms, a_protected_branch_blocks_the_commit) {
  repo_.checkout_new("main").write("f", k_fine).stage("f");
  EXPECT_NE(git({"commit", "-m", "x"}).exit_code, 0);
  EXPECT_THAT(blocking(), IsEmpty());
  EXPECT_EQ(answer().at("gate").at("violations").at(0).at("code"), "GITFLOW_PROTECTED_BRANCH");
}

TEST_F(CommitForms, a_named_project_beats_the_hooks_variables) {
  test::RepoBuilder other;
  start(other);
  other.write("f", k_bad).stage("f");
  set("GIT_DIR", repo_.root() + "/.git");
  set("GIT_INDEX_FILE", ".git/index");
  const auto ran = run("pumuki-pre-commit", {"--json", "--project", other.root()});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(blocking(Json::parse(ran.out)), ElementsAre("f"));
}

}  // namespace
}  // namespace pumuki::cli
