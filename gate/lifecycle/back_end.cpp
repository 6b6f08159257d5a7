#include "gate/lifecycle/back_end.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/git/git_process.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr std::string_view k_extension = "extensions.";

std::string extensions_of(const git::Config& config) {
  std::vector<std::string> names;
  for (const auto& [name, value] : config) {
    if (name.starts_with(k_extension)) {
      names.push_back(name.substr(k_extension.size()) + "=" + value);
    }
  }
  return join(names, ", ");
}

/// Nothing when libgit2 reads the repository as git does, as far as files and settings tell.
std::optional<std::string> reason_in_files(const git::Layout& layout, const git::Config& config) {
  if (git::find_config(config, "core.repositoryformatversion") != "0") {
    const std::string extensions = extensions_of(config);
    return "the repository format is not version 0" +
           (extensions.empty() ? "" : " (" + extensions + ")");
  }
  if (entry_exists(layout.common_dir + "/shallow")) {
    return "the history is shallow";
  }
  if (entry_exists(layout.common_dir + "/info/grafts")) {
    return "the history has grafts";
  }
  const bool by_remote = std::ranges::any_of(
      config, [](const auto& entry) { return entry.first.starts_with("includeif.hasconfig"); });
  if (by_remote) {
    return "the configuration includes files by remote";
  }
  return std::nullopt;
}

}  // namespace

Result<BackEnds> find_back_ends(const git::Layout& layout, const git::Config& config,
                                const Environment& environment) {
  BackEnds found;
  auto reason = reason_in_files(layout, config);
  if (!reason) {
    auto replaced = git::GitProcess{layout.git_dir, environment}.run(
        {"for-each-ref", "--count=1", "--format=%(refname)", "refs/replace/"});
    if (!replaced) {
      return fail(std::move(replaced.error()), "while looking for replaced objects");
    }
    if (!replaced->empty()) {
      reason = "the history has replaced objects";
    }
  }
  found.server = reason ? "plumbing" : "libgit2";
  found.server_reason = reason.value_or(
      "libgit2 reads this repository as git does; the state of the work tree comes from plumbing");
  return found;
}

}  // namespace pumuki::lifecycle
