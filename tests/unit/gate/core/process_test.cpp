#include "gate/core/process.h"

#include "gate/core/fd.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>

namespace pumuki {
namespace {

ProcessSpec shell(const std::string& script) {
  ProcessSpec spec;
  spec.argv = {"/bin/sh", "-c", script};
  spec.environment = {"PATH=/usr/bin:/bin"};
  return spec;
}

TEST(Process, returns_both_outputs_and_the_exit_status) {
  const auto done = run_process(shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->out, "out\n");
  EXPECT_EQ(done->err, "err\n");
  EXPECT_EQ(done->exit_code, 3);
  EXPECT_FALSE(done->signalled);
}

TEST(Process, a_signal_is_128_plus_its_number) {
  const auto done = run_process(shell("kill -TERM $$"));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->exit_code, 128 + SIGTERM);
  EXPECT_TRUE(done->signalled);
}

TEST(Process, feeds_more_input_than_a_pipe_holds) {
  ProcessSpec spec = shell("cat");
  spec.input = std::string(1 << 20, 'x');
  EXPECT_EQ(run_process(spec)->out, spec.input);
}

TEST(Process, survives_a_child_that_does_not_read) {
  ProcessSpec spec = shell("exec 0<&-; echo done");
  spec.input = std::string(1 << 20, 'x');
  EXPECT_EQ(run_process(spec)->out, "done\n");
}

TEST(Process, nothing_is_inherited) {
  const UniqueFd stray{::open("/dev/null", O_RDONLY)};
  ::setenv("PUMUKI_TEST_SECRET", "x", 1);
  const auto done = run_process(shell("env; ls /proc/$$/fd; true"));
  ::unsetenv("PUMUKI_TEST_SECRET");
  EXPECT_EQ(done->out.find("SECRET"), std::string::npos);
  EXPECT_TRUE(done->out.ends_with("\n0\n1\n2\n")) << done->out;
}

TEST(Process, runs_where_it_is_told) {
  ProcessSpec spec = shell("pwd");
  spec.cwd = "/";
  EXPECT_EQ(run_process(spec)->out, "/\n");
  spec.cwd = "/does/not/exist";
  EXPECT_EQ(run_process(spec).error().code, Code::ProcessFailed);
}

TEST(Process, a_missing_program_is_a_failure) {
  ProcessSpec spec;
  spec.argv = {"/does/not/exist"};
  EXPECT_EQ(run_process(spec).error().code, Code::ProcessFailed);
}

TEST(Process, the_whole_group_ends_at_the_deadline) {
  ProcessSpec spec = shell("sleep 60 & echo $! >&2; echo started; wait");
  spec.deadline = std::chrono::milliseconds{300};
  EXPECT_EQ(run_process(spec).error().code, Code::ProcessTimeout);
}

TEST(Process, a_child_that_closed_its_outputs_still_meets_the_deadline) {
  ProcessSpec spec = shell("exec 1>&- 2>&-; sleep 60");
  spec.deadline = std::chrono::milliseconds{300};
  EXPECT_EQ(run_process(spec).error().code, Code::ProcessTimeout);
}

TEST(Process, endless_output_is_cut_off) {
  ProcessSpec spec = shell("yes");
  spec.max_output_bytes = 1 << 16;
  EXPECT_EQ(run_process(spec).error().code, Code::TooLarge);
}

TEST(Process, output_can_be_taken_piece_by_piece) {
  constexpr std::size_t k_bytes = 3'000'000;
  std::size_t total = 0;
  std::size_t largest = 0;
  ProcessSpec spec = shell("head -c 3000000 /dev/zero");
  spec.max_output_bytes = 10;
  spec.on_output = [&](std::string_view piece) {
    total += piece.size();
    largest = std::max(largest, piece.size());
  };
  const auto output = run_process(spec);
  ASSERT_TRUE(output) << describe(output.error());
  EXPECT_EQ(total, k_bytes);
  EXPECT_LE(largest, std::size_t{1} << 20);
  EXPECT_EQ(output->out, "");
}

TEST(Process, the_group_is_told_once_the_program_runs) {
  pid_t group = 0;
  ProcessSpec spec = shell("echo $$");
  spec.on_start = [&](pid_t started) { group = started; };
  const auto output = run_process(spec);
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, std::to_string(group) + "\n");
}

}  // namespace
}  // namespace pumuki
