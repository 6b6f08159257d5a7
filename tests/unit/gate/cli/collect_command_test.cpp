#include "gate/core/files.h"
#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>

#include <string>

namespace pumuki::cli {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A credential shape that is in no file as it stands.
std::string token() { return std::string{"ghp_"} + "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ"; }

class CollectCommandTest : public CliTest {
 protected:
  CollectCommandTest() { repo_.remove(".ai_evidence.json"); }

  std::string evidence() { return test::read_bytes(repo_.root() + "/.ai_evidence.json"); }
  bool has_evidence() { return entry_exists(repo_.root() + "/.ai_evidence.json"); }
};

TEST_F(CollectCommandTest, writes_sealed_evidence_and_gives_no_verdict) {
  repo_.write("a.txt", token() + "\n").stage("a.txt").write("a.txt", "clean\n");
  const Ran ran = run({"collect"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "1 finding in 1 changed files  CRITICAL 1\nwritten to .ai_evidence.json\n");
  EXPECT_EQ(run({"evidence", "validate", ".ai_evidence.json"}).exit_code, 0);
  EXPECT_THAT(evidence(), AllOf(HasSubstr("\"core.token\""), HasSubstr("\"git:staged\""),
                                HasSubstr("\"outcome\": \"BLOCK\""), Not(HasSubstr(token()))));
}

TEST_F(CollectCommandTest, json_is_one_document) {
  repo_.write("a.txt", "fine\n").stage("a.txt");
  const Ran ran = run({"collect", "--json", "--stage", "pre-commit"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(StartsWith("{\"stage\":\"PRE_COMMIT\",\"outcome\":\"PASS\""),
                             HasSubstr("\"files_scanned\":1"), HasSubstr("\"core.token\""),
                             EndsWith("}\n")));
}

TEST_F(CollectCommandTest, works_from_a_folder_below_and_before_the_first_commit) {
  test::RepoBuilder fresh;
  fresh.init().write("sub/.env", "A=1\n").stage_all();
  const Ran ran = run_in(fresh.root() + "/sub", {"collect", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(test::read_bytes(fresh.root() + "/.ai_evidence.json"), HasSubstr("core.env-file"));
}

TEST_F(CollectCommandTest, ci_collects_the_range) {
  repo_.commit_file("a.txt", token() + "\n").commit_file("b.json", "{");
  const Ran ran = run({"collect", "--stage=CI", "--base", "HEAD~1", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(evidence(), AllOf(HasSubstr("core.json-syntax"), HasSubstr("git:range"),
                                Not(HasSubstr("\"file\": \"a.txt\""))));
}

TEST_F(CollectCommandTest, what_it_could_not_do_is_told_and_writes_nothing) {
  EXPECT_EQ(run({"collect", "--stage", "lunch"}).exit_code, 2);
  EXPECT_EQ(run({"collect", "--stage=CI", "--base", "no-such-commit"}).exit_code, 2);
  repo_.write(".pumuki/gate.json", "{");
  const Ran broken = run({"collect", "--json"});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_THAT(broken.out, StartsWith("{\"exit_code\":2,\"error\":{"));
  EXPECT_FALSE(has_evidence());
}

TEST_F(CollectCommandTest, outside_a_repository_there_is_nothing_to_collect) {
  const test::TempDir folder;
  EXPECT_EQ(run_in(folder.path(), {"collect"}).exit_code, 2);
}

}  // namespace
}  // namespace pumuki::cli
