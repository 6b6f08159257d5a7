#include "gate/cli/install_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/lifecycle_project.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace pumuki::cli {
namespace {

using lifecycle::InstallPlan;
using lifecycle::Position;

Result<std::vector<lifecycle::HookKind>> parse_hooks(const std::string& text) {
  std::vector<lifecycle::HookKind> hooks;
  for (const std::string_view name : split(text, ',')) {
    const auto kind = lifecycle::hook_kind(trim(name));
    if (!kind) {
      return fail(Code::UsageError, "--hooks: no hook \"" + std::string{name} + "\"",
                  "Hooks: pre-commit, pre-push, pre-merge-commit.");
    }
    hooks.push_back(*kind);
  }
  return hooks;
}

Position parse_position(const std::string& text) {
  return text == "first" ? Position::First : text == "last" ? Position::Last : Position::Auto;
}

std::string file_action(const lifecycle::FileChange& file) {
  return !file.changes_something() ? "unchanged" : !file.before ? "created" : "changed";
}

std::string plan_json(const InstallPlan& plan, bool dry_run) {
  JsonWriter json;
  json.begin_object()
      .member("root", plan.layout.top_level)
      .member("dry_run", dry_run)
      .member("changed", plan.changes_something());
  json.key("hooks_folder")
      .begin_object()
      .member("path", plan.folder.path)
      .member("found_by", plan.folder.found_by)
      .member("shared", plan.folder.shared)
      .end_object()
      .member("manager", lifecycle::manager_name(plan.manager));
  json.key("hooks").begin_array();
  for (const auto& hook : plan.hooks) {
    json.begin_object()
        .member("name", hook.kind.name)
        .member("path", hook.path)
        .member("action", hook.action)
        .member("position", hook.position)
        .member("kept_as", hook.change.keep_as)
        .end_object();
  }
  json.end_array().key("files").begin_array();
  for (const auto& file : plan.files) {
    json.begin_object().member("path", file.path).member("action", file_action(file)).end_object();
  }
  json.end_array()
      .member("policy_contract", plan.makes_contract ? "created" : "unchanged")
      .member("evidence", plan.makes_evidence ? "created" : "unchanged")
      .key("config")
      .begin_object();
  for (const auto& [key, value] : plan.config) {
    json.member(key, value);
  }
  json.end_object().member("notes", plan.notes).end_object();
  return json.take() + "\n";
}

std::string plan_text(const InstallPlan& plan) {
  std::string text;
  for (const auto& hook : plan.hooks) {
    text += std::string{hook.kind.name} + "  " + hook.action;
    text += hook.position.empty() || hook.position == "only" ? "" : ", gate " + hook.position;
    text += "  " + hook.path + "\n";
  }
  for (const auto& file : plan.files) {
    text += file_action(file) + "  " + file.path + "\n";
  }
  for (const std::string& note : plan.notes) {
    text += note + (note.ends_with('\n') ? "" : "\n");
  }
  return text;
}

/// What a run would change, as a diff; made files whose text comes later are named.
std::string plan_diff(const InstallPlan& plan) {
  std::string text;
  for (const auto& hook : plan.hooks) {
    text += lifecycle::change_diff(hook.change);
  }
  for (const auto& file : plan.files) {
    text += lifecycle::change_diff(file);
  }
  text += plan.makes_contract ? "would write .pumuki/policy-as-code.json\n" : "";
  text += plan.makes_evidence ? "would write .ai_evidence.json\n" : "";
  for (const auto& [key, value] : plan.config) {
    text += "would set " + key + " = " + value + "\n";
  }
  return text.empty() ? "nothing to do\n" : text;
}

}  // namespace

void InstallCommand::declare(CLI::App& app) {
  app.add_option("--project", project_, "Any folder of the repository");
  app.add_option("--hooks", hooks_, "Which hooks: pre-commit,pre-push (default), pre-merge-commit");
  app.add_option("--position", position_, "In a hook of yours: auto, first or last")
      ->check(CLI::IsMember({"auto", "first", "last"}));
  app.add_option("--manager", manager_, "auto, none, husky, lefthook, pre-commit, overcommit")
      ->check(CLI::IsMember({"auto", "none", "husky", "lefthook", "pre-commit", "overcommit"}));
  app.add_flag("--write", write_, "Add the entry to lefthook-local.yml");
  app.add_flag("--shared", shared_, "Also where other repositories use the hooks folder");
  app.add_flag("--force", force_, "In spite of tracked node_modules or blocked evidence");
  app.add_flag("--dry-run", dry_run_, "Show the changes, write nothing");
  app.add_flag("--json", json_, "One JSON object");
}

Result<lifecycle::InstallOptions> InstallCommand::options(const CliContext& context) const {
  auto hooks = parse_hooks(hooks_);
  if (!hooks) {
    return std::unexpected(std::move(hooks.error()));
  }
  lifecycle::InstallOptions options;
  options.hooks = std::move(*hooks);
  options.position = parse_position(position_);
  options.manager = lifecycle::manager_from_name(manager_);
  options.shared = shared_;
  options.force = force_;
  options.write_manager_config = write_;
  options.program = context.program;
  return options;
}

int InstallCommand::install(const lifecycle::LifecycleContext& context,
                            const lifecycle::InstallOptions& options) const {
  const auto plan = lifecycle::plan_install(context, options);
  if (!plan) {
    return report_lifecycle_failure(plan.error(), format());
  }
  if (!dry_run_) {
    if (const auto applied = lifecycle::apply_install(context, *plan); !applied) {
      return report_lifecycle_failure(applied.error(), format());
    }
  }
  print_out(json_ ? plan_json(*plan, dry_run_) : dry_run_ ? plan_diff(*plan) : plan_text(*plan));
  return k_exit_allowed;
}

int InstallCommand::run(const CliContext& context) {
  const auto options = this->options(context);
  if (!options) {
    return report_failure(options.error(), format());
  }
  const auto project = find_repository(context, project_);
  if (!project) {
    return report_lifecycle_failure(project.error(), format());
  }
  return install(lifecycle_context(context, *project), *options);
}

}  // namespace pumuki::cli
