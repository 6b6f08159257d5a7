#include "gate/core/json_writer.h"

#include <gtest/gtest.h>

namespace pumuki {
namespace {

TEST(JsonWriter, keeps_the_order_of_the_calls) {
  JsonWriter json;
  json.begin_object()
      .member("b", 1)
      .member("a", "text")
      .member("flag", true)
      .member("none", std::optional<int>{})
      .optional_member("left_out", std::optional<int>{})
      .member("list", std::vector<std::string>{"x", "y"})
      .member_raw("raw", "{\"k\":[]}")
      .key("nested")
      .begin_array()
      .begin_object()
      .end_object()
      .value(1.5)
      .null()
      .end_array()
      .end_object();
  EXPECT_EQ(
      json.take(),
      R"({"b":1,"a":"text","flag":true,"none":null,"list":["x","y"],"raw":{"k":[]},"nested":[{},1.5,null]})");
  EXPECT_EQ(json.text(), "");
}

TEST(PrettyJson, indents_by_two_and_ends_with_a_newline) {
  EXPECT_EQ(pretty_json(R"({"a":[1,{"b":"x,y:{\"}"}],"c":{},"d":[]})"),
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x,y:{\\\"}\"\n    }\n  ],\n  \"c\": {},\n"
            "  \"d\": []\n}\n");
  EXPECT_EQ(pretty_json("1"), "1\n");
}

}  // namespace
}  // namespace pumuki
