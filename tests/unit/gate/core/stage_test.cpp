#include "gate/core/stage.h"

#include <gtest/gtest.h>

namespace pumuki {
namespace {

TEST(Stage, names_lead_back_and_are_exact) {
  for (const Stage stage : k_all_stages) {
    EXPECT_EQ(stage_from_name(stage_name(stage)), stage);
  }
  for (const char* text : {"", "pre_commit", "PRE_COMMIT ", "STAGED"}) {
    EXPECT_EQ(stage_from_name(text), std::nullopt) << text;
  }
}

TEST(Stage, options_take_any_case_dashes_and_aliases) {
  EXPECT_EQ(stage_from_option("pre-commit"), Stage::PreCommit);
  EXPECT_EQ(stage_from_option("Ci"), Stage::Ci);
  EXPECT_EQ(stage_from_option("red"), Stage::PreWrite);
  EXPECT_EQ(stage_from_option("GREEN"), Stage::PreCommit);
  EXPECT_EQ(stage_from_option("Refactor"), Stage::PrePush);
  EXPECT_EQ(stage_from_option("close"), Stage::Ci);
  EXPECT_EQ(stage_from_option("commit"), std::nullopt);
}

TEST(Stage, order_is_the_order_of_the_work) {
  EXPECT_LT(Stage::PreWrite, Stage::PreCommit);
  EXPECT_LT(Stage::PrePush, Stage::Ci);
}

}  // namespace
}  // namespace pumuki
