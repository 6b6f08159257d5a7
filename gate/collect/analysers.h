#pragma once

#include "gate/collect/collector.h"
#include "gate/collect/report_inputs.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"

#include <string>
#include <vector>

namespace pumuki::collect {

/// Runs the configured analysers of the stage, one after the other, over the files of the scope
/// that match. They run in the repository when every file of the scope is there as it is judged,
/// else in a temporary checkout of the judged tree, whose paths are mapped back. Errors
/// (AnalyserFailed): the program is missing, was killed, ran over its time, said something that its
/// format does not allow, or failed without saying anything. A non-zero exit alone is none.
Result<void> gather_analysers(const CollectContext& context, Stage stage, const Scope& scope,
                              Gathered& gathered);

/// What an analyser sees of the environment: an allow-list, so that no secret and no variable of
/// the hook (GIT_…) reaches it. `temp_folder` becomes its TMPDIR.
std::vector<std::string> analyser_environment(const Environment& environment,
                                              const std::string& temp_folder);

/// The command lines of one analyser: "{files}" replaced by as many paths as fit, "{output}" by the
/// file of that run. Without "{files}" it is one.
struct AnalyserCommand {
  std::vector<std::string> argv;
  /// Where the report is to be found; empty when it comes on standard output.
  std::string output;
};
std::vector<AnalyserCommand> analyser_commands(const std::vector<std::string>& command,
                                               const std::vector<std::string>& files,
                                               const std::string& output_folder);

}  // namespace pumuki::collect
