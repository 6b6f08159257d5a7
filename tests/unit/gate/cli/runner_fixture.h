#pragma once

#include "gate/core/environment.h"
#include "gate/core/process.h"
#include "tests/support/child_process.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::cli {

using Json = nlohmann::json;
using Ran = ProcessOutput;

inline const std::string k_bad = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n";
inline const std::string k_fine = "a\nb\n";

/// A repository on feature/x whose pre-commit and pre-push hooks run the program; the answer of the
/// last run is left as JSON beside the repository. SDD is off unless a test sets it.
class RunnerTest : public testing::Test {
 protected:
  RunnerTest() : environment_{repo_.environment().with("PUMUKI_EXPERIMENTAL_SDD", "off")} {
    start(repo_);
  }

  void start(test::RepoBuilder& repo, const std::string& format = "sha1") {
    repo.init("feature/x", format);
    repo.commit_file(".gitignore", ".ai_evidence.json\n.pumuki/\n");
    write_hook(repo.root() + "/.git/hooks/pre-commit", "pumuki-pre-commit");
    write_hook(repo.root() + "/.git/hooks/pre-push", "pumuki-pre-push");
  }
  void write_hook(const std::string& path, const std::string& program) {
    test::write_bytes(path, "#!/bin/sh\nexec '" + std::string{PUMUKI_BIN_DIR} + "/" + program +
                                "' --json -o '" + answer_file() + "' \"$@\"\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string answer_file() const { return repo_.temp() / "answer.json"; }

  void set(std::string name, std::string value) {
    environment_ = environment_.with(std::move(name), std::move(value));
  }
  Ran start_in(const std::string& folder, std::vector<std::string> argv, std::string input = {}) {
    std::filesystem::remove(answer_file());
    return test::run_to_end({.argv = std::move(argv), .environment = environment_, .cwd = folder},
                            std::move(input));
  }
  /// git with hooks, in the repository.
  Ran git(std::vector<std::string> arguments, std::string input = {}) {
    return git_in(repo_.root(), std::move(arguments), std::move(input));
  }
  Ran git_in(const std::string& folder, std::vector<std::string> arguments,
             std::string input = {}) {
    arguments.insert(arguments.begin(), "git");
    return start_in(folder, std::move(arguments), std::move(input));
  }
  Ran run(const std::string& program, std::vector<std::string> arguments = {},
          std::string input = {}) {
    return run_in(repo_.root(), program, std::move(arguments), std::move(input));
  }
  Ran run_in(const std::string& folder, const std::string& program,
             std::vector<std::string> arguments = {}, std::string input = {}) {
    arguments.insert(arguments.begin(), std::string{PUMUKI_BIN_DIR} + "/" + program);
    return start_in(folder, std::move(arguments), std::move(input));
  }

  /// What the hook of the last git command said; null when it did not run.
  [[nodiscard]] Json answer() const {
    return std::filesystem::exists(answer_file()) ? Json::parse(test::read_bytes(answer_file()))
                                                  : Json{};
  }
  /// The paths that block in an answer.
  static std::vector<std::string> blocking(const Json& answer) {
    std::vector<std::string> paths;
    for (const Json& finding : answer.at("findings")) {
      if (finding.at("blocks").get<bool>()) {
        paths.push_back(finding.at("path").get<std::string>());
      }
    }
    return paths;
  }
  [[nodiscard]] std::vector<std::string> blocking() const { return blocking(answer()); }

  /// Bytes and times of every file of the work tree except the evidence, and of the index.
  std::map<std::string, std::string> picture(const std::string& folder) {
    std::map<std::string, std::string> seen;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder}) {
      const std::string path = entry.path().string();
      if (path.find("/.git/") != std::string::npos || !entry.is_regular_file() ||
          path.ends_with(".ai_evidence.json")) {
        continue;
      }
      seen[path] = identity(path);
    }
    seen["index"] = identity(folder + "/.git/index");
    return seen;
  }
  static std::string identity(const std::string& path) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) {
      return "none";
    }
    return test::read_bytes(path) + "\n" + std::to_string(info.st_mtim.tv_sec) + "." +
           std::to_string(info.st_mtim.tv_nsec) + " " + std::to_string(info.st_ino);
  }

  test::RepoBuilder repo_;
  Environment environment_;
};

}  // namespace pumuki::cli
