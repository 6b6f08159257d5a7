#pragma once

#include "gate/core/stage.h"

#include <array>
#include <optional>
#include <string_view>

namespace pumuki::enterprise {

/// In catalogue order (contract: enterprise-server §3).
enum class ResourceId { EvidenceStatus, GitflowState, ContextActive, SddStatus, SddActiveChange };

struct Resource {
  ResourceId id;
  std::string_view uri;
  std::string_view description;
};

/// In catalogue order (contract: enterprise-server §6).
enum class ToolId {
  GateCheck,
  PreFlightCheck,
  AiStart,
  CheckSddStatus,
  ValidateAndFix,
  SyncBranches,
  CleanupStaleBranches,
};

/// What every tool call carries: `args.stage`, one of the stage names, and `dryRun`, which is
/// accepted and always taken for true.
struct Tool {
  ToolId id;
  std::string_view name;
  std::string_view description;
  /// Would change the repository if dry runs were not forced; the SDD guard stands before it.
  bool mutating;
  /// Belongs to the feature mcp_enterprise.
  bool switchable;
  /// When the call names none.
  Stage default_stage;
};

inline constexpr std::size_t k_resource_count = 5;
inline constexpr std::size_t k_tool_count = 7;

const std::array<Resource, k_resource_count>& resources();
const std::array<Tool, k_tool_count>& tools();

/// Exact and case-sensitive; null for any other text.
const Resource* find_resource(std::string_view uri);
const Tool* find_tool(std::string_view name);

}  // namespace pumuki::enterprise
