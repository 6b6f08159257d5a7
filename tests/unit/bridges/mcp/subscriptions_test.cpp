#include "bridges/mcp/dispatcher.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <gmock/gmock.h>

#include <string>
#include <thread>

namespace pumuki::mcp {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr WatchLimits k_quick{.interval = 5ms, .per_session = 3};
constexpr std::string_view k_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

class SubscriptionsTest : public ::testing::Test {
 protected:
  void send(const SessionPointer& to, const std::string& id, const std::string& method,
            const std::string& params) {
    std::string line = R"({"jsonrpc":"2.0","id":)";
    line.append(id).append(R"(,"method":")").append(method).append(R"(","params":)");
    dispatcher.handle_line(to, line.append(params).append("}"));
  }
  void listen(const std::string& id, const std::string& uris) {
    send(session, id, "subscriptions/listen",
         R"({"notifications":{"resourceSubscriptions":[)" + uris + "]}," + std::string{k_meta} +
             "}");
  }
  void subscribe(const SessionPointer& to) {
    send(to, "1", "resources/subscribe", R"({"uri":"test://one"})");
  }
  /// Long enough for several looks.
  void let_it_look() { std::this_thread::sleep_for(60ms); }

  Catalogue catalogue = test::full_catalogue();
  test::FakeService service;
  test::LineCollector out;
  test::LineCollector other_out;
  Dispatcher dispatcher{catalogue, service, {}, k_quick};
  SessionPointer session = std::make_shared<Session>(borrowed(out));
  SessionPointer other = std::make_shared<Session>(borrowed(other_out));
};

TEST_F(SubscriptionsTest, a_session_hears_of_each_change_once) {
  subscribe(session);
  let_it_look();
  EXPECT_THAT(out.lines(), ElementsAre(HasSubstr(R"("id":1,"result":{})")));
  service.set_state("second");
  EXPECT_EQ(
      out.wait_for(2).back(),
      R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"test://one"}})");
  let_it_look();
  EXPECT_EQ(out.lines().size(), 2U);
}

TEST_F(SubscriptionsTest, a_state_that_cannot_be_told_is_no_change) {
  subscribe(session);
  let_it_look();
  service.set_state("");
  let_it_look();
  service.set_state("first");
  let_it_look();
  EXPECT_EQ(out.lines().size(), 1U);
}

TEST_F(SubscriptionsTest, listeners_get_their_id_and_only_what_they_asked_for) {
  listen("\"a\"", R"("test://one")");
  listen("2", "");
  EXPECT_THAT(out.wait_for(2), ElementsAre(HasSubstr("acknowledged"), HasSubstr("acknowledged")));
  let_it_look();
  service.set_state("second");
  EXPECT_THAT(out.wait_for(3).back(),
              HasSubstr(R"("_meta":{"io.modelcontextprotocol/subscriptionId":"a"},"uri")"));
  let_it_look();
  EXPECT_EQ(out.lines().size(), 3U);
}

TEST_F(SubscriptionsTest, unsubscribed_cancelled_and_ended_hear_nothing_more) {
  subscribe(session);
  send(session, "2", "resources/unsubscribe", R"({"uri":"test://one"})");
  listen("3", R"("test://one")");
  dispatcher.handle_line(
      session, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})");
  subscribe(other);
  dispatcher.end(*other);
  let_it_look();
  service.set_state("second");
  let_it_look();
  EXPECT_EQ(out.lines().size(), 3U);
  EXPECT_EQ(other_out.lines().size(), 1U);
}

TEST_F(SubscriptionsTest, closing_answers_every_listener_with_its_subscription) {
  listen("7", R"("test://one")");
  EXPECT_TRUE(dispatcher.idle());
  dispatcher.close();
  const auto last = out.wait_for(2).back();
  EXPECT_THAT(last, HasSubstr(R"("id":7,"result":{"resultType":"complete")"));
  EXPECT_THAT(last, HasSubstr(R"("io.modelcontextprotocol/subscriptionId":7)"));
}

TEST_F(SubscriptionsTest, one_session_cannot_take_them_all) {
  for (int i = 0; i < 4; ++i) {
    listen(std::to_string(i), "");
  }
  EXPECT_THAT(out.wait_for(4).back(), HasSubstr(R"("id":3,"error":{"code":-32603)"));
  subscribe(other);
  EXPECT_THAT(other_out.wait_for(1), ElementsAre(HasSubstr("result")));
}

}  // namespace
}  // namespace pumuki::mcp
