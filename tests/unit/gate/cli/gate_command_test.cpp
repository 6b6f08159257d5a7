#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace pumuki::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Gate = CliTest;
using Project = CliTest;
using Failure = CliTest;

TEST_F(Gate, allows_and_blocks_by_exit_code) {
  const Ran allowed = run({"gate"});
  EXPECT_EQ(allowed.exit_code, 0) << allowed.out << allowed.err;
  EXPECT_THAT(allowed.out, StartsWith("ALLOWED PRE_COMMIT " + repo_.root()));
  EXPECT_THAT(allowed.err, IsEmpty());
  write_evidence("BLOCKED");
  const Ran blocked = run({"gate"});
  EXPECT_EQ(blocked.exit_code, 1);
  EXPECT_THAT(blocked.out, HasSubstr("EVIDENCE_GATE_BLOCKED ERROR: "));
}

struct StageCase {
  std::vector<std::string> arguments;
  std::string stage;
};

class StageOptions : public CliTest, public testing::WithParamInterface<StageCase> {};

TEST_P(StageOptions, are_understood) {
  std::vector<std::string> arguments{"gate", "--json"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, StartsWith(R"({"stage":")" + GetParam().stage + R"(",)"));
}

INSTANTIATE_TEST_SUITE_P(All, StageOptions,
                         testing::Values(StageCase{{}, "PRE_COMMIT"},
                                         StageCase{{"--stage", "CI"}, "CI"},
                                         StageCase{{"--stage=pre_push"}, "PRE_PUSH"},
                                         StageCase{{"--stage=Pre-Write"}, "PRE_WRITE"},
                                         StageCase{{"--stage", "red"}, "PRE_WRITE"},
                                         StageCase{{"--stage", "GREEN"}, "PRE_COMMIT"},
                                         StageCase{{"--stage", "refactor"}, "PRE_PUSH"},
                                         StageCase{{"--stage", "close"}, "CI"}));

TEST_F(Gate, prints_one_json_object_and_nothing_else) {
  const Ran ran = run({"gate", "--json"});
  EXPECT_THAT(ran.out, StartsWith(R"({"stage":"PRE_COMMIT","status":"ALLOWED","allowed":true,)"));
  EXPECT_THAT(ran.out, testing::EndsWith("\"violations\":[]}\n"));
}

TEST_F(Gate, prints_sarif_with_the_exit_code) {
  write_evidence("BLOCKED");
  const Ran ran = run({"gate", "--sarif"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr(R"("executionSuccessful":true,"exitCode":1)"));
}

TEST_F(Gate, is_silent_when_asked) {
  write_evidence("BLOCKED");
  const Ran ran = run({"gate", "--quiet"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, IsEmpty());
}

TEST_F(Gate, takes_the_callers_limits) {
  EXPECT_EQ(run({"gate", "--protected-branches", "a,feature/x"}).exit_code, 1);
  EXPECT_EQ(run({"gate", "--protected-branches", ""}).exit_code, 0);
  repo_.write("one", "").write("two", "");
  EXPECT_THAT(run({"gate", "--worktree-warn", "1"}).out, HasSubstr("WORKTREE_WARN WARN"));
  const std::vector<std::string> tight{"gate", "--worktree-warn", "1", "--worktree-block", "2"};
  EXPECT_EQ(run(tight).exit_code, 1);
  std::vector<std::string> off = tight;
  off.emplace_back("--worktree-off");
  EXPECT_EQ(run(off).exit_code, 0);
}

TEST_F(Gate, takes_several_maximum_ages) {
  const Ran ran = run({"gate", "--json", "--stage", "CI", "--max-age", "pre_write=1", "--max-age",
                       "CI=77", "--max-age=PRE_PUSH=2"});
  EXPECT_THAT(ran.out, HasSubstr(R"("max_age_seconds":77)"));
}

TEST_F(Gate, requires_a_receipt_and_writes_one) {
  EXPECT_THAT(run({"gate", "--stage=PRE_WRITE", "--require-mcp-receipt"}).out,
              HasSubstr("MCP_ENTERPRISE_RECEIPT_MISSING ERROR"));
  const Ran writing = run({"gate", "--stage=PRE_WRITE", "--write-receipt", "--json"});
  EXPECT_EQ(writing.exit_code, 0) << writing.err;
  EXPECT_THAT(writing.out, HasSubstr(R"("extensions":{"receipt":{"path":")"));
  EXPECT_EQ(run({"gate", "--stage=PRE_WRITE", "--require-mcp-receipt"}).exit_code, 0);
}

TEST_F(Gate, writes_nothing_unless_asked) {
  const std::string before = repo_.git({"status", "--porcelain", "--ignored"});
  run({"gate"});
  EXPECT_EQ(repo_.git({"status", "--porcelain", "--ignored"}), before);
}

TEST_F(Gate, does_not_pass_when_the_receipt_cannot_be_written) {
  ASSERT_EQ(::symlink("/nonexistent", (repo_.root() + "/.pumuki").c_str()), 0);
  EXPECT_EQ(run({"gate", "--write-receipt"}).exit_code, 2);
  write_evidence("BLOCKED");
  EXPECT_EQ(run({"gate", "--write-receipt"}).exit_code, 1);
}

TEST_F(Gate, names_a_configuration_file_that_it_cannot_use) {
  repo_.write(".pumuki/hard-mode.json", "no");
  const Ran ran = run({"gate", "--json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.err, HasSubstr(".pumuki/hard-mode.json"));
}

TEST_F(Gate, explains_codes) {
  const Ran known = run({"gate", "--explain", "evidence_stale"});
  EXPECT_EQ(known.exit_code, 0);
  EXPECT_THAT(known.out, StartsWith("EVIDENCE_STALE\ncondition: "));
  EXPECT_EQ(run({"gate", "--explain", "NO_SUCH_CODE"}).exit_code, 2);
}

TEST_F(Gate, blocks_sealed_evidence_that_lacks_a_member) {
  repo_.write(
      ".ai_evidence.json",
      evidence::seal_text(R"({"version":"2.1","timestamp":")" + format_time(SystemClock{}.now()) +
                          R"(","snapshot":{"stage":"CI","outcome":"PASS","findings":[]},)"
                          R"("ledger":[],"platforms":{},"rulesets":[]})")
          .value_or(""));
  const Ran ran = run({"gate"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("EVIDENCE_INVALID ERROR: "));
  EXPECT_THAT(ran.out, HasSubstr("ai_gate"));
}

TEST_F(Gate, keeps_its_exit_code_when_nobody_reads) {
  write_evidence("BLOCKED");
  EXPECT_EQ(shell("exec \"$P\" gate >&-").exit_code, 1);
  EXPECT_EQ(shell("exec \"$P\" gate --json >&- 2>&- <&-").exit_code, 1);
  EXPECT_EQ(shell("{ \"$P\" gate --json; echo $? >rc; } | :; cat rc").out, "1\n");
}

// --- which repository

TEST_F(Project, is_the_root_of_any_folder_inside) {
  repo_.write("a/b/c.txt", "");
  const Ran ran = run_in(repo_.root() + "/a/b", {"gate", "--json"});
  EXPECT_THAT(ran.out, HasSubstr(R"("repo_root":")" + repo_.root() + "\""));
  const Ran named = run_in("/", {"gate", "--json", "--project", repo_.root() + "/a"});
  EXPECT_THAT(named.out, HasSubstr(R"("repo_root":")" + repo_.root() + "\""));
}

TEST_F(Project, may_be_named_relative_to_the_folder_of_the_call) {
  const Ran ran = run_in(repo_.temp().path(), {"gate", "--json", "--project", "repo"});
  EXPECT_THAT(ran.out, HasSubstr(R"("repo_root":")" + repo_.root() + "\""));
}

TEST_F(Project, outside_a_repository_is_the_folder_itself) {
  const test::TempDir plain;
  test::write_bytes(plain / ".ai_evidence.json", evidence_text(plain.path(), ""));
  const Ran ran = run_in(plain.path(), {"gate", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(R"("available":false)"));
}

TEST_F(Project, that_is_named_wins_over_git_variables) {
  test::RepoBuilder other;
  other.init("main").commit_file("a", "");
  set("GIT_DIR", other.root() + "/.git");
  set("GIT_WORK_TREE", other.root());
  const Ran ran = run({"gate", "--json", "--project", repo_.root()});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(R"("branch":"feature/x")"));
  const Ran honoured = run({"gate", "--json"});
  EXPECT_THAT(honoured.out, HasSubstr(R"("repo_root":")" + other.root() + "\""));
}

TEST_F(Project, honours_the_index_of_a_hook) {
  repo_.write("new.txt", "x");
  repo_.git({"read-tree", "--index-output=.git/other-index", "HEAD"});
  set("GIT_INDEX_FILE", ".git/other-index");
  const Ran clean = run({"gate", "--json"});
  EXPECT_THAT(clean.out, HasSubstr(R"("staged":0)"));
  environment_ = repo_.environment();
  repo_.stage("new.txt");
  EXPECT_THAT(run({"gate", "--json"}).out, HasSubstr(R"("staged":1)"));
  set("GIT_INDEX_FILE", ".git/other-index");
  EXPECT_THAT(run({"gate", "--json"}).out, HasSubstr(R"("staged":0)"));
}

TEST_F(Project, of_the_agent_counts_unless_one_is_named_or_a_hook_runs) {
  test::RepoBuilder other;
  other.init("main").commit_file("a", "");
  set("CLAUDE_PROJECT_DIR", other.root());
  EXPECT_THAT(run({"gate", "--json"}).out, HasSubstr(R"("branch":"main")"));
  EXPECT_THAT(run({"gate", "--json", "--project", "."}).out, HasSubstr(R"("branch":"feature/x")"));
  set("GIT_INDEX_FILE", ".git/index");
  EXPECT_THAT(run({"gate", "--json"}).out, HasSubstr(R"("branch":"feature/x")"));
}

TEST_F(Project, may_be_a_linked_worktree) {
  const std::string linked = repo_.add_worktree("side");
  const Ran ran = run_in(linked, {"gate", "--json"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr(R"("repo_root":")" + linked + "\""));
  EXPECT_THAT(ran.out, HasSubstr("EVIDENCE_MISSING"));
}

// --- exit 2

struct UsageCase {
  std::vector<std::string> arguments;
};

class UsageErrors : public CliTest, public testing::WithParamInterface<UsageCase> {};

TEST_P(UsageErrors, exit_with_two_and_say_why) {
  const Ran ran = run(GetParam().arguments);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_THAT(ran.err, HasSubstr("hint: "));
}

INSTANTIATE_TEST_SUITE_P(
    All, UsageErrors,
    testing::Values(UsageCase{{}}, UsageCase{{"help"}}, UsageCase{{"frobnicate"}},
                    UsageCase{{"--frobnicate"}}, UsageCase{{"gate", "--frobnicate"}},
                    UsageCase{{"gate", "extra"}}, UsageCase{{"gate", "--stage", "PRE_MERGE"}},
                    UsageCase{{"gate", "--stage"}}, UsageCase{{"gate", "--max-age", "CI"}},
                    UsageCase{{"gate", "--max-age", "CI=x"}},
                    UsageCase{{"gate", "--max-age", "CI=-1"}},
                    UsageCase{{"gate", "--max-age", "NEVER=1"}},
                    UsageCase{{"gate", "--worktree-warn", "many"}},
                    UsageCase{{"gate", "--project", "/nonexistent"}},
                    UsageCase{{"gate", "--project", "/dev/null"}}, UsageCase{{"evidence"}},
                    UsageCase{{"evidence", "validate"}}));

TEST_F(Failure, excludes_two_forms_of_output) {
  EXPECT_EQ(run({"gate", "--json", "--quiet"}).exit_code, 2);
  EXPECT_EQ(run({"gate", "--sarif", "--quiet"}).exit_code, 2);
  EXPECT_EQ(run({"gate", "--json", "--sarif"}).exit_code, 2);
}

TEST_F(Failure, still_prints_the_document_that_was_asked_for) {
  const Ran json = run({"gate", "--json", "--stage", "never"});
  EXPECT_EQ(json.exit_code, 2);
  EXPECT_THAT(json.out, StartsWith(R"({"exit_code":2,"error":{"code":"USAGE_ERROR","message":")"));
  EXPECT_THAT(json.out, HasSubstr(R"("hint":")"));
  EXPECT_THAT(run({"gate", "--sarif", "--stage", "never"}).out,
              HasSubstr(R"("executionSuccessful":false,"exitCode":2)"));
  EXPECT_THAT(run({"never", "--json"}).out, StartsWith(R"({"exit_code":2,)"));
}

TEST_F(Failure, is_told_when_git_cannot_run) {
  set("PATH", "/nonexistent");
  const Ran ran = run({"gate", "--json"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.out, HasSubstr(R"("error":{"code":")"));
}

TEST_F(Failure, is_told_for_a_broken_repository) {
  repo_.write(".git/HEAD", "nonsense");
  EXPECT_EQ(run({"gate"}).exit_code, 2);
}

TEST_F(Failure, is_not_the_end_of_help_and_version) {
  for (const char* option : {"--help", "--version"}) {
    const Ran ran = run({option});
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_THAT(ran.out, HasSubstr("pumuki"));
    EXPECT_THAT(ran.err, IsEmpty());
  }
  EXPECT_THAT(run({"gate", "--help"}).out, HasSubstr("--require-mcp-receipt"));
}

}  // namespace
}  // namespace pumuki::cli
