#include "gate/lifecycle/doctor.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/core/version.h"
#include "gate/lifecycle/install.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr TimeMs k_ms_per_second = 1000;
constexpr std::string_view k_error = "error";
constexpr std::string_view k_warning = "warning";

void add_issue(Diagnosis& diagnosis, std::string_view severity, std::string message,
               const std::string& hint = {}) {
  if (!hint.empty()) {
    message += " → " + hint;
  }
  diagnosis.report.issues.push_back({std::string{severity}, std::move(message)});
}

/// The hooks to prove: those the keys name, and any other that carries a block.
std::vector<HookKind> hooks_to_prove(const Diagnosis& diagnosis) {
  std::vector<HookKind> hooks;
  const std::string named = diagnosis.report.stored.hooks.value_or("pre-commit,pre-push");
  const auto listed = split(named, ',');
  for (const HookKind& kind : k_hook_kinds) {
    const bool wanted =
        std::ranges::any_of(listed, [&](std::string_view name) { return trim(name) == kind.name; });
    if (wanted || hook_state(diagnosis.folder.user_folder(), kind.name) == HookState::Managed) {
      hooks.push_back(kind);
    }
  }
  return hooks;
}

Result<void> prove_surfaces(const LifecycleContext& context, const git::Layout& layout,
                            const DoctorOptions& options, Diagnosis& diagnosis) {
  for (const HookKind& kind : hooks_to_prove(diagnosis)) {
    const ProbeContext probe{.lifecycle = context,
                             .layout = layout,
                             .folder = diagnosis.folder,
                             .manager = diagnosis.manager,
                             .installed = diagnosis.installed,
                             .run_user_text = options.run_user_text};
    auto surface = prove_hook(probe, kind);
    if (!surface) {
      return fail(std::move(surface.error()));
    }
    diagnosis.surfaces.push_back(std::move(*surface));
  }
  return {};
}

void judge_surfaces(Diagnosis& diagnosis) {
  for (const Surface& surface : diagnosis.surfaces) {
    if (surface.proof == Proof::Broken) {
      add_issue(diagnosis, k_error, surface.name + ": " + surface.reason, surface.hint);
    }
    if (surface.program_version && *surface.program_version != product_version()) {
      add_issue(diagnosis, k_warning,
                surface.name + " starts " + surface.program.value_or("") + " of version " +
                    *surface.program_version + ", this is " + std::string{product_version()},
                "pumuki install");
    }
  }
}

void judge_state(Diagnosis& diagnosis) {
  const LifecycleReport& report = diagnosis.report;
  if (report.tracked_node_modules > 0) {
    add_issue(
        diagnosis, k_error,
        "git tracks " + std::to_string(report.tracked_node_modules) + " files in node_modules",
        "git rm -r --cached node_modules");
  }
  const bool any_block =
      report.pre_commit == HookState::Managed || report.pre_push == HookState::Managed;
  if (any_block && !diagnosis.installed) {
    add_issue(diagnosis, k_warning, "a hook has a block, but the repository does not say installed",
              "pumuki install");
  }
  if (diagnosis.installed && !diagnosis.exclude_block) {
    add_issue(diagnosis, k_warning,
              "the exclude block is missing, so runtime files show as changes", "pumuki install");
  }
  if (diagnosis.evidence.age_seconds.value_or(0) < 0) {
    add_issue(diagnosis, k_warning,
              "the clock is behind the evidence by " +
                  std::to_string(-*diagnosis.evidence.age_seconds) + " s",
              "Set the clock; then run pumuki collect");
  }
  for (const policy::StagePolicy& policy : report.policies) {
    if (policy.validation.code == Code::PolicySignatureMismatch) {
      add_issue(
          diagnosis, policy.validation.strict ? k_error : k_warning,
          "the policy of " + std::string{stage_name(policy.stage)} + " does not match its contract",
          "pumuki policy reconcile --strict --apply");
    }
  }
}

bool has_exclude_block(const git::Layout& layout) {
  const auto text = read_file(layout.common_dir + "/info/exclude");
  return text && find_regions(*text, k_exclude_markers).complete.size() == 1;
}

Result<git::Layout> work_tree_layout(const LifecycleContext& context) {
  auto layout = context.repository.layout();
  if (!layout) {
    return fail(std::move(layout.error()), "while looking for the repository");
  }
  if (layout->top_level.empty()) {
    return fail(Code::BareRepository, context.root + " is a bare repository");
  }
  return layout;
}

}  // namespace

EvidenceState evidence_state(const evidence::Summary& evidence, TimeMs now) {
  static constexpr std::array<std::string_view, 3> k_kinds{"missing", "invalid", "valid"};
  EvidenceState state{.kind = std::string{k_kinds.at(static_cast<std::size_t>(evidence.kind))},
                      .reason = evidence.reason,
                      .age_seconds = {}};
  const auto time = evidence.timestamp ? parse_time(*evidence.timestamp) : std::nullopt;
  if (time) {
    // A part of a second in the future is a negative age, too.
    const TimeMs age = now - *time;
    state.age_seconds = (age < 0 ? age - (k_ms_per_second - 1) : age) / k_ms_per_second;
  }
  return state;
}

bool Diagnosis::blocking() const {
  return std::ranges::any_of(report.issues,
                             [](const Issue& issue) { return issue.severity == k_error; });
}

Result<Diagnosis> diagnose(const LifecycleContext& context, const DoctorOptions& options) {
  const auto layout = work_tree_layout(context);
  if (!layout) {
    return fail(layout.error());
  }
  const auto evidence = evidence::read_summary(context.root);
  auto report = read_lifecycle(context, evidence);
  auto folder = find_hooks_folder(*layout, context.environment);
  const auto config = context.repository.local_config();
  if (!report || !folder || !config) {
    return fail(!report ? report.error() : !folder ? folder.error() : config.error());
  }
  Diagnosis diagnosis;
  diagnosis.report = std::move(**report);
  diagnosis.folder = std::move(*folder);
  diagnosis.manager = find_manager(*layout, diagnosis.folder);
  diagnosis.installed = diagnosis.report.stored.installed == "true";
  diagnosis.report.pre_commit = hook_state(diagnosis.folder.user_folder(), "pre-commit");
  diagnosis.report.pre_push = hook_state(diagnosis.folder.user_folder(), "pre-push");
  diagnosis.evidence = evidence_state(evidence, context.clock.now());
  diagnosis.exclude_block = has_exclude_block(*layout);
  auto back_ends = find_back_ends(*layout, *config, context.environment);
  if (!back_ends) {
    return fail(std::move(back_ends.error()));
  }
  diagnosis.back_ends = std::move(*back_ends);
  if (auto proved = prove_surfaces(context, *layout, options, diagnosis); !proved) {
    return fail(std::move(proved.error()));
  }
  judge_surfaces(diagnosis);
  judge_state(diagnosis);
  return diagnosis;
}

}  // namespace pumuki::lifecycle
