#include "bridges/mcp/dispatcher.h"

#include "tests/unit/bridges/mcp/fake_service.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <thread>

namespace pumuki::mcp {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr CallLimits k_quick{.first_progress = 30ms, .next_progress = 30ms};

class DispatcherTest : public ::testing::Test {
 protected:
  ~DispatcherTest() override { service.release(); }

  void open(std::string_view revision) {
    send(R"({"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":")" +
         std::string{revision} + "\"}}");
    (void)out.wait_for(1);
  }
  void send(std::string_view line) { dispatcher.handle_line(session, line); }
  void call(std::string_view id, std::string_view tool, std::string_view more = "") {
    send(R"({"jsonrpc":"2.0","id":)" + std::string{id} +
         R"(,"method":"tools/call","params":{"name":")" + std::string{tool} + "\"" +
         std::string{more} + "}}");
  }
  void ping(std::string_view id) {
    send(R"({"jsonrpc":"2.0","id":)" + std::string{id} + R"(,"method":"ping"})");
  }

  Catalogue catalogue = test::sample_catalogue();
  test::FakeService service;
  test::LineCollector out;
  CallLimits limits = k_quick;
  Dispatcher dispatcher{catalogue, service, limits};
  SessionPointer session = std::make_shared<Session>(borrowed(out));
};

TEST_F(DispatcherTest, a_slow_call_delays_neither_ping_nor_other_calls) {
  call("1", "wait");
  ASSERT_TRUE(service.wait_running(1));
  ping("2");
  call("3", "echo");
  EXPECT_THAT(out.wait_for(2), ElementsAre(HasSubstr("\"id\":2"), HasSubstr("\"id\":3")));
  service.release();
  EXPECT_THAT(out.wait_for(3).back(), HasSubstr("waited"));
}

TEST_F(DispatcherTest, calls_beyond_the_worker_count_wait_and_are_answered) {
  for (int i = 0; i < 100; ++i) {
    call(std::to_string(i), "wait");
  }
  ASSERT_TRUE(service.wait_running(limits.workers));
  EXPECT_TRUE(out.lines().empty());
  service.release();
  EXPECT_EQ(out.wait_for(100).size(), 100U);
  EXPECT_TRUE(dispatcher.idle());
}

TEST_F(DispatcherTest, a_cancelled_call_is_stopped_and_never_answered) {
  call(R"("a")", "wait");
  ASSERT_TRUE(service.wait_running(1));
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\u0061"}})");
  EXPECT_EQ(service.stopped(), 1U);
  ping("2");
  while (!dispatcher.idle()) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_THAT(out.lines(), ElementsAre(HasSubstr("\"id\":2")));
}

TEST_F(DispatcherTest, a_cancellation_hits_every_call_of_the_id_and_no_other) {
  call("7", "wait");
  call("7", "wait");
  call("\"7\"", "wait");
  ASSERT_TRUE(service.wait_running(3));
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
  service.release();
  EXPECT_THAT(out.wait_for(1), ElementsAre(HasSubstr("\"id\":\"7\"")));
}

TEST_F(DispatcherTest, malformed_cancellations_are_ignored) {
  call("1", "wait");
  ASSERT_TRUE(service.wait_running(1));
  for (const std::string_view params :
       {"", R"(,"params":{"requestId":{"a":1}})", R"(,"params":[1])",
        R"(,"params":{"requestId":9})", R"(,"params":{"requestId":"1"})"}) {
    send(R"({"jsonrpc":"2.0","method":"notifications/cancelled")" + std::string{params} + "}");
  }
  service.release();
  EXPECT_THAT(out.wait_for(1), ElementsAre(HasSubstr("waited")));
}

TEST_F(DispatcherTest, progress_carries_the_token_grows_and_stops_with_the_answer) {
  open("2025-11-25");
  call("1", "wait", R"(,"_meta":{"progressToken":"t\u0031"})");
  const auto before = out.wait_for(3);
  service.release();
  while (!dispatcher.idle()) {
    std::this_thread::sleep_for(1ms);
  }
  const auto lines = out.lines();
  EXPECT_THAT(lines[1], HasSubstr(R"("progressToken":"t\u0031","progress":1,)"));
  EXPECT_THAT(lines[2], HasSubstr(R"("progress":2,"message":)"));
  EXPECT_THAT(lines.back(), HasSubstr("waited"));
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(out.lines().size(), lines.size());
}

TEST_F(DispatcherTest, there_is_no_progress_without_a_legal_token) {
  call("1", "wait");
  call("2", "wait", R"(,"_meta":{"progressToken":null})");
  call("3", "wait", R"(,"_meta":{"progressToken":[1]})");
  ASSERT_TRUE(service.wait_running(3));
  std::this_thread::sleep_for(100ms);
  EXPECT_TRUE(out.lines().empty());
}

TEST_F(DispatcherTest, the_oldest_revision_has_no_progress_message) {
  open("2024-11-05");
  call("1", "wait", R"(,"_meta":{"progressToken":5})");
  EXPECT_THAT(out.wait_for(2)[1], HasSubstr(R"({"progressToken":5,"progress":1}})"));
}

TEST_F(DispatcherTest, nothing_follows_a_cancellation_not_even_progress) {
  call("1", "wait", R"(,"_meta":{"progressToken":5})");
  ASSERT_TRUE(service.wait_running(1));
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  const auto lines = out.lines();
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(out.lines().size(), lines.size());
}

TEST_F(DispatcherTest, a_call_without_progress_ends_before_the_clients_limit) {
  call("1", "wait");
  ASSERT_TRUE(service.wait_running(1));
  EXPECT_LE(service.last_time_limit(), 55'000ms);
  EXPECT_GT(service.last_time_limit(), 50'000ms);
  call("2", "wait", R"(,"_meta":{"progressToken":5})");
  ASSERT_TRUE(service.wait_running(2));
  EXPECT_GT(service.last_time_limit(), 120'000ms);
}

TEST_F(DispatcherTest, a_result_over_the_line_limit_becomes_a_tool_error_that_names_it) {
  call("1", "big");
  const auto line = out.wait_for(1).front();
  EXPECT_LT(line.size(), 1000U);
  EXPECT_THAT(line, HasSubstr(std::to_string(k_max_output_line_bytes)));
  EXPECT_THAT(line, HasSubstr("\"isError\":true"));
}

TEST_F(DispatcherTest, a_defect_in_a_call_is_an_internal_error_with_its_id) {
  call("0", "throw");
  EXPECT_THAT(out.wait_for(1), ElementsAre(HasSubstr(R"("id":0,"error":{"code":-32603)")));
}

TEST_F(DispatcherTest, a_batch_is_answered_as_one_array_when_its_last_call_is_done) {
  open("2025-03-26");
  send(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}},)"
       R"({"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","method":"ping"}])");
  ASSERT_TRUE(service.wait_running(1));
  EXPECT_EQ(out.lines().size(), 1U);
  service.release();
  const auto batch = out.wait_for(2).back();
  EXPECT_THAT(batch, StartsWith("["));
  EXPECT_THAT(batch, HasSubstr("\"id\":1"));
  EXPECT_THAT(batch, HasSubstr("\"id\":2"));
}

TEST_F(DispatcherTest, a_cancelled_member_does_not_hold_its_batch_back) {
  open("2025-03-26");
  send(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}},)"
       R"({"jsonrpc":"2.0","id":2,"method":"ping"}])");
  ASSERT_TRUE(service.wait_running(1));
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(out.wait_for(2).back(), R"([{"jsonrpc":"2.0","id":2,"result":{}}])");
}

TEST_F(DispatcherTest, a_batch_over_the_line_limit_comes_in_parts) {
  open("2025-03-26");
  const auto target = std::make_shared<BatchReply>(borrowed(out), 3);
  target->answer(std::string(k_max_output_line_bytes / 2, '1'));
  target->answer(std::string(k_max_output_line_bytes / 2, '2'));
  target->answer("3");
  const auto lines = out.wait_for(3);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_LE(lines[1].size(), k_max_output_line_bytes + 2);
  EXPECT_THAT(lines[2], StartsWith("[2"));
}

TEST_F(DispatcherTest, a_batch_with_too_many_messages_is_refused) {
  open("2025-03-26");
  std::string batch = "[7";
  for (std::size_t i = 0; i < Dispatcher::k_max_batch_messages; ++i) {
    batch += ",7";
  }
  send(batch + "]");
  EXPECT_THAT(out.wait_for(2).back(), HasSubstr("-32600"));
}

TEST_F(DispatcherTest, a_call_keeps_the_revision_it_came_under) {
  open("2025-06-18");
  call("1", "echo");
  EXPECT_THAT(out.wait_for(2).back(), HasSubstr("structuredContent"));
  open("2024-11-05");
  call("2", "echo");
  EXPECT_THAT(out.wait_for(4).back(), Not(HasSubstr("structuredContent")));
}

TEST_F(DispatcherTest, closing_stops_every_call) {
  for (int i = 0; i < 40; ++i) {
    call(std::to_string(i), "wait");
  }
  ASSERT_TRUE(service.wait_running(1));
  dispatcher.close();
  while (!dispatcher.idle()) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(out.lines().empty());
  call("99", "echo");
  EXPECT_THAT(out.wait_for(1), ElementsAre(HasSubstr("-32603")));
}

TEST_F(DispatcherTest, a_line_over_the_limit_is_an_invalid_request) {
  dispatcher.refuse_long_line(session);
  EXPECT_THAT(out.wait_for(1), ElementsAre(HasSubstr("\"id\":null,\"error\":{\"code\":-32600")));
}

}  // namespace
}  // namespace pumuki::mcp
