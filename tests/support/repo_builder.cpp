#include "tests/support/repo_builder.h"

#include "tests/support/test_environment.h"

#include <filesystem>
#include <stdexcept>
#include <utility>

namespace pumuki::test {
namespace {

ProcessOutput run_git(const std::string& folder, const std::vector<std::string>& arguments,
                      const Environment& environment) {
  ProcessSpec spec;
  spec.argv = {"git"};
  spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
  spec.cwd = folder;
  spec.environment = environment.lines_without({});
  auto output = run_process(spec);
  if (!output) {
    throw std::runtime_error{describe(output.error())};
  }
  return std::move(*output);
}

}  // namespace

RepoBuilder::RepoBuilder() : temp_{std::make_unique<TempDir>()}, root_{*temp_ / "repo"} {
  environment_ = test_environment(home());
  std::filesystem::create_directories(root_);
  std::filesystem::create_directories(home());
}

RepoBuilder& RepoBuilder::init(std::string_view branch, std::string_view object_format) {
  git({"init", "-q", "--object-format=" + std::string{object_format}, "-b", std::string{branch}});
  return *this;
}

RepoBuilder& RepoBuilder::write(std::string_view path, std::string_view bytes) {
  write_bytes(root_ + '/' + std::string{path}, bytes);
  return *this;
}

RepoBuilder& RepoBuilder::remove(std::string_view path) {
  std::filesystem::remove_all(root_ + '/' + std::string{path});
  return *this;
}

RepoBuilder& RepoBuilder::stage(std::string_view path) {
  git({"--literal-pathspecs", "add", "--", std::string{path}});
  return *this;
}

RepoBuilder& RepoBuilder::stage_all() {
  git({"add", "--all"});
  return *this;
}

RepoBuilder& RepoBuilder::commit(std::string_view message) {
  git({"commit", "-q", "--no-verify", "--allow-empty", "-m", std::string{message}});
  return *this;
}

RepoBuilder& RepoBuilder::commit_file(std::string_view path, std::string_view bytes) {
  return write(path, bytes).stage(path).commit("change " + std::string{path});
}

RepoBuilder& RepoBuilder::branch(std::string_view name, std::string_view start) {
  git({"branch", "--no-track", std::string{name}, std::string{start}});
  return *this;
}

RepoBuilder& RepoBuilder::checkout(std::string_view name) {
  git({"checkout", "-q", std::string{name}});
  return *this;
}

RepoBuilder& RepoBuilder::checkout_new(std::string_view name) {
  git({"checkout", "-q", "-b", std::string{name}});
  return *this;
}

RepoBuilder& RepoBuilder::detach(std::string_view commit) {
  git({"checkout", "-q", "--detach", std::string{commit}});
  return *this;
}

RepoBuilder& RepoBuilder::set_upstream(std::string_view branch, std::string_view commit) {
  const std::string name{branch};
  git({"update-ref", "refs/remotes/origin/" + name, std::string{commit}});
  config("remote.origin.url", *temp_ / "no-such-remote");
  config("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
  config("branch." + name + ".remote", "origin");
  return config("branch." + name + ".merge", "refs/heads/" + name);
}

std::string RepoBuilder::add_worktree(std::string_view name) {
  std::string folder = *temp_ / name;
  git({"worktree", "add", "-q", "-b", std::string{name}, folder});
  return folder;
}

RepoBuilder& RepoBuilder::config(std::string_view key, std::string_view value) {
  git({"config", "--local", std::string{key}, std::string{value}});
  return *this;
}

std::string RepoBuilder::git(const std::vector<std::string>& arguments) {
  return git_in(root_, arguments);
}

std::string RepoBuilder::git_in(const std::string& folder,
                                const std::vector<std::string>& arguments) {
  ProcessOutput output = run_git(folder, arguments, environment_);
  if (output.exit_code != 0) {
    std::string line = "git";
    for (const std::string& argument : arguments) {
      line += ' ' + argument;
    }
    throw std::runtime_error{line + ": " + output.err};
  }
  if (output.out.ends_with('\n')) {
    output.out.pop_back();
  }
  return std::move(output.out);
}

ProcessOutput RepoBuilder::try_git(const std::vector<std::string>& arguments) {
  return run_git(root_, arguments, environment_);
}

}  // namespace pumuki::test
