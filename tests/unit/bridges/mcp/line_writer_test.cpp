#include "bridges/mcp/line_writer.h"

#include "gate/core/fd.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::mcp {
namespace {

using namespace std::chrono_literals;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    reader.reset(ends[0]);
    writer.reset(ends[1]);
    std::signal(SIGPIPE, SIG_IGN);
  }
  std::string read_bytes(std::size_t count) const {
    std::string text;
    std::vector<char> buffer(65536);
    while (text.size() < count) {
      const ssize_t got = ::read(reader.get(), buffer.data(), buffer.size());
      if (got <= 0) {
        break;
      }
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
  }
  UniqueFd reader;
  UniqueFd writer;
};

bool eventually(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + 5s;
  while (!condition() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(2ms);
  }
  return condition();
}

TEST(LineWriter, writes_lines_that_fit_the_pipe_before_it_returns) {
  const Pipe pipe;
  LineWriter writer{pipe.writer.get()};
  const std::string list(20'000, 'x');
  writer.write_line("{}");
  writer.write_line(list);
  EXPECT_TRUE(writer.drained());
  EXPECT_EQ(pipe.read_bytes(list.size() + 4), "{}\n" + list + "\n");
}

TEST(LineWriter, never_blocks_and_loses_nothing_while_nobody_reads) {
  const Pipe pipe;
  LineWriter writer{pipe.writer.get()};
  std::string expected;
  for (int i = 0; i < 400; ++i) {
    const std::string line = std::to_string(i) + std::string(static_cast<std::size_t>(i) * 13, 'x');
    writer.write_line(line);
    expected += line + "\n";
  }
  EXPECT_FALSE(writer.drained());
  EXPECT_EQ(pipe.read_bytes(expected.size()), expected);
  EXPECT_TRUE(eventually([&] { return writer.drained(); }));
}

TEST(LineWriter, keeps_lines_of_many_threads_whole) {
  const Pipe pipe;
  LineWriter writer{pipe.writer.get()};
  std::vector<std::thread> threads;
  for (char name = 'a'; name < 'i'; ++name) {
    threads.emplace_back([&writer, name] {
      for (std::size_t i = 1; i <= 100; ++i) {
        writer.write_line(std::string(i * 60, name));
      }
    });
  }
  const std::string text = pipe.read_bytes(8 * (60 * 5050 + 100));
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); ++lines) {
    const std::size_t end = text.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    const std::string line = text.substr(at, end - at);
    EXPECT_EQ(std::set<char>(line.begin(), line.end()).size(), 1U);
    at = end + 1;
  }
  EXPECT_EQ(lines, 800U);
}

TEST(LineWriter, a_reader_that_left_is_a_failure_and_nothing_more) {
  Pipe pipe;
  LineWriter writer{pipe.writer.get()};
  pipe.reader.reset();
  writer.write_line("{}");
  writer.write_line(std::string(100'000, 'x'));
  EXPECT_TRUE(writer.failed());
}

TEST(LineWriter, a_reader_that_leaves_in_the_middle_of_a_long_line_is_noticed) {
  Pipe pipe;
  LineWriter writer{pipe.writer.get()};
  writer.write_line(std::string(1'000'000, 'x'));
  EXPECT_FALSE(writer.failed());
  pipe.reader.reset();
  EXPECT_TRUE(eventually([&] { return writer.failed(); }));
}

TEST(LineWriter, gives_up_a_reader_that_never_reads) {
  const Pipe pipe;
  const UniqueFd read_end{::dup(pipe.reader.get())};
  LineWriter writer{pipe.writer.get()};
  const std::string line(std::size_t{32} << 20, 'x');
  for (int i = 0; i < 9; ++i) {
    writer.write_line(line);
  }
  EXPECT_TRUE(writer.failed());
  // Frees the thread that is blocked in the write.
  std::thread drain{[&] { (void)pipe.read_bytes(line.size() + 1); }};
  drain.join();
}

}  // namespace
}  // namespace pumuki::mcp
