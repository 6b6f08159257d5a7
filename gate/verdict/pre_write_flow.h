#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/policy/features.h"
#include "gate/policy/gate_config.h"
#include "gate/sdd/openspec.h"
#include "gate/sdd/policy.h"
#include "gate/verdict/gate_answer.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::verdict {

/// How long repair waits before it asks a last time (contract: gate §14).
inline constexpr std::chrono::milliseconds k_repair_pause{200};

struct SddValidateContext {
  const Environment& environment;
  const Clock& clock;
  /// Absolute path of the top of a work tree.
  std::string root;
  sdd::Openspec& openspec;
  /// What gate.json says; nothing: there is none.
  std::optional<policy::GateConfig> config;
};

/// What only repair does; each may be empty without it.
struct RepairTools {
  /// Runs collection for a stage and writes the evidence.
  std::function<Result<void>(Stage)> regenerate;
  std::function<void(std::chrono::milliseconds)> pause;
};

struct RepairAction {
  /// "refresh_evidence", "refresh_mcp_receipt" or "retry_backoff"
  std::string action;
  bool done = false;
  std::string details;
};

/// What was done about a missing OpenSpec project: folders only, never a package.
struct Bootstrap {
  /// PUMUKI_PREWRITE_AUTO_BOOTSTRAP is not "0".
  bool enabled = true;
  bool attempted = false;
  bool done = false;
  std::vector<std::string> actions;
  std::string details;
};

struct NextStep {
  std::string reason;
  std::string command;
};

/// Everything that `sdd validate` reports.
struct SddValidateAnswer {
  Stage stage = Stage::PreWrite;
  /// The feature pre_write; its mode decides whether a refusal blocks at PRE_WRITE.
  policy::FeatureState enforcement;
  /// Nothing when pre_write is off: then nothing was evaluated.
  std::optional<sdd::Evaluation> sdd;
  /// PRE_WRITE only.
  std::optional<GateAnswer> gate;
  bool repair_attempted = false;
  std::vector<RepairAction> repairs;
  Bootstrap bootstrap;
  std::optional<NextStep> next;

  /// Neither SDD nor the gate refuses.
  [[nodiscard]] bool clean() const;
  /// The answer: true also when pre_write is not strict.
  [[nodiscard]] bool allowed() const;
};

/// PRE_WRITE (contract: gate §14, gate-cli §7): SDD decision, then the gate with a receipt required
/// unless gate.json says otherwise. Without `repair` nothing is written but, where there is no
/// OpenSpec project and PUMUKI_PREWRITE_AUTO_BOOTSTRAP allows it, its folders. With it, evidence
/// and receipt are made anew where their codes block. Errors: "could not evaluate", those of SDD
/// and git; a repair that fails is an action that says so.
Result<SddValidateAnswer> run_pre_write(const SddValidateContext& context,
                                        const RepairTools* repair);

/// Any other stage: the SDD decision on everything, without gate.
Result<SddValidateAnswer> run_sdd_stage(const SddValidateContext& context, Stage stage);

}  // namespace pumuki::verdict
