#include "gate/sdd/layout.h"
#include "gate/sdd/policy.h"

#include <utility>

namespace pumuki::sdd {
namespace {

OpenspecState look_at_openspec(const SddContext& context) {
  OpenspecState state;
  state.project_initialized = has_openspec_project(context.root);
  auto version = context.openspec.version(context.root);
  if (!version) {
    state.failure = std::move(version.error());
    return state;
  }
  const std::optional<std::string>& text = *version;
  state.installed = text.has_value();
  if (!text || text->empty()) {
    return state;
  }
  state.version = text;
  state.parsed_version = parse_version(*text);
  state.compatible =
      state.parsed_version && version_at_least(*state.parsed_version, k_minimum_openspec);
  return state;
}

void write_openspec(JsonWriter& json, const OpenspecState& state) {
  json.begin_object()
      .member("installed", state.installed)
      .optional_member("version", state.version)
      .member("projectInitialized", state.project_initialized)
      .member("minimumVersion", k_minimum_openspec)
      .member("recommendedVersion", k_minimum_openspec)
      .member("compatible", state.compatible)
      .optional_member("parsedVersion", state.parsed_version)
      .end_object();
}

void write_validation(JsonWriter& json, const Validation& validation) {
  const Report& report = validation.report;
  json.begin_object()
      .member("ok", validation.ok)
      .member("exitCode", validation.exit_code)
      .member("stdout", validation.out)
      .member("stderr", validation.err);
  json.key("totals")
      .begin_object()
      .member("items", report.items)
      .member("failed", report.failed)
      .member("passed", report.passed)
      .end_object();
  json.key("issues")
      .begin_object()
      .member("errors", report.errors)
      .member("warnings", report.warnings)
      .member("infos", report.infos)
      .end_object();
  if (validation.structural) {
    json.member("structural", true);
  }
  json.end_object();
}

}  // namespace

Result<SddStatus> read_status(const SddContext& context) {
  if (context.repository == nullptr) {
    return fail(Code::NoRepository, context.root + " is not the top of a git work tree");
  }
  auto layout = context.repository->layout();
  if (!layout) {
    return fail(std::move(layout.error()), "while looking for the SDD session");
  }
  if (layout->top_level.empty()) {
    return fail(Code::NoRepository, context.root + " is a bare repository, without a work tree");
  }
  auto config = context.repository->local_config();
  if (!config) {
    return fail(std::move(config.error()), "while reading the SDD session");
  }
  return SddStatus{
      .repo_root = context.root,
      .openspec = look_at_openspec(context),
      .session = read_session(*config, std::move(layout->top_level), context.clock.now())};
}

void write_status(JsonWriter& json, const SddStatus& status) {
  json.begin_object().member("repoRoot", status.repo_root);
  json.key("openspec");
  write_openspec(json, status.openspec);
  json.key("session");
  write_session(json, status.session);
  json.end_object();
}

void write_decision(JsonWriter& json, const Decision& decision) {
  json.begin_object()
      .member("allowed", decision.allowed)
      .member("code", code_text(decision.code))
      .member("message", decision.message)
      .member_raw("details", decision.details)
      .end_object();
}

void write_evaluation_members(JsonWriter& json, const Evaluation& evaluation) {
  json.member("stage", stage_name(evaluation.stage));
  json.key("status");
  write_status(json, evaluation.status);
  if (evaluation.validation) {
    json.key("validation");
    write_validation(json, *evaluation.validation);
  }
  json.key("decision");
  write_decision(json, evaluation.decision);
}

void write_evaluation(JsonWriter& json, const Evaluation& evaluation) {
  json.begin_object();
  write_evaluation_members(json, evaluation);
  json.end_object();
}

}  // namespace pumuki::sdd
