#include "tests/unit/server/enterprise/engine_fixture.h"

#include <algorithm>
#include <utility>

namespace pumuki::enterprise {
namespace {

class SddTools : public EngineFixture {};

TEST_F(SddTools, check_tells_the_decision_with_its_status) {
  const std::string body = call("check_sdd_status");
  expect_has(body,
             R"("executed":true,"success":true,"warnings":[],"result":{"stage":"PRE_COMMIT",)");
  expect_has(body, R"("validation":{"ok":true,)");
  expect_has(body, R"("decision":{"allowed":true,"code":"ALLOWED",)");
}

TEST_F(SddTools, check_without_git_is_undecided) {
  leave_git();
  const std::string body = call("check_sdd_status", "CI");
  expect_has(body, R"("executed":true,"success":false,"warnings":[")");
  expect_has(body, R"("result":{"stage":"CI","decision":{"allowed":false,)"
                   R"("code":"SDD_VALIDATION_ERROR",)");
  expect_lacks(body, R"("status":)");
}

TEST_F(SddTools, guard_stops_every_mutating_tool_with_its_reason) {
  openspec_.version_answer = std::optional<std::string>{};
  for (const char* tool : {"validate_and_fix", "sync_branches", "cleanup_stale_branches"}) {
    const std::string body = call(tool, "PRE_PUSH");
    expect_has(body, R"("executed":false,"success":false,"warnings":["The SDD guard)");
    expect_has(body, R"("result":{"guard":{"stage":"PRE_PUSH","decision":{"allowed":false,)"
                     R"("code":"OPENSPEC_MISSING",)");
    expect_has(body, R"("status":{"repoRoot":")");
  }
}

TEST_F(SddTools, guard_that_cannot_decide_has_no_status) {
  set("PUMUKI_SDD_BYPASS", "1");
  git_.failure = Error{Code::GitFailed, "broken", {}, {}};
  const std::string body = call("sync_branches");
  expect_has(body, R"("code":"SDD_VALIDATION_ERROR")");
  expect_has(body, R"("status":null}}})");
}

TEST_F(SddTools, fix_runs_the_policy_once) {
  const std::string body = call("validate_and_fix");
  EXPECT_EQ(openspec_.validations, 1);
  expect_has(body, R"("executed":false,"success":true,"warnings":[")");
  expect_has(body, R"("result":{"evaluation":{"stage":"PRE_COMMIT","status":)");
  expect_has(body, R"("suggestedActions":[")");
}

struct PlanCase {
  bool upstream;
  int ahead;
  int behind;
  bool dirty;
  std::vector<std::string> commands;
  std::size_t entries;
};

class SyncPlan : public EngineFixture, public testing::WithParamInterface<PlanCase> {};

TEST_P(SyncPlan, brings_branch_and_upstream_together) {
  const PlanCase& given = GetParam();
  git_.parents = {{"a", {}}};
  std::string head = "a";
  std::string there = "a";
  for (int i = 0; i < given.ahead; ++i) {
    git_.parents["h" + std::to_string(i)] = {std::exchange(head, "h" + std::to_string(i))};
  }
  for (int i = 0; i < given.behind; ++i) {
    git_.parents["t" + std::to_string(i)] = {std::exchange(there, "t" + std::to_string(i))};
  }
  git_.branches = {{"feature/x", head}};
  if (given.upstream) {
    git_.tracking = {{"origin/x", there}};
    git_.upstreams = {{"feature/x", "origin/x"}};
  }
  if (given.dirty) {
    git_.entries = {{.index = 'M', .work_tree = ' ', .path = "f", .original_path = {}}};
  }
  const std::string body = call("sync_branches");
  expect_has(body, R"("executed":false,"success":true,"warnings":[")");
  const std::string plan = body.substr(body.find("\"plan\":["));
  std::size_t at = 0;
  for (const std::string& command : given.commands) {
    at = plan.find('"' + command + '"', at);
    ASSERT_NE(at, std::string::npos) << command << " in " << plan;
  }
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(plan, ',')) + 1, given.entries) << plan;
}

const std::string k_pull = "git pull --rebase --autostash";
const std::string k_push = "git push";

INSTANTIATE_TEST_SUITE_P(States, SyncPlan,
                         testing::Values(PlanCase{false, 0, 0, false, {}, 1},
                                         PlanCase{false, 0, 0, true, {}, 2},
                                         PlanCase{true, 0, 0, false, {}, 1},
                                         PlanCase{true, 2, 0, false, {k_push}, 1},
                                         PlanCase{true, 0, 1, false, {k_pull}, 1},
                                         PlanCase{true, 2, 1, false, {k_pull, k_push}, 2},
                                         PlanCase{true, 2, 1, true, {k_pull, k_push}, 3}));

TEST_F(SddTools, cleanup_keeps_shared_branches_and_quotes_odd_names) {
  git_.parents = {{"b", {"a"}}};
  git_.branches = {{"feature/x", "b"}, {"main", "a"},    {"staging", "a"},  {"old", "a"},
                   {"a;reboot", "a"},  {"ahead", "zzz"}, {"elsewhere", "a"}};
  git_.other_worktrees = {"elsewhere"};
  expect_has(call("cleanup_stale_branches"),
             R"("result":{"candidates":["a;reboot","old"],)"
             R"("plan":["git branch -d 'a;reboot'","git branch -d old"]})");
}

TEST_F(SddTools, cleanup_on_a_branch_without_commits_finds_nothing) {
  git_.branches.clear();
  expect_has(call("cleanup_stale_branches"),
             R"("success":true,"warnings":["This is a plan: no command was run."],)"
             R"("result":{"candidates":[],"plan":[]})");
}

}  // namespace
}  // namespace pumuki::enterprise
