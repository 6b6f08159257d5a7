#pragma once

#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/git/changes.h"
#include "gate/policy/gate_config.h"
#include "gate/sdd/policy.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::sdd {

/// What a commit, push or CI hook wants to know.
struct HookQuestion {
  Stage stage = Stage::PreCommit;
  /// Every path that the commit or push changes, relative to the root.
  std::vector<std::string> paths;
  /// The setting of gate.json; nothing: there is no such file, and SDD is strict (contract:
  /// gate-cli §4). PUMUKI_EXPERIMENTAL_SDD and PUMUKI_SDD_BYPASS win over it.
  std::optional<policy::SddSetting> setting;
  /// Reads the specifications that are judged.
  git::Changes& changes;
  /// The judged commit; empty: the index.
  std::string commit;
};

/// Decides as evaluate_sdd() with three differences: documentation-only changes are none of its
/// business (contract: gate-cli §11, ruling 1), only the changes and specifications that `paths`
/// touches are validated, as they are in the judged tree, and without a usable OpenSpec the layout
/// is read here, which the decision says as details.structural (ruling 2). OpenSpec is started only
/// when something is touched. Nothing: the change is documentation only, or the setting is off. git
/// configuration is never written. Errors ("could not check") as evaluate_sdd() and git::Changes;
/// they are no verdict.
Result<std::optional<Evaluation>> decide_for_hook(const SddContext& context,
                                                  const HookQuestion& question);

}  // namespace pumuki::sdd
