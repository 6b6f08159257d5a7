#include "gate/git/config_writer.h"

#include "gate/git/git_process.h"

#include <utility>
#include <vector>

namespace pumuki::git {
namespace {

/// `git config` answers this when there was nothing to unset.
constexpr int k_nothing_to_unset = 5;

}  // namespace

ConfigWriter::ConfigWriter(std::string folder, Environment environment)
    : folder_(std::move(folder)), environment_(std::move(environment)) {}

Result<void> ConfigWriter::set(std::string_view key, std::string_view value) const {
  const auto done = GitProcess{folder_, environment_}.run(
      {"config", "--local", "--replace-all", std::string{key}, std::string{value}});
  if (!done) {
    return fail(done.error(), "while setting " + std::string{key});
  }
  return {};
}

Result<void> ConfigWriter::unset(std::string_view key) const {
  const GitProcess git{folder_, environment_};
  const auto done = git.try_run({"config", "--local", "--unset-all", std::string{key}});
  if (!done) {
    return fail(done.error(), "while unsetting " + std::string{key});
  }
  if (done->exit_code != 0 && done->exit_code != k_nothing_to_unset) {
    return fail(git.explain_failure(*done), "while unsetting " + std::string{key});
  }
  return {};
}

}  // namespace pumuki::git
