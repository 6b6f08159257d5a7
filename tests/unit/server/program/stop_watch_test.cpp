#include "server/program/stop_watch.h"

#include <gtest/gtest.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <thread>

namespace pumuki::program {
namespace {

constexpr std::chrono::seconds k_patience{10};

TEST(StopWatch, calls_once_on_a_signal) {
  for (const int signal : {SIGTERM, SIGINT}) {
    StopWatch watch;
    std::promise<void> stopped;
    watch.start(false, [&] { stopped.set_value(); });
    ::kill(::getpid(), signal);
    EXPECT_EQ(stopped.get_future().wait_for(k_patience), std::future_status::ready);
  }
}

TEST(StopWatch, end_without_a_signal_calls_nothing) {
  std::atomic<bool> called = false;
  {
    StopWatch watch;
    watch.start(false, [&] { called = true; });
    watch.end();
    watch.end();
  }
  EXPECT_FALSE(called);
}

TEST(StopWatch, end_waits_for_a_call_in_progress) {
  StopWatch watch;
  std::promise<void> began;
  bool finished = false;
  watch.start(false, [&] {
    began.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    finished = true;
  });
  ::kill(::getpid(), SIGTERM);
  ASSERT_EQ(began.get_future().wait_for(k_patience), std::future_status::ready);
  watch.end();
  EXPECT_TRUE(finished);
}

TEST(StopWatch, that_was_never_started_ends) {
  StopWatch watch;
  watch.end();
}

}  // namespace
}  // namespace pumuki::program
