#pragma once

#include "gate/core/clock.h"
#include "gate/git/memory_repository.h"
#include "gate/sdd/openspec.h"
#include "server/enterprise/inquiry.h"
#include "server/http/message.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

namespace pumuki::enterprise {

inline constexpr TimeMs k_test_now = 1'767'607'200'000;  // 2026-01-05T10:00:00Z

class FakeOpenspec final : public sdd::Openspec {
 public:
  Result<std::optional<std::string>> version(const std::string& root) override;
  Result<ProcessOutput> validate(const std::string& root) override;

  Result<std::optional<std::string>> version_answer = std::optional<std::string>{"1.13.2"};
  int validations = 0;
};

/// The enterprise server's handlers on a folder with an in-memory repository on branch feature/x,
/// without evidence and with an SDD session that lets every stage pass.
class EngineFixture : public testing::Test {
 protected:
  EngineFixture();

  http::Reply get(const std::string& path, std::string query = {});
  http::Reply post(std::string body);
  /// Body of POST /tool for a tool without arguments, or with a stage.
  std::string call(std::string_view tool, std::string_view stage = {});
  std::string resource(std::string_view uri);

  void set(const std::string& name, const std::string& value);
  void write(const std::string& path, std::string_view text);
  /// Writes valid evidence of this branch, made now, with this gate status.
  void write_evidence(const std::string& gate_status);
  /// Removes the entry ".git".
  void leave_git();
  [[nodiscard]] const std::string& root() const { return root_.path(); }
  [[nodiscard]] std::string receipt() const;

  test::TempDir root_;
  Environment environment_;
  FixedClock clock_{k_test_now};
  FakeOpenspec openspec_;
  /// What every request's repository is a copy of.
  git::MemoryState git_;

 private:
  http::Reply ask(std::string_view method, const std::string& path, http::Request request);
};

std::string body_of(const http::Reply& reply);
void expect_has(const std::string& text, std::string_view part);
void expect_lacks(const std::string& text, std::string_view part);

}  // namespace pumuki::enterprise
