#include "tests/unit/server/enterprise/engine_fixture.h"

#include "gate/evidence/canonical.h"
#include "gate/receipts/receipt.h"
#include "server/enterprise/routes.h"

#include <filesystem>

namespace pumuki::enterprise {

Result<std::optional<std::string>> FakeOpenspec::version(const std::string& /*root*/) {
  return version_answer;
}

Result<ProcessOutput> FakeOpenspec::validate(const std::string& /*root*/) {
  ++validations;
  return ProcessOutput{.exit_code = 0,
                       .signalled = false,
                       .out = R"({"summary":{"totals":{"items":1,"passed":1,"failed":0}}})",
                       .err = {}};
}

EngineFixture::EngineFixture() {
  std::filesystem::create_directories(root_ / ".git/hooks");
  std::filesystem::create_directories(root_ / "openspec/changes/add-login");
  git_.layout = {.top_level = root_.path(),
                 .git_dir = root_ / ".git",
                 .common_dir = root_ / ".git",
                 .hooks_dir = root_ / ".git/hooks"};
  git_.branches = {{"feature/x", "a"}};
  git_.head_branch = "feature/x";
  git_.config = {{"pumuki.sdd.session.active", "true"},
                 {"pumuki.sdd.session.change", "add-login"},
                 {"pumuki.sdd.session.expiresat", "2099-01-01T00:00:00.000Z"}};
}

http::Reply EngineFixture::ask(std::string_view method, const std::string& path,
                               http::Request request) {
  const Surroundings surroundings{
      .environment = environment_,
      .clock = clock_,
      .root = root(),
      .openspec = openspec_,
      .open_repository =
          [this](const std::string&) { return std::make_unique<git::MemoryRepository>(git_); },
      .read_evidence =
          [this] {
            return std::make_shared<EvidenceReading>(
                EvidenceReading{evidence::read_summary(root()),
                                std::make_shared<std::string>(R"({"status":"fake"})")});
          }};
  for (const http::Route& route : make_routes(std::make_shared<const Surroundings>(surroundings))) {
    if (route.method == method && route.path == path) {
      return route.handler(request);
    }
  }
  ADD_FAILURE() << "no route " << method << ' ' << path;
  return {};
}

http::Reply EngineFixture::get(const std::string& path, std::string query) {
  return ask("GET", path, {.method = "GET", .path = path, .query = std::move(query), .body = {}});
}

http::Reply EngineFixture::post(std::string body) {
  return ask("POST", "/tool",
             {.method = "POST", .path = "/tool", .query = {}, .body = std::move(body)});
}

std::string EngineFixture::call(std::string_view tool, std::string_view stage) {
  const std::string args =
      stage.empty() ? std::string{} : R"(,"args":{"stage":")" + std::string{stage} + R"("})";
  const http::Reply reply = post(R"({"name":")" + std::string{tool} + '"' + args + '}');
  EXPECT_EQ(reply.status, 200);
  return body_of(reply);
}

std::string EngineFixture::resource(std::string_view uri) {
  const http::Reply reply = get("/resource", "uri=" + std::string{uri});
  EXPECT_EQ(reply.status, 200) << body_of(reply);
  return body_of(reply);
}

void EngineFixture::set(const std::string& name, const std::string& value) {
  environment_ = environment_.with(name, value);
}

void EngineFixture::write(const std::string& path, std::string_view text) {
  test::write_bytes(root_ / path, text);
}

void EngineFixture::write_evidence(const std::string& gate_status) {
  const std::string outcome = gate_status == "BLOCKED" ? "BLOCK" : "PASS";
  const auto sealed = evidence::seal_text(
      R"({"version":"2.1","timestamp":")" + format_time(k_test_now) +
      R"(","snapshot":{"stage":"PRE_COMMIT","outcome":")" + outcome +
      R"(","findings":[],"rules_coverage":{"stage":"PRE_COMMIT","active_rule_ids":[],)"
      R"("evaluated_rule_ids":[],"matched_rule_ids":[],"unevaluated_rule_ids":[],)"
      R"("counts":{"active":0,"evaluated":0,"matched":0,"unevaluated":0},"coverage_ratio":1}},)"
      R"("ledger":[],"platforms":{},"rulesets":[],"ai_gate":{"status":")" +
      gate_status + R"(","violations":[]},"severity_metrics":{"gate_status":")" + gate_status +
      R"(","total_violations":0,"by_severity":{}},"repo_state":{"repo_root":")" + root() +
      R"(","git":{"branch":"feature/x"}}})");
  ASSERT_TRUE(sealed) << describe(sealed.error());
  write(".ai_evidence.json", *sealed);
}

void EngineFixture::leave_git() { std::filesystem::remove_all(root_ / ".git"); }

std::string EngineFixture::receipt() const {
  const std::string path = receipts::receipt_path(root());
  return std::filesystem::exists(path) ? test::read_bytes(path) : std::string{};
}

std::string body_of(const http::Reply& reply) { return reply.body ? *reply.body : std::string{}; }

void expect_has(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nin " << text;
}

void expect_lacks(const std::string& text, std::string_view part) {
  EXPECT_EQ(text.find(part), std::string::npos) << part << "\nin " << text;
}

}  // namespace pumuki::enterprise
