#include "gate/cli/status_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/lifecycle_project.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/lifecycle/doctor.h"
#include "gate/lifecycle/hooks.h"
#include "gate/sdd/session.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace pumuki::cli {
namespace {

struct Status {
  lifecycle::LifecycleReport report;
  git::Layout layout;
  lifecycle::HooksFolder folder;
  lifecycle::Manager manager = lifecycle::Manager::None;
  lifecycle::EvidenceState evidence;
  sdd::Session session;
  std::optional<std::string> branch;
  bool has_commits = false;
};

Result<Status> read_status(const lifecycle::LifecycleContext& context) {
  auto layout = context.repository.layout();
  if (!layout || layout->top_level.empty()) {
    return !layout ? fail(layout.error())
                   : fail(Code::BareRepository, context.root + " is a bare repository");
  }
  const auto evidence = evidence::read_summary(context.root);
  auto report = lifecycle::read_lifecycle(context, evidence);
  auto folder = lifecycle::find_hooks_folder(*layout, context.environment);
  const auto config = context.repository.local_config();
  const auto head = context.repository.head();
  if (!report || !folder || !config || !head) {
    return fail(!report   ? report.error()
                : !folder ? folder.error()
                : !config ? config.error()
                          : head.error());
  }
  Status status;
  status.report = std::move(**report);
  status.layout = std::move(*layout);
  status.folder = std::move(*folder);
  status.manager = lifecycle::find_manager(status.layout, status.folder);
  const std::string& user_folder = status.folder.user_folder();
  status.report.pre_commit = lifecycle::hook_state(user_folder, "pre-commit");
  status.report.pre_push = lifecycle::hook_state(user_folder, "pre-push");
  status.evidence = lifecycle::evidence_state(evidence, context.clock.now());
  status.session = sdd::read_session(*config, context.root, context.clock.now());
  status.branch = head->symbolic_branch ? head->symbolic_branch : head->branch;
  status.has_commits = head->branch.has_value();
  return status;
}

std::string status_json(const Status& status) {
  JsonWriter json;
  json.begin_object();
  lifecycle::write_lifecycle_members(json, status.report);
  json.member("branch", status.branch)
      .member("has_commits", status.has_commits)
      .member("linked_worktree", status.layout.git_dir != status.layout.common_dir)
      .member("manager", lifecycle::manager_name(status.manager));
  json.key("hooksFolder")
      .begin_object()
      .member("path", status.folder.path)
      .member("found_by", status.folder.found_by)
      .member("shared", status.folder.shared)
      .end_object();
  json.key("hooks")
      .begin_object()
      .member("pre-commit", lifecycle::hook_state_name(status.report.pre_commit))
      .member("pre-push", lifecycle::hook_state_name(status.report.pre_push))
      .end_object();
  json.key("evidence")
      .begin_object()
      .member("kind", status.evidence.kind)
      .member("reason", status.evidence.reason)
      .member("age_seconds", status.evidence.age_seconds)
      .end_object();
  json.key("session");
  sdd::write_session(json, status.session);
  json.end_object();
  return json.take() + "\n";
}

std::string line(std::string_view name, const std::string& value) {
  std::string text{name};
  text.resize(12, ' ');
  return text + value + "\n";
}

std::string installed_text(const lifecycle::StoredState& stored) {
  if (stored.installed != "true") {
    return "no";
  }
  return "version " + stored.version.value_or("unknown") + " since " +
         stored.installed_at.value_or("an unknown time");
}

std::string policy_text(const lifecycle::LifecycleReport& report) {
  std::string text;
  for (const policy::StagePolicy& policy : report.policies) {
    text += text.empty() ? "" : ", ";
    text += std::string{stage_name(policy.stage)} + " " + policy.validation.status +
            (policy.validation.strict ? " (strict)" : "");
  }
  return text;
}

std::string feature_text(const lifecycle::LifecycleReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.features.size(); ++i) {
    text += text.empty() ? "" : ", ";
    text += std::string{policy::feature_name(policy::k_all_features.at(i))} + " " +
            std::string{policy::feature_mode_name(report.features.at(i).mode)};
  }
  return text;
}

std::string status_text(const Status& status) {
  const bool linked = status.layout.git_dir != status.layout.common_dir;
  std::string text = line("root", status.report.repo_root);
  text +=
      line("branch", status.branch.value_or("?") + (status.has_commits ? "" : " (no commits yet)"));
  text += line("version", status.report.version.effective);
  text += line("installed", installed_text(status.report.stored));
  text += line("hooks", status.folder.path + " (" + status.folder.found_by + ", manager " +
                            std::string{lifecycle::manager_name(status.manager)} + ")");
  if (linked) {
    text += line("", "shared by all work trees of this repository");
  }
  text += line("pre-commit", std::string{lifecycle::hook_state_name(status.report.pre_commit)});
  text += line("pre-push", std::string{lifecycle::hook_state_name(status.report.pre_push)});
  text += line("policy", policy_text(status.report));
  text += line("features", feature_text(status.report));
  text += line("evidence", status.evidence.kind +
                               (status.evidence.age_seconds
                                    ? ", " + std::to_string(*status.evidence.age_seconds) + " s old"
                                    : ""));
  text += line("session", status.session.change_id
                              ? *status.session.change_id +
                                    (status.session.valid() ? " (open)" : " (not valid)")
                              : "none");
  return text;
}

}  // namespace

void StatusCommand::declare(CLI::App& app) {
  app.add_option("--project", project_, "Any folder of the repository");
  app.add_flag("--json", json_, "One JSON object");
}

int StatusCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_repository(context, project_);
  if (!project) {
    return report_failure(project.error(), format);
  }
  const auto status = read_status(lifecycle_context(context, *project));
  if (!status) {
    return report_failure(status.error(), format);
  }
  print_out(json_ ? status_json(*status) : status_text(*status));
  return k_exit_allowed;
}

}  // namespace pumuki::cli
