#include "gate/cli/policy_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/lifecycle_project.h"
#include "gate/core/files.h"
#include "gate/core/json_writer.h"
#include "gate/lifecycle/artefacts.h"
#include "gate/policy/policy_contract.h"
#include "gate/policy/stage_policy.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <vector>

namespace pumuki::cli {
namespace {

using Policies = std::vector<policy::StagePolicy>;

Policies read_policies(const lifecycle::LifecycleContext& context) {
  const policy::PolicyContext policies{context.environment, context.clock, context.root};
  Policies found;
  for (const Stage stage : k_all_stages) {
    found.push_back(policy::policy_of_stage(policies, stage));
  }
  return found;
}

/// Where nothing is strict a drift only blocks when asked to.
bool blocks(const Policies& policies, bool strict) {
  return std::ranges::any_of(policies, [&](const policy::StagePolicy& policy) {
    return policy.validation.code != Code::PolicyValid && (strict || policy.validation.strict);
  });
}

std::string policies_json(const Policies& policies, bool applied, bool blocking) {
  JsonWriter json;
  json.begin_object().member("applied", applied).member("blocking", blocking);
  json.key("stages").begin_object();
  for (const policy::StagePolicy& policy : policies) {
    json.key(stage_name(policy.stage))
        .begin_object()
        .member("source", policy.source)
        .member("hash", policy.hash)
        .member("status", policy.validation.status)
        .member("code", code_text(policy.validation.code))
        .member("strict", policy.validation.strict)
        .end_object();
  }
  json.end_object().end_object();
  return json.take() + "\n";
}

std::string policies_text(const Policies& policies, bool blocking) {
  std::string text;
  for (const policy::StagePolicy& policy : policies) {
    text += std::string{stage_name(policy.stage)} + "  " + policy.source + "  " +
            policy.validation.status + (policy.validation.strict ? " (strict)\n" : "\n");
  }
  return text + (blocking ? "hint: pumuki policy reconcile --apply\n" : "");
}

}  // namespace

void PolicyCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  CLI::App* reconcile = app.add_subcommand("reconcile", "Compare, or sign with --apply");
  reconcile->add_option("--project", project_, "Any folder of the repository");
  reconcile->add_flag("--strict", strict_, "Any drift blocks");
  reconcile->add_flag("--apply", apply_, "Sign the policies as they are now");
  reconcile->add_flag("--json", json_, "One JSON object");
}

int PolicyCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_repository(context, project_);
  if (!project) {
    return report_failure(project.error(), format);
  }
  const auto lifecycle = lifecycle_context(context, *project);
  if (apply_) {
    const auto written = write_file_below(project->root, std::string{policy::k_contract_file},
                                          lifecycle::policy_contract_text(lifecycle));
    if (!written) {
      return report_failure(written.error(), format);
    }
  }
  const Policies policies = read_policies(lifecycle);
  const bool blocking = blocks(policies, strict_);
  print_out(json_ ? policies_json(policies, apply_, blocking) : policies_text(policies, blocking));
  return blocking ? k_exit_blocked : k_exit_allowed;
}

}  // namespace pumuki::cli
