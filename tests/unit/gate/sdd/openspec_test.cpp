#include "gate/sdd/openspec.h"

#include "tests/support/temp_dir.h"
#include "tests/support/test_environment.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>

namespace pumuki::sdd {
namespace {

using std::chrono::milliseconds;

/// Long after any file of the test was written, so that a version may be remembered.
constexpr TimeMs k_much_later = 4'102'444'800'000;

class OpenspecCommand : public testing::Test {
 protected:
  void script(const std::string& lines, mode_t mode = 0755) {
    const std::string path = root_.path() + "/node_modules/.bin/openspec";
    test::write_bytes(path, "#!/bin/sh\n" + lines + "\n");
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
  }
  OpenspecProgram program(OpenspecLimits limits = {}) {
    return OpenspecProgram{test::test_environment()
                               .with("GIT_DIR", "/elsewhere")
                               .with("PUMUKI_ENGINE_TOKEN", "secret")
                               .with("PUMUKI_OPERATOR_TOKEN_FILE", "secret")
                               .with("PUMUKI_SDD_BYPASS", "0"),
                           clock_, limits};
  }
  [[nodiscard]] std::string calls() const { return test::read_bytes(root_.path() + "/calls"); }
  [[nodiscard]] const std::string& root() const { return root_.path(); }

  test::TempDir root_;
  FixedClock clock_{k_much_later};
};

TEST_F(OpenspecCommand, absent_is_not_installed) {
  const auto version = program().version(root());
  ASSERT_TRUE(version);
  EXPECT_FALSE(*version);
}

TEST_F(OpenspecCommand, version_is_the_trimmed_output) {
  script("[ \"$*\" = --version ] && printf '  1.13.2 \\n\\n'");
  EXPECT_EQ(program().version(root()).value(), "1.13.2");
}

TEST_F(OpenspecCommand, failing_or_unrunnable_is_not_installed) {
  script("echo 1.2.3; exit 3");
  EXPECT_FALSE(program().version(root()).value());
  script("echo 1.2.3; kill -9 $$");
  EXPECT_FALSE(program().version(root()).value());
  script("echo 1.2.3", 0644);
  EXPECT_FALSE(program().version(root()).value());
}

TEST_F(OpenspecCommand, that_hangs_is_an_error_within_its_limit) {
  script("sleep 600 & wait");
  const auto start = std::chrono::steady_clock::now();
  auto slow = program({.version = milliseconds{200}, .validate = milliseconds{200}});
  const auto version = slow.version(root());
  ASSERT_FALSE(version);
  EXPECT_EQ(version.error().code, Code::ProcessTimeout);
  const auto report = slow.validate(root());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Code::ProcessTimeout);
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds{10'000});
}

TEST_F(OpenspecCommand, that_never_stops_talking_is_an_error) {
  script("while :; do echo 1.2.3 1.2.3 1.2.3 1.2.3; done");
  const auto version = program().version(root());
  ASSERT_FALSE(version);
  EXPECT_EQ(version.error().code, Code::TooLarge);
}

TEST_F(OpenspecCommand, version_is_asked_once_while_the_file_is_the_same) {
  script("echo x >> calls; echo 1.2.3");
  auto openspec = program();
  EXPECT_EQ(openspec.version(root()).value(), "1.2.3");
  EXPECT_EQ(openspec.version(root()).value(), "1.2.3");
  EXPECT_EQ(calls(), "x\n");
  script("echo y >> calls; echo 1.2.4");
  EXPECT_EQ(openspec.version(root()).value(), "1.2.4");
  EXPECT_EQ(calls(), "x\ny\n");
}

TEST_F(OpenspecCommand, version_of_a_file_just_written_is_not_remembered) {
  script("echo x >> calls; echo 1.2.3");
  clock_.set(0);
  auto openspec = program();
  EXPECT_EQ(openspec.version(root()).value(), "1.2.3");
  EXPECT_EQ(openspec.version(root()).value(), "1.2.3");
  EXPECT_EQ(calls(), "x\nx\n");
}

TEST_F(OpenspecCommand, validation_is_run_each_time_in_the_repository) {
  script("echo \"$*\" >> calls; pwd");
  auto openspec = program();
  EXPECT_EQ(openspec.validate(root()).value().out, root() + "\n");
  EXPECT_EQ(openspec.validate(root()).value().exit_code, 0);
  EXPECT_EQ(calls(),
            "validate --all --json --no-interactive\nvalidate --all --json --no-interactive\n");
}

TEST_F(OpenspecCommand, killed_validation_exits_with_one) {
  script("kill -9 $$");
  EXPECT_EQ(program().validate(root()).value().exit_code, 1);
}

TEST_F(OpenspecCommand, sees_no_secret_and_no_git_variable) {
  script("env");
  const std::string seen = program().validate(root()).value().out;
  EXPECT_TRUE(seen.contains("OPENSPEC_TELEMETRY=0\n"));
  EXPECT_TRUE(seen.contains("PUMUKI_SDD_BYPASS=0\n"));
  EXPECT_FALSE(seen.contains("TOKEN"));
  EXPECT_FALSE(seen.contains("GIT_"));
}

TEST(OpenspecVersion, is_the_first_three_numbers) {
  EXPECT_EQ(parse_version("v1.13.2-beta 4.5.6"), "1.13.2");
  EXPECT_EQ(parse_version("1.2 10.20.30.40"), "10.20.30");
  EXPECT_EQ(parse_version("development"), std::nullopt);
  EXPECT_EQ(parse_version("1.2."), std::nullopt);
}

TEST(OpenspecVersion, is_compared_number_by_number) {
  for (const char* version :
       {"1.1.1", "1.1.10", "1.10.0", "2.0.0", "01.1.1", "99999999999999999999999.0.0"}) {
    EXPECT_TRUE(version_at_least(version, k_minimum_openspec)) << version;
  }
  for (const char* version : {"1.1.0", "1.0.99", "0.9.9"}) {
    EXPECT_FALSE(version_at_least(version, k_minimum_openspec)) << version;
  }
}

}  // namespace
}  // namespace pumuki::sdd
