#include "tests/unit/bridges/stdio/bridge_under_test.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/json_writer.h"
#include "gate/core/version.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace pumuki::stdio::test {
namespace {

namespace fs = std::filesystem;

pumuki::test::ProgramSpec program(const BridgeSetup& setup) {
  const std::string folder = setup.folder.empty() ? PUMUKI_BIN_DIR : setup.folder;
  pumuki::test::ProgramSpec spec;
  spec.argv = {folder + "/pumuki-mcp-" + setup.kind + "-stdio"};
  spec.argv.insert(spec.argv.end(), setup.arguments.begin(), setup.arguments.end());
  spec.environment = pumuki::test::test_environment("/nonexistent");
  for (const auto& [name, value] : pointing_to(setup.kind, 0)) {
    spec.environment = spec.environment.with(name, value);
  }
  for (const auto& [name, value] : setup.variables) {
    spec.environment = spec.environment.with(name, value);
  }
  spec.cwd = setup.cwd;
  return spec;
}

std::string status_of_evidence(const std::string& root) {
  JsonWriter json;
  json.begin_object().member("status", "ok").key("context_api").begin_object();
  json.key("endpoints").begin_array().value("/ai-evidence/summary").end_array().end_object();
  json.key("evidence").begin_object().member("path", root + "/.ai_evidence.json");
  json.member("exists", true).member("valid", true).member("version", "2.1");
  return json.end_object().end_object().take();
}

std::string status_of_enterprise(const std::string& root) {
  JsonWriter json;
  json.begin_object().member("status", "ok").member("repoRoot", root).key("capabilities");
  json.begin_object().key("tools").begin_array().value("check_sdd_status").end_array();
  json.member("mode", "baseline").end_object().key("lifecycle").begin_object().key("version");
  json.begin_object().member("runtime", product_version());
  return json.end_object().end_object().end_object().take();
}

std::string resource_of_enterprise(const std::string& root) {
  return R"({"uri":"evidence://status","payload":)" + status_of_evidence(root) + "}";
}

}  // namespace

BridgeUnderTest::BridgeUnderTest(const BridgeSetup& setup) : process_(program(setup)) {}

void BridgeUnderTest::send(const std::string& method, const std::string& params) {
  send_line(R"({"jsonrpc":"2.0","id":)" + std::to_string(++next_id_) + R"(,"method":")" + method +
            R"(","params":)" + params + "}");
}

std::string BridgeUnderTest::request(const std::string& method, const std::string& params) {
  send(method, params);
  const std::string id = "\"id\":" + std::to_string(next_id_) + ",";
  std::string line = read_line();
  while (line.find(id) == std::string::npos) {
    line = read_line();
  }
  return line;
}

std::string BridgeUnderTest::initialize(std::string_view revision) {
  return request("initialize", R"({"protocolVersion":")" + std::string{revision} + "\"}");
}

std::string BridgeUnderTest::call(const std::string& tool, const std::string& arguments) {
  return request("tools/call", R"({"name":")" + tool + R"(","arguments":)" + arguments + "}");
}

std::string BridgeUnderTest::read(const std::string& uri) {
  return request("resources/read", R"({"uri":")" + uri + "\"}");
}

std::vector<pid_t> BridgeUnderTest::children() const {
  std::vector<pid_t> found;
  const fs::path tasks = "/proc/" + std::to_string(process_.pid()) + "/task";
  std::error_code gone;
  for (const auto& task : fs::directory_iterator{tasks, gone}) {
    std::ifstream list{task.path() / "children"};
    for (pid_t pid = 0; list >> pid;) {
      found.push_back(pid);
    }
  }
  return found;
}

bool runs(pid_t pid) { return ::kill(pid, 0) == 0; }

bool ends_within(pid_t pid, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (runs(pid) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
  return !runs(pid);
}

std::string text_in(const std::string& answer) {
  const auto result = mcp::json_member(answer, "result");
  for (const char* name : {"content", "contents"}) {
    if (const auto list = mcp::json_member(result, name)) {
      const auto items = mcp::json_elements(*list);
      return items.empty() ? ""
                           : mcp::json_text_of(mcp::json_member(items[0], "text")).value_or("");
    }
  }
  return {};
}

Variables pointing_to(const std::string& kind, std::uint16_t port) {
  const std::string name =
      kind == "evidence" ? "PUMUKI_EVIDENCE_PORT" : "PUMUKI_ENTERPRISE_MCP_PORT";
  return {{name, std::to_string(port)}};
}

FakeHttpServer::Handler evidence_like(std::string root, FakeHttpServer::Handler inner) {
  return [root = std::move(root), inner = std::move(inner)](Exchange& exchange) {
    if (exchange.target == "/status") {
      exchange.reply(200, status_of_evidence(root));
    } else {
      inner(exchange);
    }
  };
}

FakeHttpServer::Handler enterprise_like(std::string root, FakeHttpServer::Handler inner) {
  return [root = std::move(root), inner = std::move(inner)](Exchange& exchange) {
    if (exchange.target == "/status") {
      exchange.reply(200, status_of_enterprise(root));
    } else if (exchange.target == "/resource?uri=evidence%3A%2F%2Fstatus") {
      exchange.reply(200, resource_of_enterprise(root));
    } else {
      inner(exchange);
    }
  };
}

}  // namespace pumuki::stdio::test
