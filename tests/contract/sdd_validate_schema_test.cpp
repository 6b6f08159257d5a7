// What `pumuki sdd validate --json` prints against its schema.
#include "tests/contract/schema_check.h"
#include "tests/support/child_process.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>

namespace pumuki::contract {
namespace {

struct SddValidateCase {
  const char* name;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;
  int exit_code;
};

void PrintTo(const SddValidateCase& given, std::ostream* out) { *out << given.name; }

class SddValidateSchema : public testing::TestWithParam<SddValidateCase> {};

TEST_P(SddValidateSchema, fits) {
  test::RepoBuilder repo;
  repo.init("feature/x").commit_file(".gitignore", ".pumuki/\n");
  repo.write("openspec/changes/add-login/specs/auth/spec.md", "## ADDED Requirements\n");
  Environment environment = repo.environment();
  for (const auto& [name, value] : GetParam().environment) {
    environment = environment.with(name, value);
  }
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {std::string{PUMUKI_BIN_DIR} + "/pumuki", "sdd"});
    return test::run_to_end(
        {.argv = std::move(arguments), .environment = environment, .cwd = repo.root()});
  };
  EXPECT_EQ(run({"session", "--open", "--change=auto"}).exit_code, 0);
  std::vector<std::string> arguments{"validate", "--json"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const auto ran = run(arguments);
  EXPECT_EQ(ran.exit_code, GetParam().exit_code) << ran.err;
  for (const std::string& problem : Schemas{}.problems("sdd-validate", ran.out)) {
    ADD_FAILURE() << problem << "\n" << ran.out;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SddValidateSchema,
    testing::Values(SddValidateCase{"before writing, blocked", {"--stage=PRE_WRITE"}, {}, 1},
                    SddValidateCase{"before writing, advisory",
                                    {"--stage=PRE_WRITE"},
                                    {{"PUMUKI_EXPERIMENTAL_PRE_WRITE", "advisory"}},
                                    0},
                    SddValidateCase{"before writing, off",
                                    {"--stage=PRE_WRITE"},
                                    {{"PUMUKI_EXPERIMENTAL_PRE_WRITE", "off"}},
                                    0},
                    SddValidateCase{"commit, a change that is not valid", {}, {}, 1},
                    SddValidateCase{
                        "CI, SDD off", {"--stage=CI"}, {{"PUMUKI_EXPERIMENTAL_SDD", "off"}}, 0}));

TEST(SddValidateSchemaItself, refuses_what_is_not_of_it) {
  EXPECT_FALSE(Schemas{}.problems("sdd-validate", R"({"stage":"CI"})").empty());
}

}  // namespace
}  // namespace pumuki::contract
