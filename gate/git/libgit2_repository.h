#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <memory>
#include <mutex>
#include <string>

namespace pumuki::git {

/// libgit2's process-wide state. Nothing happens at construction: the library is initialised at the
/// first question, because that costs more than a whole start (performance §4). Make one in main()
/// and share it; any thread may use it. HOME, XDG_CONFIG_HOME and GIT_CONFIG_NOSYSTEM of
/// `environment` say where libgit2 looks for the user's and the system's configuration.
class GitLibrary {
 public:
  explicit GitLibrary(Environment environment);
  GitLibrary(const GitLibrary&) = delete;
  GitLibrary& operator=(const GitLibrary&) = delete;
  ~GitLibrary();

  /// Initialises once; error GitFailed when that failed.
  Result<void> ready();

 private:
  Environment environment_;
  std::mutex mutex_;
  bool initialised_ = false;
};

/// The back end of a process that lives long: libgit2 for layout, HEAD, configuration and merged
/// branches; git plumbing for work-tree status, for tracked files, and for everything where
/// libgit2 1.5 refuses the repository or would answer something else than git (performance §5.4:
/// other formats, shallow history, replaced objects, per-worktree configuration, GIT_* variables
/// that move the repository). The answers are the same as those of open_with_plumbing().
std::unique_ptr<Repository> open_with_libgit2(std::string folder, Environment environment,
                                              std::shared_ptr<GitLibrary> library);

}  // namespace pumuki::git
