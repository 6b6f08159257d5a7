#include "gate/cli/project.h"

#include "gate/core/files.h"
#include "gate/git/plumbing_repository.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::cli {
namespace {

/// What `git rev-parse --local-env-vars` lists, shortened to prefixes. User settings such as
/// GIT_CONFIG_GLOBAL stay.
const std::vector<std::string_view>& repository_variables() {
  static const std::vector<std::string_view> names{"GIT_ALTERNATE_OBJECT_DIRECTORIES",
                                                   "GIT_CONFIG_PARAMETERS",
                                                   "GIT_CONFIG_COUNT",
                                                   "GIT_CONFIG_KEY_",
                                                   "GIT_CONFIG_VALUE_",
                                                   "GIT_OBJECT_DIRECTORY",
                                                   "GIT_DIR",
                                                   "GIT_WORK_TREE",
                                                   "GIT_IMPLICIT_WORK_TREE",
                                                   "GIT_GRAFT_FILE",
                                                   "GIT_INDEX_FILE",
                                                   "GIT_NAMESPACE",
                                                   "GIT_NO_REPLACE_OBJECTS",
                                                   "GIT_REPLACE_REF_BASE",
                                                   "GIT_PREFIX",
                                                   "GIT_SHALLOW_FILE",
                                                   "GIT_COMMON_DIR"};
  return names;
}

constexpr std::array<std::string_view, 5> k_path_variables{
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"};

bool runs_in_hook(const Environment& environment) {
  return environment.get("GIT_DIR") || environment.get("GIT_INDEX_FILE");
}

std::string absolute(const std::string& path, const std::string& cwd) {
  return path.starts_with('/') ? path : cwd + "/" + path;
}

Environment with_absolute_paths(const Environment& environment, const std::string& cwd) {
  Environment result = environment;
  for (const std::string_view name : k_path_variables) {
    const auto value = environment.get(name);
    if (value && !value->empty()) {
      result = result.with(std::string{name}, absolute(std::string{*value}, cwd));
    }
  }
  return result;
}

Result<std::string> open_folder(const std::string& path) {
  std::string folder = real_path(path);
  if (folder.empty()) {
    return fail(Code::NotFound, "there is no folder " + path);
  }
  if (!is_directory(folder)) {
    return fail(Code::NotReadable, path + " is not a folder");
  }
  if (::access(folder.c_str(), R_OK | X_OK) != 0) {
    return fail(Code::NotReadable, "the folder " + path + " cannot be read");
  }
  return folder;
}

std::string chosen_folder(const Environment& environment, const std::string& cwd,
                          const std::optional<std::string>& named) {
  if (named) {
    return absolute(*named, cwd);
  }
  const auto claude = environment.get("CLAUDE_PROJECT_DIR");
  const bool use = claude && !claude->empty() && !runs_in_hook(environment);
  return use ? absolute(std::string{*claude}, cwd) : cwd;
}

/// What git takes for a repository: a folder with a HEAD, or a file that leads to one.
bool has_usable_git_entry(const std::string& folder) {
  const std::string entry = folder + "/.git";
  return is_regular_file(entry) || entry_exists(entry + "/HEAD");
}

/// The root, where it can be told without starting git: `folder` when it has its own ".git", else
/// the nearest folder above that has one.
std::optional<std::string> quick_root(const std::string& folder, const Environment& environment) {
  if (environment.get("GIT_WORK_TREE") || environment.get("GIT_CEILING_DIRECTORIES")) {
    return std::nullopt;
  }
  if (git::has_git_entry(folder)) {
    return folder;
  }
  std::string above = environment.get("GIT_DIR") ? std::string{} : folder;
  while (!above.empty() && !has_usable_git_entry(above)) {
    above.resize(above.rfind('/'));
  }
  return above.empty() ? std::nullopt : std::optional{above};
}

/// The root that git names, or `folder` outside a repository and in a bare one.
Result<std::string> root_of(const std::string& folder, const Environment& environment) {
  if (auto root = quick_root(folder, environment)) {
    return std::move(*root);
  }
  auto layout = git::open_with_plumbing(folder, environment)->layout();
  if (!layout) {
    if (layout.error().code == Code::NoRepository) {
      return folder;
    }
    return fail(std::move(layout.error()), "while looking for the repository of " + folder);
  }
  if (layout->top_level.empty()) {
    return folder;
  }
  return std::move(layout->top_level);
}

}  // namespace

Result<Project> find_project(const Environment& environment, const std::string& cwd,
                             const std::optional<std::string>& named) {
  auto folder = open_folder(chosen_folder(environment, cwd, named));
  if (!folder) {
    return std::unexpected(std::move(folder.error()));
  }
  Project project;
  project.environment =
      named ? environment.without(repository_variables()) : with_absolute_paths(environment, cwd);
  auto root = root_of(*folder, project.environment);
  if (!root) {
    return std::unexpected(std::move(root.error()));
  }
  project.root = std::move(*root);
  if (git::has_git_entry(project.root)) {
    project.repository = git::open_with_plumbing(project.root, project.environment);
  }
  return project;
}

}  // namespace pumuki::cli
