#include "gate/lifecycle/hooks.h"

#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace pumuki::lifecycle {
namespace {

class Hooks : public testing::Test {
 protected:
  HookState state(const std::string& text) {
    test::write_bytes(folder_ / "pre-commit", text);
    return hook_state(folder_.path(), "pre-commit");
  }

  test::TempDir folder_;
};

TEST_F(Hooks, absent_file_is_missing) {
  EXPECT_EQ(hook_state(folder_.path(), "pre-commit"), HookState::Missing);
  EXPECT_EQ(hook_state(folder_ / "nowhere", "pre-commit"), HookState::Missing);
}

TEST_F(Hooks, managed_needs_both_marker_lines) {
  EXPECT_EQ(state("#!/bin/sh\n# >>> PUMUKI MANAGED START >>>\n# <<< PUMUKI MANAGED END <<<\n"),
            HookState::Managed);
  EXPECT_EQ(state("# >>> PUMUKI MANAGED START >>>\n"), HookState::Unmanaged);
  EXPECT_EQ(state("# <<< PUMUKI MANAGED END <<<\n"), HookState::Unmanaged);
  EXPECT_EQ(state(""), HookState::Unmanaged);
}

TEST_F(Hooks, folder_of_that_name_is_unmanaged) {
  std::filesystem::create_directory(folder_ / "pre-push");
  EXPECT_EQ(hook_state(folder_.path(), "pre-push"), HookState::Unmanaged);
}

}  // namespace
}  // namespace pumuki::lifecycle
