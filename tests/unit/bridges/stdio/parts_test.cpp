#include "bridges/offers/evidence_catalogue.h"
#include "bridges/offers/reply.h"
#include "bridges/stdio/address.h"
#include "bridges/stdio/identity.h"
#include "bridges/stdio/project.h"
#include "bridges/stdio/server_process.h"
#include "bridges/stdio/settings.h"
#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace pumuki::stdio {
namespace {

using namespace offers;

using pumuki::test::TempDir;
using pumuki::test::write_bytes;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Address, hosts_become_literals_and_names_are_never_looked_up) {
  EXPECT_THAT(address_literals("127.0.0.1"), ElementsAre("127.0.0.1"));
  EXPECT_THAT(address_literals("localhost"), ElementsAre("127.0.0.1", "::1"));
  EXPECT_THAT(address_literals(" LocalHost "), ElementsAre("127.0.0.1", "::1"));
  EXPECT_THAT(address_literals(""), ElementsAre("127.0.0.1", "::1"));
  EXPECT_THAT(address_literals("[::1]"), ElementsAre("::1"));
  EXPECT_THAT(address_literals("0.0.0.0"), ElementsAre("127.0.0.1"));
  EXPECT_THAT(address_literals("example.org"), IsEmpty());
}

TEST(Address, is_read_from_a_start_line) {
  EXPECT_EQ(address_in("x listening on http://127.0.0.1:4711/ai-evidence"),
            (Address{"127.0.0.1", 4711}));
  EXPECT_EQ(address_in("x http://[::1]:80"), (Address{"::1", 80}));
  for (const std::string_view line :
       {"", "listening", "http://127.0.0.1", "http://127.0.0.1:x", "http://127.0.0.1:99999"}) {
    EXPECT_FALSE(address_in(line)) << line;
  }
}

TEST(Settings, routes_lose_their_last_slashes_and_get_a_first_one) {
  EXPECT_EQ(route_prefix("/ai-evidence"), "/ai-evidence");
  EXPECT_EQ(route_prefix("ai/x//"), "/ai/x");
  EXPECT_EQ(route_prefix("/"), "");
  EXPECT_EQ(route_prefix(""), "");
}

std::vector<Address> addresses(std::vector<std::pair<std::string, std::string>> variables,
                               std::string* problem_out = nullptr) {
  std::string problem;
  BridgeSpec spec;
  spec.host_variable = "T_HOST";
  spec.port_variable = "T_PORT";
  spec.default_port = 7341;
  auto result = configured_addresses(spec, Environment{std::move(variables)}, problem);
  if (problem_out != nullptr) {
    *problem_out = problem;
  }
  return result;
}

TEST(Settings, port_zero_means_an_own_server) {
  EXPECT_THAT(addresses({}), ElementsAre(Address{"127.0.0.1", 7341}));
  EXPECT_THAT(addresses({{"T_PORT", "0"}}), IsEmpty());
  EXPECT_THAT(addresses({{"T_PORT", "80"}, {"T_HOST", "::1"}}), ElementsAre(Address{"::1", 80}));
}

TEST(Settings, what_cannot_be_used_is_named) {
  for (const std::string_view port : {"7x", "-1", "", "65536", " 80"}) {
    std::string problem;
    EXPECT_THAT(addresses({{"T_PORT", std::string{port}}}, &problem), IsEmpty()) << port;
    EXPECT_THAT(problem, HasSubstr("T_PORT")) << port;
  }
  std::string problem;
  EXPECT_THAT(addresses({{"T_HOST", "example.org"}}, &problem), IsEmpty());
  EXPECT_THAT(problem, HasSubstr("T_HOST"));
}

TEST(Project, the_option_wins_over_the_variable_and_that_over_the_working_directory) {
  const TempDir temp;
  for (const std::string_view name : {"a", "b", "c"}) {
    std::filesystem::create_directory(temp / name);
  }
  const Environment with{{{"CLAUDE_PROJECT_DIR", temp / "b"}}};
  EXPECT_EQ(find_project({temp / "a", temp / "c"}, with, ""), temp / "a");
  EXPECT_EQ(find_project({std::nullopt, temp / "c"}, with, ""), temp / "b");
  EXPECT_EQ(find_project({std::nullopt, temp / "c"}, {}, ""), temp / "c");
  EXPECT_EQ(find_project({"a", temp.path()}, {}, ""), temp / "a");
}

TEST(Project, is_the_top_of_the_work_tree_unless_the_folder_itself_has_the_file) {
  const TempDir temp;
  write_bytes(temp / ".git/HEAD", "");
  write_bytes(temp / "sub/deep/x", "");
  EXPECT_EQ(find_project({std::nullopt, temp / "sub/deep"}, {}, ".ai_evidence.json"), temp.path());
  write_bytes(temp / "sub/.ai_evidence.json", "{}");
  EXPECT_EQ(find_project({std::nullopt, temp / "sub"}, {}, ".ai_evidence.json"), temp / "sub");
  EXPECT_EQ(find_project({std::nullopt, temp / "sub"}, {}, ""), temp.path());
}

TEST(Project, the_root_folder_and_missing_folders_are_errors_that_say_what_to_do) {
  const auto root = find_project({std::nullopt, "/"}, {}, "");
  ASSERT_FALSE(root);
  EXPECT_THAT(root.error().hint, HasSubstr("--project"));
  EXPECT_FALSE(find_project({"/nonexistent", "/"}, {}, ""));
  EXPECT_FALSE(find_project({std::nullopt, "/tmp"},
                            Environment{{{"CLAUDE_PROJECT_DIR", "/nonexistent"}}}, ""));
}

TEST(ServerProcess, its_environment_has_no_git_variables_and_no_secrets) {
  const auto lines = server_environment(Environment{{{"PATH", "/bin"},
                                                     {"GIT_DIR", "/x"},
                                                     {"GITHUB_BASE_REF", "main"},
                                                     {"GITHUB_TOKEN", "t"},
                                                     {"ANTHROPIC_API_KEY", "k"},
                                                     {"db_password", "p"},
                                                     {"PUMUKI_SDD_BYPASS", "1"}}});
  EXPECT_THAT(lines, ::testing::UnorderedElementsAre("PATH=/bin", "GITHUB_BASE_REF=main",
                                                     "PUMUKI_SDD_BYPASS=1"));
}

HttpReply json(std::string body) {
  return {200, "application/json; charset=utf-8", std::move(body), true};
}

TEST(Identity, an_evidence_server_of_this_repository_is_accepted) {
  const TempDir temp;
  const std::string good =
      R"({"status":"ok","context_api":{"endpoints":["/health","/ai-evidence/summary"]},)"
      R"("evidence":{"path":")" +
      temp.path() + R"(/.ai_evidence.json","exists":true,"valid":false,"version":"2.0"}})";
  EXPECT_EQ(refuse_evidence_status(json(good), temp.path()), std::nullopt);
  EXPECT_EQ(evidence_state(json(good))->version, "2.0");
  EXPECT_EQ(refuse_evidence_status(json(good), "/elsewhere"), "it serves another repository");
  std::filesystem::create_directory_symlink(temp.path(), temp / "link");
  std::string linked = good;
  linked.insert(linked.find("/.ai_"), "/link");
  EXPECT_EQ(refuse_evidence_status(json(linked), temp.path()), std::nullopt);
}

TEST(Identity, an_enterprise_server_must_fit_in_mode_root_and_version) {
  const TempDir temp;
  const auto status = [&](std::string_view root, std::string_view mode, std::string_view version) {
    return json(R"({"status":"ok","repoRoot":")" + std::string{root} +
                R"(","capabilities":{"resources":[],"tools":["check_sdd_status"],"mode":")" +
                std::string{mode} + R"("},"lifecycle":{"version":{"runtime":")" +
                std::string{version} + R"("}}})");
  };
  EXPECT_EQ(refuse_enterprise_status(status(temp.path(), "baseline", "7.9.9"), temp.path()),
            std::nullopt);
  EXPECT_EQ(refuse_enterprise_status(status("/elsewhere", "baseline", "7.0.0"), temp.path()),
            "it serves another repository");
  EXPECT_EQ(refuse_enterprise_status(status(temp.path(), "other", "7.0.0"), temp.path()),
            "it is no enterprise server");
  EXPECT_EQ(refuse_enterprise_status(status(temp.path(), "baseline", "6.3.265"), temp.path()),
            "it has version 6.3.265");
}

TEST(Identity, a_friendly_health_answer_proves_nothing) {
  for (const std::string_view body :
       {R"({"status":"ok"})", "[]", "ok", "{\"context_api\":7,\"evidence\":[]}"}) {
    EXPECT_TRUE(refuse_evidence_status(json(std::string{body}), "/")) << body;
    EXPECT_TRUE(refuse_enterprise_status(json(std::string{body}), "/")) << body;
  }
  EXPECT_TRUE(refuse_evidence_status({500, "application/json", "{}", true}, "/"));
}

TEST(Identity, the_cheap_check_looks_at_the_evidence_path) {
  const std::string body =
      R"({"uri":"evidence://status","payload":{"evidence":{"path":"/r/.ai_evidence.json"}}})";
  EXPECT_TRUE(is_enterprise_evidence(json(body), "/r"));
  EXPECT_FALSE(is_enterprise_evidence(json(body), "/s"));
  EXPECT_FALSE(is_enterprise_evidence(json("{}"), "/r"));
}

TEST(EvidenceCatalogue, every_item_has_a_path) {
  const mcp::Catalogue catalogue = evidence_catalogue("x");
  for (const auto& resource : catalogue.resources) {
    EXPECT_TRUE(evidence_path(evidence_key(resource.uri), "/r")) << resource.uri;
  }
  for (const auto& tool : catalogue.tools) {
    EXPECT_TRUE(evidence_path(evidence_key(tool.name), "/r")) << tool.name;
  }
  EXPECT_EQ(evidence_path("status", "/r"), "/status");
  EXPECT_EQ(evidence_path("document", "/r"), "/r");
  EXPECT_EQ(evidence_path("document", ""), "/");
  EXPECT_EQ(evidence_path("findings", ""), "/findings");
  EXPECT_EQ(evidence_path("nonsense", "/r"), std::nullopt);
}

TEST(ReplyText, names_address_and_status_and_quotes_the_error) {
  EXPECT_EQ(unusable_reply("127.0.0.1:1", {500, "application/json", R"({"error":"boom"})", true}),
            "The server at 127.0.0.1:1 answered with status 500: boom");
  EXPECT_THAT(unusable_reply("127.0.0.1:1", {200, "text/html", "<html>", true}),
              AllOf(HasSubstr("text/html"), Not(HasSubstr("<html>"))));
}

TEST(ReplyText, encodes_everything_but_unreserved_characters) {
  EXPECT_EQ(percent_encode("a-Z_0.~"), "a-Z_0.~");
  EXPECT_EQ(percent_encode("é +&=%"), "%C3%A9%20%2B%26%3D%25");
}

}  // namespace
}  // namespace pumuki::stdio
