#include "tests/unit/gate/git/back_end_suite.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pumuki::git {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class StatusSuite : public BackEndSuite {
 protected:
  void SetUp() override {
    repo_.init().commit_file("a.txt", "one\n").commit_file("b.txt", "two\n");
  }

  Status status() {
    auto found = open()->status(Untracked::Folders);
    if (!found) {
      ADD_FAILURE() << describe(found.error());
      return {};
    }
    EXPECT_EQ(lines_of(found->entries), short_status());
    return std::move(*found);
  }
};

TEST_P(StatusSuite, clean_tree_has_no_entries) { EXPECT_THAT(status().entries, IsEmpty()); }

TEST_P(StatusSuite, first_entry_changed_in_the_work_tree_keeps_its_columns) {
  repo_.write("a.txt", "changed\n");
  const Status found = status();
  EXPECT_THAT(lines_of(found.entries), ElementsAre(" M a.txt"));
  EXPECT_EQ(found.staged(), 0U);
  EXPECT_EQ(found.unstaged(), 1U);
}

TEST_P(StatusSuite, staged_and_changed_again_counts_on_both_sides) {
  repo_.write("a.txt", "staged\n").stage("a.txt").write("a.txt", "changed\n");
  const Status found = status();
  EXPECT_THAT(lines_of(found.entries), ElementsAre("MM a.txt"));
  EXPECT_EQ(found.staged(), 1U);
  EXPECT_EQ(found.unstaged(), 1U);
}

TEST_P(StatusSuite, untracked_entries_count_as_unstaged_only) {
  repo_.write("new.txt", "1");
  const Status found = status();
  EXPECT_EQ(found.staged(), 0U);
  EXPECT_EQ(found.unstaged(), 1U);
}

TEST_P(StatusSuite, untracked_folder_is_one_entry_or_its_files) {
  repo_.write("dir/x", "1").write("dir/deep/y", "2");
  EXPECT_THAT(changes(Untracked::Folders), ElementsAre("?? dir/"));
  EXPECT_THAT(changes(Untracked::Files), UnorderedElementsAre("?? dir/deep/y", "?? dir/x"));
}

TEST_P(StatusSuite, users_setting_for_untracked_files_counts) {
  repo_.write("new.txt", "1").config("status.showUntrackedFiles", "no");
  EXPECT_THAT(status().entries, IsEmpty());
  EXPECT_THAT(changes(Untracked::Files), ElementsAre("?? new.txt"));
}

TEST_P(StatusSuite, rename_is_one_entry_with_both_names) {
  repo_.git({"mv", "a.txt", "c.txt"});
  const Status found = status();
  EXPECT_THAT(lines_of(found.entries), ElementsAre("R  c.txt"));
  EXPECT_EQ(found.entries.at(0).original_path, "a.txt");
  EXPECT_EQ(found.staged(), 1U);
}

TEST_P(StatusSuite, rename_with_change_afterwards) {
  repo_.git({"mv", "a.txt", "c.txt"});
  repo_.write("c.txt", "one\nmore\n").write("z", "1");
  EXPECT_THAT(lines_of(status().entries), ElementsAre("RM c.txt", "?? z"));
}

TEST_P(StatusSuite, deleted_added_and_typechanged) {
  repo_.remove("a.txt").git({"rm", "-q", "b.txt"});
  repo_.write("c.txt", "3").stage("c.txt");
  status();
  repo_.commit("next");
  repo_.git({"checkout", "-q", "--", "a.txt"});
  repo_.remove("a.txt");
  ASSERT_EQ(::symlink("c.txt", (repo_.root() + "/a.txt").c_str()), 0);
  EXPECT_THAT(lines_of(status().entries), ElementsAre(" T a.txt"));
}

TEST_P(StatusSuite, intent_to_add_is_not_staged) {
  repo_.write("later.txt", "1").git({"add", "-N", "later.txt"});
  const Status found = status();
  EXPECT_THAT(lines_of(found.entries), ElementsAre(" A later.txt"));
  EXPECT_EQ(found.staged(), 0U);
}

TEST_P(StatusSuite, conflict_is_one_entry) {
  repo_.checkout_new("other").commit_file("a.txt", "theirs\n");
  repo_.checkout("main").commit_file("a.txt", "ours\n");
  repo_.try_git({"merge", "-q", "other"});
  const Status found = status();
  EXPECT_THAT(lines_of(found.entries), ElementsAre("UU a.txt"));
  EXPECT_EQ(found.staged(), 1U);
  EXPECT_EQ(found.unstaged(), 1U);
}

TEST_P(StatusSuite, every_kind_of_conflict) {
  repo_.checkout_new("other");
  repo_.write("a.txt", "theirs\n").git({"rm", "-q", "b.txt"});
  repo_.write("both.txt", "theirs\n").stage_all().commit("theirs");
  repo_.checkout("main").git({"rm", "-q", "a.txt"});
  repo_.write("b.txt", "ours\n").write("both.txt", "ours\n").stage_all().commit("ours");
  repo_.try_git({"merge", "-q", "other"});
  EXPECT_THAT(lines_of(status().entries),
              UnorderedElementsAre("DU a.txt", "UD b.txt", "AA both.txt"));
}

TEST_P(StatusSuite, ignored_files_never_count) {
  repo_.write(".gitignore", "*.log\n").stage(".gitignore").commit("ignore").write("x.log", "1");
  EXPECT_THAT(changes(Untracked::Files), IsEmpty());
}

TEST_P(StatusSuite, odd_names_keep_their_bytes) {
  const std::vector<std::string> names{
      "new\nline",    "tab\tname", "quote\"name", "back\\slash", "latin1\xe9name",
      "día ñ 漢.txt", " leading",  "trailing ",   "a -> b",      "1 .M N... x"};
  for (const std::string& name : names) {
    repo_.write(name, "1").stage(name);
  }
  repo_.write("un\ntracked", "1");
  std::vector<std::string> expected;
  for (const std::string& name : names) {
    expected.push_back("A  " + name);
  }
  expected.emplace_back("?? un\ntracked");
  EXPECT_THAT(lines_of(status().entries), testing::UnorderedElementsAreArray(expected));
}

TEST_P(StatusSuite, rename_between_odd_names) {
  repo_.commit_file("día/ñ \"q\"\ttab.cc", "some content that git can recognise\n");
  repo_.git({"mv", "día/ñ \"q\"\ttab.cc", "new\nname.cc"});
  const Status found = status();
  ASSERT_EQ(found.entries.size(), 1U);
  EXPECT_EQ(found.entries[0].path, "new\nname.cc");
  EXPECT_EQ(found.entries[0].original_path, "día/ñ \"q\"\ttab.cc");
}

class SubmoduleSuite : public StatusSuite {
 protected:
  void SetUp() override {
    StatusSuite::SetUp();
    const std::string other = repo_.temp() / "other";
    repo_.git({"init", "-q", "-b", "main", other});
    repo_.git_in(other, {"commit", "-q", "--allow-empty", "-m", "x"});
    repo_.git({"-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub"});
    repo_.commit("with a submodule");
  }
  [[nodiscard]] std::string sub() const { return repo_.root() + "/sub"; }
};

TEST_P(SubmoduleSuite, new_commit) {
  repo_.git_in(sub(), {"commit", "-q", "--allow-empty", "-m", "y"});
  const Status found = status();
  EXPECT_THAT(lines_of(found.entries), ElementsAre(" M sub"));
  EXPECT_EQ(found.unstaged(), 1U);
}

TEST_P(SubmoduleSuite, changed_file) {
  repo_.write("sub/f", "1").git_in(sub(), {"add", "f"});
  const Status found = status();
  EXPECT_THAT(lines_of(found.entries), ElementsAre(" m sub"));
  EXPECT_EQ(found.staged(), 0U);
  EXPECT_EQ(found.unstaged(), 1U);
}

TEST_P(SubmoduleSuite, untracked_file) {
  repo_.write("sub/f", "1");
  EXPECT_THAT(lines_of(status().entries), ElementsAre(" ? sub"));
}

TEST_P(SubmoduleSuite, new_commit_and_changed_file) {
  repo_.git_in(sub(), {"commit", "-q", "--allow-empty", "-m", "y"});
  repo_.write("sub/f", "1");
  EXPECT_THAT(lines_of(status().entries), ElementsAre(" M sub"));
}

TEST_P(SubmoduleSuite, new_commit_staged) {
  repo_.git_in(sub(), {"commit", "-q", "--allow-empty", "-m", "y"});
  repo_.stage("sub");
  EXPECT_THAT(lines_of(status().entries), ElementsAre("M  sub"));
}

INSTANTIATE_TEST_SUITE_P(Git, StatusSuite,
                         testing::Values(BackEnd::Plumbing, BackEnd::Libgit2, BackEnd::Memory),
                         back_end_name);
INSTANTIATE_TEST_SUITE_P(Git, SubmoduleSuite,
                         testing::Values(BackEnd::Plumbing, BackEnd::Libgit2, BackEnd::Memory),
                         back_end_name);

class RealStatusSuite : public StatusSuite {};

TEST_P(RealStatusSuite, a_sub_folder_shows_the_whole_tree_from_the_top) {
  repo_.write("a.txt", "x").write("dir/sub/new", "1");
  const auto found = open(repo_.root() + "/dir/sub")->status(Untracked::Folders);
  ASSERT_TRUE(found) << describe(found.error());
  EXPECT_THAT(lines_of(found->entries), ElementsAre(" M a.txt", "?? dir/"));
}

TEST_P(RealStatusSuite, users_colours_and_relative_paths_do_not_matter) {
  repo_.write("a.txt", "x").config("color.status", "always").config("status.short", "true");
  repo_.config("status.relativePaths", "true").config("core.quotePath", "true");
  EXPECT_THAT(changes(), ElementsAre(" M a.txt"));
}

TEST_P(RealStatusSuite, the_index_file_of_the_environment_counts) {
  repo_.write("f", "1").write("g", "1").stage("g");
  repo_.git({"read-tree", "--index-output=.git/other-index", "HEAD"});
  repo_.git({"reset", "-q"});
  repo_.stage("g");
  const auto in_hook =
      open_in(repo_.root(), repo_.environment().with("GIT_INDEX_FILE", ".git/other-index"));
  const auto found = in_hook->status(Untracked::Folders);
  ASSERT_TRUE(found) << describe(found.error());
  EXPECT_THAT(lines_of(found->entries), ElementsAre("?? f", "?? g"));
}

TEST_P(RealStatusSuite, looking_writes_nothing) {
  repo_.write("a.txt", "one\n");
  ::utimensat(AT_FDCWD, (repo_.root() + "/a.txt").c_str(), nullptr, 0);
  const std::string index = repo_.root() + "/.git/index";
  const std::string before = test::read_bytes(index);
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_EQ(test::read_bytes(index), before);
}

INSTANTIATE_TEST_SUITE_P(Git, RealStatusSuite, testing::Values(BackEnd::Plumbing, BackEnd::Libgit2),
                         back_end_name);

}  // namespace
}  // namespace pumuki::git
