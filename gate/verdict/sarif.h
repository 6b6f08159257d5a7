#pragma once

#include "gate/core/result.h"
#include "gate/verdict/evaluate.h"

#include <string>

namespace pumuki::verdict {

/// SARIF 2.1.0, one run, one result per violation (contract: gate-cli §2). `exit_code` is the
/// command's.
std::string verdict_sarif(const Verdict& verdict, int exit_code);
/// SARIF 2.1.0 of a run that could not evaluate (contract: gate-cli §11, ruling 5).
std::string failure_sarif(const Error& error, int exit_code);

}  // namespace pumuki::verdict
