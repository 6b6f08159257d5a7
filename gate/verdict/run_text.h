#pragma once

#include "gate/core/json_writer.h"
#include "gate/verdict/gate_run.h"

#include <string>
#include <string_view>

namespace pumuki::verdict {

/// For people: blocked, the verdict line and the problems; then one summary line in every case, in
/// the form "[pumuki][hook-gate] key=value …" (contract: gate §15). `command` lists the problems
/// that are left out.
std::string run_text(const GateRun& run, std::string_view command);
/// One object: exit_code, stage, status, allowed, outcome, evidence_written, findings, …, and under
/// `gate` the evaluator's result object (contract: gate-cli §2, §11 ruling 6).
std::string run_json(const GateRun& run, int exit_code);
/// SARIF 2.1.0, one run: the findings with their fingerprints, then the gate's own violations. Old
/// debt and waived findings carry a suppression.
std::string run_sarif(const GateRun& run, int exit_code);

/// RFC 3986: a relative reference for a path of bytes.
std::string uri_of_path(std::string_view path);

}  // namespace pumuki::verdict
