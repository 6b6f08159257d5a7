#include "gate/core/stage.h"
#include "tests/e2e/doors.h"
#include "tests/e2e/sealed_evidence.h"

#include <gtest/gtest.h>

#include <ostream>

// Command line, HTTP and MCP are three doors to one evaluation: whatever the repository looks like,
// they answer alike.

namespace pumuki::test {
namespace {

constexpr int k_minutes = 60'000;

/// The evaluator's members, without what depends on the moment of asking.
Json comparable(const Json& result) {
  Json verdict;
  for (const char* member : {"stage", "status", "allowed", "policy", "evidence", "mcp_receipt",
                             "skills_contract", "repo_state", "violations"}) {
    verdict[member] = result.at(member);
  }
  verdict["evidence"].erase("age_seconds");
  for (Json& violation : verdict["violations"]) {
    if (violation.at("code") == "EVIDENCE_STALE") {
      violation.erase("message");  // tells the age
    }
  }
  return verdict;
}

struct Scene {
  const char* name;
  void (*build)(RepoBuilder&);
};

void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.name; }

void with_evidence(RepoBuilder& repo, TimeMs age, const std::string& status) {
  repo.write(".ai_evidence.json",
             sealed_evidence({.timestamp = SystemClock{}.now() - age, .status = status}));
}

void start(RepoBuilder& repo, const std::string& branch) {
  repo.init(branch).write(".gitignore", ".ai_evidence.json\n.pumuki/\n");
  repo.stage(".gitignore").commit("first");
}

const Scene k_scenes[] = {
    {"no_evidence", [](RepoBuilder& repo) { start(repo, "feature/x"); }},
    {"fresh",
     [](RepoBuilder& repo) {
       start(repo, "feature/x");
       with_evidence(repo, 0, "ALLOWED");
     }},
    {"stale_on_a_protected_branch",
     [](RepoBuilder& repo) {
       start(repo, "main");
       with_evidence(repo, 600 * k_minutes, "ALLOWED");
     }},
    {"blocked_with_changes",
     [](RepoBuilder& repo) {
       start(repo, "feature/x");
       with_evidence(repo, 0, "BLOCKED");
       repo.write("a.cpp", "1").write("b.cpp", "2").stage("a.cpp");
     }},
    {"tampered",
     [](RepoBuilder& repo) {
       start(repo, "feature/x");
       repo.write(".ai_evidence.json", sealed_evidence({.timestamp = 1}) + " x");
     }},
    {"unborn_branch", [](RepoBuilder& repo) { repo.init("feature/x").write("a", "1"); }},
    {"ahead_of_its_upstream",
     [](RepoBuilder& repo) {
       start(repo, "feature/x");
       repo.set_upstream("feature/x", "HEAD").commit("second");
       with_evidence(repo, 0, "ALLOWED");
     }},
};

class SameVerdict : public testing::TestWithParam<Scene> {};

TEST_P(SameVerdict, at_the_command_line_over_http_and_over_mcp) {
  RepoBuilder repo;
  GetParam().build(repo);
  if (std::string{GetParam().name} == "unborn_branch") {
    repo.write(".git/info/exclude", ".pumuki/\n");
  }
  EnterpriseServer server{repo};
  EnterpriseBridge bridge{repo};
  for (const Stage stage : k_all_stages) {
    const std::string name{stage_name(stage)};
    const Json command = comparable(gate_command(repo, name));
    const Json http = server.tool("ai_gate_check", {{"stage", name}});
    const Json mcp =
        bridge.request("tools/call", {{"name", "ai_gate_check"}, {"arguments", {{"stage", name}}}});
    const Json envelope = Json::parse(mcp.at("content").at(0).at("text").get<std::string>());
    EXPECT_EQ(comparable(http.at("result")), command) << name;
    EXPECT_EQ(comparable(envelope.at("result")), command) << name;
    EXPECT_EQ(http.at("success"), command.at("allowed"));
    EXPECT_EQ(mcp.value("isError", false), !command.at("allowed").get<bool>());
  }
}

INSTANTIATE_TEST_SUITE_P(Doors, SameVerdict, testing::ValuesIn(k_scenes),
                         [](const auto& scene) { return std::string{scene.param.name}; });

}  // namespace
}  // namespace pumuki::test
