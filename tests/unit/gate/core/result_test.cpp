#include "gate/core/result.h"

#include <gtest/gtest.h>

namespace pumuki {
namespace {

Error failure() {
  Error error = fail(Code::NotJson, "no JSON", "Look at line 1.").error();
  error = fail(std::move(error), "while reading a.json").error();
  return fail(std::move(error), "while loading").error();
}

TEST(Failure, is_described_with_its_context_innermost_first) {
  EXPECT_EQ(describe(failure()), "no JSON (while reading a.json; while loading)");
}

TEST(Failure, is_explained_with_its_hint) {
  EXPECT_EQ(explain(failure()), "no JSON (while reading a.json; while loading). Look at line 1.");
  EXPECT_EQ(explain(Error{Code::NotJson, "no JSON", {}, {}}), "no JSON");
}

TEST(Failure, without_a_hint_of_its_own_takes_the_advice_of_its_code) {
  EXPECT_EQ(fail(Code::NotJson, "x").error().hint, code_advice(Code::NotJson));
}

}  // namespace
}  // namespace pumuki
