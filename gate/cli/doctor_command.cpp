#include "gate/cli/doctor_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/lifecycle_project.h"
#include "gate/core/files.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/lifecycle/doctor_deep.h"
#include "gate/sdd/openspec.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace pumuki::cli {

struct DoctorCommand::Findings {
  lifecycle::Diagnosis diagnosis;
  std::optional<lifecycle::DeepReport> deep;
  /// Of --parity.
  std::optional<std::vector<std::string>> differences;

  [[nodiscard]] bool blocking() const {
    return diagnosis.blocking() || (deep && deep->blocking()) ||
           (differences && !differences->empty());
  }
};

namespace {

lifecycle::OpenspecFacts openspec_facts(const Project& project, const Clock& clock) {
  lifecycle::OpenspecFacts facts;
  facts.minimum_version = sdd::k_minimum_openspec;
  facts.required = entry_exists(project.root + "/openspec");
  sdd::OpenspecProgram openspec{project.environment, clock};
  if (const auto version = openspec.version(project.root); version && *version) {
    facts.installed = true;
    facts.version = **version;
    facts.compatible = sdd::version_at_least(**version, sdd::k_minimum_openspec);
  }
  return facts;
}

}  // namespace

void DoctorCommand::declare(CLI::App& app) {
  app.add_option("--project", project_, "Any folder of the repository");
  app.add_flag("--deep", deep_, "Also upstream, policy, evidence and OpenSpec");
  app.add_option("--parity", parity_, "Compare with the profile in this file, as another wrote it");
  app.add_flag("--run-hooks", run_hooks_,
               "Also start hooks in which commands of yours run before the gate");
  app.add_flag("--json", json_, "One JSON object");
}

Result<std::vector<std::string>> DoctorCommand::compare_profile(const CliContext& context,
                                                                const std::string& profile) const {
  const std::string path = parity_->starts_with('/') ? *parity_ : context.cwd + "/" + *parity_;
  const auto expected = read_file(path);
  if (!expected) {
    return fail(expected.error(), "while reading the expected profile");
  }
  return lifecycle::parity_differences(*expected, profile);
}

Result<DoctorCommand::Findings> DoctorCommand::look(const CliContext& context) const {
  const auto project = find_repository(context, project_);
  if (!project) {
    return fail(project.error());
  }
  const auto lifecycle = lifecycle_context(context, *project);
  auto diagnosis = lifecycle::diagnose(lifecycle, {.run_user_text = run_hooks_});
  if (!diagnosis) {
    return fail(std::move(diagnosis.error()));
  }
  Findings findings{.diagnosis = std::move(*diagnosis), .deep = {}, .differences = {}};
  if (deep_) {
    auto deep = lifecycle::look_deep(lifecycle, findings.diagnosis,
                                     openspec_facts(*project, context.clock));
    if (!deep) {
      return fail(std::move(deep.error()));
    }
    findings.deep = std::move(*deep);
  }
  if (parity_) {
    auto differences = compare_profile(context, lifecycle::parity_profile(findings.diagnosis));
    if (!differences) {
      return fail(std::move(differences.error()));
    }
    findings.differences = std::move(*differences);
  }
  return findings;
}

int DoctorCommand::run(const CliContext& context) {
  const auto findings = look(context);
  if (!findings) {
    return report_lifecycle_failure(findings.error(), json_ ? Format::Json : Format::Text);
  }
  if (json_) {
    JsonWriter json;
    json.begin_object();
    lifecycle::write_diagnosis_members(json, findings->diagnosis);
    if (findings->deep) {
      json.key("deep");
      lifecycle::write_deep(json, *findings->deep, findings->diagnosis);
    }
    json.member_raw("parity_profile", lifecycle::parity_profile(findings->diagnosis));
    if (findings->differences) {
      json.key("parity_comparison")
          .begin_object()
          .member("equal", findings->differences->empty())
          .member("differences", *findings->differences)
          .end_object();
    }
    json.end_object();
    print_out(json.take() + "\n");
  } else {
    std::string text = lifecycle::diagnosis_text(findings->diagnosis);
    text += findings->deep ? lifecycle::deep_text(*findings->deep) : "";
    if (findings->differences && !findings->differences->empty()) {
      text += "differs from the expected profile: " + join(*findings->differences, ", ") + "\n";
    }
    print_out(text);
  }
  return findings->blocking() ? k_exit_blocked : k_exit_allowed;
}

}  // namespace pumuki::cli
