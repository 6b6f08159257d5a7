#include "gate/cli/doctor_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/lifecycle_project.h"
#include "gate/core/json_writer.h"
#include "gate/lifecycle/doctor.h"

#include <CLI/CLI.hpp>

namespace pumuki::cli {

void DoctorCommand::declare(CLI::App& app) {
  app.add_option("--project", project_, "Any folder of the repository");
  app.add_flag("--run-hooks", run_hooks_,
               "Also start hooks in which commands of yours run before the gate");
  app.add_flag("--json", json_, "One JSON object");
}

int DoctorCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_repository(context, project_);
  if (!project) {
    return report_lifecycle_failure(project.error(), format);
  }
  const auto diagnosis =
      lifecycle::diagnose(lifecycle_context(context, *project), {.run_user_text = run_hooks_});
  if (!diagnosis) {
    return report_lifecycle_failure(diagnosis.error(), format);
  }
  if (json_) {
    JsonWriter json;
    json.begin_object();
    lifecycle::write_diagnosis_members(json, *diagnosis);
    json.end_object();
    print_out(json.take() + "\n");
  } else {
    print_out(lifecycle::diagnosis_text(*diagnosis));
  }
  return diagnosis->blocking() ? k_exit_blocked : k_exit_allowed;
}

}  // namespace pumuki::cli
