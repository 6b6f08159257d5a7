#include "bridges/offers/enterprise_catalogue.h"

#include "gate/core/stage.h"
#include "gate/core/version.h"

#include <string>
#include <utility>
#include <vector>

namespace pumuki::offers {
namespace {

/// Every tool answers with the same envelope (contract: enterprise-server).
constexpr std::string_view k_envelope_schema =
    R"({"type":"object","properties":{"tool":{"type":"string"},"dryRun":{"type":"boolean"},)"
    R"("executed":{"type":"boolean"},"success":{"type":"boolean"},)"
    R"("warnings":{"type":"array","items":{"type":"string"}},"result":{}},)"
    R"("required":["tool","dryRun","executed","success","warnings","result"]})";

std::vector<std::string> stages() {
  std::vector<std::string> names;
  names.reserve(k_all_stages.size());
  for (const Stage stage : k_all_stages) {
    names.emplace_back(stage_name(stage));
  }
  return names;
}

std::vector<mcp::Prompt> prompts() {
  return {
      {"fix-blocked-gate",
       "Fix a blocked gate",
       "Finds out what blocks a stage and removes the causes one by one.",
       {{"stage", "The stage that is blocked; PRE_COMMIT if left out.", stages()}},
       "The gate of this repository blocks. Stage, PRE_COMMIT if empty: {stage}\n"
       "1. Call pre_flight_check with that stage and read its hints in their order.\n"
       "2. Take the violations one by one, the blocking ones first. Say what each means, fix its "
       "cause, and never weaken a rule, a threshold or a baseline to get rid of it.\n"
       "3. Call ai_gate_check with the stage again. Go on until it says allowed; stop and ask when "
       "the same violation comes back twice."},
      {"open-sdd-session",
       "Open an SDD session",
       "Opens or checks the session for a change before code is written.",
       {{"change", "The id of the OpenSpec change; found out if left out.", {}, false, true}},
       "Prepare this repository for work on an OpenSpec change. Change, if known: {change}\n"
       "1. Call check_sdd_status with stage PRE_WRITE and read sdd://active-change.\n"
       "2. If a session for the change is open and valid, say how long it lasts. Otherwise ask the "
       "person to run `pumuki sdd session --open --change=ID` with the id of the change, or "
       "--change=auto when there is one change only.\n"
       "3. Call auto_execute_ai_start before the first edit and follow its next action."},
  };
}

std::vector<mcp::Parameter> parameters() {
  return {{"stage", mcp::ParameterType::String,
           "The stage to judge for; PRE_COMMIT if left out, for auto_execute_ai_start PRE_WRITE.",
           stages()},
          {"dryRun",
           mcp::ParameterType::Boolean,
           "Kept for compatibility: every tool previews only, whatever is given; true if left out.",
           {}}};
}

mcp::Tool tool(std::string name, std::string title, std::string description, bool read_only) {
  return {std::move(name), std::move(title),         std::move(description),
          parameters(),    {.read_only = read_only}, std::string{k_envelope_schema}};
}

std::vector<mcp::Resource> resources() {
  return {
      {"evidence://status", "evidence-status", "Evidence status",
       "State of the sealed evidence: present, valid, version, main counts.", true},
      {"gitflow://state", "gitflow-state", "Git state",
       "Branch, upstream, ahead and behind, staged and unstaged counts.", true},
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

mcp::Catalogue enterprise_catalogue(std::string server_name) {
  mcp::Catalogue catalogue;
  catalogue.server_name = std::move(server_name);
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
  catalogue.prompts = prompts();
  return catalogue;
}

}  // namespace pumuki::offers
