#pragma once

#include "gate/collect/collector.h"
#include "gate/core/clock.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace pumuki::collect {

/// A credential shape that is in no file as it stands.
inline std::string sample_token() {
  return std::string{"ghp_"} + "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ";
}
inline std::string sample_key() {
  return std::string{"-----BEGIN "} + "RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn\n" +
         "-----END RSA PRIVATE KEY-----\n";
}

/// "rule file:line" of every finding.
inline std::vector<std::string> told(const std::vector<evidence::Finding>& findings) {
  std::vector<std::string> texts;
  for (const evidence::Finding& finding : findings) {
    std::string text = finding.rule_id + " " + finding.file;
    for (const std::int64_t line : finding.lines) {
      text += ":" + std::to_string(line);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

/// A real repository and what collection needs of it.
class CollectTest : public testing::Test {
 protected:
  static constexpr TimeMs k_now = 1'790'000'000'000;

  template <class T>
  static T value(Result<T> result) {
    if (!result) {
      throw std::runtime_error(explain(result.error()));
    }
    return std::move(*result);
  }

  git::Changes& changes() {
    if (!changes_) {
      changes_ = git::open_changes(repo_.root(), repo_.environment());
    }
    return *changes_;
  }
  CollectContext context() {
    return {.environment = repo_.environment(),
            .clock = clock_,
            .root = repo_.root(),
            .changes = changes(),
            .branch = "main",
            .config = config_,
            .progress = {}};
  }
  Scope staged() {
    Scope scope;
    scope.changes = value(changes().staged());
    return scope;
  }
  /// What the commits after `base` bring.
  Scope range(const std::string& base) {
    Scope scope;
    scope.kind = Scope::Kind::Range;
    scope.base = repo_.git({"rev-parse", base});
    scope.head = repo_.git({"rev-parse", "HEAD"});
    scope.changes = value(changes().between(scope.base, scope.head));
    scope.commit_changes = value(
        changes().introduced_by(value(changes().new_commits(scope.head, {scope.base}, false))));
    return scope;
  }

  test::RepoBuilder repo_;
  FixedClock clock_{k_now};
  policy::GateConfig config_;
  std::unique_ptr<git::Changes> changes_;
};

}  // namespace pumuki::collect
