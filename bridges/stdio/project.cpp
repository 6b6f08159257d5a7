#include "bridges/stdio/project.h"

#include "gate/core/files.h"

namespace pumuki::stdio {
namespace {

constexpr std::string_view k_variable = "CLAUDE_PROJECT_DIR";

std::string below(const std::string& folder, std::string_view name) {
  return folder + (folder.ends_with('/') ? "" : "/") + std::string{name};
}

std::string work_tree_top(const std::string& folder, std::string_view marker) {
  if (!marker.empty() && entry_exists(below(folder, marker))) {
    return folder;
  }
  for (std::string at = folder; at.size() > 1; at = at.substr(0, at.rfind('/'))) {
    if (entry_exists(below(at, ".git"))) {
      return at;
    }
  }
  return folder;
}

}  // namespace

Result<std::string> find_project(const ProjectSources& sources, const Environment& environment,
                                 std::string_view marker) {
  std::string chosen = sources.working_directory;
  std::string origin = "the working directory";
  const auto variable = environment.get(k_variable);
  if (sources.option && !sources.option->empty()) {
    chosen = *sources.option;
    origin = "--project";
  } else if (variable && !variable->empty()) {
    chosen = *variable;
    origin = k_variable;
  } else if (chosen == "/" || chosen.empty()) {
    return fail(Code::UsageError, "The bridge was started in / and does not know the repository.",
                "Start it with --project DIR, or set CLAUDE_PROJECT_DIR.");
  }
  const std::string path =
      real_path(chosen.starts_with('/') ? chosen : below(sources.working_directory, chosen));
  if (path.empty() || !is_directory(path)) {
    return fail(
        Code::NotFound,
        "The project folder " + chosen + " (" + origin + ") does not exist or is not a folder.",
        "Start the bridge with --project DIR.");
  }
  return work_tree_top(path, marker);
}

}  // namespace pumuki::stdio
