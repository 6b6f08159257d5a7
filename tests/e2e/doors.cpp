#include "tests/e2e/doors.h"

#include "tests/support/http_client.h"

#include <gtest/gtest.h>

namespace pumuki::test {
namespace {

ProgramSpec program(const RepoBuilder& repo, const std::string& name,
                    const std::vector<std::string>& arguments) {
  std::vector<std::string> argv{std::string{PUMUKI_BIN_DIR} + "/" + name};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return {.argv = std::move(argv),
          .environment = repo.environment().with("PUMUKI_ENTERPRISE_MCP_PORT", "0"),
          .cwd = repo.root()};
}

}  // namespace

EnterpriseServer::EnterpriseServer(const RepoBuilder& repo)
    : process_(program(repo, "pumuki-mcp-enterprise", {"--project", repo.root()})) {
  process_.port();
}

Json EnterpriseServer::get(const std::string& target) {
  const HttpReply reply = http_get(process_.port(), target);
  EXPECT_EQ(reply.status, 200) << target << ": " << reply.body;
  return Json::parse(reply.body);
}

Json EnterpriseServer::tool(const std::string& name, const Json& arguments) {
  const Json body{{"name", name}, {"args", arguments}};
  const HttpReply reply = http_post(process_.port(), "/tool", body.dump());
  EXPECT_EQ(reply.status, 200) << name << ": " << reply.body;
  return Json::parse(reply.body);
}

EnterpriseBridge::EnterpriseBridge(const RepoBuilder& repo)
    : process_(program(repo, "pumuki-mcp-enterprise-stdio", {"--project", repo.root()})) {
  request("initialize", {{"protocolVersion", "2025-11-25"},
                         {"capabilities", Json::object()},
                         {"clientInfo", {{"name", "test"}, {"version", "1"}}}});
  process_.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
}

Json EnterpriseBridge::request(const std::string& method, const Json& params) {
  const int id = ++next_id_;
  const Json message{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
  process_.write(message.dump() + "\n");
  while (true) {
    const Json answer = Json::parse(process_.read_line());
    if (answer.value("id", Json{}) == id) {
      EXPECT_TRUE(answer.contains("result")) << answer.dump();
      return answer.value("result", Json::object());
    }
  }
}

Json gate_command(const RepoBuilder& repo, const std::string& stage) {
  const auto done = run_to_end(
      program(repo, "pumuki", {"gate", "--project", repo.root(), "--stage", stage, "--json"}));
  Json verdict = Json::parse(done.out);
  EXPECT_EQ(done.exit_code, verdict.at("allowed").get<bool>() ? 0 : 1) << done.err;
  return verdict;
}

}  // namespace pumuki::test
