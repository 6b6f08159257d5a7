#include "gate/core/environment.h"

#include <gtest/gtest.h>

namespace pumuki {
namespace {

TEST(Environment, tells_empty_from_unset) {
  const Environment environment{{{"EMPTY", ""}}};
  EXPECT_EQ(environment.get("EMPTY"), "");
  EXPECT_EQ(environment.get("UNSET"), std::nullopt);
}

TEST(Environment, leaves_out_variables_by_prefix) {
  const Environment environment{{{"GIT_DIR", "/x"}, {"PATH", "/bin"}, {"PUMUKI_A", "1"}}};
  EXPECT_EQ(environment.lines_without({"GIT_", "PUMUKI_"}), std::vector<std::string>{"PATH=/bin"});
  EXPECT_EQ(environment.without({"GIT_"}).get("GIT_DIR"), std::nullopt);
  EXPECT_EQ(environment.with("GIT_DIR", "/y").get("GIT_DIR"), "/y");
}

TEST(Environment, flags_are_trimmed_and_of_any_case) {
  for (const char* text : {"1", "true", "YES", " On\t"}) {
    EXPECT_EQ(parse_flag(text), true) << text;
  }
  for (const char* text : {"0", "False", "no", " OFF "}) {
    EXPECT_EQ(parse_flag(text), false) << text;
  }
  for (const char* text : {"", "2", "enabled", "truee"}) {
    EXPECT_EQ(parse_flag(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_flag(std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace pumuki
