#pragma once

#include "gate/lifecycle/install.h"

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::lifecycle {

/// Lines of the exclude block, markers included, without the last newline: runtime files are
/// ignored, the three files that belong to the repository are not (contract: gate-cli §10).
std::string exclude_block();
/// `info/exclude` of the common git folder with the block in its place.
Result<FileChange> exclude_change(const git::Layout& layout);

/// What a fresh installation writes as .pumuki/gate.json: findings from ERROR on block, from WARN
/// on warn; SDD where the repository has an openspec folder.
std::string_view initial_gate_config();

/// Adds to `plan` the exclude block, gate.json and the manager's local configuration where wanted,
/// and says whether contract and evidence are missing.
Result<void> plan_artefacts(const LifecycleContext& context, const InstallOptions& options,
                            InstallPlan& plan);

/// Writes policy contract and first evidence where the plan says so, and records what install made.
Result<void> make_artefacts(const LifecycleContext& context, const InstallPlan& plan);

/// A contract that signs the policies as they are now, strict at every stage and without an end in
/// sight: pretty JSON (contract: gate §9).
std::string policy_contract_text(const LifecycleContext& context);

/// What install recorded for this work tree, in order.
std::vector<std::string> recorded_artefacts(const git::Config& config, const std::string& root);

}  // namespace pumuki::lifecycle
