#include "gate/core/json_text.h"
#include "tests/support/http_client.h"
#include "tests/unit/bridges/stdio/bridge_under_test.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

/// Bridges as processes: their own server, their end, their surroundings (contract: mcp-protocol
/// §4, §10, §11; rulings 5, 6, 27, 29).
namespace pumuki::stdio::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using pumuki::test::read_bytes;
using pumuki::test::RepoBuilder;
using pumuki::test::TempDir;
using pumuki::test::write_bytes;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using Clock = std::chrono::steady_clock;

/// The contract says two seconds; a busy machine gets one more.
constexpr std::chrono::milliseconds k_exit_limit{3'000};

class Life : public ::testing::TestWithParam<const char*> {
 protected:
  Life() { repo.init().commit_file("a.txt", "1\n"); }

  BridgeSetup setup(Variables variables = {}) const {
    return {.kind = GetParam(), .cwd = repo.root(), .variables = std::move(variables)};
  }
  static std::string read_only_tool() {
    return std::string{GetParam()} == "evidence" ? "evidence_status" : "check_sdd_status";
  }
  static std::string status_uri() { return "evidence://status"; }

  /// A folder with the bridge and a server program that is this shell script.
  std::string folder_with_server(const std::string& script) const {
    const std::string folder = repo.temp() / "bin";
    fs::create_directories(folder);
    const std::string name = std::string{"pumuki-mcp-"} + GetParam();
    fs::copy_file(std::string{PUMUKI_BIN_DIR} + "/" + name + "-stdio",
                  folder + "/" + name + "-stdio", fs::copy_options::overwrite_existing);
    write_bytes(folder + "/" + name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(folder + "/" + name, fs::perms::owner_all);
    return folder;
  }
  void expect_clean_end(BridgeUnderTest& bridge, int expected = 0) {
    const auto children = bridge.children();
    const auto start = Clock::now();
    bridge.process().close_input();
    EXPECT_EQ(bridge.process().wait(k_exit_limit), expected);
    EXPECT_LT(Clock::now() - start, k_exit_limit);
    for (const pid_t child : children) {
      EXPECT_TRUE(ends_within(child, 1s));
    }
  }

  RepoBuilder repo;
};

TEST_P(Life, starts_its_own_server_when_it_is_needed_and_ends_it_with_itself) {
  BridgeUnderTest bridge{setup()};
  bridge.initialize();
  bridge.request("tools/list");
  EXPECT_THAT(bridge.children(), IsEmpty());
  EXPECT_THAT(text_in(bridge.read(status_uri())),
              HasSubstr(json_string(repo.root() + "/.ai_evidence.json")));
  EXPECT_THAT(bridge.children(), SizeIs(1));
  expect_clean_end(bridge);
}

TEST_P(Life, many_first_calls_start_one_server) {
  BridgeUnderTest bridge{setup()};
  bridge.initialize();
  for (int i = 0; i < 20; ++i) {
    bridge.send("resources/read", R"({"uri":"evidence://status"})");
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(bridge.read_line(), HasSubstr("contents"));
  }
  EXPECT_THAT(bridge.children(), SizeIs(1));
}

TEST_P(Life, a_killed_server_is_started_again) {
  BridgeUnderTest bridge{setup()};
  bridge.initialize();
  bridge.read(status_uri());
  const pid_t first = bridge.children().at(0);
  ::kill(first, SIGKILL);
  EXPECT_THAT(bridge.read(status_uri()), HasSubstr("contents"));
  ASSERT_THAT(bridge.children(), SizeIs(1));
  EXPECT_NE(bridge.children().at(0), first);
}

TEST_P(Life, a_killed_bridge_takes_its_server_along) {
  pid_t server = 0;
  {
    BridgeUnderTest bridge{setup()};
    bridge.initialize();
    bridge.read(status_uri());
    server = bridge.children().at(0);
    bridge.process().send_signal(SIGKILL);
    bridge.process().wait();
  }
  EXPECT_TRUE(ends_within(server, 5s));
}

TEST_P(Life, two_bridges_do_not_depend_on_each_other) {
  auto first = std::make_unique<BridgeUnderTest>(setup());
  BridgeUnderTest second{setup()};
  for (BridgeUnderTest* bridge : {first.get(), &second}) {
    bridge->initialize();
    bridge->read(status_uri());
  }
  first.reset();
  EXPECT_THAT(second.read(status_uri()), HasSubstr("contents"));
}

TEST_P(Life, ends_at_once_when_the_input_is_empty) {
  BridgeUnderTest bridge{setup()};
  expect_clean_end(bridge);
}

TEST_P(Life, answers_what_was_read_before_the_input_ended) {
  BridgeUnderTest bridge{setup()};
  bridge.initialize();
  for (int i = 0; i < 20; ++i) {
    bridge.send(i % 2 == 0 ? "tools/list" : "ping");
  }
  bridge.process().write(R"({"jsonrpc":"2.0","id":"last","method":"ping"})");
  bridge.process().close_input();
  const std::string rest = bridge.process().read_rest();
  EXPECT_EQ(std::count(rest.begin(), rest.end(), '\n'), 21);
  EXPECT_THAT(rest, HasSubstr("\"id\":\"last\",\"result\":{}"));
  EXPECT_EQ(bridge.process().wait(k_exit_limit), 0);
}

TEST_P(Life, ends_in_time_while_a_server_is_starting) {
  auto slow = setup();
  slow.folder = folder_with_server("exec sleep 60");
  BridgeUnderTest bridge{slow};
  bridge.initialize();
  bridge.send("tools/call", R"({"name":")" + read_only_tool() + "\"}");
  const auto end = Clock::now() + 5s;
  while (bridge.children().empty() && Clock::now() < end) {
    std::this_thread::sleep_for(5ms);
  }
  ASSERT_THAT(bridge.children(), SizeIs(1));
  EXPECT_THAT(bridge.request("ping"), HasSubstr("result"));
  expect_clean_end(bridge);
}

TEST_P(Life, ends_in_time_while_a_call_runs) {
  const std::string kind = GetParam();
  const auto hang = [](Exchange& exchange) { exchange.hang(); };
  FakeHttpServer server{kind == "evidence" ? evidence_like(repo.root(), hang)
                                           : enterprise_like(repo.root(), hang)};
  BridgeUnderTest bridge{setup(pointing_to(kind, server.port()))};
  bridge.initialize();
  bridge.send("tools/call",
              R"({"name":")" +
                  std::string{kind == "evidence" ? "evidence_summary" : "ai_gate_check"} + "\"}");
  const auto end = Clock::now() + 5s;
  while (server.requests().size() < 3 && Clock::now() < end) {
    std::this_thread::sleep_for(5ms);
  }
  expect_clean_end(bridge);
}

TEST_P(Life, signals_end_it_without_waiting_for_calls) {
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    auto slow = setup();
    slow.folder = folder_with_server("exec sleep 60");
    BridgeUnderTest bridge{slow};
    bridge.initialize();
    bridge.send("tools/call", R"({"name":")" + read_only_tool() + "\"}");
    bridge.process().send_signal(number);
    EXPECT_EQ(bridge.process().wait(k_exit_limit), 0) << number;
  }
}

TEST_P(Life, waits_for_a_reader_of_its_output_but_not_for_ever) {
  BridgeUnderTest bridge{setup()};
  for (int i = 0; i < 200; ++i) {
    bridge.send("tools/list");
  }
  const auto start = Clock::now();
  bridge.process().close_input();
  EXPECT_EQ(bridge.process().wait(15s), 0);
  EXPECT_GT(Clock::now() - start, 4s);
  EXPECT_LT(Clock::now() - start, 12s);
}

TEST_P(Life, a_server_program_that_fails_is_quoted_in_the_tool_error) {
  auto broken = setup();
  broken.folder = folder_with_server("echo 'no such luck' >&2; exit 3");
  BridgeUnderTest bridge{broken};
  bridge.initialize();
  const auto answer = bridge.call(read_only_tool());
  EXPECT_THAT(answer, HasSubstr("\"isError\":true"));
  EXPECT_THAT(text_in(answer), HasSubstr("no such luck"));
  EXPECT_THAT(bridge.read(status_uri()), HasSubstr("-32603"));
}

TEST_P(Life, what_the_server_prints_never_reaches_the_output) {
  auto chatty = setup({{"DEBUG", "1"}});
  chatty.arguments = {"--log-level", "trace"};
  chatty.folder = folder_with_server("echo banner; echo banner >&2; exec sleep 60");
  BridgeUnderTest bridge{chatty};
  bridge.initialize();
  bridge.send("tools/call", R"({"name":")" + read_only_tool() + "\"}");
  bridge.send_line("no json");
  bridge.process().close_input();
  const std::string rest = bridge.process().read_rest();
  EXPECT_THAT(rest, Not(HasSubstr("banner")));
  for (std::size_t at = 0; at < rest.size(); at = rest.find('\n', at) + 1) {
    EXPECT_EQ(rest.substr(at, 16), "{\"jsonrpc\":\"2.0\"");
  }
}

TEST_P(Life, the_server_gets_its_project_and_neither_git_variables_nor_secrets_nor_descriptors) {
  auto curious = setup({{"GIT_DIR", "/elsewhere/.git"}, {"SOME_TOKEN", "x"}});
  curious.folder = folder_with_server("env > seen; echo \"$@\" >> seen; ls /proc/self/fd >> seen");
  BridgeUnderTest bridge{curious};
  bridge.initialize();
  bridge.call(read_only_tool());
  const std::string seen = read_bytes(repo.root() + "/seen");
  EXPECT_THAT(seen, AllOf(HasSubstr("--port 0 --project " + repo.root()), HasSubstr("PATH=")));
  EXPECT_THAT(seen, AllOf(Not(HasSubstr("GIT_DIR")), Not(HasSubstr("SOME_TOKEN"))));
  // 0, 1, 2 and the folder that ls itself reads.
  EXPECT_THAT(seen, Not(HasSubstr("\n4\n")));
}

TEST_P(Life, without_a_repository_it_lists_and_says_what_is_wrong) {
  for (const bool root_folder : {true, false}) {
    auto lost = setup();
    lost.cwd = root_folder ? "/" : repo.root();
    lost.arguments = root_folder ? std::vector<std::string>{}
                                 : std::vector<std::string>{"--project", "/nonexistent"};
    BridgeUnderTest bridge{lost};
    EXPECT_THAT(bridge.initialize(), HasSubstr("\"protocolVersion\":\"2025-11-25\""));
    EXPECT_THAT(bridge.request("tools/list"), HasSubstr(read_only_tool()));
    const auto answer = bridge.call(read_only_tool());
    EXPECT_THAT(answer, AllOf(HasSubstr("\"isError\":true"), HasSubstr("--project")));
    EXPECT_THAT(bridge.read(status_uri()), AllOf(HasSubstr("-32603"), HasSubstr("--project")));
  }
}

TEST_P(Life, the_project_option_and_variable_name_the_repository) {
  RepoBuilder other;
  other.init().commit_file("b.txt", "1\n");
  auto by_option = setup({{"CLAUDE_PROJECT_DIR", "/nonexistent"}});
  by_option.cwd = "/";
  by_option.arguments = {"--project", other.root()};
  auto by_variable = setup({{"CLAUDE_PROJECT_DIR", other.root()}});
  for (const auto& choice : {by_option, by_variable}) {
    BridgeUnderTest bridge{choice};
    bridge.initialize();
    EXPECT_THAT(text_in(bridge.read(status_uri())),
                HasSubstr(json_string(other.root() + "/.ai_evidence.json")));
  }
}

TEST_P(Life, a_port_that_is_none_means_an_own_server) {
  const std::string name = pointing_to(GetParam(), 0).front().first;
  BridgeUnderTest bridge{setup({{name, "7x"}})};
  bridge.initialize();
  EXPECT_THAT(bridge.read(status_uri()), HasSubstr("contents"));
}

TEST_P(Life, works_with_a_closed_standard_error) {
  const std::string program =
      std::string{PUMUKI_BIN_DIR} + "/pumuki-mcp-" + GetParam() + "-stdio --log-level trace";
  const auto output = pumuki::test::run_to_end(
      {{"sh", "-c", "exec " + program + " 2>&-"},
       pumuki::test::test_environment().with(pointing_to(GetParam(), 0).front().first, "0"),
       repo.root()},
      "no json\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":"
      "\"evidence://status\"}}\n");
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_THAT(output.out, HasSubstr("contents"));
}

INSTANTIATE_TEST_SUITE_P(Bridges, Life, ::testing::Values("evidence", "enterprise"),
                         [](const auto& parameter) { return std::string{parameter.param}; });

TEST(Orphan, a_bridge_whose_wrapper_died_ends_although_its_input_stays_open) {
  const RepoBuilder repo;
  const std::string program = std::string{PUMUKI_BIN_DIR} + "/pumuki-mcp-evidence-stdio";
  pumuki::test::ChildProcess wrapper{
      {{"sh", "-c", "exec 3<&0; " + program + " <&3 3<&- & echo started; sleep 0.3"},
       pumuki::test::test_environment(),
       repo.root()}};
  EXPECT_EQ(wrapper.read_line(), "started");
  const auto start = Clock::now();
  EXPECT_EQ(wrapper.read_rest(20s), "");
  EXPECT_GT(Clock::now() - start, 2s);
}

TEST(CommandLine, version_and_help_end_with_0_and_a_wrong_option_with_2) {
  for (const std::string kind : {"evidence", "enterprise"}) {
    const std::string program = std::string{PUMUKI_BIN_DIR} + "/pumuki-mcp-" + kind + "-stdio";
    const auto run = [&](const std::string& option) {
      return pumuki::test::run_to_end({{program, option}, pumuki::test::test_environment(), "/"});
    };
    EXPECT_EQ(run("--version").exit_code, 0);
    EXPECT_THAT(run("--version").out, HasSubstr("pumuki-mcp-" + kind + "-stdio 7."));
    EXPECT_THAT(run("--help").out, HasSubstr("--project"));
    EXPECT_EQ(run("--nonsense").exit_code, 2);
    EXPECT_THAT(run("--nonsense").out, IsEmpty());
  }
}

TEST(Evidence, missing_evidence_is_a_tool_error_that_says_how_to_make_it) {
  RepoBuilder repo;
  repo.init().commit_file("a.txt", "1\n");
  BridgeUnderTest bridge{{.kind = "evidence", .cwd = repo.root()}};
  bridge.initialize();
  const auto missing = bridge.call("evidence_summary");
  EXPECT_THAT(missing, HasSubstr("\"isError\":true"));
  EXPECT_THAT(text_in(missing),
              AllOf(HasSubstr("no evidence"), HasSubstr("Generate the evidence")));
  EXPECT_THAT(bridge.read("evidence://findings?limit=1"),
              AllOf(HasSubstr("-32603"), HasSubstr("no evidence")));
  EXPECT_THAT(bridge.read("evidence://nonsense"),
              HasSubstr(R"("code":-32002,"message":"There is no such resource.","data":{"uri":)"));
  repo.write(".ai_evidence.json", R"({"version":"2.0"})");
  EXPECT_THAT(text_in(bridge.call("evidence_findings")),
              AllOf(HasSubstr("not valid"), HasSubstr("2.0")));
}

TEST(Enterprise, a_tool_answers_with_the_envelope_of_its_server) {
  RepoBuilder repo;
  repo.init().commit_file("a.txt", "1\n");
  BridgeUnderTest bridge{{.kind = "enterprise", .cwd = repo.root()}};
  bridge.initialize();
  const auto answer = bridge.call("ai_gate_check", R"({"stage":"PRE_COMMIT"})");
  EXPECT_THAT(answer, HasSubstr("\"isError\":true"));
  EXPECT_THAT(text_in(answer),
              AllOf(HasSubstr(R"({"tool":"ai_gate_check","dryRun":true,"executed":true)"),
                    HasSubstr("EVIDENCE_MISSING")));
}

}  // namespace
}  // namespace pumuki::stdio::test
