#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>

#include <string>

// `pumuki sdd session` is the only command that writes the session, so these run the program on
// real repositories.

namespace pumuki::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class SddCommandTest : public CliTest {
 protected:
  SddCommandTest() { repo_.write("openspec/changes/add-login/proposal.md", "x\n"); }

  Ran session(const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"sdd", "session"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all);
  }
  /// Empty when the key is not set.
  std::string stored(const std::string& key) {
    const auto read = repo_.try_git({"config", "--local", "pumuki.sdd.session." + key});
    return read.out.substr(0, read.out.find('\n'));
  }
};

TEST_F(SddCommandTest, open_stores_all_five_keys) {
  const Ran ran = session({"--open", "--change= Add-Login ", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(R"("active":true,)"));
  EXPECT_THAT(ran.out, HasSubstr(R"("changeId":"add-login")"));
  EXPECT_EQ(stored("active"), "true");
  EXPECT_EQ(stored("change"), "add-login");
  EXPECT_EQ(stored("ttlMinutes"), "45");
  const auto updated = parse_time(stored("updatedAt"));
  const auto expires = parse_time(stored("expiresAt"));
  ASSERT_TRUE(updated && expires);
  EXPECT_EQ(*expires - *updated, 45 * 60'000);
}

TEST_F(SddCommandTest, auto_takes_the_only_active_change) {
  EXPECT_EQ(session({"--open", "--change=auto", "--ttl-minutes=7.9"}).exit_code, 0);
  EXPECT_EQ(stored("change"), "add-login");
  EXPECT_EQ(stored("ttlMinutes"), "7");
}

TEST_F(SddCommandTest, auto_does_not_guess) {
  repo_.write("openspec/changes/second/proposal.md", "x\n");
  const Ran ran = session({"--open", "--change=auto"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("add-login, second"));
  EXPECT_EQ(stored("change"), "");
}

TEST_F(SddCommandTest, an_unknown_or_archived_change_is_refused) {
  repo_.write("openspec/changes/archive/old/proposal.md", "x\n");
  const Ran missing = session({"--open", "--change=other", "--json"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, HasSubstr("SDD_CHANGE_MISSING"));
  const Ran archived = session({"--open", "--change=old", "--json"});
  EXPECT_EQ(archived.exit_code, 1);
  EXPECT_THAT(archived.out, HasSubstr("SDD_CHANGE_ARCHIVED"));
  EXPECT_EQ(stored("active"), "");
}

TEST_F(SddCommandTest, an_id_never_leaves_the_changes_folder) {
  EXPECT_EQ(session({"--open", "--change=../../etc"}).exit_code, 2);
  EXPECT_EQ(session({"--open", "--change="}).exit_code, 2);
  EXPECT_EQ(stored("change"), "");
}

TEST_F(SddCommandTest, refresh_moves_the_expiry_and_leaves_active_alone) {
  repo_.config("pumuki.sdd.session.change", "add-login");
  repo_.config("pumuki.sdd.session.ttlMinutes", "30");
  const Ran ran = session({"--refresh", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(R"("valid":false)"));
  EXPECT_EQ(stored("ttlMinutes"), "30");
  EXPECT_EQ(stored("active"), "");
  ASSERT_TRUE(parse_time(stored("expiresAt")));
  EXPECT_GT(*parse_time(stored("expiresAt")), SystemClock{}.now());
}

TEST_F(SddCommandTest, refresh_needs_a_stored_change) {
  const Ran ran = session({"--refresh", "--json"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("SDD_SESSION_MISSING"));
}

TEST_F(SddCommandTest, close_forgets_everything_and_twice_is_fine) {
  ASSERT_EQ(session({"--open", "--change=add-login"}).exit_code, 0);
  EXPECT_EQ(session({"--close"}).exit_code, 0);
  EXPECT_EQ(session({"--close"}).exit_code, 0);
  for (const char* key : {"active", "change", "updatedAt", "expiresAt", "ttlMinutes"}) {
    EXPECT_EQ(stored(key), "") << key;
  }
}

TEST_F(SddCommandTest, exactly_one_action_is_needed) {
  EXPECT_EQ(session({}).exit_code, 2);
  EXPECT_EQ(session({"--open", "--close"}).exit_code, 2);
  EXPECT_EQ(session({"--open", "--change=add-login", "--ttl-minutes=0"}).exit_code, 2);
  EXPECT_EQ(run({"sdd"}).exit_code, 2);
}

TEST_F(SddCommandTest, linked_worktrees_share_the_session) {
  const std::string worktree = repo_.add_worktree("other");
  ASSERT_EQ(session({"--open", "--change=add-login"}).exit_code, 0);
  const Ran ran = run_in(worktree, {"sdd", "status", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(R"("changeId":"add-login")"));
}

TEST_F(SddCommandTest, status_tells_openspec_and_session) {
  const Ran ran = run({"sdd", "status"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "OpenSpec: not installed\nSession: no session\n");
  EXPECT_THAT(run({"sdd", "status", "--json"}).out, HasSubstr(R"("installed":false)"));
}

TEST_F(SddCommandTest, outside_a_repository_it_cannot_do_anything) {
  const Ran ran = run_in(repo_.temp().path(), {"sdd", "status", "--json"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.out, HasSubstr("NO_REPOSITORY"));
}

}  // namespace
}  // namespace pumuki::cli
