#pragma once

#include "gate/core/environment.h"
#include "gate/git/repository.h"

#include <optional>
#include <string>

namespace pumuki::git {

struct GitFolders {
  std::string git_dir;
  std::string common_dir;
};

/// Reads where the parts of a repository are without a process: the plain cases only, that is
/// `folder` is the top of a work tree (".git" in it, folder or file) or GIT_DIR stands alone in the
/// environment. Nothing for everything else, which git has to answer. Says nothing about ownership
/// or format. Absolute paths, links resolved.
std::optional<GitFolders> find_git_folders(const std::string& folder,
                                           const Environment& environment);

/// The top of the work tree for those folders; empty in a bare repository. Nothing when the
/// configuration moves the work tree or cannot be understood here. `config` is the effective one.
std::optional<std::string> find_top_level(const std::string& folder, const GitFolders& folders,
                                          const Config& config);

/// The folder of the hooks (core.hooksPath, which is relative to the top of the work tree, or to
/// the git folder of a bare repository; "~/" is the HOME of the environment). Links resolved as far
/// as it exists. `layout.hooks_dir` is not read. Nothing for spellings that only git understands
/// ("~user/", "%(prefix)/").
std::optional<std::string> find_hooks_dir(const Layout& layout, const Config& config,
                                          const Environment& environment);

/// Absolute, links resolved as far as the path exists, without "." and "..".
std::string resolve_path(const std::string& base, const std::string& path);

}  // namespace pumuki::git
