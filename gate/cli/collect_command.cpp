#include "gate/cli/collect_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/cli/progress.h"
#include "gate/cli/project.h"
#include "gate/core/json_writer.h"
#include "gate/core/severity.h"
#include "gate/evidence/writer.h"
#include "gate/lifecycle/repo_state.h"
#include "gate/policy/gate_config.h"
#include "gate/verdict/scope.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::cli {
namespace {

using evidence::Finding;

constexpr std::string_view k_evidence_file = ".ai_evidence.json";
constexpr std::array k_worst_first{Severity::Critical, Severity::Error, Severity::Warn,
                                   Severity::Info};

std::ptrdiff_t count_of(const std::vector<Finding>& findings, Severity severity) {
  return std::ranges::count(findings, severity, &Finding::severity);
}

Result<std::string> repo_state_json(const Project& project) {
  auto state =
      lifecycle::read_repo_state(project.environment, project.root, project.repository.get());
  if (!state) {
    return fail(std::move(state.error()), "while reading the state of " + project.root);
  }
  JsonWriter json;
  lifecycle::write_repo_state(json, *state);
  return json.take();
}

/// The one thing to collect from: the index, or the range of the stage.
Result<verdict::JudgedPart> find_part(const Project& project, git::Changes& changes,
                                      const verdict::ScopeQuestion& question) {
  auto scope = verdict::resolve_scope(
      {.environment = project.environment, .repository = *project.repository, .changes = changes},
      question);
  if (!scope) {
    return fail(std::move(scope.error()));
  }
  if (scope->upstream_fault) {
    return fail(*scope->upstream_fault, std::string{code_meaning(*scope->upstream_fault)});
  }
  return scope->parts.empty() ? verdict::JudgedPart{} : std::move(scope->parts.front());
}

void write_reports(JsonWriter& json, const std::vector<evidence::ReportRecord>& reports) {
  json.key("reports").begin_array();
  for (const evidence::ReportRecord& report : reports) {
    json.begin_object()
        .member("path", report.path)
        .member("kind", report.kind)
        .member("tool", report.tool)
        .member("tool_version", report.tool_version)
        .member("digest", report.digest)
        .member("age_seconds", report.age_seconds)
        .end_object();
  }
  json.end_array();
}

}  // namespace

void CollectCommand::declare(CLI::App& app) {
  app.add_option("--stage", stage_text_, "PRE_WRITE, PRE_COMMIT (default), PRE_PUSH or CI")
      ->check([](const std::string& text) {
        return stage_from_option(text) ? std::string{} : "unknown stage \"" + text + "\"";
      });
  app.add_option("--project", project_, "Any folder of the repository");
  app.add_option("--base", base_, "CI: the commit to compare with");
  app.add_flag("--json", json_, "One JSON object");
}

Result<CollectCommand::Done> CollectCommand::collect(const CliContext& context,
                                                     const Project& project) const {
  const Stage stage = stage_from_option(stage_text_).value_or(Stage::PreCommit);
  auto file = policy::read_gate_config(project.root);
  if (!file) {
    return fail(std::move(file.error()));
  }
  const policy::GateConfig config = file->value_or(policy::GateConfig{});
  const auto changes = git::open_changes(project.root, project.environment);
  verdict::ScopeQuestion question;
  question.stage = stage;
  question.base = base_;
  const auto part = find_part(project, *changes, question);
  if (!part) {
    return fail(part.error());
  }
  Progress progress{context.environment};
  auto collection = collect::collect({.environment = project.environment,
                                      .clock = context.clock,
                                      .root = project.root,
                                      .changes = *changes,
                                      .branch = part->branch,
                                      .config = config,
                                      .progress = progress.callback()},
                                     stage, part->scope);
  if (!collection) {
    return fail(std::move(collection.error()));
  }
  auto state = repo_state_json(project);
  if (!state) {
    return fail(std::move(state.error()));
  }
  Done done;
  done.outcome = collect::outcome_of(collection->findings, policy::thresholds_of(*file, stage));
  const auto written = evidence::write_evidence(project.root,
                                                {.stage = std::string{stage_name(stage)},
                                                 .outcome = done.outcome,
                                                 .findings = collection->findings,
                                                 .coverage = collection->coverage,
                                                 .rulesets = collection->rulesets,
                                                 .reports = collection->reports,
                                                 .files_scanned = collection->files_scanned,
                                                 .truncated = collection->truncated,
                                                 .sdd = std::nullopt,
                                                 .repo_state_json = std::move(*state)},
                                                context.clock);
  if (!written) {
    return fail(written.error());
  }
  if (written->fault) {
    return fail(*written->fault);
  }
  done.collection = std::move(*collection);
  done.payload_hash = written->document.payload_hash;
  return done;
}

std::string CollectCommand::to_json(const Done& done) const {
  const collect::Collection& collection = done.collection;
  JsonWriter json;
  json.begin_object()
      .member("stage", stage_name(stage_from_option(stage_text_).value_or(Stage::PreCommit)))
      .member("outcome", done.outcome)
      .member("evidence", k_evidence_file)
      .member("payload_hash", done.payload_hash)
      .member("files_scanned", collection.files_scanned)
      .member("truncated", collection.truncated)
      .key("findings")
      .begin_object()
      .member("total", collection.findings.size())
      .member("in_baseline", std::ranges::count(collection.findings, true, &Finding::in_baseline))
      .member("waived",
              std::ranges::count_if(collection.findings,
                                    [](const Finding& one) { return one.waiver_id.has_value(); }))
      .key("by_severity")
      .begin_object();
  for (const Severity severity : k_worst_first) {
    json.member(severity_name(severity), count_of(collection.findings, severity));
  }
  json.end_object().end_object();
  json.member("evaluated_rule_ids", collection.coverage.evaluated_rule_ids)
      .member("unevaluated_rule_ids", collection.coverage.unevaluated_rule_ids);
  write_reports(json, collection.reports);
  json.end_object();
  return json.take() + "\n";
}

std::string CollectCommand::to_text(const Done& done) {
  const auto& findings = done.collection.findings;
  std::string text = std::to_string(findings.size()) +
                     (findings.size() == 1 ? " finding" : " findings") + " in " +
                     std::to_string(done.collection.files_scanned) + " changed files";
  for (const Severity severity : k_worst_first) {
    if (const auto count = count_of(findings, severity); count > 0) {
      text += "  " + std::string{severity_name(severity)} + " " + std::to_string(count);
    }
  }
  if (done.collection.truncated) {
    text += "  (cut off at the limit)";
  }
  return text + "\nwritten to " + std::string{k_evidence_file} + "\n";
}

int CollectCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return report_failure(project.error(), format);
  }
  if (!project->repository) {
    return report_failure(
        fail(Code::NoRepository, project->root + " is not in a git repository").error(), format);
  }
  const auto done = collect(context, *project);
  if (!done) {
    return report_failure(done.error(), format);
  }
  print_notices(done->collection.notices);
  print_out(json_ ? to_json(*done) : to_text(*done));
  return k_exit_allowed;
}

}  // namespace pumuki::cli
