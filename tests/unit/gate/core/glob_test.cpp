#include "gate/core/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki {
namespace {

struct Row {
  std::string_view glob;
  std::string_view path;
  bool matches;
};

TEST(Glob, table) {
  constexpr Row k_rows[] = {
      {"*.cc", "a.cc", true},
      {"*.cc", "deep/er/a.cc", true},
      {"*.cc", "a.cch", false},
      {"src/*.cc", "src/a.cc", true},
      {"src/*.cc", "src/b/a.cc", false},
      {"src/*.cc", "other/src/a.cc", false},
      {"src/**/*.cc", "src/a.cc", true},
      {"src/**/*.cc", "src/b/c/a.cc", true},
      {"src/**/*.cc", "srcs/a.cc", false},
      {"**/*.cc", "a.cc", true},
      {"**/*.cc", "x/y/a.cc", true},
      {"**/test/**", "a/test/b/c", true},
      {"**/test/**", "test/b", true},
      {"**/test/**", "attest/b", false},
      {"src/**", "src/a/b", true},
      {"src/", "src/a/b", true},
      {"src/", "src", false},
      {"/src/a", "src/a", true},
      {"a?c", "abc", true},
      {"a?c", "a/c", false},
      {"[a-c]x", "bx", true},
      {"[!a-c]x", "bx", false},
      {"[!a-c]x", "dx", true},
      {"[x", "[x", true},
      {"*.{ts,tsx}", "a/b.tsx", true},
      {"*.{ts,tsx}", "a/b.jsx", false},
      {"{a,b}/{c,d}", "b/d", true},
      {"{a", "{a", true},
      {"\\*", "*", true},
      {"\\*", "a", false},
      {"*", "", true},
      {"", "", true},
      {"", "a", false},
      {"*.cc", "latin\xe9.cc", true},
      {"nl?name", "nl\nname", true},
      {"d\xc3\xad"
       "a/*",
       "d\xc3\xad"
       "a/x",
       true},
  };
  for (const Row& row : k_rows) {
    EXPECT_EQ(glob_matches(row.glob, row.path), row.matches) << row.glob << " on " << row.path;
  }
}

TEST(Glob, stars_after_stars_end) {
  std::string glob;
  for (int i = 0; i < 100; ++i) {
    glob += "*a";
  }
  EXPECT_FALSE(glob_matches(glob, std::string(1000, 'a') + "b"));
  EXPECT_TRUE(glob_matches(glob, std::string(1000, 'a')));
  std::string braces;
  for (int i = 0; i < 40; ++i) {
    braces += "{a,b}";
  }
  EXPECT_FALSE(glob_matches(braces, "c"));
}

}  // namespace
}  // namespace pumuki
