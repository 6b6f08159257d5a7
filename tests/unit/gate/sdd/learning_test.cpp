#include "gate/sdd/learning.h"

#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

namespace pumuki::sdd {
namespace {

class Learning : public testing::Test {
 protected:
  void file(const std::string& text) {
    test::write_bytes(root_.path() + "/openspec/changes/add-login/learning.json", text);
  }
  std::optional<LearningContext> read(const Environment& environment = {},
                                      const std::string& change = "add-login") {
    Session session;
    session.change_id = change;
    return read_learning(environment, root_.path(), session);
  }

  test::TempDir root_;
};

TEST_F(Learning, is_read_for_a_session_that_is_not_valid) {
  file(R"({"generated_at":"2026-01-05","failed_patterns":["f"],"successful_patterns":["s",1],)"
       R"("rule_updates":["other"],"gate_anomalies":"none"})");
  const auto learning = read();
  ASSERT_TRUE(learning);
  JsonWriter json;
  write_learning(json, learning);
  EXPECT_EQ(json.text(),
            R"({"change":"add-login","path":"openspec/changes/add-login/learning.json",)"
            R"("generated_at":"2026-01-05","failed_patterns":["f"],"successful_patterns":["s"],)"
            R"("rule_updates":["other"],"gate_anomalies":[],"recommended_actions":[]})");
}

TEST_F(Learning, recommends_once_for_each_kind_in_order) {
  file(R"({"rule_updates":["sdd.change","ai-gate.violation.A","evidence.rebuild.required",)"
       R"("evidence.bootstrap.required","ai-gate.violation.B","evidence.other"]})");
  const auto learning = read();
  ASSERT_TRUE(learning);
  ASSERT_EQ(learning->recommended_actions.size(), 3U);
  EXPECT_TRUE(learning->recommended_actions[0].contains("OpenSpec"));
  EXPECT_TRUE(learning->recommended_actions[1].contains("violations"));
  EXPECT_TRUE(learning->recommended_actions[2].contains("evidence"));
}

TEST_F(Learning, is_nothing_without_a_usable_file) {
  EXPECT_FALSE(read());
  for (const char* text : {"", "not json", "[]", "null"}) {
    file(text);
    EXPECT_FALSE(read()) << text;
  }
}

TEST_F(Learning, is_nothing_while_the_feature_is_off) {
  file("{}");
  EXPECT_TRUE(read());
  EXPECT_FALSE(read(Environment{}.with("PUMUKI_EXPERIMENTAL_LEARNING_CONTEXT", "off")));
}

TEST_F(Learning, text_that_is_no_change_id_is_never_looked_up) {
  test::write_bytes(root_.path() + "/openspec/learning.json", "{}");
  EXPECT_FALSE(read({}, ".."));
}

TEST_F(Learning, nothing_is_written_as_null) {
  JsonWriter json;
  write_learning(json, std::nullopt);
  EXPECT_EQ(json.text(), "null");
}

}  // namespace
}  // namespace pumuki::sdd
