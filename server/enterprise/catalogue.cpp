#include "server/enterprise/catalogue.h"

#include <algorithm>

namespace pumuki::enterprise {
namespace {

constexpr std::array<Resource, k_resource_count> k_resources{{
    {ResourceId::EvidenceStatus, "evidence://status",
     "Whether the sealed evidence of the repository can be used, and what it counts."},
    {ResourceId::GitflowState, "gitflow://state",
     "Branch, upstream and pending changes of the repository."},
    {ResourceId::ContextActive, "context://active",
     "Git, lifecycle and SDD state of the repository in one answer."},
    {ResourceId::SddStatus, "sdd://status", "State of OpenSpec and of the SDD session."},
    {ResourceId::SddActiveChange, "sdd://active-change",
     "The change the SDD session works on, and how long it is still valid."},
}};

constexpr std::array<Tool, k_tool_count> k_tools{{
    {ToolId::GateCheck, "ai_gate_check",
     "Judges the repository for a stage and lists every violation with its remedy.", false, true,
     Stage::PreCommit},
    {ToolId::PreFlightCheck, "pre_flight_check",
     "The gate's verdict as a phase with hints on what to do first.", false, true,
     Stage::PreCommit},
    {ToolId::AiStart, "auto_execute_ai_start",
     "Says whether work may begin now, how sure that is, and the next action.", false, true,
     Stage::PreWrite},
    {ToolId::CheckSddStatus, "check_sdd_status",
     "Decides whether the SDD policy lets a stage go on, and says why.", false, false,
     Stage::PreCommit},
    {ToolId::ValidateAndFix, "validate_and_fix",
     "Validates the active change and proposes corrections; changes nothing.", true, false,
     Stage::PreCommit},
    {ToolId::SyncBranches, "sync_branches",
     "Plans the commands that bring branch and upstream together; runs none.", true, false,
     Stage::PreCommit},
    {ToolId::CleanupStaleBranches, "cleanup_stale_branches",
     "Lists merged local branches and the commands that delete them; runs none.", true, false,
     Stage::PreCommit},
}};

}  // namespace

const std::array<Resource, k_resource_count>& resources() { return k_resources; }

const std::array<Tool, k_tool_count>& tools() { return k_tools; }

const Resource* find_resource(std::string_view uri) {
  const auto* found = std::ranges::find(k_resources, uri, &Resource::uri);
  return found == k_resources.end() ? nullptr : found;
}

const Tool* find_tool(std::string_view name) {
  const auto* found = std::ranges::find(k_tools, name, &Tool::name);
  return found == k_tools.end() ? nullptr : found;
}

}  // namespace pumuki::enterprise
