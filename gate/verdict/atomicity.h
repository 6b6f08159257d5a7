#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/evidence/finding.h"
#include "gate/policy/notice.h"
#include "gate/verdict/scope.h"

#include <string>
#include <vector>

namespace pumuki::verdict {

struct AtomicityQuestion {
  const Environment& environment;
  /// Absolute path of the top of the work tree.
  const std::string& root;
  const JudgedScope& scope;
  policy::Notices& notices;
};

/// Blocking findings for a step that is too large, spreads over too many scopes, or, at PRE_PUSH
/// and CI, brings a commit whose subject does not say what kind of change it is; each code once
/// (contract: gate §15). Empty unless enforced strictly. Merge commits may be named as git names
/// them. Errors: those of git.
Result<std::vector<evidence::Finding>> atomicity_findings(const AtomicityQuestion& question);

}  // namespace pumuki::verdict
