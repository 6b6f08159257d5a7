#pragma once

#include "gate/core/environment.h"
#include "gate/core/process.h"
#include "tests/contract/case_table.h"
#include "tests/support/child_process.h"
#include "tests/support/http_client.h"
#include "tests/support/temp_dir.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::contract {

/// A repository built from a Setting and the program under test in it. Throws std::runtime_error
/// when the repository cannot be built or the program does not start.
class Bench {
 public:
  explicit Bench(const Setting& setting);

  [[nodiscard]] const std::string& repository() const { return repository_; }
  /// Starts a server of <build>/bin on a free port; the destructor ends it.
  void start(std::string_view program);
  [[nodiscard]] bool alive();
  [[nodiscard]] int port() { return server_->port(); }
  [[nodiscard]] std::string error_text() const { return server_->error_text(); }
  test::HttpReply ask(const Request& request);
  /// Runs a program of <build>/bin to its end.
  ProcessOutput run(std::string_view program, const std::vector<std::string>& arguments);

 private:
  test::TempDir temp_;
  std::string repository_;
  std::string cwd_;
  Environment environment_;
  std::optional<test::ChildProcess> server_;
};

}  // namespace pumuki::contract
