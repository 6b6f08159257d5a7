// What no recording can hold, because it asks for an answer where other programs die: contract,
// evidence-server §10 (O1, O2, O3, O18) and enterprise-server §7 and §9.
#include "tests/contract/bench.h"
#include "tests/contract/schema_check.h"
#include "tests/support/test_environment.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>

namespace pumuki::contract {
namespace {

constexpr std::string_view k_evidence = "pumuki-mcp-evidence";
constexpr std::string_view k_enterprise = "pumuki-mcp-enterprise";
constexpr std::chrono::seconds k_prompt{5};

Setting recipe(std::string name) { return Setting{{}, std::move(name), {}, {}}; }

Request get(std::string target) { return Request{"GET", std::move(target), {}, {}}; }

Request call_tool(std::string body) { return Request{"POST", "/tool", {}, std::move(body)}; }

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void expect_healthy(Bench& bench) {
  EXPECT_EQ(bench.ask(get("/health")).body, R"({"status":"ok"})");
  EXPECT_TRUE(bench.alive()) << bench.error_text();
}

/// Targets whose authority is empty or malformed.
class OddTarget : public testing::TestWithParam<const char*> {};

TEST_P(OddTarget, gets_an_error_from_the_evidence_server) {
  Bench bench{recipe("fresh")};
  bench.start(k_evidence);
  const test::HttpReply reply = bench.ask(get(GetParam()));
  EXPECT_EQ(reply.status, 400);
  EXPECT_TRUE(contains(reply.body, "\"error\":")) << reply.body;
  expect_healthy(bench);
}

TEST_P(OddTarget, gets_an_error_from_the_enterprise_server) {
  Bench bench{recipe("fresh")};
  bench.start(k_enterprise);
  const test::HttpReply reply = bench.ask(get(GetParam()));
  EXPECT_TRUE(reply.status == 400 || reply.status == 404) << reply.status;
  EXPECT_TRUE(contains(reply.body, "\"error\":")) << reply.body;
  expect_healthy(bench);
}

INSTANTIATE_TEST_SUITE_P(Authority, OddTarget,
                         testing::Values("//", "///", "/\\", "//[x", "//a:b/", "http://",
                                         "http://[bad/"));

/// Sealed files of a wrong shape, and things that are no file at all.
class UnusableEvidence : public testing::TestWithParam<const char*> {};

TEST_P(UnusableEvidence, is_reported_as_invalid_by_the_evidence_server) {
  Bench bench{recipe(GetParam())};
  bench.start(k_evidence);
  const auto start = std::chrono::steady_clock::now();
  const test::HttpReply status = bench.ask(get("/status"));
  EXPECT_EQ(status.status, 200);
  EXPECT_TRUE(contains(status.body, R"("status":"degraded")")) << status.body;
  EXPECT_TRUE(contains(status.body, R"("exists":true,"present":true,"valid":false)"))
      << status.body;
  for (const char* route : {"", "/summary", "/snapshot", "/findings", "/rulesets", "/platforms",
                            "/ledger?lastSeenAfter=2020"}) {
    const test::HttpReply reply = bench.ask(get(std::string{"/ai-evidence"} + route));
    EXPECT_EQ(reply.status, 404) << route;
    EXPECT_TRUE(contains(reply.body, "\"error\":")) << reply.body;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, k_prompt);
  expect_healthy(bench);
}

TEST_P(UnusableEvidence, does_not_stop_the_enterprise_server) {
  Bench bench{recipe(GetParam())};
  bench.start(k_enterprise);
  const Schemas schemas;
  const test::HttpReply status = bench.ask(get("/status"));
  EXPECT_EQ(status.status, 200);
  EXPECT_TRUE(contains(status.body, R"("valid":false)")) << status.body;
  EXPECT_EQ(schemas.problems("enterprise-status", status.body), std::vector<std::string>{});
  for (const char* uri : {"evidence://status", "context://active"}) {
    EXPECT_EQ(bench.ask(get(std::string{"/resource?uri="} + uri)).status, 200) << uri;
  }
  for (const char* tool : {"ai_gate_check", "pre_flight_check", "auto_execute_ai_start"}) {
    const test::HttpReply reply =
        bench.ask(call_tool(std::string{R"({"name":")"} + tool + R"("})"));
    EXPECT_EQ(reply.status, 200);
    EXPECT_TRUE(contains(reply.body, "\"success\":false")) << reply.body;
    EXPECT_EQ(schemas.problems("tool-envelope", reply.body), std::vector<std::string>{});
  }
  expect_healthy(bench);
}

INSTANTIATE_TEST_SUITE_P(Shape, UnusableEvidence,
                         testing::Values("sealed-without-snapshot", "sealed-without-ledger",
                                         "sealed-findings-null", "sealed-platform-null",
                                         "sealed-severity-number",
                                         "sealed-suppressed-without-replacement",
                                         "sealed-suppressed-object", "sealed-last-seen-number",
                                         "sealed-nested", "evidence-fifo", "evidence-huge"));

TEST(SparseEvidence, is_served_by_every_route) {
  Bench bench{recipe("sealed-sparse")};
  bench.start(k_evidence);
  const Schemas schemas;
  const test::HttpReply status = bench.ask(get("/status"));
  EXPECT_TRUE(contains(status.body, R"("valid":true)")) << status.body;
  EXPECT_EQ(schemas.problems("evidence-status", status.body), std::vector<std::string>{});
  for (const char* name : {"summary", "snapshot", "findings", "rulesets", "platforms", "ledger"}) {
    const test::HttpReply reply = bench.ask(get(std::string{"/ai-evidence/"} + name));
    EXPECT_EQ(reply.status, 200) << name;
    EXPECT_EQ(schemas.problems(std::string{"evidence-"} + name, reply.body),
              std::vector<std::string>{})
        << reply.body;
  }
  expect_healthy(bench);
}

TEST(EvidenceHost, empty_text_counts_as_unset) {
  Setting setting = recipe("fresh");
  setting.environment = {{"PUMUKI_EVIDENCE_HOST", ""}};
  Bench bench{setting};
  bench.start(k_evidence);
  expect_healthy(bench);
}

/// GET /health over IPv6; the HTTP client of the tests speaks IPv4 only.
std::string health_over_ipv6(int port) {
  return test::run_to_end({{"bash", "-c",
                            "exec 3<>/dev/tcp/::1/$0 && printf 'GET /health HTTP/1.1\\r\\nHost: "
                            "[::1]\\r\\nConnection: close\\r\\n\\r\\n' >&3 && cat <&3",
                            std::to_string(port)},
                           test::test_environment(),
                           {}})
      .out;
}

TEST(EvidenceHost, may_be_ipv6_with_and_without_brackets) {
  if (test::run_to_end(
          {{"grep", "-q", "00000001 01", "/proc/net/if_inet6"}, test::test_environment(), {}})
          .exit_code != 0) {
    GTEST_SKIP() << "no IPv6 loopback here";
  }
  for (const char* host : {"::1", "[::1]"}) {
    Setting setting = recipe("fresh");
    setting.environment = {{"PUMUKI_EVIDENCE_HOST", host}};
    Bench bench{setting};
    bench.start(k_evidence);
    const std::string reply = health_over_ipv6(bench.port());
    EXPECT_TRUE(reply.ends_with(R"({"status":"ok"})")) << host << ": " << reply;
    EXPECT_TRUE(bench.alive());
  }
}

TEST(ToolBody, that_is_too_deep_is_not_json) {
  Bench bench{recipe("fresh")};
  bench.start(k_enterprise);
  const test::HttpReply reply = bench.ask(call_tool(std::string(100'000, '[')));
  EXPECT_EQ(reply.status, 400);
  const test::HttpReply closed =
      bench.ask(call_tool(R"({"name":"ai_gate_check","args":)" + std::string(100'000, '[') +
                          std::string(100'000, ']') + '}'));
  EXPECT_EQ(closed.status, 400);
  expect_healthy(bench);
}

TEST(ToolBody, over_the_limit_is_refused) {
  Bench bench{recipe("fresh")};
  bench.start(k_enterprise);
  const std::string body =
      R"({"name":"ai_gate_check","args":{"x":")" + std::string(2 << 20, 'x') + "\"}}";
  EXPECT_EQ(bench.ask(call_tool(body)).status, 413);
  expect_healthy(bench);
}

TEST(Receipt, is_not_written_through_a_link_out_of_the_repository) {
  Bench bench{recipe("receipt-folder-elsewhere")};
  bench.start(k_enterprise);
  const test::HttpReply reply =
      bench.ask(call_tool(R"({"name":"ai_gate_check","args":{"stage":"PRE_COMMIT"}})"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_TRUE(contains(reply.body, R"("executed":true)")) << reply.body;
  EXPECT_TRUE(contains(reply.body, R"("status":"ALLOWED")")) << reply.body;
  EXPECT_FALSE(contains(reply.body, R"("warnings":[],"result")")) << "the failed write is not told";
  EXPECT_TRUE(std::filesystem::is_empty(bench.repository() + ".elsewhere"));
  expect_healthy(bench);
}

TEST(Receipt, matches_its_schema) {
  Bench bench{recipe("fresh")};
  bench.start(k_enterprise);
  bench.ask(call_tool(R"({"name":"pre_flight_check","args":{"stage":"PRE_PUSH"}})"));
  const std::string receipt =
      test::read_bytes(bench.repository() + "/.pumuki/artifacts/mcp-ai-gate-receipt.json");
  EXPECT_EQ(Schemas{}.problems("gate-receipt", receipt), std::vector<std::string>{});
  EXPECT_TRUE(receipt.ends_with("}\n"));
}

class Start : public testing::TestWithParam<std::pair<std::string_view, std::string_view>> {
 protected:
  /// Starts the program with a port and waits for its end.
  static ProcessOutput run_with_port(std::string port) {
    const auto& [program, variable] = GetParam();
    const test::TempDir folder;
    return test::run_to_end(
        {{std::string{PUMUKI_BIN_DIR "/"} + std::string{program}},
         test::test_environment(folder.path()).with(std::string{variable}, std::move(port)),
         folder.path()});
  }
};

TEST_P(Start, refuses_a_port_that_is_no_number) {
  for (const char* port : {"7x", "-1", " ", "65536"}) {
    const ProcessOutput output = run_with_port(port);
    EXPECT_EQ(output.exit_code, 1) << port;
    EXPECT_TRUE(contains(output.err, "PORT_INVALID")) << output.err;
  }
}

TEST_P(Start, refuses_a_port_that_is_taken) {
  Bench bench{recipe("fresh")};
  bench.start(GetParam().first);
  const ProcessOutput output = run_with_port(std::to_string(bench.port()));
  EXPECT_EQ(output.exit_code, 1);
  EXPECT_TRUE(contains(output.err, "EADDRINUSE")) << output.err;
  expect_healthy(bench);
}

INSTANTIATE_TEST_SUITE_P(
    Port, Start,
    testing::Values(std::pair{k_evidence, std::string_view{"PUMUKI_EVIDENCE_PORT"}},
                    std::pair{k_enterprise, std::string_view{"PUMUKI_ENTERPRISE_MCP_PORT"}}));

}  // namespace
}  // namespace pumuki::contract
