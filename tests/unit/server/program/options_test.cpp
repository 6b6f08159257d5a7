#include "server/program/options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace pumuki::program {
namespace {

constexpr ServerSpec k_spec{.program = "pumuki-mcp-evidence",
                            .host_variable = "PUMUKI_EVIDENCE_HOST",
                            .port_variable = "PUMUKI_EVIDENCE_PORT",
                            .default_port = 7341,
                            .route_variable = "PUMUKI_EVIDENCE_ROUTE",
                            .default_route = "/ai-evidence"};

using Variables = std::vector<std::pair<std::string, std::string>>;

Start start_with(std::vector<std::string> arguments, Variables variables = {},
                 std::string directory = "/") {
  return read_options(
      k_spec, {std::move(arguments), Environment{std::move(variables)}, std::move(directory)});
}

TEST(ServerOptions, defaults) {
  const Start start = start_with({});
  ASSERT_TRUE(start.options);
  EXPECT_EQ(start.options->host, "127.0.0.1");
  EXPECT_EQ(start.options->port, 7341);
  EXPECT_EQ(start.options->route, "/ai-evidence");
  EXPECT_EQ(start.options->project, "/");
  EXPECT_TRUE(start.options->allowed_hosts.empty());
  EXPECT_FALSE(start.options->owned);
}

TEST(ServerOptions, option_wins_over_variable) {
  const Variables variables{{"PUMUKI_EVIDENCE_HOST", "0.0.0.0"},
                            {"PUMUKI_EVIDENCE_PORT", "1"},
                            {"PUMUKI_EVIDENCE_ROUTE", "/b"}};
  const Start by_variable = start_with({}, variables);
  ASSERT_TRUE(by_variable.options);
  EXPECT_EQ(by_variable.options->host, "0.0.0.0");
  EXPECT_EQ(by_variable.options->port, 1);
  EXPECT_EQ(by_variable.options->route, "/b");
  const Start by_option =
      start_with({"--host", "::1", "--port=2", "--route", "a//", "--owned"}, variables);
  ASSERT_TRUE(by_option.options);
  EXPECT_EQ(by_option.options->host, "::1");
  EXPECT_EQ(by_option.options->port, 2);
  EXPECT_EQ(by_option.options->route, "/a");
  EXPECT_TRUE(by_option.options->owned);
}

TEST(ServerOptions, empty_host_is_no_host) {
  const Start start = start_with({"--host", ""}, {{"PUMUKI_EVIDENCE_HOST", ""}});
  ASSERT_TRUE(start.options);
  EXPECT_EQ(start.options->host, "127.0.0.1");
}

TEST(ServerOptions, ports_that_are_not_plain_numbers_end_the_start_with_1) {
  for (const char* port : {"", " ", "-1", "+1", "7x", " 7", "7 ", "65536", "99999999999", "0x5",
                           "1.0", "1e1", "\xD9\xA3"}) {
    const Start start = start_with({}, {{"PUMUKI_EVIDENCE_PORT", port}});
    EXPECT_FALSE(start.options) << port;
    EXPECT_EQ(start.exit_code, 1) << port;
    EXPECT_TRUE(start.err.starts_with("PORT_INVALID")) << start.err;
    EXPECT_EQ(start.err.find('\n'), start.err.size() - 1) << start.err;
  }
}

TEST(ServerOptions, ports_at_the_edges) {
  EXPECT_EQ(parse_port("0"), 0);
  EXPECT_EQ(parse_port("65535"), 65535);
  EXPECT_EQ(parse_port("007341"), 7341);
}

TEST(ServerOptions, routes) {
  EXPECT_EQ(normal_route("ctx"), "/ctx");
  EXPECT_EQ(normal_route("/ctx///"), "/ctx");
  EXPECT_EQ(normal_route("/api/v1/"), "/api/v1");
  EXPECT_EQ(normal_route(""), "/");
  EXPECT_EQ(normal_route("///"), "/");
  EXPECT_EQ(normal_route("/Ctx"), "/Ctx");
}

TEST(ServerOptions, allowed_hosts_are_a_comma_list) {
  const Start start = start_with({}, {{"PUMUKI_ALLOWED_HOSTS", "a.example, b ,,"}});
  ASSERT_TRUE(start.options);
  EXPECT_EQ(start.options->allowed_hosts, (std::vector<std::string>{"a.example", "b"}));
}

TEST(ServerOptions, help_and_version_end_with_0_on_stdout) {
  for (const char* option : {"--help", "--version"}) {
    const Start start = start_with({option});
    EXPECT_FALSE(start.options);
    EXPECT_EQ(start.exit_code, 0);
    EXPECT_NE(start.out.find("pumuki-mcp-evidence"), std::string::npos);
    EXPECT_TRUE(start.err.empty());
  }
}

TEST(ServerOptions, unknown_option_ends_with_2_on_stderr) {
  const std::vector<std::vector<std::string>> lines{
      {"--nope"}, {"stray"}, {"--log-level", "loud"}, {"--port"}};
  for (const auto& line : lines) {
    const Start start = start_with(line);
    EXPECT_FALSE(start.options);
    EXPECT_EQ(start.exit_code, 2);
    EXPECT_TRUE(start.out.empty());
    EXPECT_FALSE(start.err.empty());
  }
}

class ServerProject : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "project-XXXXXX";
    root_ = std::filesystem::canonical(mkdtemp(pattern.data()));
    std::filesystem::create_directories(root_ / "here" / "sub");
    std::filesystem::create_directory(root_ / "claude");
    std::filesystem::create_symlink("here", root_ / "link");
    std::ofstream{root_ / "file"} << "x";
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  std::string project(std::vector<std::string> arguments, Variables variables = {}) {
    const Start start =
        start_with(std::move(arguments), std::move(variables), (root_ / "here").string());
    return start.options ? start.options->project : "exit " + std::to_string(start.exit_code);
  }

  std::filesystem::path root_;
};

TEST_F(ServerProject, option_then_variable_then_working_directory) {
  const Variables claude{{"CLAUDE_PROJECT_DIR", (root_ / "claude").string()}};
  EXPECT_EQ(project({}), root_ / "here");
  EXPECT_EQ(project({}, claude), root_ / "claude");
  EXPECT_EQ(project({"--project", "sub"}, claude), root_ / "here" / "sub");
  EXPECT_EQ(project({"--project", (root_ / "link").string()}), root_ / "here");
}

TEST_F(ServerProject, a_variable_that_names_no_folder_is_ignored) {
  EXPECT_EQ(project({}, {{"CLAUDE_PROJECT_DIR", ""}}), root_ / "here");
  EXPECT_EQ(project({}, {{"CLAUDE_PROJECT_DIR", (root_ / "gone").string()}}), root_ / "here");
  EXPECT_EQ(project({}, {{"CLAUDE_PROJECT_DIR", (root_ / "file").string()}}), root_ / "here");
}

TEST_F(ServerProject, an_option_that_names_no_folder_ends_the_start) {
  EXPECT_EQ(project({"--project", "gone"}), "exit 1");
  EXPECT_EQ(project({"--project", (root_ / "file").string()}), "exit 1");
}

}  // namespace
}  // namespace pumuki::program
