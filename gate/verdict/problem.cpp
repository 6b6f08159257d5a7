#include "gate/verdict/problem.h"

#include "gate/verdict/remediation.h"
#include "gate/verdict/verdict_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pumuki::verdict {
namespace {

Problem problem_of(const Violation& violation, bool warnings_block) {
  return {.path = std::string{code_location(violation.code)},
          .line = 1,
          .rule = std::string{code_text(violation.code)},
          .severity = violation.error ? "ERROR" : "WARN",
          .blocks = violation.error || warnings_block,
          .message = violation.message,
          .fix = std::string{code_advice(violation.code)}};
}

Problem problem_of(const evidence::Finding& finding, bool blocks) {
  Problem problem{.path = finding.file,
                  .line = std::nullopt,
                  .rule = finding.rule_id,
                  .severity = std::string{severity_name(finding.severity)},
                  .blocks = blocks,
                  .message = finding.message,
                  .fix = finding.expected_fix.value_or("")};
  if (!finding.lines.empty()) {
    problem.line = finding.lines.front();
  }
  return problem;
}

void blocking_first(std::vector<Problem>& problems) {
  std::ranges::stable_partition(problems, &Problem::blocks);
}

}  // namespace

std::vector<Violation> GateRun::own_violations() const {
  std::vector<Violation> own;
  std::ranges::copy_if(verdict.violations, std::back_inserter(own),
                       [&](const Violation& violation) {
                         return violation.code != Code::EvidenceGateBlocked || blocking.empty();
                       });
  return own;
}

std::vector<Problem> problems_of(const GateRun& run) {
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < run.findings.size(); ++i) {
    const evidence::Finding& finding = run.findings[i];
    const bool reaches = std::ranges::binary_search(run.blocking, i);
    // What a waiver lets pass is still worth a line, and blocks nothing.
    const bool blocks = reaches && !run.allowed;
    if (reaches || (finding.blocking != false && finding.severity >= run.warn_on_or_above)) {
      problems.push_back(problem_of(finding, blocks));
    }
  }
  for (const Violation& violation : run.own_violations()) {
    problems.push_back(problem_of(violation, run.zero_violation));
    problems.back().blocks = problems.back().blocks && !run.allowed;
  }
  blocking_first(problems);
  return problems;
}

std::vector<Problem> problems_of(const Verdict& verdict) {
  std::vector<Problem> problems;
  std::ranges::transform(verdict.violations, std::back_inserter(problems),
                         [](const Violation& violation) { return problem_of(violation, false); });
  blocking_first(problems);
  return problems;
}

std::string problem_line(const Problem& problem) {
  std::string line = printable(problem.path);
  if (problem.line) {
    line += ":" + std::to_string(*problem.line);
  }
  line +=
      "  " + printable(problem.rule) + "  " + problem.severity + "  " + printable(problem.message);
  if (!problem.fix.empty()) {
    line += "  → " + printable(problem.fix);
  }
  return line + "\n";
}

std::string problem_lines(const std::vector<Problem>& problems, std::string_view command) {
  std::string text;
  const std::size_t shown = std::min(problems.size(), k_max_problem_lines);
  for (std::size_t i = 0; i < shown; ++i) {
    text += problem_line(problems[i]);
  }
  if (problems.size() > shown) {
    text +=
        "and " + std::to_string(problems.size() - shown) + " more: " + std::string{command} + "\n";
  }
  return text;
}

}  // namespace pumuki::verdict
