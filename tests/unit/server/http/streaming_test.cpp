#include "server/http/limits.h"
#include "tests/unit/server/http/raw_client.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pumuki::http::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::uint64_t k_large = std::uint64_t{64} << 20;

/// What a producer saw.
struct Progress {
  std::atomic<int> running = 0;
  std::atomic<int> stopped_early = 0;
};

Reply streamed(std::uint64_t announced, std::uint64_t produced, std::size_t piece,
               const std::shared_ptr<Progress>& progress) {
  Reply reply;
  reply.stream.size = announced;
  reply.stream.produce = [=](const std::function<bool(std::string_view)>& write) {
    ++progress->running;
    const std::string text(piece, 'x');
    bool going = true;
    for (std::uint64_t sent = 0; going && sent < produced; sent += piece) {
      going =
          write(std::string_view{text}.substr(0, std::min<std::uint64_t>(piece, produced - sent)));
    }
    progress->stopped_early += going ? 0 : 1;
    --progress->running;
    return going;
  };
  return reply;
}

class Streaming : public testing::Test {
 protected:
  std::vector<Route> routes() {
    const auto progress = progress_;
    const auto route = [progress](std::string path, std::uint64_t announced, std::uint64_t produced,
                                  std::size_t piece) {
      return Route{"GET", std::move(path),
                   [=](const Request&) { return streamed(announced, produced, piece, progress); }};
    };
    return {route("/small-pieces", 100'000, 100'000, 7),
            route("/large", k_large, k_large, 65'536),
            route("/short", 100, 50, 10),
            route("/long", 100, 150, 10),
            route("/empty", 0, 0, 10),
            {"GET", "/throws",
             [](const Request&) {
               Reply reply;
               reply.stream.size = 5;
               reply.stream.produce = [](const auto&) -> bool { throw std::runtime_error("x"); };
               return reply;
             }},
            {"GET", "/shared", [this](const Request&) { return json_reply(200, shared_); }}};
  }

  /// Until the producers have ended.
  bool quiet(seconds limit) const {
    const auto end = steady_clock::now() + limit;
    while (progress_->running > 0 && steady_clock::now() < end) {
      std::this_thread::sleep_for(milliseconds{10});
    }
    return progress_->running == 0;
  }

  std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();
  std::shared_ptr<const std::string> shared_ =
      std::make_shared<const std::string>(std::size_t{3} << 20, 'y');
  RunningServer server_{{}, routes()};
};

TEST_F(Streaming, pieces_arrive_as_one_body_of_known_length) {
  RawClient client{server_.port()};
  client.send("GET /small-pieces HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto answer = client.answer();
  EXPECT_EQ(header_of(answer, "Content-Length"), "100000");
  EXPECT_EQ(header_of(answer, "Transfer-Encoding"), "");
  EXPECT_EQ(body_of(answer), std::string(100'000, 'x'));
  client.send("GET /empty HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(header_of(client.answer(), "Content-Length"), "0");
}

TEST_F(Streaming, a_large_body_costs_no_memory) {
  std::string bytes(65'536, '\0');
  const long before = resident_kb();
  RawClient client{server_.port()};
  client.send(get("/large"));
  std::uint64_t total = 0;
  ssize_t count = 0;
  while ((count = ::recv(client.fd(), bytes.data(), bytes.size(), 0)) > 0) {
    total += static_cast<std::uint64_t>(count);
  }
  EXPECT_GT(total, k_large);
  EXPECT_LT(resident_kb() - before, 8 * 1024);
}

TEST_F(Streaming, a_cached_body_is_shared_not_copied) {
  RawClient client{server_.port()};
  client.send("GET /shared HTTP/1.1\r\nHost: localhost\r\n\r\n");
  // More than the socket buffers hold is not read yet, so the reply is still under way.
  const auto end = steady_clock::now() + seconds{5};
  while (shared_.use_count() < 2 && steady_clock::now() < end) {
    std::this_thread::sleep_for(milliseconds{1});
  }
  EXPECT_EQ(body_of(client.answer()), *shared_);
}

TEST_F(Streaming, a_producer_that_breaks_its_word_ends_the_connection) {
  for (const std::string_view path : {"/short", "/long", "/throws"}) {
    RawClient client{server_.port()};
    client.send("GET " + std::string{path} + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const auto answer = client.read_to_end(seconds{1});
    EXPECT_TRUE(client.closed(milliseconds{100})) << path;
    EXPECT_LE(body_of(answer).size(), 100U) << path;
  }
  EXPECT_EQ(status_of(talk(server_.port(), get("/health"))), 200);
}

TEST_F(Streaming, a_client_that_resets_stops_the_producer) {
  RawClient client{server_.port()};
  client.send(get("/large"));
  EXPECT_NE(client.read_to_end(milliseconds{20}), "");
  client.reset();
  EXPECT_TRUE(quiet(seconds{3}));
  EXPECT_EQ(progress_->stopped_early, 1);
  EXPECT_EQ(status_of(talk(server_.port(), get("/health"))), 200);
}

TEST_F(Streaming, a_client_that_stops_reading_is_dropped_and_others_are_served) {
  RawClient client{server_.port()};
  client.send(get("/large"));
  std::this_thread::sleep_for(milliseconds{200});
  EXPECT_EQ(progress_->running, 1);
  EXPECT_EQ(status_of(talk(server_.port(), get("/health"))), 200);
  EXPECT_TRUE(quiet(k_write_stall_limit + seconds{4}));
  EXPECT_EQ(progress_->stopped_early, 1);
}

TEST_F(Streaming, a_client_that_reads_slowly_is_not_dropped) {
  RawClient client{server_.port()};
  const int size = 8192;
  ::setsockopt(client.fd(), SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
  client.send(get("/large"));
  const auto end = steady_clock::now() + k_write_stall_limit + seconds{2};
  while (steady_clock::now() < end) {
    std::this_thread::sleep_for(milliseconds{200});
    std::string bytes(100'000, '\0');
    ASSERT_GT(::recv(client.fd(), bytes.data(), bytes.size(), 0), 0);
  }
  EXPECT_EQ(progress_->running, 1);
  client.reset();
}

TEST_F(Streaming, stop_ends_a_stream_after_the_grace_time) {
  RawClient client{server_.port()};
  client.send(get("/large"));
  std::this_thread::sleep_for(milliseconds{100});
  const auto begin = steady_clock::now();
  server_.stop();
  EXPECT_LT(steady_clock::now() - begin, k_stop_grace + seconds{1});
  EXPECT_EQ(progress_->running, 0);
}

}  // namespace
}  // namespace pumuki::http::test
