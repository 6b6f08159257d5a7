#include "gate/git/config_parser.h"
#include "gate/git/plumbing_repository.h"
#include "tests/unit/gate/git/back_end_suite.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace pumuki::git {
namespace {

using testing::Optional;
using testing::StrEq;
using namespace std::string_literals;

class ConfigSuite : public BackEndSuite {
 protected:
  void SetUp() override { repo_.init(); }
  Config config(const std::string& folder) {
    auto found = open_alone(folder)->local_config();
    if (!found) {
      ADD_FAILURE() << describe(found.error());
      return {};
    }
    return std::move(*found);
  }
  Config config() { return config(repo_.root()); }
};

TEST_P(ConfigSuite, names_are_lower_case_except_the_subsection) {
  repo_.config("pumuki.sdd.session.updatedAt", "2030-01-01T00:00:00.000Z");
  repo_.config("Branch.Feature/X.Remote", "origin");
  EXPECT_THAT(find_config(config(), "pumuki.sdd.session.updatedat"),
              Optional(StrEq("2030-01-01T00:00:00.000Z")));
  EXPECT_THAT(find_config(config(), "branch.Feature/X.remote"), Optional(StrEq("origin")));
}

TEST_P(ConfigSuite, the_last_of_several_values_counts) {
  repo_.config("pumuki.version", "1").git({"config", "--add", "pumuki.version", "2"});
  EXPECT_THAT(find_config(config(), "pumuki.version"), Optional(StrEq("2")));
}

TEST_P(ConfigSuite, values_keep_their_bytes) {
  repo_.config("pumuki.hooks", "a\nb = c; # \"d\" \t é").config("pumuki.latin", "caf\xe9");
  EXPECT_THAT(find_config(config(), "pumuki.hooks"), Optional(StrEq("a\nb = c; # \"d\" \t é")));
  EXPECT_THAT(find_config(config(), "pumuki.latin"), Optional(StrEq("caf\xe9")));
}

TEST_P(ConfigSuite, unset_empty_and_valueless_are_nothing) {
  repo_.config("pumuki.empty", "");
  test::write_bytes(repo_.root() + "/.git/config",
                    test::read_bytes(repo_.root() + "/.git/config") + "[pumuki]\n\tbare\n");
  EXPECT_EQ(find_config(config(), "pumuki.empty"), std::nullopt);
  EXPECT_EQ(find_config(config(), "pumuki.bare"), std::nullopt);
  EXPECT_EQ(find_config(config(), "pumuki.unset"), std::nullopt);
  EXPECT_TRUE(config().contains("pumuki.bare"));
}

TEST_P(ConfigSuite, linked_worktrees_share_it) {
  repo_.commit("first").config("pumuki.installed", "true");
  EXPECT_THAT(find_config(config(repo_.add_worktree("linked")), "pumuki.installed"),
              Optional(StrEq("true")));
}

TEST_P(ConfigSuite, included_and_global_values_are_not_local) {
  test::write_bytes(repo_.temp() / "included", "[pumuki]\n\tinstalled = true\n\tversion = 9\n");
  test::write_bytes(repo_.home() + "/.gitconfig", "[pumuki]\n\thooks = global\n");
  repo_.config("pumuki.version", "1").config("include.path", "../../included");
  EXPECT_EQ(find_config(config(), "pumuki.installed"), std::nullopt);
  EXPECT_EQ(find_config(config(), "pumuki.hooks"), std::nullopt);
  EXPECT_THAT(find_config(config(), "pumuki.version"), Optional(StrEq("1")));
}

TEST_P(ConfigSuite, an_include_at_the_top_of_the_file_is_not_local) {
  test::write_bytes(repo_.temp() / "included", "[pumuki]\n\tinstalled = true\n");
  test::write_bytes(
      repo_.root() + "/.git/config",
      "[include]\n\tpath = ../../included\n" + test::read_bytes(repo_.root() + "/.git/config"));
  EXPECT_EQ(find_config(config(), "pumuki.installed"), std::nullopt);
  EXPECT_THAT(find_config(config(), "core.bare"), Optional(StrEq("false")));
}

TEST_P(ConfigSuite, is_exactly_what_git_lists) {
  repo_.config("a.b", "1").config("remote.origin.url", "x").config("alias.X", "!y");
  const std::string listed = repo_.git({"config", "--local", "--list", "--name-only"});
  std::string names;
  for (const auto& [name, value] : config()) {
    names += name + '\n';
    EXPECT_THAT(listed, testing::HasSubstr(name));
  }
  EXPECT_EQ(std::ranges::count(names, '\n'), std::ranges::count(listed, '\n') + 1);
}

INSTANTIATE_TEST_SUITE_P(Git, ConfigSuite,
                         testing::Values(BackEnd::Plumbing, BackEnd::Libgit2, BackEnd::Memory),
                         back_end_name);

TEST(Git_ConfigOfARequest, the_variable_that_redirects_git_config_is_ignored) {
  test::RepoBuilder repo;
  repo.init().config("pumuki.installed", "true");
  const auto environment = repo.environment().with("GIT_CONFIG", "/dev/null");
  const auto config = open_with_plumbing(repo.root(), environment)->local_config();
  ASSERT_TRUE(config) << describe(config.error());
  EXPECT_THAT(find_config(*config, "pumuki.installed"), Optional(StrEq("true")));
}

TEST(Git_ConfigParser, scopes_and_origins) {
  const auto listing = parse_config_listing(
      "system\0file:/etc/gitconfig\0core.hookspath\n/s\0"
      "local\0file:.git/config\0core.bare\nfalse\0"
      "local\0file:.git/../inc\0core.bare\ntrue\0"
      "local\0file:.git/config\0a.b\0"
      "command\0command line:\0color.ui\nfalse\0"s);
  ASSERT_TRUE(listing);
  EXPECT_EQ(listing->local, (Config{{"a.b", ""}, {"core.bare", "false"}}));
  EXPECT_EQ(listing->effective.at("core.bare"), "true");
  EXPECT_EQ(listing->effective.at("core.hookspath"), "/s");
}

TEST(Git_ConfigParser, cut_off_anywhere_is_refused_or_shorter_but_never_wrong) {
  const std::string whole = "local\0file:.git/config\0a.b\n1\0local\0file:.git/config\0c.d\n2\0"s;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto listing = parse_config_listing(std::string_view{whole}.substr(0, size));
    const bool at_a_boundary = size == 0 || size == whole.size() / 2;
    EXPECT_EQ(listing.has_value(), at_a_boundary) << size;
  }
}

}  // namespace
}  // namespace pumuki::git
