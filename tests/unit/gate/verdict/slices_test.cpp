#include "gate/verdict/slices.h"

#include <gtest/gtest.h>

namespace pumuki::verdict {
namespace {

std::vector<std::string> scopes(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const Slice& slice : slice_paths(paths)) {
    names.push_back(slice.scope);
  }
  return names;
}

TEST(Slices, scope_is_the_part_or_the_first_folder) {
  EXPECT_EQ(scopes({"apps/shop/a", "packages/ui/b", "services/pay/deep/c"}),
            (std::vector<std::string>{"apps/shop", "packages/ui", "services/pay"}));
  EXPECT_EQ(scopes({"docs/deep/a", "README.md"}), (std::vector<std::string>{"docs", "root"}));
  EXPECT_EQ(scopes({"apps/readme.md"}), (std::vector<std::string>{"apps"}));
}

TEST(Slices, larger_groups_come_first_then_names) {
  EXPECT_EQ(scopes({"b/1", "a/1", "c/1", "c/2"}), (std::vector<std::string>{"c", "a", "b"}));
}

TEST(Slices, at_most_three_groups_of_four_sorted_files) {
  const auto slices = slice_paths({"a/5", "a/3", "a/4", "a/1", "a/2", "b/1", "c/1", "d/1"});
  ASSERT_EQ(slices.size(), 3U);
  EXPECT_EQ(slices.front().command, "git add -- 'a/1' 'a/2' 'a/3' 'a/4'");
}

TEST(Slices, names_are_quoted_for_a_shell) {
  EXPECT_EQ(slice_paths({"it's; rm -rf"}).front().command, "git add -- 'it'\\''s; rm -rf'");
}

TEST(Slices, name_that_json_cannot_carry_is_left_out) {
  EXPECT_TRUE(slice_paths({"latin\xe9.cc"}).empty());
}

TEST(Slices, without_changes_or_repository_there_are_none) {
  EXPECT_TRUE(slice_paths({}).empty());
  EXPECT_TRUE(atomic_slices(nullptr).value().empty());
}

}  // namespace
}  // namespace pumuki::verdict
