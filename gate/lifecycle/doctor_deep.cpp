#include "gate/lifecycle/doctor_deep.h"

#include "gate/core/files.h"

#include <algorithm>
#include <utility>

namespace pumuki::lifecycle {
namespace {

/// Of the evidence, for this look only (contract: gate §5).
constexpr std::int64_t k_deep_max_age_seconds = 1800;
constexpr std::string_view k_adapter_file = "/.pumuki/adapter.json";
constexpr std::size_t k_max_adapter_bytes = std::size_t{1} << 20;

DeepCheck passed(std::string id, std::string message) {
  return {.id = std::move(id), .message = std::move(message), .remediation = {}};
}

DeepCheck failed(std::string id, std::string severity, std::string message,
                 std::string remediation) {
  return {.id = std::move(id),
          .passed = false,
          .severity = std::move(severity),
          .message = std::move(message),
          .remediation = std::move(remediation)};
}

DeepCheck upstream_check(const git::Head& head) {
  const std::string id = "upstream-readiness";
  if (!head.branch) {
    return passed(id, "The branch has no commits yet.");
  }
  if (!head.symbolic_branch) {
    return passed(id, "HEAD is detached.");
  }
  if (head.upstream) {
    return passed(id, "The branch follows " + *head.upstream + ".");
  }
  return failed(id, "warning", "The branch has no upstream.",
                "git push -u origin " + *head.symbolic_branch);
}

DeepCheck adapter_check(const std::string& root) {
  const std::string id = "adapter-wiring";
  const std::string path = root + std::string{k_adapter_file};
  if (!entry_exists(path)) {
    return passed(id, "No adapter file, and none is needed.");
  }
  const auto text = read_file(path, k_max_adapter_bytes);
  if (text && parity_differences(*text, *text)) {
    return passed(id, "The adapter file can be read.");
  }
  return failed(id, "warning", ".pumuki/adapter.json is not JSON.", "Write it again or delete it.");
}

DeepCheck policy_check(const LifecycleReport& report) {
  const std::string id = "policy-drift";
  for (const policy::StagePolicy& policy : report.policies) {
    if (policy.validation.code != Code::PolicyValid) {
      return failed(id, policy.validation.strict ? "error" : "warning",
                    std::string{stage_name(policy.stage)} + ": " +
                        std::string{code_text(policy.validation.code)},
                    std::string{code_advice(policy.validation.code)});
    }
  }
  return passed(id, "Every stage's policy matches its contract.");
}

DeepCheck evidence_check(const Diagnosis& diagnosis) {
  const std::string id = "evidence-source-drift";
  const EvidenceState& evidence = diagnosis.evidence;
  const std::string renew = "pumuki collect";
  if (evidence.kind != "valid") {
    return failed(id, "error", "The evidence is " + evidence.kind + ".", renew);
  }
  if (!evidence.age_seconds) {
    return failed(id, "error", "The time of the evidence cannot be read.", renew);
  }
  if (*evidence.age_seconds < 0) {
    return failed(id, "error", "The evidence is dated in the future.", "Set the clock; " + renew);
  }
  if (*evidence.age_seconds > k_deep_max_age_seconds) {
    return failed(id, "error",
                  "The evidence is " + std::to_string(*evidence.age_seconds) + " s old.", renew);
  }
  return passed(id, "The evidence is fresh.");
}

DeepCheck compatibility_check(const DeepReport& report) {
  const std::string id = "compatibility-contract";
  if (report.compatible) {
    return passed(id, "Hooks and OpenSpec are as this version needs them.");
  }
  if (report.managed_hooks < report.total_hooks) {
    return failed(id, "warning", "Not every hook carries the gate.", "pumuki install");
  }
  return failed(id, "warning", "OpenSpec is missing or too old.",
                "npm install --save-dev @fission-ai/openspec");
}

}  // namespace

bool DeepReport::blocking() const {
  return std::ranges::any_of(
      checks, [](const DeepCheck& check) { return !check.passed && check.severity == "error"; });
}

Result<DeepReport> look_deep(const LifecycleContext& context, const Diagnosis& diagnosis,
                             const OpenspecFacts& openspec) {
  const auto head = context.repository.head();
  if (!head) {
    return fail(head.error(), "while looking at HEAD");
  }
  DeepReport report;
  report.openspec = openspec;
  report.total_hooks = diagnosis.surfaces.size();
  report.managed_hooks = static_cast<std::size_t>(
      std::ranges::count_if(diagnosis.surfaces, [&](const Surface& surface) {
        return hook_state(diagnosis.folder.user_folder(), surface.name) == HookState::Managed;
      }));
  const bool hooks = report.managed_hooks == report.total_hooks ||
                     diagnosis.manager == Manager::Lefthook || !diagnosis.installed;
  report.compatible = hooks && (!openspec.required || openspec.compatible);
  report.checks = {upstream_check(*head), adapter_check(context.root),
                   policy_check(diagnosis.report), evidence_check(diagnosis),
                   compatibility_check(report)};
  return report;
}

void write_deep(JsonWriter& json, const DeepReport& report, const Diagnosis& diagnosis) {
  json.begin_object().member("enabled", true).key("checks").begin_array();
  for (const DeepCheck& check : report.checks) {
    json.begin_object()
        .member("id", check.id)
        .member("status", check.passed ? "pass" : "fail")
        .member("severity", check.severity)
        .member("message", check.message);
    if (!check.remediation.empty()) {
      json.member("remediation", check.remediation);
    }
    json.end_object();
  }
  json.end_array().member("blocking", report.blocking()).key("contract").begin_object();
  json.member("overall", report.compatible ? "compatible" : "incompatible");
  json.key("pumuki")
      .begin_object()
      .member("installed", diagnosis.installed)
      .member("version", diagnosis.report.version.effective)
      .end_object();
  json.key("openspec")
      .begin_object()
      .member("required", report.openspec.required)
      .member("installed", report.openspec.installed)
      .member("version", report.openspec.version)
      .member("minimumVersion", report.openspec.minimum_version)
      .member("compatible", report.openspec.compatible)
      .end_object();
  json.key("hooks")
      .begin_object()
      .member("managed", report.managed_hooks == report.total_hooks)
      .member("managedCount", report.managed_hooks)
      .member("totalCount", report.total_hooks)
      .end_object();
  json.key("adapter")
      .begin_object()
      .member("valid", report.checks.at(1).passed)
      .end_object()
      .end_object()
      .end_object();
}

std::string deep_text(const DeepReport& report) {
  std::string text;
  for (const DeepCheck& check : report.checks) {
    text += (check.passed ? "pass" : check.severity) + "  " + check.id + "  " + check.message;
    text += check.remediation.empty() ? "\n" : "  → " + check.remediation + "\n";
  }
  return text;
}

std::string parity_profile(const Diagnosis& diagnosis) {
  JsonWriter json;
  json.begin_object()
      .member("version", diagnosis.report.version.effective)
      .member("installed", diagnosis.installed);
  json.key("hooks").begin_object();
  for (const Surface& surface : diagnosis.surfaces) {
    json.member(surface.name,
                hook_state_name(hook_state(diagnosis.folder.user_folder(), surface.name)));
  }
  json.end_object().key("policies").begin_object();
  for (const policy::StagePolicy& policy : diagnosis.report.policies) {
    json.key(stage_name(policy.stage))
        .begin_object()
        .member("bundle", policy.bundle)
        .member("hash", policy.hash)
        .member("validation", code_text(policy.validation.code))
        .end_object();
  }
  json.end_object().key("features").begin_object();
  for (std::size_t i = 0; i < diagnosis.report.features.size(); ++i) {
    json.member(policy::feature_name(policy::k_all_features.at(i)),
                policy::feature_mode_name(diagnosis.report.features.at(i).mode));
  }
  json.end_object().end_object();
  return json.take();
}

}  // namespace pumuki::lifecycle
