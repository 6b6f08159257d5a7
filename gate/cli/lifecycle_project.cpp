#include "gate/cli/lifecycle_project.h"

#include "gate/cli/exit_code.h"
#include "gate/git/plumbing_repository.h"

#include <utility>

namespace pumuki::cli {

Result<Project> find_repository(const CliContext& context,
                                const std::optional<std::string>& named) {
  auto project = find_project(context.environment, context.cwd, named);
  if (!project) {
    return project;
  }
  if (!project->repository) {
    // A bare repository has no entry ".git": git has to say whether this is one.
    project->repository = git::open_with_plumbing(project->root, project->environment);
    if (auto layout = project->repository->layout(); !layout) {
      return fail(std::move(layout.error()));
    }
  }
  return project;
}

lifecycle::LifecycleContext lifecycle_context(const CliContext& context, const Project& project) {
  return {.environment = project.environment,
          .clock = context.clock,
          .root = project.root,
          .repository = *project.repository};
}

int report_lifecycle_failure(const Error& error, Format format) {
  const int failed = report_failure(error, format);
  return error.code == Code::InstallRefused ? k_exit_blocked : failed;
}

}  // namespace pumuki::cli
