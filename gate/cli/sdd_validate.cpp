#include "gate/cli/sdd_validate.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/project.h"
#include "gate/evidence/document.h"
#include "gate/git/hook_tree.h"
#include "gate/policy/gate_config.h"
#include "gate/sdd/openspec.h"
#include "gate/verdict/gate_run.h"
#include "gate/verdict/pre_write_report.h"

#include <thread>
#include <utility>

namespace pumuki::cli {
namespace {

constexpr std::string_view k_repair_variable = "PUMUKI_PREWRITE_REPAIR";

bool wants_repair(const Environment& environment, const SddValidateRequest& request) {
  return request.repair || environment.get(k_repair_variable) == "1";
}

/// What a commit hook would write now; PRE_WRITE is what asks, so it is not asked again.
Result<void> regenerate(const verdict::SddValidateContext& validate, Stage stage) {
  const Environment environment = validate.environment.with("PUMUKI_CHAINED_PRE_WRITE_DONE", "1");
  const auto tree =
      git::open_hook_tree(validate.root, environment, std::string{evidence::k_file_name});
  const auto run = verdict::run_gate({.environment = environment,
                                      .clock = validate.clock,
                                      .root = validate.root,
                                      .repository = *tree.repository,
                                      .changes = *tree.changes,
                                      .progress = {}},
                                     {.stage = stage});
  if (!run) {
    return fail(run.error());
  }
  if (run->evidence.failed) {
    return fail(Code::EvidenceNotWritten, run->evidence.reason);
  }
  return {};
}

Result<verdict::SddValidateAnswer> ask(const Project& project,
                                       const verdict::SddValidateContext& validate,
                                       const SddValidateRequest& request) {
  if (request.stage != Stage::PreWrite) {
    return verdict::run_sdd_stage(validate, request.stage);
  }
  const verdict::RepairTools tools{
      .regenerate = [&](Stage stage) { return regenerate(validate, stage); },
      .pause = [](std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }};
  return verdict::run_pre_write(validate,
                                wants_repair(project.environment, request) ? &tools : nullptr);
}

void print(const verdict::SddValidateContext& context, const verdict::SddValidateAnswer& answer,
           Format format) {
  if (format == Format::Json) {
    print_out(verdict::sdd_validate_json(context, answer) + "\n");
  } else if (format == Format::Text) {
    print_out(verdict::sdd_validate_text(answer));
  }
  if (answer.gate) {
    print_notices(answer.gate->verdict.notices);
  }
}

}  // namespace

int run_sdd_validate(const CliContext& context, const SddValidateRequest& request) {
  const auto project = find_project(context.environment, context.cwd, request.project);
  if (!project) {
    return report_failure(project.error(), request.format);
  }
  if (!project->repository) {
    return report_failure(
        fail(Code::NoRepository, project->root + " is not in a git repository").error(),
        request.format);
  }
  auto config = policy::read_gate_config(project->root);
  if (!config) {
    return report_failure(config.error(), request.format);
  }
  sdd::OpenspecProgram openspec{project->environment, context.clock};
  const verdict::SddValidateContext validate{.environment = project->environment,
                                             .clock = context.clock,
                                             .root = project->root,
                                             .openspec = openspec,
                                             .config = std::move(*config)};
  const auto answer = ask(*project, validate, request);
  if (!answer) {
    return report_failure(answer.error(), request.format);
  }
  print(validate, *answer, request.format);
  return answer->allowed() ? k_exit_allowed : k_exit_blocked;
}

}  // namespace pumuki::cli
