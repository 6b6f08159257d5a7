#pragma once

#include "gate/core/environment.h"
#include "gate/git/changes.h"
#include "gate/git/repository.h"

#include <memory>
#include <string>

namespace pumuki::git {

/// One tree for the length of one hook run: the state of the tree is looked at once, and what is
/// staged is read from the same answer, so that a commit costs as few processes as possible
/// (performance §5.4). What the run itself writes is therefore not part of the state. Plumbing
/// only; `changes` uses `repository`, which must live as long.
struct HookTree {
  std::unique_ptr<Repository> repository;
  std::unique_ptr<Changes> changes;
};

/// `folder` and `environment` as for open_with_plumbing(). Whether the index holds the file
/// `watched` is found out along with the first read_blobs(): tracked_files_in() then knows it.
HookTree open_hook_tree(const std::string& folder, const Environment& environment,
                        std::string watched = {});

}  // namespace pumuki::git
