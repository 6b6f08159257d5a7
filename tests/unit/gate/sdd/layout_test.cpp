#include "gate/sdd/layout.h"

#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace pumuki::sdd {
namespace {

class Layout : public testing::Test {
 protected:
  void folder(const std::string& path) {
    std::filesystem::create_directories(root_.path() + "/openspec/" + path);
  }
  void file(const std::string& path, const std::string& text = "x\n") {
    test::write_bytes(root_.path() + "/openspec/" + path, text);
  }
  [[nodiscard]] const std::string& root() const { return root_.path(); }

 private:
  test::TempDir root_;
};

TEST_F(Layout, project_is_any_entry_of_that_name) {
  EXPECT_FALSE(has_openspec_project(root()));
  test::write_bytes(root() + "/openspec", "");
  EXPECT_TRUE(has_openspec_project(root()));
}

TEST_F(Layout, project_of_a_fresh_init_has_no_changes) {
  file("config.yaml", "schema: spec-driven\n");
  folder("specs");
  folder("changes/archive");
  EXPECT_TRUE(has_openspec_project(root()));
  EXPECT_TRUE(active_changes(root()).empty());
}

TEST_F(Layout, active_changes_are_sorted_lower_cased_folders) {
  for (const char* name : {"zeta", "Add-Login", "add-audit", "archive", ".hidden", "a b"}) {
    folder(std::string{"changes/"} + name);
  }
  file("changes/notes.md");
  std::filesystem::create_directory_symlink(root() + "/openspec/changes/zeta",
                                            root() + "/openspec/changes/linked");
  EXPECT_EQ(active_changes(root()), (std::vector<std::string>{"add-audit", "add-login", "zeta"}));
}

TEST_F(Layout, change_is_active_where_its_folder_is) {
  folder("changes/add-login");
  EXPECT_EQ(change_state(root(), "add-login"), ChangeState::Active);
  EXPECT_EQ(change_state(root(), "add-logout"), ChangeState::Missing);
}

TEST_F(Layout, file_of_that_name_is_no_change) {
  file("changes/add-login");
  EXPECT_EQ(change_state(root(), "add-login"), ChangeState::Missing);
}

TEST_F(Layout, undated_archive_wins_over_an_active_folder) {
  folder("changes/add-login");
  folder("changes/archive/add-login");
  EXPECT_EQ(change_state(root(), "add-login"), ChangeState::Archived);
}

TEST_F(Layout, dated_archive_counts_without_an_active_folder) {
  folder("changes/archive/2026-01-05-add-login");
  EXPECT_EQ(change_state(root(), "add-login"), ChangeState::Archived);
  EXPECT_EQ(change_state(root(), "login"), ChangeState::Missing);
}

TEST_F(Layout, id_may_be_used_again_after_a_dated_archive) {
  folder("changes/archive/2026-01-05-add-login");
  folder("changes/add-login");
  EXPECT_EQ(change_state(root(), "add-login"), ChangeState::Active);
}

TEST_F(Layout, prefix_that_is_no_date_is_no_archive) {
  folder("changes/archive/202x-01-05-add-login");
  folder("changes/archive/26-01-05-add-login");
  EXPECT_EQ(change_state(root(), "add-login"), ChangeState::Missing);
}

TEST_F(Layout, text_that_is_no_id_is_never_looked_up) {
  folder("changes/archive");
  for (const char* text : {"..", ".", "archive", "../changes", "", "a/../archive"}) {
    EXPECT_EQ(change_state(root(), text), ChangeState::Missing) << text;
  }
}

TEST_F(Layout, empty_change_lacks_everything) {
  folder("changes/c");
  EXPECT_EQ(missing_requirements(root(), "c"),
            (std::vector<std::string>{"proposal.md", "tasks.md", "scenario.feature"}));
}

TEST_F(Layout, complete_change_lacks_nothing) {
  file("changes/c/proposal.md");
  file("changes/c/tasks.md");
  file("changes/c/scenario.feature",
       "  FEATURE: Login\r\n\tscenario   outline: wrong password\r\n");
  EXPECT_TRUE(missing_requirements(root(), "c").empty());
}

TEST_F(Layout, scenario_file_without_its_lines_is_named) {
  file("changes/c/proposal.md");
  file("changes/c/tasks.md");
  file("changes/c/scenario.feature", "# Feature: in a comment\nScenarios: many\n");
  EXPECT_EQ(missing_requirements(root(), "c"),
            (std::vector<std::string>{"scenario.feature#Feature", "scenario.feature#Scenario"}));
}

TEST_F(Layout, scenario_that_cannot_be_read_is_named) {
  file("changes/c/proposal.md");
  file("changes/c/tasks.md");
  folder("changes/c/scenario.feature");
  EXPECT_EQ(missing_requirements(root(), "c"),
            (std::vector<std::string>{"scenario.feature#readable"}));
}

}  // namespace
}  // namespace pumuki::sdd
