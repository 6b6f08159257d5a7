#pragma once

#include "gate/core/environment.h"
#include "gate/core/process.h"
#include "gate/core/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::git {

/// Starts `git` in one folder with one environment. The environment is passed on as it is, except
/// that git speaks plain English, takes no optional locks, never asks for a password, and that
/// variables which only change how a single command reads its own arguments are left out.
class GitProcess {
 public:
  GitProcess(std::string folder, const Environment& environment);

  /// What one run is given beside its arguments; see ProcessSpec.
  struct Streams {
    std::string input;
    std::function<void(std::string_view piece)> on_output;
    /// "NAME=value" instead of what the environment says of these names.
    std::vector<std::string> variables;
  };

  /// Whatever the exit status is. Errors as run_process().
  [[nodiscard]] Result<ProcessOutput> try_run(std::vector<std::string> arguments) const;
  [[nodiscard]] Result<ProcessOutput> try_run(std::vector<std::string> arguments,
                                              Streams streams) const;
  /// Standard output of a run with exit status 0; otherwise explain_failure().
  [[nodiscard]] Result<std::string> run(std::vector<std::string> arguments) const;
  /// The Error for a failed run: GitDubiousOwnership, GitFormatUnsupported, NoRepository or
  /// GitFailed, with what git said, bounded.
  [[nodiscard]] Error explain_failure(const ProcessOutput& output) const;

 private:
  std::string folder_;
  std::string program_;
  std::vector<std::string> environment_;
};

/// The program's absolute path by the environment's PATH, or by the usual folders when that is
/// unset; relative folders are passed over. Empty when it is not there.
std::string find_in_path(std::string_view program, const Environment& environment);

}  // namespace pumuki::git
