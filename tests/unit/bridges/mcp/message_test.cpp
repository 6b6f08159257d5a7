#include "bridges/mcp/message.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki::mcp {
namespace {

Message only(std::string_view text) {
  Line line = parse_line(text);
  EXPECT_FALSE(line.batch);
  EXPECT_EQ(line.messages.size(), 1U);
  return line.messages.front();
}

std::string with_id(std::string_view id) {
  return R"({"jsonrpc":"2.0","id":)" + std::string{id} + R"(,"method":"ping"})";
}

struct IdCase {
  std::string_view text;
  bool legal;
};

class Ids : public ::testing::TestWithParam<IdCase> {};

TEST_P(Ids, are_echoed_as_written_or_refused) {
  const Message message = only(with_id(GetParam().text));
  if (GetParam().legal) {
    ASSERT_TRUE(std::holds_alternative<Request>(message));
    EXPECT_EQ(std::get<Request>(message).id.raw, GetParam().text);
  } else {
    ASSERT_TRUE(std::holds_alternative<BadMessage>(message));
    EXPECT_EQ(std::get<BadMessage>(message).code, k_invalid_request);
    EXPECT_FALSE(std::get<BadMessage>(message).id);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Message, Ids,
    ::testing::Values(IdCase{"0", true}, IdCase{"-5", true}, IdCase{"\"\"", true},
                      IdCase{"\"7\"", true}, IdCase{R"("a\u0000b")", true},
                      IdCase{"\"é漢🎉\"", true}, IdCase{"9007199254740993", true},
                      IdCase{"-9223372036854775808", true}, IdCase{"18446744073709551615", true},
                      IdCase{"18446744073709551616", false},
                      IdCase{"12345678901234567890123", false}, IdCase{"1.5", false},
                      IdCase{"1.0", false}, IdCase{"1e3", false}, IdCase{"null", false},
                      IdCase{"true", false}, IdCase{"{}", false}, IdCase{"[1]", false}));

TEST(Message, equal_ids_have_equal_keys_however_they_are_spelled) {
  EXPECT_EQ(request_id(R"("\u0061")")->key, request_id("\"a\"")->key);
  EXPECT_NE(request_id("\"7\"")->key, request_id("7")->key);
}

TEST(Message, without_id_is_a_notification_even_when_jsonrpc_is_missing) {
  EXPECT_TRUE(std::holds_alternative<Notification>(only(R"({"method":"tools/call"})")));
  EXPECT_TRUE(
      std::holds_alternative<Notification>(only(R"({"jsonrpc":"2.0","method":"x","params":[1]})")));
}

TEST(Message, with_result_or_error_is_a_response) {
  EXPECT_TRUE(std::holds_alternative<Response>(only(R"({"jsonrpc":"2.0","id":1,"result":{}})")));
  EXPECT_TRUE(std::holds_alternative<Response>(only(R"({"jsonrpc":"2.0","id":1,"error":{}})")));
}

TEST(Message, faults_of_shape_keep_a_legal_id) {
  for (const std::string_view text :
       {R"({"id":21,"method":"ping"})", R"({"jsonrpc":"1.0","id":21,"method":"ping"})",
        R"({"jsonrpc":2.0,"id":21,"method":"ping"})", R"({"jsonrpc":"2.0","id":21})",
        R"({"jsonrpc":"2.0","id":21,"method":5})"}) {
    const Message message = only(text);
    ASSERT_TRUE(std::holds_alternative<BadMessage>(message)) << text;
    EXPECT_EQ(std::get<BadMessage>(message).code, k_invalid_request) << text;
    EXPECT_EQ(std::get<BadMessage>(message).id->raw, "21") << text;
  }
}

TEST(Message, bare_values_are_invalid_requests_and_broken_text_is_a_parse_error) {
  for (const std::string_view text : {"42", "\"text\"", "true", "null"}) {
    EXPECT_EQ(std::get<BadMessage>(only(text)).code, k_invalid_request) << text;
  }
  for (const std::string_view text : {"hello there", "{\"id\":1,", "\"\xFF\""}) {
    EXPECT_EQ(std::get<BadMessage>(only(text)).code, k_parse_error) << text;
  }
}

TEST(Message, params_of_another_kind_are_kept_apart_from_missing_ones) {
  EXPECT_EQ(std::get<Request>(only(with_id("1"))).params, "{}");
  EXPECT_EQ(
      std::get<Request>(only(R"({"jsonrpc":"2.0","id":1,"method":"x","params":null})")).params,
      "{}");
  EXPECT_EQ(std::get<Request>(only(R"({"jsonrpc":"2.0","id":1,"method":"x","params":[]})")).params,
            std::nullopt);
}

TEST(Message, an_array_is_a_batch) {
  const Line line = parse_line(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},7,[]])");
  ASSERT_TRUE(line.batch);
  ASSERT_EQ(line.messages.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<Request>(line.messages[0]));
  EXPECT_TRUE(std::holds_alternative<BadMessage>(line.messages[1]));
  EXPECT_TRUE(std::holds_alternative<BadMessage>(line.messages[2]));
  EXPECT_TRUE(parse_line("[]").messages.empty());
}

}  // namespace
}  // namespace pumuki::mcp
