#include "gate/git/changes.h"

#include "gate/git/plumbing_repository.h"
#include "tests/support/repo_builder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace pumuki::git {
namespace {

using test::RepoBuilder;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::size_t k_limit = 1U << 20;

char letter(ChangeKind kind) {
  constexpr std::string_view k_letters = "AMDRCTU";
  return k_letters.at(static_cast<std::size_t>(kind));
}

/// "M a.txt", "R old -> new"
std::vector<std::string> shown(const Result<std::vector<Change>>& changes) {
  std::vector<std::string> lines;
  if (!changes) {
    return {"error: " + describe(changes.error())};
  }
  for (const Change& change : *changes) {
    lines.push_back(std::string{letter(change.kind)} + " " +
                    (change.old_path ? *change.old_path + " -> " : "") + change.path);
  }
  return lines;
}

class ChangesTest : public testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Changes> open() const { return open(repo_.environment()); }
  [[nodiscard]] std::unique_ptr<Changes> open(const Environment& environment) const {
    return open_changes(repo_.root(), environment);
  }
  std::vector<std::string> read(const std::vector<std::string>& names,
                                std::size_t limit = k_limit) {
    std::vector<std::string> texts(names.size(), "no answer");
    const auto done = open()->read_blobs(
        names, limit, [&](std::size_t index, std::optional<std::string_view> bytes, auto size) {
          texts.at(index) = bytes ? std::string{*bytes} : "none " + std::to_string(size);
        });
    EXPECT_TRUE(done) << describe(done.error());
    return texts;
  }
  std::string id(const std::string& revision) { return repo_.git({"rev-parse", revision}); }

  RepoBuilder repo_;
};

TEST_F(ChangesTest, staged_is_the_index_and_not_the_work_tree) {
  repo_.init().commit_file("a", "1").commit_file("gone", "2").write("a", "staged").stage("a");
  repo_.write("a", "work tree").write("new", "3").stage("new").write("untracked", "4");
  repo_.git({"rm", "-q", "gone"});
  EXPECT_THAT(shown(open()->staged()), UnorderedElementsAre("M a", "A new", "D gone"));
  const auto changes = open()->staged().value();
  for (const Change& change : changes) {
    EXPECT_EQ(change.blob_id.empty(), change.kind == ChangeKind::Deleted);
    if (change.path == "a") {
      EXPECT_THAT(read({change.blob_id}), ElementsAre("staged"));
      EXPECT_EQ(change.mode, "100644");
    }
  }
}

TEST_F(ChangesTest, a_status_tells_the_same_as_a_look_at_the_index) {
  repo_.init().commit_file("a", "one\ntwo\nthree\n").commit_file("b", "2");
  repo_.git({"mv", "a", "moved"});
  repo_.git({"rm", "-q", "b"});
  repo_.write("c", "3").stage("c").write("d", "4");
  repo_.git({"add", "-N", "d"});
  const auto status =
      open_with_plumbing(repo_.root(), repo_.environment())->status(Untracked::Folders);
  ASSERT_TRUE(status);
  const auto from_status = staged_changes(*status);
  ASSERT_TRUE(from_status);
  EXPECT_THAT(shown(*from_status), UnorderedElementsAre("R a -> moved", "D b", "A c"));
  const auto asked = open()->staged().value();
  EXPECT_THAT(shown(asked), UnorderedElementsAre("R a -> moved", "D b", "A c"));
  for (const Change& change : *from_status) {
    EXPECT_THAT(asked, Contains(testing::Field(&Change::blob_id, change.blob_id)));
  }
}

TEST_F(ChangesTest, no_list_out_of_a_status_with_a_conflict) {
  repo_.init().commit_file("a", "1").checkout_new("other").commit_file("a", "2");
  repo_.checkout("main").commit_file("a", "3");
  repo_.try_git({"merge", "-q", "other"});
  const auto status =
      open_with_plumbing(repo_.root(), repo_.environment())->status(Untracked::Folders);
  ASSERT_TRUE(status);
  EXPECT_FALSE(staged_changes(*status));
  EXPECT_THAT(shown(open()->staged()), Contains("U a"));
}

TEST_F(ChangesTest, an_unborn_branch_is_compared_with_the_empty_tree) {
  for (const std::string_view format : {"sha1", "sha256"}) {
    RepoBuilder repo;
    repo.init("main", format).write("a", "1").stage("a");
    EXPECT_THAT(shown(open_changes(repo.root(), repo.environment())->staged()), ElementsAre("A a"))
        << format;
  }
}

TEST_F(ChangesTest, the_index_of_the_environment_counts) {
  repo_.init().commit_file("f", "1").commit_file("g", "1").write("g", "2").stage("g");
  const std::string other = repo_.temp() / "other-index";
  std::filesystem::copy_file(repo_.root() + "/.git/index", other);
  repo_.git({"reset", "-q"});
  EXPECT_THAT(shown(open()->staged()), IsEmpty());
  EXPECT_THAT(shown(open(repo_.environment().with("GIT_INDEX_FILE", other))->staged()),
              ElementsAre("M g"));
}

TEST_F(ChangesTest, intent_to_add_is_not_staged) {
  repo_.init().commit_file("a", "1").write("later", "x");
  repo_.git({"add", "-N", "later"});
  EXPECT_THAT(shown(open()->staged()), IsEmpty());
}

TEST_F(ChangesTest, odd_names_keep_their_bytes) {
  const std::string newline = "nl\nname.cc";
  const std::string latin = "latin\xe9.cc";
  const std::string quoted = "d/\xc3\xb1 \"q\"\ttab.cc";
  repo_.init().commit_file("x", "0");
  repo_.write(newline, "1").write(latin, "2").write(quoted, "3").stage_all();
  EXPECT_THAT(shown(open()->staged()),
              UnorderedElementsAre("A " + newline, "A " + latin, "A " + quoted));
  EXPECT_THAT(read({":" + newline, ":" + latin, ":" + quoted, ":absent\nfile"}),
              ElementsAre("1", "2", "3", "none 0"));
  EXPECT_THAT(open()->tracked_paths().value(), UnorderedElementsAre(newline, latin, quoted, "x"));
}

TEST_F(ChangesTest, blobs_come_in_order_with_missing_and_large_ones_marked) {
  const std::string large(200'000, 'x');
  const std::string zeros{"a\0b\n", 4};
  repo_.init().write("large", large).write("zeros", zeros).write("empty", "").stage_all();
  EXPECT_THAT(
      read({":zeros", ":large", "0123456789012345678901234567890123456789", ":empty", ":zeros"},
           1000),
      ElementsAre(zeros, "none 200000", "none 0", "", zeros));
  EXPECT_THAT(read({":large"}), ElementsAre(large));
  EXPECT_THAT(read({}), IsEmpty());
}

TEST_F(ChangesTest, links_and_submodules_have_their_modes) {
  repo_.init().commit_file("a", "1");
  std::filesystem::create_symlink("a", repo_.root() + "/link");
  const std::string head = id("HEAD");
  repo_.stage("link").git({"update-index", "--add", "--cacheinfo", "160000," + head + ",sub"});
  const auto changes = open()->staged().value();
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].mode, "120000");
  EXPECT_EQ(changes[1].mode, "160000");
  EXPECT_THAT(read({changes[0].blob_id, changes[1].blob_id}), ElementsAre("a", "none 0"));
}

TEST_F(ChangesTest, between_two_commits_and_from_nothing) {
  repo_.init().commit_file("a", "1").commit_file("b", "2");
  EXPECT_THAT(shown(open()->between("HEAD~1", "HEAD")), ElementsAre("A b"));
  EXPECT_THAT(shown(open()->between("", "HEAD")), ElementsAre("A a", "A b"));
  EXPECT_FALSE(open()->between("absent", "HEAD"));
  EXPECT_FALSE(open()->between("--output=x", "HEAD"));
}

TEST_F(ChangesTest, a_commit_in_between_is_not_lost) {
  repo_.init().commit_file("a", "1");
  const std::string base = id("HEAD");
  repo_.commit_file("secret", "key").git({"rm", "-q", "secret"});
  repo_.commit("out again");
  EXPECT_THAT(shown(open()->between(base, "HEAD")), IsEmpty());
  const auto commits = open()->new_commits("HEAD", {base}, false).value();
  ASSERT_EQ(commits.size(), 2U);
  EXPECT_THAT(shown(open()->introduced_by(commits)), UnorderedElementsAre("A secret", "D secret"));
  EXPECT_THAT(shown(open()->introduced_by({})), IsEmpty());
}

TEST_F(ChangesTest, a_merge_brings_only_what_no_parent_had) {
  repo_.init().commit_file("a", "1").checkout_new("side").commit_file("side", "s");
  repo_.checkout("main").commit_file("b", "2");
  repo_.git({"merge", "-q", "--no-commit", "--no-ff", "side"});
  repo_.write("evil", "e").stage("evil").write("b", "changed").stage("b").commit("merge");
  EXPECT_THAT(shown(open()->introduced_by({id("HEAD")})), UnorderedElementsAre("M b", "M evil"));
}

TEST_F(ChangesTest, the_first_commit_introduces_its_whole_tree) {
  repo_.init().commit_file("a", "1");
  EXPECT_THAT(shown(open()->introduced_by({id("HEAD")})), ElementsAre("A a"));
}

TEST_F(ChangesTest, new_commits_can_leave_out_what_remotes_have) {
  repo_.init().commit_file("a", "1").set_upstream("main", "HEAD").commit_file("b", "2");
  EXPECT_THAT(open()->new_commits("HEAD", {}, true).value(), ElementsAre(id("HEAD")));
  EXPECT_EQ(open()->new_commits("HEAD", {}, false).value().size(), 2U);
}

TEST_F(ChangesTest, revisions_that_do_not_exist_are_a_result) {
  repo_.init().commit_file("a", "1").branch("other");
  EXPECT_EQ(open()->commit_of("HEAD").value(), id("HEAD"));
  EXPECT_EQ(open()->commit_of("absent").value(), std::nullopt);
  EXPECT_EQ(open()->commit_of(std::string(40, 'a')).value(), std::nullopt);
  EXPECT_EQ(open()->commit_of("--version").value(), std::nullopt);
  EXPECT_EQ(open()->merge_base("HEAD", "other").value(), id("HEAD"));
  repo_.git({"checkout", "-q", "--orphan", "island"});
  repo_.commit("alone");
  EXPECT_EQ(open()->merge_base("main", "island").value(), std::nullopt);
  EXPECT_FALSE(open()->is_shallow().value());
}

TEST_F(ChangesTest, a_shallow_clone_says_so) {
  repo_.init().commit_file("a", "1").commit_file("b", "2");
  const std::string clone = repo_.temp() / "shallow";
  repo_.git({"clone", "-q", "--depth", "1", "file://" + repo_.root(), clone});
  EXPECT_TRUE(open_changes(clone, repo_.environment())->is_shallow().value());
}

TEST_F(ChangesTest, files_are_exported_from_the_index_or_a_commit) {
  repo_.init().commit_file("d/a", "committed").write("d/a", "staged").stage("d/a");
  repo_.write("d/a", "work tree");
  const auto text_of = [](const std::string& path) {
    std::ifstream file{path};
    return (std::ostringstream{} << file.rdbuf()).str();
  };
  const std::string index_before = text_of(repo_.root() + "/.git/index");
  const std::string from_index = repo_.temp() / "from-index";
  const std::string from_commit = repo_.temp() / "from-commit";
  std::filesystem::create_directories(from_index);
  std::filesystem::create_directories(from_commit);
  ASSERT_TRUE(open()->export_files("", {"d/a"}, from_index));
  ASSERT_TRUE(open()->export_files("HEAD", {"d/a"}, from_commit));
  EXPECT_EQ(text_of(from_index + "/d/a"), "staged");
  EXPECT_EQ(text_of(from_commit + "/d/a"), "committed");
  EXPECT_EQ(text_of(repo_.root() + "/d/a"), "work tree");
  EXPECT_EQ(text_of(repo_.root() + "/.git/index"), index_before);
}

TEST_F(ChangesTest, files_outside_a_sparse_checkout_are_exported_too) {
  repo_.init().write("in/a", "1").write("out/b", "2").stage_all().commit("both");
  repo_.git({"sparse-checkout", "set", "in"});
  const std::string folder = repo_.temp() / "sparse";
  std::filesystem::create_directory(folder);
  ASSERT_TRUE(open()->export_files("", {"in/a", "out/b"}, folder));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder + "/out/b"));
}

TEST_F(ChangesTest, edited_files_are_told_from_touched_ones) {
  repo_.init().commit_file("same", "1").commit_file("edited", "2").commit_file("gone", "3");
  repo_.commit_file("touched", "4").write("edited", "2+").remove("gone").write("touched", "4");
  EXPECT_THAT(open()->edited_since("", {"same", "edited", "gone", "touched", "[e]*"}).value(),
              UnorderedElementsAre("edited", "gone"));
  EXPECT_THAT(open()->edited_since("", {"same"}).value(), IsEmpty());
  EXPECT_THAT(open()->edited_since("HEAD", {"same", "edited"}).value(), ElementsAre("edited"));
}

TEST_F(ChangesTest, outside_a_repository_everything_is_an_error) {
  EXPECT_EQ(open()->staged().error().code, Code::NoRepository);
  EXPECT_FALSE(open()->tracked_paths());
  EXPECT_FALSE(open()->read_blobs({"HEAD:a"}, k_limit, [](auto, auto, auto) {}));
}

}  // namespace
}  // namespace pumuki::git
