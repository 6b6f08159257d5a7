#include "gate/verdict/atomicity.h"

#include "gate/core/text.h"
#include "gate/evidence/document.h"
#include "gate/git/git_process.h"
#include "gate/policy/git_atomicity.h"
#include "gate/verdict/slices.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pumuki::verdict {
namespace {

using evidence::Finding;
using policy::GitAtomicity;

constexpr std::size_t k_named = 5;

/// One of the texts of contract gate §15.
Finding atomicity_finding(std::string code, std::string rule_id, std::string message,
                          std::string fix) {
  Finding finding;
  finding.rule_id = std::move(rule_id);
  finding.severity = Severity::Error;
  finding.code = std::move(code);
  finding.message = std::move(message);
  finding.expected_fix = std::move(fix);
  finding.matched_by = "Guard";
  finding.source = "gate";
  finding.blocking = true;
  return finding;
}

std::string some_of(const std::vector<std::string>& names) {
  std::vector<std::string> first{
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), k_named))};
  return join(first, ", ") + (names.size() > k_named ? ", …" : "");
}

std::optional<Finding> size_finding(const GitAtomicity& limits, std::size_t files) {
  if (files <= static_cast<std::size_t>(limits.max_files)) {
    return std::nullopt;
  }
  return atomicity_finding("GIT_ATOMICITY_TOO_MANY_FILES", "git.atomicity.files",
                           "The step changes too many files: " + std::to_string(files) +
                               " of at most " + std::to_string(limits.max_files) + ".",
                           "Split it into smaller commits.");
}

std::optional<Finding> scope_finding(const GitAtomicity& limits,
                                     const std::set<std::string>& scopes) {
  if (scopes.size() <= static_cast<std::size_t>(limits.max_scopes)) {
    return std::nullopt;
  }
  return atomicity_finding(
      "GIT_ATOMICITY_TOO_MANY_SCOPES", "git.atomicity.scopes",
      "The step touches too many parts of the tree: " + std::to_string(scopes.size()) +
          " of at most " + std::to_string(limits.max_scopes) + ": " +
          some_of({scopes.begin(), scopes.end()}) + ".",
      "Commit each part on its own.");
}

/// Short ids of the commits of a range whose subject does not match.
Result<std::vector<std::string>> unnamed_commits(const AtomicityQuestion& question,
                                                 const std::string& pattern,
                                                 const collect::Scope& range) {
  std::vector<std::string> arguments{"log",         "-z",         "--no-show-signature",
                                     "--no-merges", "--no-color", "--format=%h %s",
                                     range.head};
  if (!range.base.empty()) {
    arguments.insert(arguments.end(), {"--not", range.base});
  }
  arguments.emplace_back("--");
  const auto lines = git::GitProcess{question.root, question.environment}.run(std::move(arguments));
  if (!lines) {
    return fail(lines.error(), "while reading the subjects of the new commits");
  }
  std::vector<std::string> unnamed;
  for (const std::string_view line : split(*lines, '\0')) {
    const auto space = line.find(' ');
    if (space != std::string_view::npos &&
        !policy::matches_pattern(line.substr(space + 1), pattern)) {
      unnamed.emplace_back(line.substr(0, space));
    }
  }
  return unnamed;
}

/// One step's findings: a commit to be, or one ref of a push.
Result<std::vector<Finding>> of_part(const AtomicityQuestion& question, const GitAtomicity& limits,
                                     const collect::Scope& scope) {
  std::set<std::string> scopes;
  std::size_t files = 0;
  for (const git::Change& change : scope.changes) {
    if (change.path != evidence::k_file_name) {
      ++files;
      scopes.insert(scope_of_path(change.path));
    }
  }
  std::vector<Finding> findings;
  for (auto found : {size_finding(limits, files), scope_finding(limits, scopes)}) {
    if (found) {
      findings.push_back(std::move(*found));
    }
  }
  if (!limits.enforce_pattern || scope.kind != collect::Scope::Kind::Range) {
    return findings;
  }
  const auto unnamed = unnamed_commits(question, limits.pattern, scope);
  if (!unnamed) {
    return fail(unnamed.error());
  }
  if (!unnamed->empty()) {
    findings.push_back(atomicity_finding(
        "GIT_ATOMICITY_COMMIT_MESSAGE_TRACEABILITY", "git.atomicity.subject",
        "The subject of a commit does not follow the pattern: " + some_of(*unnamed) + ".",
        "Reword the commits with git rebase -i."));
  }
  return findings;
}

}  // namespace

Result<std::vector<Finding>> atomicity_findings(const AtomicityQuestion& question) {
  const GitAtomicity limits =
      policy::git_atomicity(question.environment, question.root, &question.notices);
  std::vector<Finding> all;
  if (!limits.enforced) {
    return all;
  }
  for (const JudgedPart& part : question.scope.parts) {
    auto found = of_part(question, limits, part.scope);
    if (!found) {
      return fail(std::move(found.error()));
    }
    for (Finding& finding : *found) {
      if (std::ranges::find(all, finding.code, &Finding::code) == all.end()) {
        all.push_back(std::move(finding));
      }
    }
  }
  return all;
}

}  // namespace pumuki::verdict
