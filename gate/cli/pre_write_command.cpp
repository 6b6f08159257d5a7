#include "gate/cli/pre_write_command.h"

#include "gate/cli/sdd_validate.h"

#include <CLI/CLI.hpp>

namespace pumuki::cli {

void PreWriteCommand::declare(CLI::App& app) {
  app.allow_extras();
  app.add_option("--project", project_, "Any folder of the repository");
  CLI::Option* json = app.add_flag("--json", json_, "One JSON object");
  app.add_flag("--quiet", quiet_, "Exit code only")->excludes(json);
  app.add_flag("--repair", repair_, "Make evidence and receipt anew where they block");
}

int PreWriteCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : quiet_ ? Format::Quiet : Format::Text;
  return run_sdd_validate(
      context,
      {.stage = Stage::PreWrite, .project = project_, .format = format, .repair = repair_});
}

}  // namespace pumuki::cli
