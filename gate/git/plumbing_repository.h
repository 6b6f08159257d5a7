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

}  // namespace pumuki::git
