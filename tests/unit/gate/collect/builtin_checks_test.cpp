#include "gate/collect/builtin_checks.h"

#include "tests/unit/gate/collect/fixture.h"

#include <gmock/gmock.h>
#include <unistd.h>

namespace pumuki::collect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class BuiltinChecks : public CollectTest {
 protected:
  BuiltinChecks() { repo_.init(); }

  BuiltinFindings check(const Scope& scope) {
    return value(run_builtin_checks(context(), CoreRuleSet{config_}, scope));
  }
  std::vector<std::string> check_staged() { return told(check(staged()).findings); }
};

TEST_F(BuiltinChecks, nothing_staged_nothing_found) { EXPECT_THAT(check_staged(), IsEmpty()); }

TEST_F(BuiltinChecks, each_rule_on_a_branch_without_commits) {
  repo_.write("a.pem", sample_key())
      .write("b.txt", "x\n" + sample_token() + "\n")
      .write("c.c", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n")
      .write(".env", "A=1\n")
      .write("d.json", "{\n\"a\": }\n")
      .write("Name", "1")
      .write("name", "2")
      .write("big", std::string((1 << 20) + 1, 'x'))
      .stage_all();
  EXPECT_THAT(check_staged(),
              UnorderedElementsAre("core.private-key a.pem:1", "core.token b.txt:2",
                                   "core.conflict-marker c.c:1:3:5", "core.env-file .env",
                                   "core.json-syntax d.json:2", "core.case-collision Name",
                                   "core.case-collision name", "core.large-file big"));
}

TEST_F(BuiltinChecks, the_index_counts_and_not_the_work_tree) {
  repo_.write("bad", sample_token()).write("good", "ok").stage_all();
  repo_.write("bad", "ok").write("good", sample_token());
  EXPECT_THAT(check_staged(), ElementsAre("core.token bad:1"));
}

TEST_F(BuiltinChecks, the_index_git_names_counts) {
  repo_.commit_file("a", "1").write("a", sample_token());
  repo_.git({"read-tree", "--index-output=" + repo_.temp().path() + "/other", "HEAD"});
  const auto environment =
      repo_.environment().with("GIT_INDEX_FILE", repo_.temp().path() + "/other");
  changes_ = git::open_changes(repo_.root(), environment);
  EXPECT_THAT(check_staged(), IsEmpty());
}

TEST_F(BuiltinChecks, intent_to_add_is_not_content) {
  repo_.write("later", sample_token());
  repo_.git({"add", "-N", "later"});
  EXPECT_THAT(check_staged(), IsEmpty());
}

TEST_F(BuiltinChecks, a_deletion_is_no_finding) {
  repo_.write("a", sample_token()).write(".env", "x").stage_all().commit("old");
  repo_.git({"rm", "-q", "a", ".env"});
  EXPECT_THAT(check_staged(), IsEmpty());
}

TEST_F(BuiltinChecks, a_rename_is_judged_under_its_new_name) {
  repo_.commit_file("old", sample_token() + "\nmore text to be similar\n");
  repo_.git({"mv", "old", ".env"});
  EXPECT_THAT(check_staged(), UnorderedElementsAre("core.env-file .env", "core.token .env:1"));
}

TEST_F(BuiltinChecks, odd_names_stay_as_they_are) {
  for (const char* name :
       {"new\nline", "quo\"te", "lat\xe9in1", " blank ", "-dash", "*star", ":x"}) {
    repo_.write(name, sample_token());
  }
  repo_.stage_all();
  EXPECT_THAT(check_staged(),
              UnorderedElementsAre("core.token new\nline:1", "core.token quo\"te:1",
                                   "core.token lat\xe9in1:1", "core.token  blank :1",
                                   "core.token -dash:1", "core.token *star:1", "core.token :x:1"));
}

TEST_F(BuiltinChecks, binary_files_links_and_submodules_are_passed_over) {
  repo_.write("image.bin", std::string{"\0", 1} + sample_token());
  ASSERT_EQ(::symlink(sample_token().c_str(), (repo_.root() + "/link").c_str()), 0);
  test::RepoBuilder inner;
  inner.init().commit_file("a", "1");
  repo_.stage_all();
  repo_.git({"update-index", "--add", "--cacheinfo",
             "160000," + inner.git({"rev-parse", "HEAD"}) + ",sub.json"});
  EXPECT_THAT(check_staged(), IsEmpty());
}

TEST_F(BuiltinChecks, a_huge_file_is_named_and_not_searched) {
  repo_.write("huge", std::string(k_max_searched_bytes + 1, 'x')).stage_all();
  const auto result = check(staged());
  ASSERT_THAT(told(result.findings), ElementsAre("core.large-file huge"));
  ASSERT_EQ(result.notices.size(), 1U);
  EXPECT_EQ(result.notices.front().file, "huge");
  EXPECT_THAT(result.notices.front().reason, HasSubstr("too large"));
}

TEST_F(BuiltinChecks, a_pointer_of_git_lfs_is_no_broken_json) {
  repo_.write("data.json", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
      .stage_all();
  EXPECT_THAT(check_staged(), IsEmpty());
}

TEST_F(BuiltinChecks, an_empty_file_is_no_missing_one) {
  repo_.write("empty", "").stage_all();
  EXPECT_THAT(check_staged(), IsEmpty());
}

TEST_F(BuiltinChecks, a_missing_blob_is_an_error) {
  repo_.commit_file("a", "1");
  Scope scope = staged();
  scope.changes.push_back({.kind = git::ChangeKind::Added,
                           .path = "gone",
                           .old_path = {},
                           .mode = "100644",
                           .blob_id = std::string(40, '7')});
  const auto result = run_builtin_checks(context(), CoreRuleSet{config_}, scope);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::GitFailed);
}

TEST_F(BuiltinChecks, sizes_severities_and_switches_come_from_the_configuration) {
  config_.large_file_bytes = 10;
  config_.rule_severities["core.large-file"] = Severity::Critical;
  config_.disabled_rules = {"core.token"};
  repo_.write("a", sample_token()).stage_all();
  const auto result = check(staged());
  ASSERT_THAT(told(result.findings), ElementsAre("core.large-file a"));
  EXPECT_EQ(result.findings.front().severity, Severity::Critical);
  EXPECT_THAT(CoreRuleSet{config_}.active_ids(), testing::Not(testing::Contains("core.token")));
}

TEST_F(BuiltinChecks, findings_stop_at_the_limit) {
  config_.max_findings = 3;
  std::string text;
  for (int i = 0; i < 5; ++i) {
    text += sample_token() + "\n";
  }
  repo_.write("a", text).stage_all();
  const auto result = check(staged());
  EXPECT_EQ(result.findings.size(), 3U);
  EXPECT_TRUE(result.truncated);
}

TEST_F(BuiltinChecks, a_collision_with_an_old_file_and_folder) {
  repo_.commit_file("Docs/a", "1").write("docs/b", "2").stage_all();
  EXPECT_THAT(check_staged(), ElementsAre("core.case-collision docs/b"));
}

TEST_F(BuiltinChecks, a_secret_that_a_later_commit_took_out_is_told_in_a_range) {
  repo_.commit_file("a", "1").commit_file("a", "x\n" + sample_token()).commit_file("a", "3");
  const auto result = check(range("HEAD~2"));
  ASSERT_THAT(told(result.findings), ElementsAre("core.token a:2"));
  EXPECT_EQ(result.findings.front().source, "git:commits");
  EXPECT_EQ(result.blob_ids.front(), repo_.git({"rev-parse", "HEAD~1:a"}));
}

TEST_F(BuiltinChecks, other_rules_judge_the_net_difference_of_a_range) {
  repo_.commit_file("a", "1")
      .commit_file("b.json", "{")
      .commit_file("b.json", "{}")
      .commit_file("c", sample_token());
  const auto result = check(range("HEAD~3"));
  ASSERT_THAT(told(result.findings), ElementsAre("core.token c:1"));
  EXPECT_EQ(result.findings.front().source, "git:range");
}

TEST_F(BuiltinChecks, a_range_is_read_from_its_commits_and_not_from_the_index) {
  repo_.commit_file("README", "1").commit_file("readme", "2");
  repo_.git({"rm", "-q", "--cached", "README"});
  EXPECT_THAT(told(check(range("HEAD~1")).findings), ElementsAre("core.case-collision readme"));
}

TEST_F(BuiltinChecks, an_unmerged_path_is_a_conflict) {
  repo_.commit_file("a", "1").branch("other").commit_file("a", "2").checkout("other");
  repo_.commit_file("a", "3").try_git({"merge", "main"});
  EXPECT_THAT(check_staged(), testing::Contains("core.conflict-marker a"));
}

TEST(BuiltinChecksSha256, the_same_findings) {
  test::RepoBuilder repo;
  repo.init("main", "sha256").write("a", sample_token()).stage_all();
  const auto changes = git::open_changes(repo.root(), repo.environment());
  const FixedClock clock{0};
  const policy::GateConfig config;
  Scope scope;
  scope.changes = *changes->staged();
  const auto result = run_builtin_checks({.environment = repo.environment(),
                                          .clock = clock,
                                          .root = repo.root(),
                                          .changes = *changes,
                                          .branch = {},
                                          .config = config,
                                          .progress = {}},
                                         CoreRuleSet{config}, scope);
  ASSERT_TRUE(result);
  EXPECT_THAT(told(result->findings), ElementsAre("core.token a:1"));
}

}  // namespace
}  // namespace pumuki::collect
