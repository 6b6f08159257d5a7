#include "bridges/mcp/catalogue.h"

#include "bridges/mcp/arguments.h"
#include "bridges/mcp/listings.h"
#include "bridges/mcp/revisions.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <gmock/gmock.h>

namespace pumuki::mcp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Revisions, a_known_revision_is_answered_with_itself_and_any_other_with_the_newest) {
  std::vector<std::string> names;
  for (const Revision& revision : revisions()) {
    names.emplace_back(revision.name);
    if (revision.handshake) {
      EXPECT_EQ(negotiate(revision.name).name, revision.name);
    }
  }
  EXPECT_THAT(names,
              ElementsAre("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"));
  for (const std::string_view other : {"1999-01-01", "2024-10-07", "2026-07-28", ""}) {
    EXPECT_EQ(negotiate(other).name, "2025-11-25") << other;
  }
  EXPECT_EQ(first_revision().name, "2024-11-05");
}

TEST(Revisions, members_appear_with_the_revision_that_brought_them) {
  const Catalogue catalogue = test::sample_catalogue();
  const auto tools = [&](std::string_view name) {
    return tools_result(catalogue, negotiate(name));
  };
  EXPECT_THAT(tools("2024-11-05"), Not(HasSubstr("annotations")));
  EXPECT_THAT(tools("2025-03-26"), HasSubstr("\"readOnlyHint\":true"));
  EXPECT_THAT(tools("2025-03-26"), Not(HasSubstr("\"name\":\"echo\",\"title\"")));
  EXPECT_THAT(tools("2025-06-18"), HasSubstr("\"name\":\"echo\",\"title\":\"Echo\""));
  const auto opening = [&](std::string_view name) {
    return initialize_result(catalogue, negotiate(name));
  };
  EXPECT_THAT(opening("2025-06-18"), Not(HasSubstr("For tests.")));
  EXPECT_THAT(opening("2025-11-25"), HasSubstr("For tests."));
}

TEST(Catalogue, finds_listed_resources_exactly) {
  const Catalogue catalogue = test::sample_catalogue();
  EXPECT_EQ(find_resource(catalogue, "test://one")->base, "test://one");
  for (const std::string_view uri : {"test://One", "test://one/", "test://one?",
                                     "test://one?limit=1", "test://list", "", "nosuch://thing"}) {
    EXPECT_FALSE(find_resource(catalogue, uri)) << uri;
  }
}

TEST(Catalogue, a_template_takes_its_own_variables_only) {
  const Catalogue catalogue = test::sample_catalogue();
  const auto found = find_resource(catalogue, "test://list?limit=5&offset=a%20b");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->base, "test://list");
  EXPECT_EQ(found->query, "limit=5&offset=a%20b");
  for (const std::string_view uri :
       {"test://list?", "test://list?bogus=1", "test://list?limit", "test://list?limit=%2",
        "test://list?limit=a b", "test://list?limit=a#b", "test://list?limit=1&&offset=2",
        "test://list?limit=a+b", "test://list?limit=a\r\nX: y"}) {
    EXPECT_FALSE(find_resource(catalogue, uri)) << uri;
  }
}

struct ArgumentCase {
  std::string_view arguments;
  /// Part of the complaint; empty when the arguments fit.
  std::string_view complaint;
};

class ToolArguments : public ::testing::TestWithParam<ArgumentCase> {};

TEST_P(ToolArguments, are_checked_against_the_published_schema) {
  const Catalogue catalogue = test::sample_catalogue();
  const auto read = read_arguments(*find_tool(catalogue, "echo"), GetParam().arguments);
  if (GetParam().complaint.empty()) {
    EXPECT_TRUE(read) << read.error();
  } else {
    ASSERT_FALSE(read) << GetParam().arguments;
    EXPECT_THAT(read.error(), HasSubstr(std::string{GetParam().complaint}));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Catalogue, ToolArguments,
    ::testing::Values(ArgumentCase{"{}", ""}, ArgumentCase{R"({"color":"red"})", ""},
                      ArgumentCase{R"({"color":"\u0072ed"})", ""},
                      ArgumentCase{R"({"color":"RED"})", "\"color\" must be one of red, green"},
                      ArgumentCase{R"({"color":null})", "\"color\""},
                      ArgumentCase{R"({"word":7})", "\"word\" must be a string"},
                      ArgumentCase{R"({"count":0})", ""}, ArgumentCase{R"({"count":5.0})", ""},
                      ArgumentCase{R"({"count":5.5})", "\"count\" must be a whole number"},
                      ArgumentCase{R"({"count":-1})", "\"count\""},
                      ArgumentCase{R"({"count":"5"})", "\"count\""},
                      ArgumentCase{R"({"count":1e30})", "\"count\""},
                      ArgumentCase{R"({"loud":true})", ""},
                      ArgumentCase{R"({"loud":1})", "\"loud\" must be true or false"},
                      ArgumentCase{R"({"Word":"x"})", "no argument \"Word\""}));

}  // namespace
}  // namespace pumuki::mcp
