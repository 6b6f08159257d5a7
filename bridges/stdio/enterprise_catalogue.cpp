#include "bridges/stdio/enterprise_catalogue.h"

#include "gate/core/stage.h"
#include "gate/core/version.h"

#include <string>
#include <utility>
#include <vector>

namespace pumuki::stdio {
namespace {

std::vector<mcp::Parameter> parameters() {
  std::vector<std::string> stages;
  stages.reserve(k_all_stages.size());
  for (const Stage stage : k_all_stages) {
    stages.emplace_back(stage_name(stage));
  }
  return {{"stage", mcp::ParameterType::String,
           "The stage to judge for; PRE_COMMIT if left out, for auto_execute_ai_start PRE_WRITE.",
           std::move(stages)},
          {"dryRun",
           mcp::ParameterType::Boolean,
           "Kept for compatibility: every tool previews only, whatever is given; true if left out.",
           {}}};
}

mcp::Tool tool(std::string name, std::string title, std::string description, bool read_only) {
  return {std::move(name),
          std::move(title),
          std::move(description),
          parameters(),
          {.read_only = read_only}};
}

std::vector<mcp::Resource> resources() {
  return {
      {"evidence://status", "evidence-status", "Evidence status",
       "State of the sealed evidence: present, valid, version, main counts."},
      {"gitflow://state", "gitflow-state", "Git state",
       "Branch, upstream, ahead and behind, staged and unstaged counts."},
      {"context://active", "active-context", "Active context",
       "Git, lifecycle and SDD state together."},
      {"sdd://status", "sdd-status", "SDD status", "OpenSpec installation and the SDD session."},
      {"sdd://active-change", "sdd-active-change", "Active change",
       "The change of the SDD session and the time it has left."},
  };
}

std::vector<mcp::Tool> tools() {
  return {
      tool("ai_gate_check", "Gate check",
           "Use before a commit, a push or a merge to get the verdict of the gate for a stage: "
           "allowed or blocked, every violation with its code, and what to do about it. Writes the "
           "gate receipt.",
           false),
      tool("pre_flight_check", "Pre-flight check",
           "Use while working to see what would block at a stage and to get hints in the order to "
           "follow, for example how to slice a large change. Writes the gate receipt.",
           false),
      tool("auto_execute_ai_start", "Start decision",
           "Use before writing code to learn whether to proceed or to ask the person first, with "
           "the reason and the next action.",
           true),
      tool("check_sdd_status", "SDD status check",
           "Use to see whether the specification rules allow the stage: OpenSpec, session and "
           "active change.",
           true),
      tool("validate_and_fix", "Validation preview",
           "Use after a blocked SDD check to get the evaluation and suggested actions. Previews "
           "only.",
           true),
      tool("sync_branches", "Branch sync preview",
           "Use to get the git commands that would bring the branch and its upstream together. "
           "Previews only.",
           true),
      tool("cleanup_stale_branches", "Branch clean-up preview",
           "Use to list local branches that are merged and the commands that would delete them. "
           "Previews only.",
           true),
  };
}

}  // namespace

mcp::Catalogue enterprise_catalogue() {
  mcp::Catalogue catalogue;
  catalogue.server_name = "pumuki-enterprise-stdio";
  catalogue.server_title = "Pumuki enterprise";
  catalogue.server_version = product_version();
  catalogue.server_description =
      "The gate of one repository: its verdict, its git, SDD and lifecycle state.";
  catalogue.instructions =
      "Call ai_gate_check before a commit or push and follow its violations; call "
      "auto_execute_ai_start before writing. A result with success false is an error that says "
      "what "
      "to do. The preview tools only plan: they never change the repository.";
  catalogue.resources = resources();
  catalogue.tools = tools();
  return catalogue;
}

}  // namespace pumuki::stdio
