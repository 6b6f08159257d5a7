#include "gate/verdict/run_text.h"

#include "gate/verdict/problem.h"
#include "gate/verdict/verdict_text.h"

#include <algorithm>
#include <vector>

namespace pumuki::verdict {
namespace {

std::string head_line(const GateRun& run, std::size_t blocking) {
  std::string line = run.allowed ? "ALLOWED " : "BLOCKED ";
  line += stage_name(run.stage);
  line += " " + printable(run.verdict.repo_state.repo_root);
  if (const auto& branch = run.verdict.repo_state.git.branch) {
    line += " (" + printable(*branch) + ")";
  }
  if (!run.allowed) {
    line +=
        blocking == 1 ? ": 1 problem blocks" : ": " + std::to_string(blocking) + " problems block";
  }
  return line + "\n";
}

std::string notes(const GateRun& run) {
  std::string text;
  if (run.waiver) {
    text += "waived by " + printable(run.waiver->id) + " (" + printable(run.waiver->owner) +
            "): " + printable(run.waiver->reason) + "\n";
  } else if (run.expired_waiver && !run.allowed) {
    text += "the waiver " + printable(*run.expired_waiver) + " has expired\n";
  }
  if (run.evidence.failed) {
    text += "evidence not written: " + printable(run.evidence.reason) + "\n";
  }
  return text;
}

/// Values have no blanks, so that the line can be cut at them.
std::string summary_line(const GateRun& run, std::size_t blocking, std::size_t warnings) {
  std::string line = "[pumuki][hook-gate] stage=" + std::string{stage_name(run.stage)};
  line += run.allowed ? " decision=ALLOWED" : " decision=BLOCKED";
  line += " status=" + std::string{run.waiver ? "WAIVED" : run.outcome};
  line += " blocking=" + std::to_string(blocking) + " warnings=" + std::to_string(warnings);
  line += " files=" + std::to_string(run.files_scanned);
  line += " policy=" + run.verdict.policy.bundle;
  line += " policy_source=" + run.verdict.policy.source;
  line += " evidence=" + std::string{run.evidence.written ? "written" : "not-written"};
  line += " sdd=" + std::string{run.sdd ? code_text(run.sdd->decision.code) : "NOT_ASKED"};
  return line + "\n";
}

}  // namespace

std::string run_text(const GateRun& run, std::string_view command) {
  const std::vector<Problem> problems = problems_of(run);
  const auto blocking = static_cast<std::size_t>(std::ranges::count_if(problems, &Problem::blocks));
  std::string text;
  if (!problems.empty() || !run.allowed) {
    text = head_line(run, blocking) + problem_lines(problems, command);
  }
  return text + notes(run) + summary_line(run, blocking, problems.size() - blocking);
}

}  // namespace pumuki::verdict
