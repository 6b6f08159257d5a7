#include "gate/core/json_tree.h"

#include <gtest/gtest.h>

#include <random>

namespace pumuki {
namespace {

TEST(JsonTree, values_and_places) {
  const std::string text = "{\n  \"a\": [1, -2.5, true, null, \"x\"],\n  \"b\": {\"c\": {}}\n}\n";
  const auto tree = parse_json_tree(text);
  ASSERT_TRUE(tree) << describe(tree.error());
  const JsonNode* a = tree->find("a");
  ASSERT_NE(a, nullptr);
  ASSERT_EQ(a->items.size(), 5U);
  EXPECT_EQ(a->items[1].number, -2.5);
  EXPECT_TRUE(a->items[2].boolean);
  EXPECT_EQ(a->items[3].kind, JsonNode::Kind::Null);
  EXPECT_EQ(a->items[4].text, "x");
  EXPECT_EQ(place_of(text, a->items[4].offset).substr(0, 7), "line 2,");
  const JsonNode* c = tree->find("b")->find("c");
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(c->kind, JsonNode::Kind::Object);
  EXPECT_EQ(place_of(text, c->offset).substr(0, 7), "line 3,");
  EXPECT_EQ(tree->find("absent"), nullptr);
  EXPECT_TRUE(parse_json_tree("\xef\xbb\xbf{}"));
}

TEST(JsonTree, number_before_a_line_break_is_on_its_own_line) {
  const std::string text = "{\n  \"a\": 12\n}";
  const auto tree = parse_json_tree(text);
  ASSERT_TRUE(tree);
  EXPECT_EQ(place_of(text, tree->find("a")->offset).substr(0, 7), "line 2,");
}

TEST(JsonTree, faults_are_named_by_place) {
  const auto message = [](std::string_view json) {
    const auto tree = parse_json_tree(json);
    return tree ? std::string{"fine"} : tree.error().message;
  };
  EXPECT_EQ(message("{\n  \"a\": ,\n}"), "line 2, column 8: this is not JSON");
  EXPECT_NE(message("{\"a\": 1} x").find("line 1, column"), std::string::npos);
  EXPECT_NE(message("").find("line 1, column 1"), std::string::npos);
  EXPECT_NE(message("{\"a\": 1,\n \"a\": 2}").find("line 2, column 5: \"a\" stands twice"),
            std::string::npos);
  EXPECT_NE(message(std::string(100, '[')).find("deeper"), std::string::npos);
  EXPECT_NE(message("{\"a\": \"\xff\"}").find("not JSON"), std::string::npos);
}

TEST(JsonTree, an_object_has_only_so_many_members) {
  std::string text = "{\"a\":0";
  for (int i = 0; i < 10'000; ++i) {
    text += ",\"a" + std::to_string(i) + "\":0";
  }
  EXPECT_NE(parse_json_tree(text + "}").error().message.find("more than 10000 members"),
            std::string::npos);
}

TEST(JsonTree, rubbish_never_crashes) {
  const std::string good = "{\"a\": [1, {\"b\": \"x\\u0041\"}], \"c\": null}";
  std::minstd_rand random{3};
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = good.substr(0, random() % (good.size() + 1));
    if (!bytes.empty()) {
      bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    }
    static_cast<void>(parse_json_tree(bytes));
  }
}

}  // namespace
}  // namespace pumuki
