#include "gate/cli/uninstall_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/lifecycle_project.h"
#include "gate/core/json_writer.h"
#include "gate/lifecycle/uninstall.h"

#include <CLI/CLI.hpp>

#include <string_view>

namespace pumuki::cli {
namespace {

using lifecycle::UninstallPlan;

std::string_view action(const lifecycle::FileChange& file) {
  return file.take_from ? "renamed back" : file.after ? "restored" : "deleted";
}

std::string plan_json(const UninstallPlan& plan, bool dry_run) {
  JsonWriter json;
  json.begin_object()
      .member("root", plan.layout.top_level)
      .member("dry_run", dry_run)
      .member("changed", plan.changes_something())
      .key("files")
      .begin_array();
  for (const auto& file : plan.files) {
    if (file.changes_something()) {
      json.begin_object().member("path", file.path).member("action", action(file)).end_object();
    }
  }
  json.end_array()
      .member("artefacts", plan.artefacts)
      .member("keys", plan.keys)
      .member("notes", plan.notes)
      .end_object();
  return json.take() + "\n";
}

std::string plan_text(const UninstallPlan& plan, bool dry_run) {
  std::string text;
  for (const auto& file : plan.files) {
    if (dry_run) {
      text += lifecycle::change_diff(file);
    } else if (file.changes_something()) {
      text += std::string{action(file)} + "  " + file.path + "\n";
    }
  }
  for (const std::string& path : plan.artefacts) {
    text += (dry_run ? "would delete  " : "deleted  ") + path + "\n";
  }
  for (const std::string& key : plan.keys) {
    text += (dry_run ? "would unset  " : "unset  ") + key + "\n";
  }
  for (const std::string& note : plan.notes) {
    text += note + "\n";
  }
  return text.empty() ? "nothing to do\n" : text;
}

}  // namespace

void UninstallCommand::declare(CLI::App& app) {
  app.add_option("--project", project_, "Any folder of the repository");
  app.add_flag("--purge-artifacts", purge_,
               "Also delete what install made in .pumuki/ and the evidence, unless git tracks it");
  app.add_flag("--dry-run", dry_run_, "Show the changes, write nothing");
  app.add_flag("--json", json_, "One JSON object");
}

int UninstallCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_repository(context, project_);
  if (!project) {
    return report_lifecycle_failure(project.error(), format);
  }
  const auto lifecycle = lifecycle_context(context, *project);
  const auto plan = lifecycle::plan_uninstall(lifecycle, purge_);
  if (!plan) {
    return report_lifecycle_failure(plan.error(), format);
  }
  if (!dry_run_) {
    if (const auto applied = lifecycle::apply_uninstall(lifecycle, *plan); !applied) {
      return report_lifecycle_failure(applied.error(), format);
    }
  }
  print_out(json_ ? plan_json(*plan, dry_run_) : plan_text(*plan, dry_run_));
  return k_exit_allowed;
}

}  // namespace pumuki::cli
