#include "gate/sdd/completeness.h"

#include <gtest/gtest.h>

namespace pumuki::sdd {
namespace {

CompletenessMode with(const char* value) {
  return completeness_mode(Environment{}.with(std::string{k_completeness_variable}, value));
}

TEST(Completeness, is_advisory_by_default) {
  const auto mode = completeness_mode(Environment{});
  EXPECT_EQ(mode.mode(), "advisory");
  EXPECT_EQ(mode.source(), "default");
}

TEST(Completeness, understands_both_words_and_flags) {
  for (const char* text : {"strict", " STRICT ", "1", "true", "Yes", "on"}) {
    EXPECT_EQ(with(text).mode(), "strict") << text;
    EXPECT_EQ(with(text).source(), "env") << text;
  }
  for (const char* text : {"advisory", "warn", "Warning", "0", "false", "no", "off"}) {
    EXPECT_EQ(with(text).mode(), "advisory") << text;
    EXPECT_EQ(with(text).source(), "env") << text;
  }
}

TEST(Completeness, ignores_other_texts) {
  EXPECT_EQ(with("maybe").mode(), "advisory");
  EXPECT_EQ(with("maybe").source(), "default");
}

}  // namespace
}  // namespace pumuki::sdd
