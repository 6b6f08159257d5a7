#pragma once

#include "gate/core/environment.h"
#include "gate/core/process.h"
#include "tests/support/temp_dir.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::test {

/// Builds a real repository in a temporary folder, with test_environment(). Calls chain:
///   RepoBuilder repo;
///   repo.init().write("a.txt", "1\n").stage("a.txt").commit("first");
/// A git command that fails throws std::runtime_error.
class RepoBuilder {
 public:
  /// The work tree is the empty folder "repo" in a TempDir of its own; nothing is initialised.
  RepoBuilder();

  RepoBuilder& init(std::string_view branch = "main", std::string_view object_format = "sha1");
  /// `path` is relative to the work tree.
  RepoBuilder& write(std::string_view path, std::string_view bytes);
  RepoBuilder& remove(std::string_view path);
  RepoBuilder& stage(std::string_view path);
  RepoBuilder& stage_all();
  /// Commits the index, also when nothing changed.
  RepoBuilder& commit(std::string_view message);
  /// write(), stage() and commit() of one file.
  RepoBuilder& commit_file(std::string_view path, std::string_view bytes);

  /// Makes a branch without switching to it.
  RepoBuilder& branch(std::string_view name, std::string_view start = "HEAD");
  RepoBuilder& checkout(std::string_view name);
  RepoBuilder& checkout_new(std::string_view name);
  RepoBuilder& detach(std::string_view commit = "HEAD");
  /// Gives `branch` the upstream origin/<branch>, which stands at `commit`. No remote is asked.
  RepoBuilder& set_upstream(std::string_view branch, std::string_view commit);
  /// A linked worktree beside the repository on a new branch of the same name; returns its path.
  std::string add_worktree(std::string_view name);
  RepoBuilder& config(std::string_view key, std::string_view value);

  /// Runs git in the work tree; standard output without its last newline.
  std::string git(const std::vector<std::string>& arguments);
  /// The same in another folder.
  std::string git_in(const std::string& folder, const std::vector<std::string>& arguments);
  /// Never throws for a failing command.
  ProcessOutput try_git(const std::vector<std::string>& arguments);

  [[nodiscard]] const std::string& root() const { return root_; }
  /// The folder around the work tree: room for remotes, wrappers, a home.
  [[nodiscard]] const TempDir& temp() const { return *temp_; }
  [[nodiscard]] std::string home() const { return *temp_ / "home"; }
  [[nodiscard]] const Environment& environment() const { return environment_; }

 private:
  std::unique_ptr<TempDir> temp_;
  std::string root_;
  Environment environment_;
};

}  // namespace pumuki::test
