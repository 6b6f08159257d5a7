#pragma once

#include <string>

struct git_repository;

namespace pumuki::git {

/// May libgit2 open a repository with this common folder? Only version 0 of the repository format
/// is: libgit2 1.5 refuses most of what version 1 is for, and leaks 20 kB per extension while it
/// looks. The library must be initialised.
bool has_plain_format(const std::string& common_dir);

/// False where libgit2 opens a repository but reads its history or its configuration in another
/// way than git: shallow, grafted or replaced history, settings per worktree, includes by remote.
bool agrees_with_git(::git_repository* repository);

}  // namespace pumuki::git
