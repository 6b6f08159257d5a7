#include "gate/git/hook_tree.h"
#include "gate/sdd/hook_decision.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>

// The decision on real repositories: the index or the commit is judged, not the work tree.

namespace pumuki::sdd {
namespace {

constexpr const char* k_good =
    "## ADDED Requirements\n### Requirement: Login\nIt SHALL.\n#### Scenario: One\n- a\n";
constexpr const char* k_bad = "## ADDED Requirements\n### Requirement: Login\nIt SHALL.\n";
constexpr const char* k_delta = "openspec/changes/add-login/specs/auth/spec.md";

class HookDecisionOnGit : public testing::Test {
 protected:
  HookDecisionOnGit() {
    repo_.init("feature/x").commit_file("src/a.cc", "1\n");
    repo_.config("pumuki.sdd.session.active", "true");
    repo_.config("pumuki.sdd.session.change", "add-login");
    repo_.config("pumuki.sdd.session.expiresAt", "2099-01-01T00:00:00.000Z");
    repo_.write("src/a.cc", "2\n").stage("src/a.cc");
  }

  std::string decide(const std::string& commit = {}) {
    const auto tree = git::open_hook_tree(repo_.root(), repo_.environment());
    const auto changes =
        commit.empty() ? tree.changes->staged() : tree.changes->between(commit + "^", commit);
    EXPECT_TRUE(changes);
    std::vector<std::string> paths;
    for (const git::Change& change : *changes) {
      paths.push_back(change.path);
    }
    OpenspecProgram openspec{repo_.environment(), clock_};
    const Environment environment = repo_.environment();
    const auto evaluation = decide_for_hook({.environment = environment,
                                             .clock = clock_,
                                             .root = repo_.root(),
                                             .repository = tree.repository.get(),
                                             .openspec = openspec},
                                            {.stage = Stage::PreCommit,
                                             .paths = paths,
                                             .setting = std::nullopt,
                                             .changes = *tree.changes,
                                             .commit = commit});
    EXPECT_TRUE(evaluation) << explain(evaluation.error());
    return evaluation && *evaluation ? std::string{code_text((*evaluation)->decision.code)} : "";
  }

  test::RepoBuilder repo_;
  SystemClock clock_;
};

TEST_F(HookDecisionOnGit, the_index_counts_when_the_work_tree_is_better) {
  repo_.write(k_delta, k_bad).stage(k_delta).write(k_delta, k_good);
  EXPECT_EQ(decide(), "SDD_VALIDATION_FAILED");
}

TEST_F(HookDecisionOnGit, the_index_counts_when_the_work_tree_is_worse) {
  repo_.write(k_delta, k_good).stage(k_delta).write(k_delta, k_bad);
  EXPECT_EQ(decide(), "ALLOWED");
}

TEST_F(HookDecisionOnGit, untracked_specifications_are_not_in_the_commit) {
  repo_.write(k_delta, k_bad);
  EXPECT_EQ(decide(), "ALLOWED");
}

TEST_F(HookDecisionOnGit, a_commit_is_read_as_it_is) {
  repo_.write(k_delta, k_bad).stage(k_delta).commit("bad");
  repo_.write(k_delta, k_good).stage_all().commit("good");
  EXPECT_EQ(decide("HEAD~1"), "SDD_VALIDATION_FAILED");
}

TEST_F(HookDecisionOnGit, archiving_a_change_leaves_nothing_to_check) {
  repo_.write(k_delta, k_good).write("openspec/changes/old/specs/auth/spec.md", k_bad);
  repo_.stage_all().commit("two changes");
  repo_.git({"rm", "-rq", "openspec/changes/old"});
  repo_.write("openspec/changes/archive/2026-01-01-old/specs/auth/spec.md", k_bad);
  repo_.write("src/a.cc", "3\n").stage_all();
  EXPECT_EQ(decide(), "ALLOWED");
}

TEST_F(HookDecisionOnGit, a_commit_of_markdown_alone_is_not_asked_about) {
  repo_.commit("code").write(k_delta, k_bad).write("README.md", "x\n").stage_all();
  EXPECT_EQ(decide(), "");
}

}  // namespace
}  // namespace pumuki::sdd
