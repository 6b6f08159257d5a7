#include "bridges/mcp/dispatcher.h"
#include "bridges/mcp/json_view.h"
#include "bridges/mcp/line_reader.h"
#include "tests/fuzz/mcp_answers.h"
#include "tests/fuzz/target.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <variant>

/// Lines of one client through the dispatcher of both eras.
/// Input: one byte (odd: the next line comes while the last one is worked on), then the stream.
namespace pumuki::mcp {
namespace {

constexpr std::size_t k_line_limit = std::size_t{1} << 16;
constexpr std::string_view k_ping = R"({"jsonrpc":"2.0","id":"last","method":"ping"})";
constexpr std::string_view k_pong = R"({"jsonrpc":"2.0","id":"last","result":{}})";

/// Outlives the inputs, so that its threads need not be started for each.
struct Server {
  Server() { service.release(); }
  const Catalogue catalogue = fuzz_catalogue();
  test::FakeService service;
  Dispatcher dispatcher{catalogue, service, {.workers = 2}};

  void settle() {
    while (!dispatcher.idle()) {
      std::this_thread::yield();
    }
  }
};

bool is_named(const Message& message, std::string_view method) {
  const auto* request = std::get_if<Request>(&message);
  const auto* notification = std::get_if<Notification>(&message);
  return (request != nullptr && request->method == method) ||
         (notification != nullptr && notification->method == method);
}

/// Counts what must be answered.
struct Ledger {
  std::size_t due = 0;
  /// A cancelled or listening request may stay without an answer.
  bool at_most = false;

  void enter(const Line& line, const Revision& revision) {
    if (line.batch && (!revision.batches || line.messages.empty() ||
                       line.messages.size() > Dispatcher::k_max_batch_messages)) {
      ++due;
      return;
    }
    for (const Message& message : line.messages) {
      const bool answered =
          std::holds_alternative<Request>(message) || std::holds_alternative<BadMessage>(message);
      due += answered ? 1 : 0;
      at_most = at_most || is_named(message, "notifications/cancelled") ||
                is_named(message, "subscriptions/listen");
    }
  }
};

void check_still_serving(Server& server) {
  test::LineCollector out;
  const auto session = std::make_shared<Session>(borrowed(out));
  server.dispatcher.handle_line(session, k_ping);
  const auto said = out.lines();
  fuzz::require(said.size() == 1 && said.front() == k_pong);
}

}  // namespace
}  // namespace pumuki::mcp

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  static mcp::Server server;
  fuzz::Input input{data, size};
  const bool overlapping = input.choice(2) == 1;
  mcp::test::LineCollector out;
  mcp::Ledger ledger;
  {
    const auto session = std::make_shared<mcp::Session>(mcp::borrowed(out));
    mcp::LineReader reader{{[&](std::string_view line) {
                              ledger.enter(mcp::parse_line(line), session->revision());
                              server.dispatcher.handle_line(session, line);
                              if (!overlapping) {
                                server.settle();
                              }
                            },
                            [&] {
                              ++ledger.due;
                              server.dispatcher.refuse_long_line(session);
                            }},
                           mcp::k_line_limit};
    reader.feed(input.rest());
    reader.finish();
    server.settle();
    server.dispatcher.end(*session);
  }
  std::size_t answers = 0;
  for (const std::string& line : out.lines()) {
    answers += mcp::checked_answers(line);
  }
  fuzz::require(ledger.at_most ? answers <= ledger.due : answers == ledger.due);
  mcp::check_still_serving(server);
  return 0;
}
