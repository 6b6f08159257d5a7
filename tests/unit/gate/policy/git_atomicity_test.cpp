#include "gate/policy/git_atomicity.h"

#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>

namespace pumuki::policy {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class GitAtomicityTest : public testing::Test {
 protected:
  void file(const std::string& text) {
    test::write_bytes(folder_ / ".pumuki/git-atomicity.json", text);
  }
  GitAtomicity read() { return git_atomicity(environment_, folder_.path(), &notices_); }

  test::TempDir folder_;
  Environment environment_{{{"PUMUKI_GIT_ATOMICITY_ENFORCEMENT", "strict"}}};
  Notices notices_;
};

TEST_F(GitAtomicityTest, advisory_looks_at_nothing) {
  file("{");
  environment_ = Environment{};
  EXPECT_FALSE(read().enforced);
  environment_ = environment_.with("PUMUKI_GIT_ATOMICITY_ENFORCEMENT", "warn");
  EXPECT_FALSE(read().enforced);
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(GitAtomicityTest, defaults) {
  const auto found = read();
  EXPECT_TRUE(found.enforced);
  EXPECT_EQ(found.max_files, 25);
  EXPECT_EQ(found.max_scopes, 2);
  EXPECT_TRUE(found.enforce_pattern);
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(GitAtomicityTest, the_environment_goes_before_the_file) {
  file(R"({"enabled":false,"maxFiles":3,"maxScopes":4,"enforceCommitMessagePattern":false,)"
       R"("commitMessagePattern":"^A"})");
  auto found = read();
  EXPECT_FALSE(found.enforced);
  EXPECT_EQ(found.max_files, 3);
  EXPECT_EQ(found.max_scopes, 4);
  EXPECT_FALSE(found.enforce_pattern);
  EXPECT_EQ(found.pattern, "^A");
  environment_ = environment_.with("PUMUKI_GIT_ATOMICITY_ENABLED", "1")
                     .with("PUMUKI_GIT_ATOMICITY_MAX_FILES", " 7 ")
                     .with("PUMUKI_GIT_ATOMICITY_MAX_SCOPES", "8")
                     .with("PUMUKI_GIT_ATOMICITY_ENFORCE_COMMIT_PATTERN", "yes")
                     .with("PUMUKI_GIT_ATOMICITY_COMMIT_PATTERN", "^B");
  found = read();
  EXPECT_TRUE(found.enforced);
  EXPECT_EQ(found.max_files, 7);
  EXPECT_EQ(found.max_scopes, 8);
  EXPECT_TRUE(found.enforce_pattern);
  EXPECT_EQ(found.pattern, "^B");
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(GitAtomicityTest, what_cannot_be_used_leaves_the_default_and_a_notice) {
  file(R"({"enabled":1,"maxFiles":0,"maxScopes":1e99,"enforceCommitMessagePattern":"x",)"
       R"("commitMessagePattern":"("})");
  environment_ = environment_.with("PUMUKI_GIT_ATOMICITY_MAX_FILES", "-2");
  const auto found = read();
  EXPECT_TRUE(found.enforced);
  EXPECT_EQ(found.max_files, 25);
  EXPECT_EQ(found.max_scopes, 2);
  EXPECT_EQ(found.pattern, k_conventional_commit);
  EXPECT_THAT(notices_, SizeIs(6));
  notices_.clear();
  file("[]");
  EXPECT_TRUE(read().enforced);
  EXPECT_THAT(notices_, SizeIs(2)) << "the file and the variable";
}

TEST(GitAtomicityPattern, conventional_subjects) {
  const std::string pattern{k_conventional_commit};
  for (const char* const good : {"feat: x", "fix(core): x", "refactor(a/b)!: x", "docs!: x"}) {
    EXPECT_TRUE(matches_pattern(good, pattern)) << good;
  }
  for (const char* const bad : {"", "feat:x", "feature: x", "feat(): x", "Fix: x", "a feat: x"}) {
    EXPECT_FALSE(matches_pattern(bad, pattern)) << bad;
  }
}

TEST(GitAtomicityPattern, a_pattern_that_would_go_back_for_ever_ends) {
  EXPECT_FALSE(matches_pattern(std::string(200, 'a') + "b", "^(a+)+$"));
  EXPECT_FALSE(matches_pattern("aa", "(a)\\1")) << "back references are refused";
}

}  // namespace
}  // namespace pumuki::policy
