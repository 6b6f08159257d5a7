#pragma once

#include "gate/cli/command.h"
#include "gate/cli/output.h"
#include "gate/cli/project.h"
#include "gate/core/result.h"
#include "gate/lifecycle/report.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// The project of a lifecycle command: it must be a git repository. Errors: those of
/// find_project(), NoRepository.
Result<Project> find_repository(const CliContext& context, const std::optional<std::string>& named);
lifecycle::LifecycleContext lifecycle_context(const CliContext& context, const Project& project);

/// Tells the failure; 1 when the step was refused, 2 when it could not be done.
int report_lifecycle_failure(const Error& error, Format format);

}  // namespace pumuki::cli
