#include "gate/cli/runner_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/cli/progress.h"
#include "gate/cli/project.h"
#include "gate/cli/standard_input.h"
#include "gate/core/text.h"
#include "gate/evidence/document.h"
#include "gate/git/hook_tree.h"
#include "gate/verdict/problem.h"
#include "gate/verdict/run_text.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace pumuki::cli {
namespace {

/// Lists what the text leaves out. The evidence has every finding once it is written.
std::string_view list_command(const verdict::GateRun& run) {
  return run.evidence.written ? "pumuki evidence show --json" : "the same command with --json";
}

}  // namespace

std::string_view RunnerCommand::summary() const {
  switch (stage_) {
    case Stage::PrePush:
      return "Hook: judge what a push brings";
    case Stage::Ci:
      return "CI: judge what HEAD brings beside its base";
    case Stage::PreWrite:
    case Stage::PreCommit:
      break;
  }
  return "Hook: judge what is staged";
}

void RunnerCommand::declare(CLI::App& app) {
  app_ = &app;
  app.allow_extras();
  app.add_option("--project", project_, "Any folder of the repository");
  output_.declare(app);
  app.add_flag("--require-evidence", require_evidence_,
               "Exit 2 when the evidence cannot be written");
  if (stage_ == Stage::Ci) {
    app.add_option("--base", base_, "Branch or commit to compare with (before GITHUB_BASE_REF)");
  }
  if (stage_ == Stage::PrePush) {
    app.add_option("--all-refs", all_refs_,
                   "no: judge several refs by the upstream's range instead of one by one")
        ->check(CLI::IsMember({"yes", "no"}));
  }
}

Result<verdict::ScopeQuestion> RunnerCommand::question() const {
  verdict::ScopeQuestion question{.stage = stage_,
                                  .base = base_,
                                  .pushed = std::nullopt,
                                  .all_refs = all_refs_ != "no",
                                  .remote = "origin"};
  if (stage_ != Stage::PrePush) {
    return question;
  }
  auto lines = read_standard_input();
  if (!lines) {
    return fail(std::move(lines.error()), "while reading what git pushes");
  }
  question.pushed = std::move(*lines);
  // git gives the remote's name and its address.
  for (const std::string& extra : app_->remaining()) {
    if (!extra.empty() && !extra.starts_with('-')) {
      question.remote = extra;
      break;
    }
  }
  return question;
}

Result<verdict::GateRun> RunnerCommand::judge(const CliContext& context) const {
  auto question = this->question();
  if (!question) {
    return fail(std::move(question.error()));
  }
  auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return fail(std::move(project.error()));
  }
  const auto tree =
      git::open_hook_tree(project->root, project->environment, std::string{evidence::k_file_name});
  Progress progress{context.environment};
  return verdict::run_gate({.environment = project->environment,
                            .clock = context.clock,
                            .root = project->root,
                            .repository = *tree.repository,
                            .changes = *tree.changes,
                            .progress = progress.callback()},
                           *question);
}

std::string RunnerCommand::document(const verdict::GateRun& run, int exit_code) const {
  switch (output_.format()) {
    case Format::Json:
      return verdict::run_json(run, exit_code) + "\n";
    case Format::Sarif:
      return verdict::run_sarif(run, exit_code) + "\n";
    case Format::Github:
      return verdict::problems_github(verdict::problems_of(run));
    case Format::Junit:
      return verdict::problems_junit(run.stage, verdict::problems_of(run));
    case Format::Text:
      return verdict::run_text(run, list_command(run));
    case Format::Quiet:
      break;
  }
  return {};
}

int RunnerCommand::answer(const CliContext& context, const verdict::GateRun& run) const {
  if (run.evidence.failed && require_evidence_) {
    return output_.fail_with(fail(Code::EvidenceNotWritten, run.evidence.reason).error(),
                             context.cwd);
  }
  const int exit_code = run.allowed ? k_exit_allowed : k_exit_blocked;
  print_notices(run.notices);
  if (output_.to_file() && output_.format() != Format::Quiet) {
    print_out(verdict::run_text(run, list_command(run)));
  }
  if (const auto written = output_.deliver(document(run, exit_code), context.cwd); !written) {
    const int failed = report_failure(written.error(), Format::Text);
    return run.allowed ? failed : exit_code;
  }
  return exit_code;
}

int RunnerCommand::run(const CliContext& context) {
  const auto run = judge(context);
  return run ? answer(context, *run) : output_.fail_with(run.error(), context.cwd);
}

}  // namespace pumuki::cli
