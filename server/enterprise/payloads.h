#pragma once

#include "gate/core/json_writer.h"
#include "gate/core/result.h"
#include "gate/lifecycle/repo_state.h"
#include "server/enterprise/catalogue.h"
#include "server/enterprise/inquiry.h"

#include <string>

namespace pumuki::enterprise {

/// Payloads of the resources (contract: enterprise-server §3): one JSON value each. Errors: git
/// could not answer although there is a repository.
Result<std::string> resource_payload(Inquiry& inquiry, ResourceId id);

std::string evidence_status(Inquiry& inquiry);
Result<std::string> gitflow_state(Inquiry& inquiry);
Result<std::string> context_active(Inquiry& inquiry);
/// {"available":false} without git and when the session cannot be read.
std::string sdd_status(Inquiry& inquiry);
std::string sdd_active_change(Inquiry& inquiry);

/// The body of GET /status (contract: enterprise-server §5).
Result<std::string> server_status(Inquiry& inquiry);

// --- parts that several of them share

/// Not available, or the state; nothing in between.
Result<lifecycle::GitState> read_gitflow(Inquiry& inquiry);
void write_gitflow(JsonWriter& json, const lifecycle::GitState& state);
/// The lifecycle object, or "null" where there is none to report.
Result<std::string> lifecycle_or_null(Inquiry& inquiry);
/// The SDD status, or "null" where it cannot be read.
std::string sdd_or_null(Inquiry& inquiry);

}  // namespace pumuki::enterprise
