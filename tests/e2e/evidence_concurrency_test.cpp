// Many clients of one evidence server while the file changes under it, and the server as a program.
#include "gate/evidence/canonical.h"
#include "tests/support/child_process.h"
#include "tests/support/http_client.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::test {
namespace {

using testing::HasSubstr;

constexpr const char* k_program = PUMUKI_BIN_DIR "/pumuki-mcp-evidence";

/// A sealed document of `findings` findings that all carry `mark`.
std::string document(const std::string& mark, int findings) {
  std::string list;
  for (int i = 0; i < findings; ++i) {
    list += std::string{i > 0 ? "," : ""} + R"({"ruleId":"rule.)" + mark +
            R"(","severity":"WARN","code":"C","message":")" + std::string(200, 'x') +
            std::to_string(i) + R"(","file":"a.swift"})";
  }
  return evidence::seal_text(R"({"version":"2.1","timestamp":")" + mark +
                             R"(","snapshot":{"stage":"CI","outcome":"WARN","findings":[)" + list +
                             R"(]},"ledger":[],"platforms":{},"rulesets":[]})")
      .value();
}

class EvidenceServer : public testing::Test {
 protected:
  void replace(std::string_view text) {
    write_bytes(file_ + ".tmp", text);
    std::filesystem::rename(file_ + ".tmp", file_);
  }
  ChildProcess start(std::vector<std::string> arguments = {},
                     Environment environment = test_environment()) {
    arguments.insert(arguments.begin(), k_program);
    return run_program({std::move(arguments), std::move(environment), folder_.path()});
  }
  ChildProcess start_anywhere() { return start({"--port", "0", "--log-level", "off"}); }

  TempDir folder_;
  std::string file_ = folder_ / ".ai_evidence.json";
};

/// Asks for whole documents on one connection until told to stop; false at the first answer that
/// is neither of the two.
bool only_sees(int port, const std::vector<std::string>& documents, const std::atomic<bool>& stop) {
  LoopbackConnection connection{port};
  do {
    const HttpReply reply = connection.exchange({"GET", "/ai-evidence", {}, {}});
    const bool known = reply.body == documents[0] || reply.body == documents[1];
    if (reply.status != 200 || !known) {
      return false;
    }
  } while (!stop);
  return true;
}

TEST_F(EvidenceServer, every_client_sees_one_of_two_documents_while_they_are_swapped) {
  constexpr int k_clients = 64;
  constexpr int k_swaps = 200;
  const std::vector<std::string> documents{document("first", 300), document("second", 700)};
  replace(documents[0]);
  ChildProcess server = start_anywhere();
  const int port = server.port();
  std::atomic<bool> stop = false;
  std::atomic<int> satisfied = 0;
  std::vector<std::jthread> clients;
  for (int i = 0; i < k_clients; ++i) {
    clients.emplace_back([&] { satisfied += only_sees(port, documents, stop) ? 1 : 0; });
  }
  for (int i = 1; i <= k_swaps; ++i) {
    replace(documents[static_cast<std::size_t>(i % 2)]);
    // The next request sees it, whatever the others are doing.
    if (i % 20 == 0) {
      EXPECT_EQ(http_get(port, "/ai-evidence").body, documents[static_cast<std::size_t>(i % 2)]);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  stop = true;
  clients.clear();
  EXPECT_EQ(satisfied, k_clients);
  server.send_signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
}

TEST_F(EvidenceServer, prints_its_address_and_ends_on_a_signal) {
  for (const int signal : {SIGTERM, SIGINT}) {
    ChildProcess server = start({"--port", "0"});
    const std::string line = server.read_line();
    EXPECT_THAT(line, testing::MatchesRegex("pumuki-mcp-evidence listening on "
                                            "http://127\\.0\\.0\\.1:[0-9]+/ai-evidence"));
    server.send_signal(signal);
    EXPECT_EQ(server.wait(), 0);
    EXPECT_EQ(server.read_rest(), "");
  }
}

TEST_F(EvidenceServer, serves_the_project_it_is_told) {
  TempDir elsewhere;
  write_bytes(elsewhere / ".ai_evidence.json", document("elsewhere", 1));
  ChildProcess server = start({"--port=0", "--project", elsewhere.path(), "--route", "ctx/"});
  const std::string line = server.read_line();
  const int port = std::stoi(line.substr(line.rfind(':') + 1));
  EXPECT_THAT(line, testing::EndsWith("/ctx"));
  EXPECT_THAT(http_get(port, "/ctx/summary").body, HasSubstr("elsewhere"));
  EXPECT_EQ(http_get(port, "/ai-evidence/summary").status, 404);
}

TEST_F(EvidenceServer, owned_ends_with_its_standard_input) {
  ChildProcess server = start({"--port", "0", "--owned"});
  EXPECT_EQ(http_get(server.port(), "/health").status, 200);
  server.close_input();
  EXPECT_EQ(server.wait(), 0);
}

TEST_F(EvidenceServer, not_owned_outlives_its_standard_input) {
  ChildProcess server = start_anywhere();
  const int port = server.port();
  server.close_input();
  std::this_thread::sleep_for(std::chrono::milliseconds{100});
  EXPECT_EQ(http_get(port, "/health").status, 200);
}

TEST_F(EvidenceServer, a_second_one_on_the_port_says_who_holds_it) {
  ChildProcess first = start_anywhere();
  const std::string port = std::to_string(first.port());
  const ProcessOutput second =
      run_to_end({{k_program, "--port", port}, test_environment(), folder_.path()});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_EQ(second.out, "");
  EXPECT_EQ(second.err, "EADDRINUSE 127.0.0.1:" + port + " (held by pumuki pid " +
                            std::to_string(first.pid()) + " for " + folder_.path() +
                            "); set PUMUKI_EVIDENCE_PORT=0 for a dynamic port\n");
}

TEST_F(EvidenceServer, git_variables_do_not_matter) {
  replace(document("here", 1));
  ChildProcess server =
      start({"--port", "0"}, test_environment().with("GIT_DIR", "/nonexistent/.git"));
  EXPECT_THAT(http_get(server.port(), "/status").body, HasSubstr(R"("path":")" + file_ + "\""));
}

}  // namespace
}  // namespace pumuki::test
