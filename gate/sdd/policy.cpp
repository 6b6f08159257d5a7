#include "gate/sdd/policy.h"

#include "gate/core/version.h"
#include "gate/policy/degraded.h"
#include "gate/policy/features.h"
#include "gate/sdd/completeness.h"
#include "gate/sdd/layout.h"

#include <functional>
#include <utility>

namespace pumuki::sdd {
namespace {

using Extra = std::function<void(JsonWriter&)>;

void nothing_more(JsonWriter& /*json*/) {}

bool is_switch(const Environment& environment, std::string_view name, std::string_view value) {
  return environment.get(name) == value;
}

std::string run(std::string_view arguments) {
  return std::string{k_product_command} + ' ' + std::string{arguments};
}

std::string sentence(Code code) {
  return std::string{code_meaning(code)} + ' ' + std::string{code_advice(code)};
}

/// "PATH:LINE: MESSAGE"; empty without an error.
std::string first_fault(const std::vector<SpecItem>& items) {
  for (const SpecItem& item : items) {
    for (const SpecIssue& issue : item.issues) {
      if (issue.level == SpecIssue::Level::Error) {
        return issue.path + (issue.line ? ":" + std::to_string(*issue.line) : "") + ": " +
               issue.message;
      }
    }
  }
  return {};
}

/// One walk down the table of sdd-and-lifecycle §2.
class Judge {
 public:
  Judge(const SddContext& context, Stage stage, const SddOptions& options, SddStatus status)
      : context_(context),
        options_(options),
        stage_(stage),
        feature_(options.feature
                     ? *options.feature
                     : policy::feature_state(context.environment, policy::Feature::Sdd)) {
    evaluation_.stage = stage;
    evaluation_.status = std::move(status);
  }

  Result<Evaluation> judge() {
    if (auto decision = before_openspec()) {
      return finish(std::move(*decision));
    }
    if (const auto& failure = evaluation_.status.openspec.failure) {
      return fail(*failure);
    }
    structural_ = !evaluation_.status.openspec.installed && options_.specifications;
    if (auto decision = openspec()) {
      return finish(std::move(*decision));
    }
    renew_session();
    if (auto decision = session()) {
      return finish(std::move(*decision));
    }
    if (auto decision = change()) {
      return finish(std::move(*decision));
    }
    if (stage_ == Stage::PreWrite) {
      return finish(allow(sentence_allowed(), nothing_more));
    }
    if (auto ran = validate(); !ran) {
      return fail(std::move(ran.error()));
    }
    return finish(validated());
  }

 private:
  // --- decisions

  [[nodiscard]] std::string sentence_allowed() const {
    return "The change " + change_id() + " may go on at " + std::string{stage_name(stage_)} + ".";
  }

  /// Empty without a session.
  [[nodiscard]] std::string change_id() const {
    return evaluation_.status.session.change_id.value_or("");
  }

  void write_common(JsonWriter& json) const {
    json.member("experimental", true)
        .member("experimentalFeature", policy::feature_name(policy::Feature::Sdd))
        .member("experimentalLayer", "experimental")
        .member("experimentalMode", policy::feature_mode_name(feature_.mode))
        .member("experimentalSource", feature_.source)
        .member("activation_env", feature_.activation_variable)
        .member("legacy_activation_env", feature_.legacy_variable);
    if (structural_) {
      json.member("structural", true);
    }
  }

  [[nodiscard]] Decision allow(std::string message, const Extra& extra) const {
    JsonWriter json;
    json.begin_object();
    extra(json);
    write_common(json);
    json.end_object();
    return {true, Code::Allowed, std::move(message), json.take()};
  }

  /// In advisory mode a refusal keeps its code and lets the step pass.
  [[nodiscard]] Decision refuse(Code code, const Extra& extra, std::string message = {}) const {
    const bool advisory = feature_.mode == policy::FeatureMode::Advisory;
    JsonWriter json;
    json.begin_object();
    extra(json);
    write_common(json);
    if (advisory) {
      json.member("advisory", true)
          .member("blocking", false)
          .member("advisory_reason_code", code_text(code));
    }
    json.end_object();
    return {advisory, code, message.empty() ? sentence(code) : std::move(message), json.take()};
  }

  Evaluation finish(Decision decision) {
    evaluation_.decision = std::move(decision);
    if (validated_) {
      evaluation_.validation = std::move(validation_);
    }
    return std::move(evaluation_);
  }

  // --- rows 1 to 4

  [[nodiscard]] std::optional<Decision> before_openspec() const {
    if (is_switch(context_.environment, "PUMUKI_SDD_BYPASS", "1")) {
      return allow("PUMUKI_SDD_BYPASS switches the SDD policy off.", [](JsonWriter& json) {
        json.member("bypass", true).member("env", "PUMUKI_SDD_BYPASS");
      });
    }
    if (feature_.mode == policy::FeatureMode::Off) {
      return switched_off();
    }
    if (const auto mode =
            policy::degraded_mode(context_.environment, context_.root, stage_, nullptr)) {
      return degraded(*mode);
    }
    return std::nullopt;
  }

  [[nodiscard]] Decision switched_off() const {
    JsonWriter json;
    json.begin_object()
        .member("experimental", true)
        .member("default_off", true)
        .member("layer", "experimental")
        .member("experimentalFeature", policy::feature_name(policy::Feature::Sdd))
        .member("experimentalMode", policy::feature_mode_name(feature_.mode))
        .member("experimentalSource", feature_.source)
        .member("activation_env", feature_.activation_variable)
        .member("legacy_activation_env", feature_.legacy_variable)
        .member("activation_command",
                feature_.activation_variable + "=advisory " +
                    run("sdd validate --stage=" + std::string{stage_name(stage_)} + " --json"))
        .end_object();
    return {true, Code::SddExperimentalDisabled, sentence(Code::SddExperimentalDisabled),
            json.take()};
  }

  [[nodiscard]] Decision degraded(const policy::DegradedMode& mode) const {
    const Extra details = [&](JsonWriter& json) {
      json.member("degraded_mode", true)
          .member("degraded_action", mode.blocks ? "block" : "allow")
          .member("degraded_reason", mode.reason)
          .member("degraded_source", mode.source)
          .member("degraded_code", code_text(mode.code));
    };
    return mode.blocks ? refuse(Code::SddDegradedModeBlocked, details)
                       : allow(sentence(Code::DegradedModeAllowed), details);
  }

  // --- rows 5 to 7

  [[nodiscard]] std::optional<Decision> openspec() const {
    const OpenspecState& state = evaluation_.status.openspec;
    if (!state.installed && !structural_) {
      return refuse(Code::OpenspecMissing, nothing_more);
    }
    if (!state.compatible && !structural_) {
      return refuse(Code::OpenspecVersionUnsupported, nothing_more);
    }
    if (!state.project_initialized) {
      return refuse(Code::OpenspecProjectMissing, nothing_more);
    }
    return std::nullopt;
  }

  // --- rows 8 to 10

  [[nodiscard]] bool renewal_enabled() const {
    return !is_switch(context_.environment, "PUMUKI_SDD_AUTO_REFRESH_SESSION", "0");
  }

  /// Judges an expired session as renewed; only the command line stores a renewal.
  void renew_session() {
    Session& stored = evaluation_.status.session;
    if (stage_ == Stage::PreWrite || !renewal_enabled() || !stored.change_id || stored.valid()) {
      return;
    }
    renewal_attempted_ = true;
    Session after = renewed(stored, context_.clock.now());
    if (after.valid()) {
      stored = std::move(after);
    }
  }

  [[nodiscard]] std::optional<Decision> session() const {
    const Session& stored = evaluation_.status.session;
    if (!stored.change_id) {
      return session_missing();
    }
    if (stored.valid()) {
      return std::nullopt;
    }
    return refuse(Code::SddSessionInvalid, [&](JsonWriter& json) {
      json.member("command",
                  run("sdd session --refresh --ttl-minutes=" + std::to_string(k_renewal_minutes)))
          .member("autoRefreshEnabled", renewal_enabled())
          .member("autoRefreshAttempted", renewal_attempted_);
    });
  }

  [[nodiscard]] Decision session_missing() const {
    const auto ids = active_changes(context_.root);
    const std::string open = run("sdd session --open --change=");
    const std::string fallback = ids.size() > 1 ? "<id>" : "auto";
    return refuse(Code::SddSessionMissing, [&](JsonWriter& json) {
      json.member("command", open + (ids.size() == 1 ? ids.front() : fallback))
          .member("fallbackCommand", open + fallback)
          .member("availableChangeIds", ids);
      if (ids.size() == 1) {
        json.member("suggestedChangeId", ids.front());
      }
    });
  }

  // --- rows 11 and 12

  [[nodiscard]] std::optional<Decision> change() const {
    switch (change_state(context_.root, change_id())) {
      case ChangeState::Active:
        return std::nullopt;
      case ChangeState::Archived:
        return refuse(Code::SddChangeArchived, nothing_more);
      case ChangeState::Missing:
        break;
    }
    return refuse(Code::SddChangeMissing, nothing_more);
  }

  // --- rows 14 to 18

  [[nodiscard]] std::string validate_command() const {
    return structural_ ? run("sdd validate --stage=" + std::string{stage_name(stage_)} + " --json")
                       : std::string{k_validate_command};
  }

  Result<void> validate() {
    validated_ = true;
    return structural_ ? read_structure() : run_openspec();
  }

  Result<void> read_structure() {
    const auto tree = options_.specifications();
    if (!tree) {
      return fail(tree.error(), "while reading the specifications");
    }
    const auto items = check_structure(*tree, options_.selection.value_or(all_of(*tree)));
    validation_ = {.structural = true,
                   .ok = false,
                   .exit_code = 0,
                   .out = structure_json(items),
                   .err = {},
                   .report = count_items(items)};
    report_readable_ = true;
    first_fault_ = first_fault(items);
    validation_.exit_code = validation_.report.failed > 0 ? 1 : 0;
    validation_.ok = validation_.exit_code == 0;
    return {};
  }

  Result<void> run_openspec() {
    auto output = context_.openspec.validate(context_.root);
    if (!output) {
      return fail(std::move(output.error()));
    }
    auto report = parse_report(output->out);
    if (report && options_.selection && !report->refusal) {
      report = selected_report(output->out);
      output->exit_code = report && report->failed == 0 ? 0 : output->exit_code;
    }
    report_readable_ = report.has_value();
    validation_ = {.structural = false,
                   .ok = false,
                   .exit_code = output->exit_code,
                   .out = std::move(output->out),
                   .err = std::move(output->err),
                   .report = report.value_or(Report{})};
    const Report& counted = validation_.report;
    validation_.ok = output->exit_code == 0 && counted.failed == 0 && counted.errors == 0;
    return {};
  }

  [[nodiscard]] std::optional<Report> selected_report(std::string_view json) const {
    return parse_report_of(json, [&](std::string_view type, std::string_view id) {
      const auto& chosen = type == "spec" ? options_.selection->specs : options_.selection->changes;
      return chosen.contains(std::string{id});
    });
  }

  [[nodiscard]] Decision validated() const {
    if (!validation_.ok) {
      return not_valid();
    }
    if (validation_.report.items == 0 && !empty_scope_accepted()) {
      return empty_scope();
    }
    const bool matters = stage_ == Stage::PrePush || stage_ == Stage::Ci;
    const auto missing =
        matters ? missing_requirements(context_.root, change_id()) : std::vector<std::string>{};
    const CompletenessMode mode = completeness_mode(context_.environment);
    return !missing.empty() && mode.strict ? incomplete(missing, mode) : valid(missing, mode);
  }

  [[nodiscard]] Decision not_valid() const {
    const Validation& result = validation_;
    const Code code = result.exit_code != 0 ? Code::SddValidationFailed : Code::SddValidationError;
    std::string message = structural_ ? structural_message() : sentence(code);
    if (result.report.refusal) {
      message += " OpenSpec says: " + *result.report.refusal + '.';
    }
    return refuse(
        code,
        [&](JsonWriter& json) {
          json.member("command", validate_command())
              .member("exitCode", result.exit_code)
              .member("failedItems", result.report.failed)
              .member("errors", result.report.errors);
        },
        std::move(message));
  }

  /// Says the first fault, since there is no tool to ask for it.
  [[nodiscard]] std::string structural_message() const {
    return "The specifications are not valid (structural validation): " + first_fault_;
  }

  [[nodiscard]] bool strict_empty() const {
    return !is_switch(context_.environment, "PUMUKI_SDD_STRICT_EMPTY_ITEMS", "0");
  }

  /// The override accepts "nothing to validate", not "an answer nobody can read".
  [[nodiscard]] bool empty_scope_accepted() const {
    return report_readable_ && (options_.selection || !strict_empty());
  }

  [[nodiscard]] Decision empty_scope() const {
    return refuse(Code::SddValidationEmptyScope, [&](JsonWriter& json) {
      json.member("command", validate_command())
          .member("stage", stage_name(stage_))
          .member("items", validation_.report.items)
          .member("strictEmptyItemsEnabled", strict_empty())
          .member("overrideEnv", "PUMUKI_SDD_STRICT_EMPTY_ITEMS=0");
    });
  }

  static void write_completeness(JsonWriter& json, const CompletenessMode& mode) {
    json.member("completenessEnforcementMode", mode.mode())
        .member("completenessEnforcementSource", mode.source())
        .member("completenessBlocking", mode.strict);
  }

  [[nodiscard]] Decision incomplete(const std::vector<std::string>& missing,
                                    const CompletenessMode& mode) const {
    return refuse(Code::SddChangeIncomplete, [&](JsonWriter& json) {
      json.member("command", validate_command())
          .member("stage", stage_name(stage_))
          .member("changeId", change_id())
          .member("contractVersion", k_completeness_contract)
          .member("missingRequirements", missing);
      write_completeness(json, mode);
      json.member("overrideEnv", std::string{k_completeness_variable} + "=advisory");
    });
  }

  [[nodiscard]] Decision valid(const std::vector<std::string>& missing,
                               const CompletenessMode& mode) const {
    const Report& report = validation_.report;
    return allow(sentence_allowed(), [&](JsonWriter& json) {
      json.member("command", validate_command())
          .member("passedItems", report.passed)
          .member("validatedItems", report.items)
          .member("warnings", report.warnings)
          .member("emptyScope", report.items == 0)
          .member("strictEmptyItemsEnabled", strict_empty());
      write_completeness(json, mode);
      json.member("completenessContractVersion", k_completeness_contract)
          .member("completenessStatus", missing.empty() ? "complete" : "incomplete-advisory")
          .member("missingCompletenessRequirements", missing);
    });
  }

  const SddContext& context_;
  const SddOptions& options_;
  Stage stage_;
  policy::FeatureState feature_;
  Evaluation evaluation_;
  Validation validation_;
  bool validated_ = false;
  bool renewal_attempted_ = false;
  bool report_readable_ = false;
  /// There is no OpenSpec, and the specifications are read here.
  bool structural_ = false;
  std::string first_fault_;
};

}  // namespace

Result<Evaluation> evaluate_sdd(const SddContext& context, Stage stage, const SddOptions& options) {
  auto status = read_status(context);
  if (!status) {
    return fail(std::move(status.error()));
  }
  return Judge{context, stage, options, std::move(*status)}.judge();
}

Decision undecided(const Error& error) {
  JsonWriter json;
  json.begin_object().member("error", explain(error)).end_object();
  return {false, Code::SddValidationError,
          "The SDD policy could not be evaluated: " + explain(error), json.take()};
}

}  // namespace pumuki::sdd
