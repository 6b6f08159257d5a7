#include "gate/sdd/structure.h"

#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace pumuki::sdd {
namespace {

constexpr const char* k_good =
    "## ADDED Requirements\n### Requirement: Login\nThe system SHALL log in.\n"
    "#### Scenario: Right password\n- **WHEN** it is right\n- **THEN** the user is in\n";
constexpr const char* k_main =
    "# Auth\n## Purpose\nLets people in and keeps others out of it.\n## Requirements\n"
    "### Requirement: Login\nThe system SHALL log in.\n#### Scenario: One\n- a\n"
    "#### Scenario: Two\n- b\n";

struct DeltaCase {
  const char* name;
  std::string text;
  /// A part of the first error; empty: the change is valid.
  const char* error;
};

void PrintTo(const DeltaCase& given, std::ostream* out) { *out << given.name; }

SpecTree tree_with(const std::string& path, const std::string& text) {
  SpecTree tree;
  tree.files["openspec/specs/auth/spec.md"] = k_main;
  tree.files["openspec/changes/add-login/" + path] = text;
  tree.changes.insert("add-login");
  return tree;
}

std::string first_error(const std::vector<SpecItem>& items) {
  for (const SpecItem& item : items) {
    for (const SpecIssue& issue : item.issues) {
      if (issue.level == SpecIssue::Level::Error) {
        return issue.message;
      }
    }
  }
  return {};
}

class DeltaStructure : public testing::TestWithParam<DeltaCase> {};

TEST_P(DeltaStructure, is_judged) {
  const SpecTree tree = tree_with("specs/auth/spec.md", GetParam().text);
  const auto items = check_structure(tree, {.changes = {"add-login"}, .specs = {}});
  ASSERT_EQ(items.size(), 1U);
  const std::string error = first_error(items);
  if (std::string_view{GetParam().error}.empty()) {
    EXPECT_EQ(error, "");
  } else {
    EXPECT_NE(error.find(GetParam().error), std::string::npos) << error;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, DeltaStructure,
    testing::Values(
        DeltaCase{"good", k_good, ""},
        DeltaCase{"byte order mark and CR LF",
                  "\xEF\xBB\xBF## added requirements\r\n### requirement: A\r\nIt MUST.\r\n"
                  "#### Scenario: x\r\n- y\r\n",
                  ""},
        DeltaCase{"no SHALL is only a warning",
                  "## ADDED Requirements\n### Requirement: A\nIt does.\n#### Scenario: x\n- y\n",
                  ""},
        DeltaCase{"no scenario", "## ADDED Requirements\n### Requirement: A\nIt SHALL.\n",
                  "no scenario"},
        DeltaCase{"scenario without steps",
                  "## ADDED Requirements\n### Requirement: A\nIt SHALL.\n#### Scenario: x\n",
                  "no scenario"},
        DeltaCase{"scenario at the wrong level",
                  "## ADDED Requirements\n### Requirement: A\nIt SHALL.\n##### Scenario: x\n- y\n",
                  "no scenario"},
        DeltaCase{"scenario only in an example",
                  "## ADDED Requirements\n### Requirement: A\nIt SHALL.\n```\n#### Scenario: x\n"
                  "- y\n```\n",
                  "no scenario"},
        DeltaCase{"keyword only in the heading",
                  "## ADDED Requirements\n### Requirement: It SHALL\n#### Scenario: x\n- y\n",
                  "says nothing"},
        DeltaCase{"metadata is text when it is alone",
                  "## ADDED Requirements\n### Requirement: A\n**Rule**: It MUST.\n"
                  "#### Scenario: x\n- y\n",
                  ""},
        DeltaCase{"wrong section heading", "## NEW Requirements\n### Requirement: A\nIt SHALL.\n",
                  "no delta section"},
        DeltaCase{"section without requirement", "## ADDED Requirements\nSome text.\n",
                  "name no requirement"},
        DeltaCase{"the same name twice", std::string{k_good} + k_good, "twice"},
        DeltaCase{"closing signs do not make another name",
                  std::string{k_good} + "### Requirement: Login ###\nIt SHALL.\n"
                                        "#### Scenario: x\n- y\n",
                  "twice"},
        DeltaCase{"added and removed",
                  std::string{k_good} + "## REMOVED Requirements\n### Requirement: Login\n",
                  "both ADDED and REMOVED"},
        DeltaCase{"removed as a list", "## REMOVED Requirements\n* `### Requirement: Login`\n", ""},
        DeltaCase{"rename",
                  "## RENAMED Requirements\n- FROM: `### Requirement: Login`\n"
                  "- TO: `### Requirement: Sign in`\n",
                  ""},
        DeltaCase{"rename without its other half",
                  "## RENAMED Requirements\n- FROM: `### Requirement: Login`\n", "rename"},
        DeltaCase{"renamed and removed under another spelling",
                  "## RENAMED Requirements\n- FROM: `### Requirement: Login`\n"
                  "- TO: `### Requirement: Sign in`\n## REMOVED Requirements\n"
                  "### Requirement: login\n",
                  "both renamed and removed"},
        DeltaCase{"a scenario would be lost",
                  "## MODIFIED Requirements\n### Requirement: Login\nIt SHALL.\n"
                  "#### Scenario: One\n- a\n",
                  "leaves out the scenario \"Two\""},
        DeltaCase{"no scenario is lost",
                  "## MODIFIED Requirements\n### Requirement: Login\nIt SHALL.\n"
                  "#### Scenario: Two\n- b\n#### One ####\n- a\n",
                  ""},
        DeltaCase{"lost under the new name",
                  "## RENAMED Requirements\n- FROM: ### Requirement: Login\n"
                  "- TO: ### Requirement: Sign in\n## MODIFIED Requirements\n"
                  "### Requirement: Sign in\nIt SHALL.\n#### Scenario: One\n- a\n",
                  "leaves out"},
        DeltaCase{"modified under the old name",
                  "## RENAMED Requirements\n- FROM: ### Requirement: Login\n"
                  "- TO: ### Requirement: Sign in\n## MODIFIED Requirements\n"
                  "### Requirement: Login\nIt SHALL.\n#### Scenario: One\n- a\n",
                  "which is renamed"}));

TEST(ChangeStructure, needs_a_delta) {
  EXPECT_NE(first_error(check_structure(tree_with("proposal.md", "## Why\n"),
                                        {.changes = {"add-login"}, .specs = {}}))
                .find("no delta"),
            std::string::npos);
}

TEST(ChangeStructure, may_say_that_it_changes_no_specification) {
  SpecTree tree =
      tree_with(".openspec.yaml", "schema: spec-driven\nskip_specs: true # refactoring\n");
  const SpecSelection all{.changes = {"add-login"}, .specs = {}};
  EXPECT_EQ(first_error(check_structure(tree, all)), "");
  tree.files["openspec/changes/add-login/specs/auth/spec.md"] = k_good;
  EXPECT_NE(first_error(check_structure(tree, all)).find("skip_specs"), std::string::npos);
}

TEST(ChangeStructure, a_delta_has_a_place) {
  const SpecSelection all{.changes = {"add-login"}, .specs = {}};
  EXPECT_NE(first_error(check_structure(tree_with("specs/spec.md", k_good), all)), "");
  EXPECT_NE(first_error(check_structure(tree_with("specs/auth.md", k_good), all)), "");
  EXPECT_EQ(first_error(check_structure(tree_with("specs/web/auth/spec.md", k_good), all)), "");
}

TEST(ChangeStructure, what_is_gone_is_passed_over) {
  EXPECT_TRUE(check_structure(tree_with("specs/auth/spec.md", k_good),
                              {.changes = {"other"}, .specs = {"other"}})
                  .empty());
}

struct SpecCase {
  const char* name;
  std::string text;
  const char* error;
};

void PrintTo(const SpecCase& given, std::ostream* out) { *out << given.name; }

class SpecStructure : public testing::TestWithParam<SpecCase> {};

TEST_P(SpecStructure, is_judged) {
  SpecTree tree;
  tree.files["openspec/specs/auth/spec.md"] = GetParam().text;
  const auto items = check_structure(tree, all_of(tree));
  ASSERT_EQ(items.size(), 1U);
  EXPECT_FALSE(items.front().is_change);
  const std::string error = first_error(items);
  if (std::string_view{GetParam().error}.empty()) {
    EXPECT_EQ(error, "");
  } else {
    EXPECT_NE(error.find(GetParam().error), std::string::npos) << error;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, SpecStructure,
    testing::Values(
        SpecCase{"good", k_main, ""},
        SpecCase{"no purpose", "## Requirements\n### Requirement: A\nIt SHALL.\n#### S\n- x\n",
                 "Purpose"},
        SpecCase{"no requirements", "## Purpose\nx\n", "no section"},
        SpecCase{"empty requirements", "## Purpose\nx\n## Requirements\nnothing\n",
                 "names no requirement"},
        SpecCase{"no scenario", "## Purpose\nx\n## Requirements\n### Requirement: A\nIt SHALL.\n",
                 "no scenario"},
        SpecCase{"delta section", std::string{k_main} + "## ADDED Requirements\n",
                 "belong into a change"},
        SpecCase{"requirement outside",
                 std::string{k_main} + "## Notes\n### Requirement: B\nIt SHALL.\n#### S\n- x\n",
                 "outside"},
        SpecCase{"twice", std::string{k_main} + "### Requirement: Login\nIt SHALL.\n#### S\n- x\n",
                 "twice"}));

TEST(SpecTreeReading, takes_texts_of_active_changes_only) {
  const test::TempDir root;
  const std::string changes = root.path() + "/openspec/changes";
  for (const char* folder : {"/add-login/specs/auth", "/archive/2026-01-01-old",
                             "/a-change-with-a-long-name-and-no-files"}) {
    std::filesystem::create_directories(changes + folder);
  }
  test::write_bytes(changes + "/add-login/specs/auth/spec.md", k_good);
  test::write_bytes(changes + "/add-login/picture.png", "x");
  test::write_bytes(changes + "/archive/2026-01-01-old/proposal.md", "x");
  const auto tree = read_work_tree_specs(root.path());
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->changes,
            (std::set<std::string>{"a-change-with-a-long-name-and-no-files", "add-login"}));
  ASSERT_EQ(tree->files.size(), 1U);
  EXPECT_EQ(tree->files.begin()->first, "openspec/changes/add-login/specs/auth/spec.md");
}

TEST(SpecTreeReading, no_project_is_an_empty_tree) {
  const test::TempDir root;
  const auto tree = read_work_tree_specs(root.path());
  ASSERT_TRUE(tree);
  EXPECT_TRUE(all_of(*tree).empty());
}

TEST(TouchedSpecs, are_found_by_path) {
  const SpecSelection touched = touched_by(
      {"src/a.cc", "openspec/changes/add-login/tasks.md", "openspec/changes/archive/x/tasks.md",
       "openspec/specs/web/auth/spec.md", "openspec/specs/spec.md", "openspec/changes/readme.md"});
  EXPECT_EQ(touched.changes, (std::set<std::string>{"add-login"}));
  EXPECT_EQ(touched.specs, (std::set<std::string>{"web/auth"}));
}

TEST(StructureReport, lists_a_bounded_number_of_issues) {
  std::string text = "## ADDED Requirements\n";
  for (int i = 0; i < 300; ++i) {
    text += "### Requirement: R" + std::to_string(i) + "\nIt SHALL.\n";
  }
  const auto items = check_structure(tree_with("specs/auth/spec.md", text),
                                     {.changes = {"add-login"}, .specs = {}});
  EXPECT_EQ(count_items(items).errors, 300);
  EXPECT_NE(structure_json(items).find(R"("omittedIssues":100)"), std::string::npos);
}

TEST(StructureReport, counts_and_says_that_it_is_structural) {
  const SpecTree tree =
      tree_with("specs/auth/spec.md", "## ADDED Requirements\n### Requirement: A\nIt does.\n");
  const auto items = check_structure(tree, all_of(tree));
  const Report report = count_items(items);
  EXPECT_EQ(report.items, 2);
  EXPECT_EQ(report.failed, 1);
  EXPECT_EQ(report.errors, 1);
  EXPECT_EQ(report.warnings, 1);
  const std::string json = structure_json(items);
  const auto read = parse_report(json);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->items, 2);
  EXPECT_EQ(read->failed, 1);
  EXPECT_EQ(read->errors, 1);
  EXPECT_TRUE(json.ends_with(R"("structural":true})"));
}

}  // namespace
}  // namespace pumuki::sdd
