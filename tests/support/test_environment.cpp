#include "tests/support/test_environment.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::test {
namespace {

constexpr std::array k_passed_on{"PATH",
                                 "TMPDIR",
                                 "ASAN_OPTIONS",
                                 "UBSAN_OPTIONS",
                                 "TSAN_OPTIONS",
                                 "LSAN_OPTIONS",
                                 "LLVM_PROFILE_FILE",
                                 "GCOV_PREFIX",
                                 "GCOV_PREFIX_STRIP"};
constexpr std::string_view k_commit_time = "2030-01-02T03:04:05Z";

}  // namespace

Environment test_environment(const std::string& home) {
  const Environment real = Environment::from_process();
  std::vector<std::pair<std::string, std::string>> values{
      {"HOME", home},
      {"LC_ALL", "C"},
      {"TZ", "UTC"},
      {"GIT_CONFIG_GLOBAL", "/dev/null"},
      {"GIT_CONFIG_NOSYSTEM", "1"},
      {"GIT_TERMINAL_PROMPT", "0"},
      {"GIT_AUTHOR_NAME", "Test Author"},
      {"GIT_AUTHOR_EMAIL", "author@example.test"},
      {"GIT_AUTHOR_DATE", std::string{k_commit_time}},
      {"GIT_COMMITTER_NAME", "Test Committer"},
      {"GIT_COMMITTER_EMAIL", "committer@example.test"},
      {"GIT_COMMITTER_DATE", std::string{k_commit_time}},
  };
  for (const char* name : k_passed_on) {
    if (const auto value = real.get(name)) {
      values.emplace_back(name, *value);
    }
  }
  return Environment{std::move(values)};
}

}  // namespace pumuki::test
