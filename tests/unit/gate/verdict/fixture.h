#pragma once

#include "gate/core/clock.h"
#include "gate/git/memory_repository.h"
#include "gate/receipts/receipt.h"
#include "gate/verdict/evaluate.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace pumuki::verdict {

/// "CODE E" or "CODE W" per violation.
inline std::vector<std::string> listed(const Verdict& verdict) {
  std::vector<std::string> lines;
  for (const Violation& violation : verdict.violations) {
    lines.push_back(std::string{code_text(violation.code)} + (violation.error ? " E" : " W"));
  }
  return lines;
}

/// A repository in memory on feature/x with fresh, complete evidence: allowed at every stage until
/// a test spoils something.
class VerdictTest : public testing::Test {
 protected:
  static constexpr TimeMs k_now = 1'800'000'000'000;

  VerdictTest() {
    test::write_bytes(temp_ / ".git/HEAD", "");
    git::MemoryState state;
    state.layout.top_level = temp_.path();
    state.head_branch = "feature/x";
    state.branches["feature/x"] = "c1";
    repository_ = std::make_unique<git::MemoryRepository>(std::move(state));
    evidence_.kind = evidence::Kind::Valid;
    evidence_.path = temp_ / ".ai_evidence.json";
    evidence_.digest = "sha256:" + std::string(64, '0');
    evidence_.version = "2.1";
    set_age(0);
    evidence::GateFacts& facts = evidence_.facts;
    facts.ai_gate_status = "ALLOWED";
    facts.severity_gate_status = "ALLOWED";
    facts.snapshot_stage = "PRE_COMMIT";
    facts.snapshot_outcome = "PASS";
    facts.rules_coverage.emplace().stage = "PRE_COMMIT";
    facts.repo_root = temp_.path();
    facts.branch = "feature/x";
  }

  void set_age(TimeMs milliseconds) { evidence_.timestamp = format_time(k_now - milliseconds); }
  void set(std::string name, std::string value) {
    environment_ = environment_.with(std::move(name), std::move(value));
  }
  git::MemoryState& state() { return repository_->state(); }
  void add_pending(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      state().entries.push_back(
          {.index = '?', .work_tree = '?', .path = "f" + std::to_string(i), .original_path = {}});
    }
  }
  void change(std::vector<std::string> paths) {
    state().entries.clear();
    for (std::string& path : paths) {
      state().entries.push_back(
          {.index = ' ', .work_tree = 'M', .path = std::move(path), .original_path = {}});
    }
  }

  Result<Verdict> try_evaluate(Stage stage) {
    options_.stage = stage;
    return evaluate({.environment = environment_,
                     .clock = clock_,
                     .root = temp_.path(),
                     .repository = repository_.get()},
                    evidence_, options_);
  }
  Verdict evaluate_at(Stage stage) {
    auto verdict = try_evaluate(stage);
    EXPECT_TRUE(verdict) << describe(verdict.error());
    return verdict ? std::move(*verdict) : Verdict{};
  }
  std::vector<std::string> codes_at(Stage stage) { return listed(evaluate_at(stage)); }

  test::TempDir temp_;
  FixedClock clock_{k_now};
  Environment environment_;
  std::unique_ptr<git::MemoryRepository> repository_;
  evidence::Summary evidence_;
  GateOptions options_;
};

}  // namespace pumuki::verdict
