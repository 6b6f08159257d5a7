#include "bridges/mcp/json_view.h"

#include <gmock/gmock.h>

namespace pumuki::mcp {
namespace {

using ::testing::ElementsAre;

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonView, accepts_the_deepest_allowed_text_and_refuses_one_level_more) {
  EXPECT_EQ(check_json(nested(k_max_message_depth)), JsonFault::None);
  EXPECT_EQ(check_json(nested(k_max_message_depth + 1)), JsonFault::TooDeep);
  EXPECT_EQ(check_json(nested(100'000)), JsonFault::TooDeep);
}

TEST(JsonView, does_not_count_brackets_inside_strings) {
  EXPECT_EQ(check_json("\"" + std::string(200, '[') + "\\\"" + std::string(200, '{') + "\""),
            JsonFault::None);
}

TEST(JsonView, names_the_fault) {
  EXPECT_EQ(check_json("\"a\xFF\""), JsonFault::NotUtf8);
  EXPECT_EQ(check_json("{\"a\":1} {}"), JsonFault::NotJson);
  EXPECT_EQ(check_json("\xEF\xBB\xBF{}"), JsonFault::NotJson);
  EXPECT_EQ(check_json(std::string_view{"\"a\0b\"", 5}), JsonFault::NotJson);
  EXPECT_EQ(check_json("\"\\ud800\""), JsonFault::NotJson);
  EXPECT_EQ(check_json(""), JsonFault::NotJson);
}

TEST(JsonView, slices_keep_every_byte) {
  const JsonMembers members{R"( {"a" : 12345678901234567890 , "b":{"x":[1,"}"]}, "c":"\u0041"} )"};
  EXPECT_EQ(members.find("a"), "12345678901234567890");
  EXPECT_EQ(members.find("b"), R"({"x":[1,"}"]})");
  EXPECT_EQ(members.find("c"), R"("\u0041")");
  EXPECT_EQ(members.find("d"), std::nullopt);
}

TEST(JsonView, finds_names_that_are_spelled_with_escapes) {
  EXPECT_EQ(JsonMembers{R"({"\u0069d":7})"}.find("id"), "7");
}

TEST(JsonView, takes_the_last_of_equal_names) {
  EXPECT_EQ(JsonMembers{R"({"a":1,"a":2})"}.find("a"), "2");
}

TEST(JsonView, cuts_arrays_into_elements) {
  EXPECT_THAT(json_elements(R"([1, {"a":[2,3]} ,"x,y" ])"),
              ElementsAre("1", R"({"a":[2,3]})", R"("x,y")"));
  EXPECT_THAT(json_elements("[ ]"), ElementsAre());
  EXPECT_THAT(json_elements("{}"), ElementsAre());
}

TEST(JsonView, text_of_decodes_strings_only) {
  EXPECT_EQ(json_text_of(R"("caf\u00e9")"), "café");
  EXPECT_EQ(json_text_of("7"), std::nullopt);
  EXPECT_EQ(json_text_of(std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace pumuki::mcp
