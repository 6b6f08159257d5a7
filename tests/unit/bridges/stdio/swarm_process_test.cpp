#include "tests/support/temp_dir.h"
#include "tests/unit/bridges/stdio/bridge_under_test.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::stdio::test {
namespace {

using namespace std::chrono_literals;
using pumuki::test::RepoBuilder;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr std::size_t k_repositories = 8;
constexpr std::size_t k_bridges = 64;

/// Processes whose command line names the folder.
std::size_t processes_about(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
    const auto line = entry.path() / "cmdline";
    std::error_code gone;
    if (std::filesystem::exists(line, gone) &&
        pumuki::test::read_bytes(line.string()).find(folder) != std::string::npos) {
      ++count;
    }
  }
  return count;
}

/// Many bridges start at once, as the windows of an editor do, and half of them are killed while
/// their servers are starting (contract: mcp-protocol §10).
TEST(Swarm, survivors_answer_for_their_own_repository_and_nothing_stays_behind) {
  std::vector<std::unique_ptr<RepoBuilder>> repositories;
  for (std::size_t i = 0; i < k_repositories; ++i) {
    repositories.push_back(std::make_unique<RepoBuilder>());
    repositories.back()->init().commit_file("a.txt", std::to_string(i));
  }
  std::vector<std::unique_ptr<BridgeUnderTest>> bridges;
  for (std::size_t i = 0; i < k_bridges; ++i) {
    const std::string root = repositories[i % k_repositories]->root();
    bridges.push_back(std::make_unique<BridgeUnderTest>(
        BridgeSetup{.cwd = root, .arguments = {"--project", root}}));
    bridges.back()->send("tools/call", R"({"name":"evidence_status"})");
  }
  // Both kinds are spread over every repository.
  const auto killed = [](std::size_t i) { return i / k_repositories % 2 == 0; };
  for (std::size_t i = 0; i < k_bridges; ++i) {
    if (killed(i)) {
      bridges[i]->process().send_signal(SIGKILL);
    }
  }
  for (std::size_t i = 0; i < k_bridges; ++i) {
    if (!killed(i)) {
      const std::string root = repositories[i % k_repositories]->root();
      EXPECT_THAT(text_in(bridges[i]->read_line()), HasSubstr(root + "/.ai_evidence.json")) << i;
    }
  }
  for (const auto& bridge : bridges) {
    bridge->process().close_input();
  }
  for (std::size_t i = 0; i < k_bridges; ++i) {
    EXPECT_EQ(bridges[i]->process().wait(), killed(i) ? 128 + SIGKILL : 0) << i;
  }
  for (const auto& repository : repositories) {
    const auto end = Clock::now() + 10s;
    while (processes_about(repository->root()) > 0 && Clock::now() < end) {
      std::this_thread::sleep_for(20ms);
    }
    EXPECT_EQ(processes_about(repository->root()), 0U) << repository->root();
  }
}

}  // namespace
}  // namespace pumuki::stdio::test
