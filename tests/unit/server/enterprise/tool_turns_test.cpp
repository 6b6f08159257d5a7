#include "server/enterprise/tool_turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace pumuki::enterprise {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_long{20'000};

TEST(ToolTurns, gives_a_turn_back_at_its_end) {
  ToolTurns turns{{.running = 1, .waiting = 0, .patience = k_long}};
  for (int i = 0; i < 3; ++i) {
    const auto turn = turns.take();
    EXPECT_TRUE(turn);
    EXPECT_FALSE(turns.take()) << "nobody may wait, so the second call is turned away at once";
  }
}

TEST(ToolTurns, patience_ends) {
  ToolTurns turns{{.running = 1, .waiting = 1, .patience = milliseconds{20}}};
  const auto turn = turns.take();
  ASSERT_TRUE(turn);
  EXPECT_FALSE(turns.take());
  EXPECT_FALSE(turns.take()) << "the place in the queue was not given back";
}

TEST(ToolTurns, waiting_call_gets_the_turn_when_it_is_free) {
  ToolTurns turns{{.running = 1, .waiting = 1, .patience = k_long}};
  auto first = std::make_optional(turns.take());
  ASSERT_TRUE(*first);
  auto second = std::async(std::launch::async, [&] { return turns.take().has_value(); });
  EXPECT_EQ(second.wait_for(milliseconds{30}), std::future_status::timeout);
  first.reset();
  EXPECT_TRUE(second.get());
}

TEST(ToolTurns, never_more_run_than_allowed) {
  ToolTurns turns{{.running = 2, .waiting = 16, .patience = k_long}};
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  std::atomic<int> served{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 18; ++i) {
    threads.emplace_back([&] {
      const auto turn = turns.take();
      if (!turn) {
        return;
      }
      const int now = ++running;
      int seen = most.load();
      while (now > seen && !most.compare_exchange_weak(seen, now)) {
      }
      std::this_thread::sleep_for(milliseconds{2});
      --running;
      ++served;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(most.load(), 2);
  EXPECT_EQ(served.load(), 18);
}

}  // namespace
}  // namespace pumuki::enterprise
