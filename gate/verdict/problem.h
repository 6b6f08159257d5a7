#pragma once

#include "gate/verdict/evaluate.h"
#include "gate/verdict/gate_run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::verdict {

/// A finding or a violation as people read it, the same on every surface.
struct Problem {
  /// Bytes, relative to the root; "unknown" without a place.
  std::string path;
  std::optional<std::int64_t> line;
  std::string rule;
  std::string severity;
  bool blocks = false;
  std::string message;
  /// What to do; may be empty.
  std::string fix;
};

/// What blocks first, then what only warns. Old debt, waived findings and findings below the warn
/// threshold are left out.
std::vector<Problem> problems_of(const GateRun& run);
std::vector<Problem> problems_of(const Verdict& verdict);

/// Workflow commands of GitHub Actions, one line per problem: "::error file=…,line=…,title=…::…",
/// escaped by GitHub's rules. Empty without problems.
std::string problems_github(const std::vector<Problem>& problems);
/// One JUnit XML document; a test case per problem, or one that passed.
std::string problems_junit(Stage stage, const std::vector<Problem>& problems);
/// The same forms for a run that could not evaluate.
std::string failure_github(const Error& error);
std::string failure_junit(const Error& error);

/// "path:line  RULE  severity  sentence  → fix" and a newline, safe for a terminal.
std::string problem_line(const Problem& problem);
/// Lines of one text before it only counts.
inline constexpr std::size_t k_max_problem_lines = 20;
/// At most k_max_problem_lines lines, then how many more there are and the command that lists them.
std::string problem_lines(const std::vector<Problem>& problems, std::string_view command);

}  // namespace pumuki::verdict
