// The real program on real repositories.
#include "gate/core/sha256.h"
#include "gate/evidence/canonical.h"
#include "tests/support/child_process.h"
#include "tests/support/http_client.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <thread>

namespace pumuki::enterprise {
namespace {

namespace fs = std::filesystem;

constexpr std::array k_resources{"evidence://status", "gitflow://state", "context://active",
                                 "sdd://status", "sdd://active-change"};
constexpr std::array k_tools{"ai_gate_check",         "pre_flight_check", "auto_execute_ai_start",
                             "check_sdd_status",      "validate_and_fix", "sync_branches",
                             "cleanup_stale_branches"};
constexpr const char* k_program = PUMUKI_BIN_DIR "/pumuki-mcp-enterprise";
constexpr const char* k_receipt = ".pumuki/artifacts/mcp-ai-gate-receipt.json";

test::ChildProcess start(const std::string& folder, const Environment& environment) {
  return test::run_program({{k_program, "--port", "0"}, environment, folder});
}

std::string call(int port, const std::string& tool, const std::string& stage = "PRE_COMMIT") {
  const auto reply = test::http_post(
      port, "/tool",
      R"({"name":")" + tool + R"(","dryRun":false,"args":{"stage":")" + stage + R"("}})");
  EXPECT_EQ(reply.status, 200) << reply.body;
  return reply.body;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// A repository with everything the answers look at, an expired session included.
test::RepoBuilder full_repository() {
  test::RepoBuilder repo;
  repo.init().commit_file("README.md", "hello\n").branch("old").checkout_new("feature/x");
  repo.write("openspec/changes/add-login/proposal.md", "x\n")
      .write("openspec/changes/add-login/learning.json", R"({"rule_updates":["sdd.x"]})")
      .write("node_modules/.bin/openspec",
             "#!/bin/sh\n[ \"$1\" = --version ] && { echo 1.13.2; exit; }\n"
             "echo '{\"summary\":{\"totals\":{\"items\":1,\"passed\":1,\"failed\":0}}}'\n")
      .write(".git/info/exclude", "node_modules/\n.pumuki/\n")
      .stage_all()
      .commit("change");
  fs::permissions(repo.root() + "/node_modules/.bin/openspec", fs::perms{0755});
  repo.config("pumuki.sdd.session.active", "true")
      .config("pumuki.sdd.session.change", "add-login")
      .config("pumuki.sdd.session.expiresAt", "2020-01-01T00:00:00.000Z")
      .write("pending.txt", "x\n");
  return repo;
}

/// Path → content, type and mode of everything below a folder, but for the receipt.
std::map<std::string, std::string> digest_of(const std::string& folder) {
  std::map<std::string, std::string> digest;
  for (const auto& entry : fs::recursive_directory_iterator{folder}) {
    const std::string path = fs::relative(entry.path(), folder).string();
    if (path.starts_with(".pumuki")) {
      continue;
    }
    const auto status = entry.symlink_status();
    std::string state = std::to_string(static_cast<int>(status.type())) + ' ' +
                        std::to_string(static_cast<int>(status.permissions()));
    if (fs::is_regular_file(status)) {
      state += ' ' + sha256_hex(test::read_bytes(entry.path().string()));
    }
    digest[path] = state;
  }
  return digest;
}

void ask_everything(int port) {
  for (const char* path : {"/health", "/status", "/resources", "/tools"}) {
    EXPECT_EQ(test::http_get(port, path).status, 200) << path;
  }
  for (const char* uri : k_resources) {
    EXPECT_EQ(test::http_get(port, std::string{"/resource?uri="} + uri).status, 200) << uri;
  }
  for (const char* tool : k_tools) {
    for (const char* stage : {"PRE_WRITE", "PRE_COMMIT", "PRE_PUSH", "CI"}) {
      call(port, tool, stage);
    }
  }
}

TEST(EnterpriseProgram, changes_nothing_but_the_receipt) {
  const auto repo = full_repository();
  auto server = start(repo.root(), repo.environment());
  const auto before = digest_of(repo.root());
  ask_everything(server.port());
  EXPECT_EQ(digest_of(repo.root()), before);
  std::vector<std::string> written;
  for (const auto& entry : fs::recursive_directory_iterator{repo.root() + "/.pumuki"}) {
    if (!entry.is_directory()) {
      written.push_back(fs::relative(entry.path(), repo.root()).string());
    }
  }
  EXPECT_EQ(written, std::vector<std::string>{k_receipt});
}

TEST(EnterpriseProgram, expired_session_is_judged_as_renewed_but_not_renewed) {
  auto repo = full_repository();
  auto server = start(repo.root(), repo.environment());
  const std::string body = call(server.port(), "check_sdd_status");
  EXPECT_TRUE(has(body, R"("success":true)")) << body;
  EXPECT_TRUE(has(body, R"("ttlMinutes":90,"valid":true)")) << body;
  EXPECT_EQ(repo.git({"config", "--local", "pumuki.sdd.session.expiresAt"}),
            "2020-01-01T00:00:00.000Z");
  EXPECT_TRUE(has(call(server.port(), "check_sdd_status", "PRE_WRITE"), "SDD_SESSION_INVALID"));
}

TEST(EnterpriseProgram, says_where_it_listens_and_ends_on_sigterm) {
  const auto repo = full_repository();
  auto server = start(repo.root(), repo.environment());
  const std::string line = server.read_line();
  EXPECT_TRUE(line.starts_with("pumuki-mcp-enterprise listening on http://127.0.0.1:")) << line;
  server.send_signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
}

TEST(EnterpriseProgram, stands_for_the_named_project_whatever_git_variables_say) {
  const auto repo = full_repository();
  test::RepoBuilder other;
  other.init("elsewhere").commit_file("a", "a\n");
  auto server = test::run_program({{k_program, "--port", "0", "--project", repo.root()},
                                   repo.environment()
                                       .with("GIT_DIR", other.root() + "/.git")
                                       .with("GIT_WORK_TREE", other.root()),
                                   other.root()});
  const std::string body = test::http_get(server.port(), "/resource?uri=gitflow://state").body;
  EXPECT_TRUE(has(body, R"("branch":"feature/x")")) << body;
  EXPECT_TRUE(
      has(test::http_get(server.port(), "/status").body, R"("repoRoot":")" + repo.root() + '"'));
}

TEST(EnterpriseProgram, read_only_tree_keeps_its_verdict) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "root writes everywhere";
  }
  const auto repo = full_repository();
  fs::permissions(repo.root(), fs::perms{0555});
  auto server = start(repo.root(), repo.environment());
  const std::string body = call(server.port(), "ai_gate_check");
  fs::permissions(repo.root(), fs::perms{0755});
  EXPECT_TRUE(has(body, R"("executed":true)")) << body;
  EXPECT_TRUE(has(body, R"("warnings":["The verdict stands)")) << body;
}

TEST(EnterpriseProgram, receipt_without_a_place_is_a_warning) {
  auto repo = full_repository();
  repo.write(".pumuki", "a file where a folder should be\n");
  auto server = start(repo.root(), repo.environment());
  const std::string body = call(server.port(), "pre_flight_check");
  EXPECT_TRUE(has(body, R"("executed":true)")) << body;
  EXPECT_TRUE(has(body, R"("warnings":["The verdict stands)")) << body;
  EXPECT_TRUE(has(body, R"("phase":)")) << body;
}

TEST(EnterpriseProgram, receipt_does_not_follow_links) {
  const auto repo = full_repository();
  const test::TempDir elsewhere;
  fs::create_directory(repo.root() + "/.pumuki");
  fs::create_directory_symlink(elsewhere.path(), repo.root() + "/.pumuki/artifacts");
  auto server = start(repo.root(), repo.environment());
  EXPECT_TRUE(has(call(server.port(), "ai_gate_check"), R"("warnings":["The verdict stands)"));
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
}

TEST(EnterpriseProgram, subfolder_has_no_git_of_its_own) {
  const auto repo = full_repository();
  auto server = start(repo.root() + "/openspec", repo.environment());
  EXPECT_TRUE(has(test::http_get(server.port(), "/resource?uri=gitflow://state").body,
                  R"("payload":{"available":false})"));
  EXPECT_TRUE(has(call(server.port(), "ai_gate_check"), R"("git":{"available":false)"));
  EXPECT_TRUE(has(call(server.port(), "check_sdd_status"), "SDD_VALIDATION_ERROR"));
}

TEST(EnterpriseProgram, one_verdict_costs_at_most_two_git_processes) {
  const auto repo = full_repository();
  const std::string wrapper = repo.temp() / "wrapper";
  test::write_bytes(wrapper + "/git", "#!/bin/sh\necho x >> " + wrapper +
                                          "/calls\nPATH=${PATH#*:}\nexec git \"$@\"\n");
  fs::permissions(wrapper + "/git", fs::perms{0755});
  const std::string path{repo.environment().get("PATH").value_or("/usr/bin:/bin")};
  auto server = start(repo.root(), repo.environment().with("PATH", wrapper + ':' + path));
  test::http_get(server.port(), "/health");
  EXPECT_FALSE(fs::exists(wrapper + "/calls")) << "git was started before the first question";
  call(server.port(), "ai_gate_check", "PRE_COMMIT");
  const std::string calls = test::read_bytes(wrapper + "/calls");
  EXPECT_GE(std::ranges::count(calls, '\n'), 1);
  EXPECT_LE(std::ranges::count(calls, '\n'), 2);
}

TEST(EnterpriseProgram, answers_many_at_once_as_it_answers_one) {
  const auto repo = full_repository();
  auto server = start(repo.root(), repo.environment());
  const int port = server.port();
  const std::string expected = test::http_get(port, "/resource?uri=context://active").body;
  std::vector<std::thread> threads;
  std::array<std::string, 16> bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    threads.emplace_back([&, i] {
      bodies[i] = i % 2 == 0 ? test::http_get(port, "/resource?uri=context://active").body
                             : call(port, "ai_gate_check");
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (i % 2 == 0) {
      EXPECT_EQ(bodies[i], expected);
    } else {
      EXPECT_TRUE(has(bodies[i], R"("executed":true)")) << bodies[i];
    }
  }
}

TEST(EnterpriseProgram, evidence_that_was_replaced_is_seen_by_the_next_call) {
  auto repo = full_repository();
  auto server = start(repo.root(), repo.environment());
  EXPECT_TRUE(has(call(server.port(), "ai_gate_check"), "EVIDENCE_MISSING"));
  repo.write(".ai_evidence.json", "{}");
  EXPECT_TRUE(has(call(server.port(), "ai_gate_check"), "EVIDENCE_INVALID"));
  fs::remove(repo.root() + "/.ai_evidence.json");
  EXPECT_TRUE(has(call(server.port(), "ai_gate_check"), "EVIDENCE_MISSING"));
}

}  // namespace
}  // namespace pumuki::enterprise
