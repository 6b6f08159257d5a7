#include "gate/cli/sdd_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/cli/project.h"
#include "gate/cli/sdd_validate.h"
#include "gate/core/json_writer.h"
#include "gate/sdd/openspec.h"
#include "gate/sdd/policy.h"
#include "gate/sdd/session_writer.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace pumuki::cli {
namespace {

/// A year: longer lives are a slip of the finger.
constexpr double k_max_ttl_minutes = 366.0 * 24 * 60;

std::string session_text(const sdd::Session& session) {
  if (!session.change_id) {
    return "no session\n";
  }
  std::string text = session.valid() ? "open" : "not valid";
  text += "  change " + *session.change_id;
  if (session.expires_at) {
    text += "  expires " + *session.expires_at;
  }
  return text + "\n";
}

std::string openspec_text(const sdd::OpenspecState& state) {
  if (!state.installed) {
    return "OpenSpec: not installed\n";
  }
  return "OpenSpec: " + state.version.value_or("unknown version") +
         (state.compatible ? "" : ", too old") + (state.project_initialized ? "" : ", no project") +
         "\n";
}

std::string session_json(const sdd::Session& session) {
  JsonWriter json;
  sdd::write_session(json, session);
  return json.take() + "\n";
}

std::string status_json(const sdd::SddStatus& status) {
  JsonWriter json;
  sdd::write_status(json, status);
  return json.take() + "\n";
}

/// A refusal of the SDD rules is "blocked"; everything else is "could not do it".
bool is_refusal(Code code) {
  return code == Code::SddChangeMissing || code == Code::SddChangeArchived ||
         code == Code::SddSessionMissing;
}

}  // namespace

void SddCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  session_ = app.add_subcommand("session", "Open, refresh or close the session");
  CLI::Option* open = session_->add_flag("--open", open_, "Open a session for --change");
  CLI::Option* refresh = session_->add_flag("--refresh", refresh_, "Move the expiry");
  CLI::Option* close = session_->add_flag("--close", close_, "Forget the session");
  open->excludes(refresh)->excludes(close);
  refresh->excludes(close);
  session_->add_option("--change", change_, "Id of the change, or auto for the only active one");
  session_->add_option("--ttl-minutes", ttl_minutes_, "Life of the session (default 45)")
      ->check(CLI::Range(1.0, k_max_ttl_minutes));
  CLI::App* status = app.add_subcommand("status", "OpenSpec and session state");
  validate_ = app.add_subcommand("validate", "May the step be done? Exit 0 yes, 1 no, 2 unknown");
  validate_->add_option("--stage", stage_, "PRE_WRITE, PRE_COMMIT (default), PRE_PUSH or CI");
  validate_->add_flag("--repair", repair_,
                      "At PRE_WRITE, make evidence and receipt anew where they block");
  for (CLI::App* sub : {session_, status, validate_}) {
    sub->add_option("--project", project_, "Any folder of the repository");
    sub->add_flag("--json", json_, "One JSON object");
  }
}

int SddCommand::change_session(const CliContext& context, const Project& project) const {
  const sdd::SessionContext session{.environment = project.environment,
                                    .clock = context.clock,
                                    .root = project.root,
                                    .repository = *project.repository};
  std::optional<std::int64_t> minutes;
  if (ttl_minutes_) {
    minutes = static_cast<std::int64_t>(std::floor(*ttl_minutes_));
  }
  const auto done = open_      ? sdd::open_session(session, change_, minutes)
                    : refresh_ ? sdd::refresh_session(session, minutes)
                               : sdd::close_session(session);
  if (!done) {
    const int failed = report_failure(done.error(), json_ ? Format::Json : Format::Text);
    return is_refusal(done.error().code) ? k_exit_blocked : failed;
  }
  print_out(json_ ? session_json(*done) : session_text(*done));
  return k_exit_allowed;
}

int SddCommand::show_status(const CliContext& context, const Project& project) const {
  sdd::OpenspecProgram openspec{project.environment, context.clock};
  const auto status = sdd::read_status({.environment = project.environment,
                                        .clock = context.clock,
                                        .root = project.root,
                                        .repository = project.repository.get(),
                                        .openspec = openspec});
  if (!status) {
    return report_failure(status.error(), json_ ? Format::Json : Format::Text);
  }
  print_out(json_ ? status_json(*status)
                  : openspec_text(status->openspec) + "Session: " + session_text(status->session));
  return k_exit_allowed;
}

int SddCommand::validate(const CliContext& context) const {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto stage = stage_from_option(stage_);
  if (!stage) {
    return report_failure(fail(Code::UsageError, "unknown stage \"" + stage_ + "\"",
                               "Stages: PRE_WRITE, PRE_COMMIT, PRE_PUSH, CI.")
                              .error(),
                          format);
  }
  return run_sdd_validate(
      context, {.stage = *stage, .project = project_, .format = format, .repair = repair_});
}

int SddCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  if (validate_->parsed()) {
    return validate(context);
  }
  if (session_->parsed() && !open_ && !refresh_ && !close_) {
    return report_failure(
        fail(Code::UsageError, "one of --open, --refresh, --close is needed").error(), format);
  }
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return report_failure(project.error(), format);
  }
  if (!project->repository) {
    return report_failure(
        fail(Code::NoRepository, project->root + " is not in a git repository").error(), format);
  }
  return session_->parsed() ? change_session(context, *project) : show_status(context, *project);
}

}  // namespace pumuki::cli
