#pragma once

#include "gate/core/json_writer.h"
#include "gate/verdict/evaluate.h"

#include <string>
#include <vector>

namespace pumuki::verdict {

/// Values of the result object (contract: gate §11), one JSON value each. The member `repo_state`
/// is written by lifecycle::write_repo_state().
void write_policy(JsonWriter& json, const policy::StagePolicy& policy);
void write_evidence(JsonWriter& json, const EvidenceView& evidence);
void write_mcp_receipt(JsonWriter& json, const ReceiptView& receipt);
void write_skills_contract(JsonWriter& json, const policy::SkillsContract& skills);
/// Array of {code, severity, message}.
void write_violations(JsonWriter& json, const std::vector<Violation>& violations);

/// The members of verdict_json(), into an object that the caller has begun.
void write_verdict_members(JsonWriter& json, const Verdict& verdict);
/// {stage, status, allowed, policy, evidence, mcp_receipt, skills_contract, repo_state, violations}
std::string verdict_json(const Verdict& verdict);

}  // namespace pumuki::verdict
