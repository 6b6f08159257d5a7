#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/core/process.h"
#include "gate/evidence/canonical.h"
#include "tests/support/child_process.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace pumuki::cli {

/// Exit code and streams of one run.
using Ran = ProcessOutput;

/// Sealed evidence that allows, made now, for the repository at `root`.
inline std::string evidence_text(const std::string& root, const std::string& branch,
                                 const std::string& status = "ALLOWED") {
  const std::string document =
      R"({"version":"2.1","timestamp":")" + format_time(SystemClock{}.now()) +
      R"(","snapshot":{"stage":"PRE_COMMIT","outcome":"PASS","findings":[],"rules_coverage":)"
      R"({"stage":"PRE_COMMIT","active_rule_ids":[],"evaluated_rule_ids":[],)"
      R"("counts":{"unevaluated":0},"coverage_ratio":1}},"ledger":[],"platforms":{},"rulesets":[],)"
      R"("ai_gate":{"status":")" +
      status + R"("},"severity_metrics":{"gate_status":")" + status +
      R"("},"repo_state":{"repo_root":")" + root + R"(","git":{"branch":")" + branch + R"("}}})";
  auto sealed = evidence::seal_text(document);
  return sealed ? std::move(*sealed) : std::string{};
}

/// A repository on feature/x with one commit; evidence and product files are ignored by git.
class CliTest : public testing::Test {
 protected:
  CliTest() : environment_(repo_.environment()) {
    repo_.init("feature/x").commit_file(".gitignore", ".ai_evidence.json\n.pumuki/\n");
    write_evidence();
  }

  void write_evidence(const std::string& status = "ALLOWED") {
    repo_.write(".ai_evidence.json", evidence_text(repo_.root(), "feature/x", status));
  }
  void set(std::string name, std::string value) {
    environment_ = environment_.with(std::move(name), std::move(value));
  }
  Ran run_in(const std::string& folder, const std::vector<std::string>& arguments) {
    std::vector<std::string> argv{std::string{PUMUKI_BIN_DIR} + "/pumuki"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return test::run_to_end({.argv = std::move(argv), .environment = environment_, .cwd = folder});
  }
  Ran run(const std::vector<std::string>& arguments) { return run_in(repo_.root(), arguments); }
  /// A line of POSIX shell with the program's path in $P, in the repository.
  Ran shell(const std::string& line) {
    return test::run_to_end(
        {.argv = {"/bin/sh", "-c", line},
         .environment = environment_.with("P", std::string{PUMUKI_BIN_DIR} + "/pumuki"),
         .cwd = repo_.root()});
  }

  test::RepoBuilder repo_;
  Environment environment_;
};

}  // namespace pumuki::cli
