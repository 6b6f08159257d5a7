#include "gate/verdict/scope.h"

#include "gate/git/hook_tree.h"
#include "tests/support/repo_builder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace pumuki::verdict {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const std::string k_zero(40, '0');
const std::string k_one(40, '1');

std::string line(const std::string& local_ref, const std::string& local_id,
                 const std::string& remote_ref, const std::string& remote_id) {
  return local_ref + " " + local_id + " " + remote_ref + " " + remote_id + "\n";
}

// --- the lines of pre-push

TEST(Scope_PushLines, names_ids_and_refs) {
  const auto refs = parse_pushed_refs(line("refs/heads/a", k_one, "refs/heads/b", k_zero) + "\n" +
                                      line("(delete)", k_zero, "refs/heads/c", k_one) +
                                      line("refs/tags/v1", k_one, "refs/tags/v1", k_zero));
  ASSERT_TRUE(refs) << describe(refs.error());
  ASSERT_EQ(refs->size(), 3U);
  EXPECT_EQ(refs->at(0).local_ref, "refs/heads/a");
  EXPECT_EQ(refs->at(0).branch(), "b");
  EXPECT_TRUE(refs->at(0).creates());
  EXPECT_FALSE(refs->at(0).deletes());
  EXPECT_TRUE(refs->at(1).deletes());
  EXPECT_TRUE(refs->at(2).is_tag());
  EXPECT_EQ(refs->at(2).branch(), std::nullopt);
}

TEST(Scope_PushLines, a_local_name_may_hold_blanks) {
  const auto refs = parse_pushed_refs(line("HEAD^{/fix a bug}", k_one, "refs/heads/b", k_zero));
  ASSERT_TRUE(refs);
  EXPECT_EQ(refs->front().local_ref, "HEAD^{/fix a bug}");
}

TEST(Scope_PushLines, sha256_ids_are_ids) {
  const std::string zero(64, '0');
  const auto refs =
      parse_pushed_refs(line("refs/heads/a", std::string(64, 'a'), "refs/heads/a", zero));
  ASSERT_TRUE(refs);
  EXPECT_TRUE(refs->front().creates());
}

TEST(Scope_PushLines, nothing_is_nothing) {
  EXPECT_THAT(parse_pushed_refs("").value(), IsEmpty());
  EXPECT_THAT(parse_pushed_refs("\n  \n").value(), IsEmpty());
}

TEST(Scope_PushLines, malformed_lines_are_named) {
  const std::string good = line("refs/heads/a", k_one, "refs/heads/b", k_zero);
  for (const std::string& bad :
       {std::string{"x"}, "refs/heads/a " + k_one + " refs/heads/b",
        "refs/heads/a 12 refs/heads/b " + k_zero,
        "refs/heads/a " + k_one + " refs/heads/b " + k_zero + " more",
        "refs/heads/a " + k_one + "  " + k_zero, " " + k_one + " refs/heads/b " + k_zero,
        "x " + k_zero + " refs/heads/b " + k_zero, good.substr(0, good.size() - 1) + "\r"}) {
    const auto refs = parse_pushed_refs(good + bad);
    ASSERT_FALSE(refs) << bad;
    EXPECT_EQ(refs.error().code, Code::PushLineInvalid);
    EXPECT_THAT(refs.error().message, HasSubstr("line ")) << bad;
  }
}

// --- real repositories

class Scope : public testing::Test {
 protected:
  Scope() : environment_{repo_.environment()} { repo_.init().commit_file("a", "1"); }

  Result<JudgedScope> ask(const ScopeQuestion& question) {
    const auto tree = git::open_hook_tree(repo_.root(), environment_);
    return resolve_scope({environment_, *tree.repository, *tree.changes}, question);
  }
  Result<JudgedScope> push(std::optional<std::string> lines, bool all_refs = true) {
    return ask({.stage = Stage::PrePush,
                .base = std::nullopt,
                .pushed = std::move(lines),
                .all_refs = all_refs});
  }
  Result<JudgedScope> ci(std::optional<std::string> base = std::nullopt) {
    return ask({.stage = Stage::Ci, .base = std::move(base), .pushed = std::nullopt});
  }
  std::string id(const std::string& revision) { return repo_.git({"rev-parse", revision}); }
  std::string pushed(const std::string& branch, const std::string& remote_id) {
    return line("refs/heads/" + branch, id(branch), "refs/heads/" + branch, remote_id);
  }
  void set(std::string name, std::string value) {
    environment_ = environment_.with(std::move(name), std::move(value));
  }
  /// A clone of one commit in place of the repository.
  std::string shallow_clone(const std::string& depth = "1") {
    const std::string to = repo_.temp() / "shallow";
    repo_.git_in(repo_.temp().path(),
                 {"clone", "-q", "--depth", depth, "file://" + repo_.root(), to});
    return to;
  }

  test::RepoBuilder repo_;
  Environment environment_;
};

std::vector<std::string> names(const std::vector<git::Change>& changes) {
  std::vector<std::string> all;
  std::ranges::transform(changes, std::back_inserter(all), &git::Change::path);
  return all;
}

const collect::Scope& only(const Result<JudgedScope>& scope) {
  EXPECT_TRUE(scope) << describe(scope.error());
  EXPECT_EQ(scope->parts.size(), 1U);
  return scope->parts.at(0).scope;
}

TEST_F(Scope, a_commit_is_the_index) {
  repo_.checkout_new("topic").write("b", "2").stage("b").write("c", "3");
  const auto scope = ask({.stage = Stage::PreCommit});
  EXPECT_EQ(only(scope).kind, collect::Scope::Kind::Index);
  EXPECT_THAT(names(only(scope).changes), ElementsAre("b"));
  EXPECT_EQ(scope->parts[0].branch, "topic");
  EXPECT_EQ(scope->destinations, std::nullopt);
}

TEST_F(Scope, a_rename_has_both_names) {
  repo_.git({"mv", "a", "b"});
  EXPECT_THAT(ask({.stage = Stage::PreCommit})->paths(), UnorderedElementsAre("b", "a"));
}

TEST_F(Scope, prefixes_narrow) {
  repo_.write("src/b", "2").write("src2/c", "3").write("d", "4").stage_all();
  set("PUMUKI_GATE_SCOPE_PATH_PREFIXES", " src/ ; d");
  EXPECT_THAT(names(only(ask({.stage = Stage::PreCommit})).changes),
              UnorderedElementsAre("src/b", "d"));
}

TEST_F(Scope, ci_compares_with_the_common_commit) {
  repo_.checkout_new("topic").commit_file("b", "2").commit_file("c", "3");
  repo_.checkout("main").commit_file("m", "4").checkout("topic");
  const auto scope = ci();
  EXPECT_THAT(names(only(scope).changes), UnorderedElementsAre("b", "c"));
  EXPECT_EQ(only(scope).base, id("main^"));
  EXPECT_EQ(only(scope).head, id("topic"));
}

TEST_F(Scope, ci_reads_what_a_later_commit_took_out) {
  repo_.checkout_new("topic").commit_file("secret", "x").remove("secret").stage_all().commit("out");
  const auto scope = ci();
  EXPECT_THAT(names(only(scope).changes), IsEmpty());
  EXPECT_THAT(names(only(scope).commit_changes), testing::Contains("secret"));
}

TEST_F(Scope, ci_base_option_beats_the_variable) {
  repo_.checkout_new("one").commit_file("b", "2").checkout_new("two").commit_file("c", "3");
  set("GITHUB_BASE_REF", "main");
  EXPECT_THAT(names(only(ci()).changes), UnorderedElementsAre("b", "c"));
  EXPECT_THAT(names(only(ci("one")).changes), ElementsAre("c"));
}

TEST_F(Scope, ci_finds_the_base_on_the_remote) {
  repo_.set_upstream("main", "HEAD").checkout_new("topic").commit_file("b", "2");
  repo_.git({"branch", "-D", "main"});
  set("GITHUB_BASE_REF", "main");
  EXPECT_THAT(names(only(ci()).changes), ElementsAre("b"));
}

TEST_F(Scope, ci_on_the_base_takes_the_first_parent) {
  repo_.commit_file("b", "2");
  EXPECT_THAT(names(only(ci()).changes), ElementsAre("b"));
  EXPECT_THAT(names(only(ci("HEAD")).changes), ElementsAre("b"));
}

TEST_F(Scope, ci_on_a_base_that_has_head_already_takes_the_first_parent) {
  repo_.commit_file("b", "2").checkout_new("topic").checkout("main").commit_file("c", "3");
  repo_.checkout("topic");
  EXPECT_THAT(names(only(ci("main")).changes), ElementsAre("b"));
}

TEST_F(Scope, ci_on_the_first_commit_sees_everything) {
  EXPECT_THAT(names(only(ci()).changes), ElementsAre("a"));
  EXPECT_EQ(only(ci()).base, "");
}

TEST_F(Scope, ci_works_detached) {
  repo_.checkout_new("topic").commit_file("b", "2").detach();
  const auto scope = ci();
  EXPECT_THAT(names(only(scope).changes), ElementsAre("b"));
  EXPECT_EQ(scope->parts[0].branch, std::nullopt);
}

TEST_F(Scope, ci_with_an_unknown_base_cannot_judge) {
  for (const bool by_option : {true, false}) {
    set("GITHUB_BASE_REF", "release");
    const auto scope = by_option ? ci("release") : ci();
    ASSERT_FALSE(scope);
    EXPECT_EQ(scope.error().code, Code::BaseUnknown);
    EXPECT_THAT(scope.error().hint, HasSubstr("git fetch origin 'release'"));
  }
}

TEST_F(Scope, ci_in_a_clone_of_one_commit_cannot_judge) {
  repo_.commit_file("b", "2");
  const auto tree = git::open_hook_tree(shallow_clone(), environment_);
  for (const std::optional<std::string>& base :
       {std::optional<std::string>{}, std::optional<std::string>{"origin/main"}}) {
    const auto scope = resolve_scope({environment_, *tree.repository, *tree.changes},
                                     {.stage = Stage::Ci, .base = base, .pushed = std::nullopt});
    ASSERT_FALSE(scope);
    EXPECT_EQ(scope.error().code, Code::BaseUnknown);
    EXPECT_THAT(scope.error().hint, HasSubstr("git fetch --unshallow"));
  }
}

TEST_F(Scope, ci_in_a_clone_of_two_commits_can) {
  repo_.commit_file("b", "2").commit_file("c", "3");
  const auto tree = git::open_hook_tree(shallow_clone("2"), environment_);
  EXPECT_THAT(names(only(resolve_scope({environment_, *tree.repository, *tree.changes},
                                       {.stage = Stage::Ci}))
                        .changes),
              ElementsAre("c"));
}

TEST_F(Scope, ci_without_common_commit_compares_the_trees) {
  repo_.git({"checkout", "-q", "--orphan", "other"});
  repo_.write("b", "2").stage_all().commit("other root");
  EXPECT_THAT(names(only(ci("main")).changes), ElementsAre("b"));
}

TEST_F(Scope, a_branch_without_commits_is_the_index_at_every_stage) {
  test::RepoBuilder fresh;
  fresh.init().write("x", "1").stage("x");
  const auto tree = git::open_hook_tree(fresh.root(), fresh.environment());
  for (const Stage stage : {Stage::PreCommit, Stage::Ci}) {
    const auto scope =
        resolve_scope({fresh.environment(), *tree.repository, *tree.changes}, {.stage = stage});
    EXPECT_THAT(names(only(scope).changes), ElementsAre("x"));
    EXPECT_EQ(scope->parts[0].branch, "main");
  }
  EXPECT_THAT(resolve_scope({fresh.environment(), *tree.repository, *tree.changes},
                            {.stage = Stage::PrePush})
                  ->parts,
              IsEmpty());
}

// --- PRE_PUSH

TEST_F(Scope, a_known_branch_is_compared_with_the_remotes_commit) {
  repo_.set_upstream("main", "HEAD").commit_file("b", "2");
  const auto scope = push(pushed("main", id("main^")));
  EXPECT_THAT(names(only(scope).changes), ElementsAre("b"));
  EXPECT_THAT(*scope->destinations, ElementsAre("main"));
  EXPECT_FALSE(scope->suspends_sdd);
  EXPECT_EQ(scope->parts[0].branch, "main");
}

TEST_F(Scope, a_new_branch_is_compared_with_where_it_left) {
  repo_.set_upstream("main", "HEAD").checkout_new("topic").commit_file("b", "2");
  const auto scope = push(pushed("topic", k_zero));
  EXPECT_THAT(names(only(scope).changes), ElementsAre("b"));
  EXPECT_THAT(*scope->destinations, IsEmpty());
}

TEST_F(Scope, the_first_push_of_all_sees_everything) {
  repo_.commit_file("b", "2");
  const auto scope = push(pushed("main", k_zero));
  EXPECT_THAT(names(only(scope).changes), UnorderedElementsAre("a", "b"));
  EXPECT_EQ(only(scope).base, "");
  EXPECT_THAT(*scope->destinations, IsEmpty()) << "the remote has no main to protect";
}

TEST_F(Scope, a_new_name_for_old_commits_brings_nothing) {
  repo_.set_upstream("main", "HEAD").branch("again");
  EXPECT_THAT(names(only(push(pushed("again", k_zero))).changes), IsEmpty());
}

TEST_F(Scope, a_commit_of_the_remote_that_is_not_here_is_no_error) {
  repo_.set_upstream("main", "HEAD").commit_file("b", "2");
  EXPECT_THAT(names(only(push(pushed("main", k_one))).changes), ElementsAre("b"));
}

TEST_F(Scope, a_pushed_commit_that_is_not_here_cannot_be_judged) {
  const auto scope = push(line("refs/heads/main", k_one, "refs/heads/main", k_zero));
  ASSERT_FALSE(scope);
  EXPECT_EQ(scope.error().code, Code::PushLineInvalid);
}

TEST_F(Scope, several_branches_are_several_parts) {
  repo_.set_upstream("main", "HEAD").checkout_new("one").commit_file("b", "2");
  repo_.checkout("main").checkout_new("two").commit_file("c", "3");
  const auto scope = push(pushed("one", k_zero) + pushed("two", k_zero));
  ASSERT_EQ(scope->parts.size(), 2U);
  EXPECT_THAT(names(scope->parts[0].scope.changes), ElementsAre("b"));
  EXPECT_THAT(names(scope->parts[1].scope.changes), ElementsAre("c"));
  EXPECT_TRUE(scope->suspends_sdd) << "one is not HEAD";
}

TEST_F(Scope, deletions_and_tags_bring_nothing_but_move_their_branch) {
  const auto scope = push(line("(delete)", k_zero, "refs/heads/main", id("main")) +
                          line("refs/tags/v", id("main"), "refs/tags/v", k_zero));
  ASSERT_TRUE(scope);
  EXPECT_THAT(scope->parts, IsEmpty());
  EXPECT_THAT(*scope->destinations, ElementsAre("main"));
}

TEST_F(Scope, pushing_head_to_a_shared_branch_names_that_branch) {
  repo_.set_upstream("main", "HEAD").checkout_new("topic").commit_file("b", "2");
  const auto scope = push(line("HEAD", id("HEAD"), "refs/heads/main", id("main")));
  EXPECT_THAT(*scope->destinations, ElementsAre("main"));
}

TEST_F(Scope, without_lines_the_upstream_counts) {
  repo_.set_upstream("main", "HEAD").commit_file("b", "2");
  for (const auto& lines : {std::optional<std::string>{}, std::optional<std::string>{""}}) {
    const auto scope = push(lines);
    EXPECT_THAT(names(only(scope).changes), ElementsAre("b"));
    EXPECT_EQ(scope->destinations, std::nullopt);
  }
}

TEST_F(Scope, without_lines_and_upstream_everything_new_counts) {
  repo_.commit_file("b", "2");
  EXPECT_THAT(names(only(push(std::nullopt)).changes), UnorderedElementsAre("a", "b"));
}

TEST_F(Scope, the_variable_stands_for_standard_input) {
  repo_.set_upstream("main", "HEAD").checkout_new("topic").commit_file("b", "2");
  set("PUMUKI_PRE_PUSH_STDIN", pushed("topic", k_zero));
  EXPECT_THAT(names(only(push(std::nullopt)).changes), ElementsAre("b"));
  set("PUMUKI_PRE_PUSH_STDIN", " \n");
  EXPECT_EQ(push(std::nullopt)->destinations, std::nullopt);
}

TEST_F(Scope, the_old_way_takes_the_upstream_for_several_lines) {
  repo_.set_upstream("main", "HEAD").branch("one").commit_file("b", "2");
  const auto scope = push(pushed("main", id("main^")) + pushed("one", k_zero), false);
  EXPECT_THAT(names(only(scope).changes), ElementsAre("b"));
  EXPECT_EQ(only(scope).base, id("origin/main"));
}

TEST_F(Scope, the_old_way_refuses_several_lines_without_upstream) {
  repo_.branch("one");
  const std::string lines = pushed("main", k_one) + pushed("one", k_one);
  EXPECT_EQ(push(lines, false)->upstream_fault, Code::PrePushUpstreamMissing);
  EXPECT_EQ(push(lines, true)->upstream_fault, std::nullopt);
}

class ScopeMisaligned : public Scope {
 protected:
  ScopeMisaligned() {
    repo_.set_upstream("main", "HEAD").checkout_new("feature/x");
    repo_.config("branch.feature/x.remote", "origin")
        .config("branch.feature/x.merge", "refs/heads/main");
    for (const char* name : {"1", "2", "3", "4"}) {
      repo_.commit_file(name, name);
    }
  }
};

TEST_F(ScopeMisaligned, five_commits_ahead_of_a_shared_branch_are_refused) {
  EXPECT_EQ(push(std::nullopt)->upstream_fault, std::nullopt);
  repo_.commit_file("5", "5");
  EXPECT_EQ(push(std::nullopt)->upstream_fault, Code::PrePushUpstreamMisaligned);
  const auto into_main = line("HEAD", id("HEAD"), "refs/heads/main", id("main"));
  EXPECT_EQ(push(into_main)->upstream_fault, Code::PrePushUpstreamMisaligned);
}

TEST_F(ScopeMisaligned, its_own_name_on_the_remote_is_the_cure) {
  repo_.commit_file("5", "5");
  EXPECT_EQ(push(pushed("feature/x", k_zero))->upstream_fault, std::nullopt);
}

}  // namespace
}  // namespace pumuki::verdict
