#pragma once

#include "gate/core/environment.h"
#include "gate/git/repository.h"

#include <chrono>
#include <memory>
#include <string>

namespace pumuki::git {

/// Time limit of one git process (gate-cli §4).
inline constexpr std::chrono::milliseconds k_git_deadline{30'000};

/// The complete back end: runs `git` plumbing (performance §5.4). `folder` is where git is started;
/// `environment` is passed on as it is (a hook's GIT_DIR and GIT_INDEX_FILE count), so servers and
/// bridges strip GIT_* from it first.
std::unique_ptr<Repository> open_with_plumbing(std::string folder, Environment environment);

/// A hook's GIT_DIR, GIT_INDEX_FILE and the like are relative to the folder it was started in
/// (field case: a plain commit hands over ".git/index"). Call this with that folder before git is
/// asked in another one.
Environment with_absolute_git_paths(const Environment& environment, const std::string& started_in);

}  // namespace pumuki::git
