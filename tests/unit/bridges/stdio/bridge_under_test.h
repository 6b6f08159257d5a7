#pragma once

#include "tests/support/child_process.h"
#include "tests/support/repo_builder.h"
#include "tests/support/test_environment.h"
#include "tests/unit/bridges/stdio/fake_http_server.h"

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::stdio::test {

using Variables = std::vector<std::pair<std::string, std::string>>;

struct BridgeSetup {
  /// "evidence" or "enterprise"
  std::string kind = "evidence";
  std::string cwd;
  Variables variables = {};
  std::vector<std::string> arguments = {};
  /// Another folder than the build's, for a server program of the test's own.
  std::string folder = {};
};

/// A bridge as a process, spoken to line by line.
class BridgeUnderTest {
 public:
  explicit BridgeUnderTest(const BridgeSetup& setup);

  /// Sends one request without waiting; the id is a number that grows.
  void send(const std::string& method, const std::string& params = "{}");
  void send_line(const std::string& line) { process_.write(line + "\n"); }
  std::string read_line() { return process_.read_line(); }
  /// Sends a request and returns the line that answers it.
  std::string request(const std::string& method, const std::string& params = "{}");
  std::string initialize(std::string_view revision = "2025-11-25");
  /// The answer to tools/call.
  std::string call(const std::string& tool, const std::string& arguments = "{}");
  std::string read(const std::string& uri);

  pumuki::test::ChildProcess& process() { return process_; }
  /// Processes it started that still run.
  [[nodiscard]] std::vector<pid_t> children() const;

 private:
  pumuki::test::ChildProcess process_;
  int next_id_ = 0;
};

bool runs(pid_t pid);
bool ends_within(pid_t pid, std::chrono::milliseconds patience);

/// The `text` of a tool result or of a resource, decoded.
std::string text_in(const std::string& answer);

/// Variables that point a bridge of that kind to a port.
Variables pointing_to(const std::string& kind, std::uint16_t port);

/// Answers `/status` like a server of that repository and leaves the rest to `inner`.
FakeHttpServer::Handler evidence_like(std::string root, FakeHttpServer::Handler inner);
FakeHttpServer::Handler enterprise_like(std::string root, FakeHttpServer::Handler inner);

}  // namespace pumuki::stdio::test
