#pragma once

#include "gate/lifecycle/hook_target.h"
#include "gate/lifecycle/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::lifecycle {

/// PROVEN: a canary was answered on the way git takes. UNPROVEN: nothing speaks against it, but
/// only a real run could show it. BROKEN: git would not reach the gate (contract: gate-cli §11,
/// ruling 17).
enum class Proof { Proven, Unproven, Broken };
/// "PROVEN", "UNPROVEN", "BROKEN"
std::string_view proof_name(Proof proof);

/// One place where the gate should stand.
struct Surface {
  std::string name;
  Proof proof = Proof::Unproven;
  /// One sentence.
  std::string reason;
  /// A command or an action; empty when proven.
  std::string hint;
  std::string path;
  /// What the block found, when a canary was answered.
  std::optional<std::string> program;
  std::optional<std::string> program_version;
};

struct ProbeContext {
  const LifecycleContext& lifecycle;
  const git::Layout& layout;
  const HooksFolder& folder;
  Manager manager = Manager::None;
  /// The lifecycle keys name this installation's hooks.
  bool installed = false;
  /// Also start hooks in which the user's own commands come before the gate.
  bool run_user_text = false;
};

/// Proves one hook. Where nothing of the user's stands before the block, git itself is asked to run
/// the hook (`git hook run`) with PUMUKI_CANARY set to a fresh word: the block answers with it and
/// ends the hook before the gate or anything of the user runs. A block that is not exactly one of
/// ours is not started. Error: git could not be run.
Result<Surface> prove_hook(const ProbeContext& context, const HookKind& kind);

}  // namespace pumuki::lifecycle
