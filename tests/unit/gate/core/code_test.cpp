#include "gate/core/code.h"

#include "gate/core/result.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace pumuki {
namespace {

constexpr auto k_all = std::to_array<Code>({
#define PUMUKI_CODE(name, text, group, meaning, advice) Code::name,
#include "gate/core/codes.def"
#undef PUMUKI_CODE
});

TEST(Code, every_text_is_unique_and_leads_back) {
  std::set<std::string_view> seen;
  for (const Code code : k_all) {
    EXPECT_TRUE(seen.insert(code_text(code)).second) << code_text(code);
    EXPECT_EQ(code_from_text(code_text(code)), code);
    EXPECT_FALSE(code_meaning(code).empty());
    EXPECT_FALSE(code_advice(code).empty());
  }
  EXPECT_EQ(code_from_text("evidence_stale"), std::nullopt);
}

TEST(Result, a_failure_without_hint_takes_the_advice_of_its_code) {
  const Result<int> failed = fail(Code::NotJson, "no");
  EXPECT_EQ(failed.error().hint, code_advice(Code::NotJson));
}

TEST(Result, context_is_told_from_the_inside_out) {
  const Result<int> inner = fail(Code::NotReadable, "no such file");
  const Result<int> outer = fail(inner.error(), "while reading a");
  const Result<int> outermost = fail(outer.error(), "while checking b");
  EXPECT_EQ(describe(outermost.error()), "no such file (while reading a; while checking b)");
}

}  // namespace
}  // namespace pumuki
