#include "gate/collect/scratch_folder.h"

#include "gate/core/files.h"
#include "gate/core/process.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>

namespace pumuki::collect {
namespace {

Environment with_temp(const test::TempDir& temp) { return Environment{{{"TMPDIR", temp.path()}}}; }

TEST(ScratchFolder, is_private_and_gone_afterwards) {
  const test::TempDir temp;
  std::string path;
  {
    const auto folder = ScratchFolder::make(with_temp(temp));
    ASSERT_TRUE(folder);
    path = folder->path();
    struct stat info{};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777U, 0700U);
    test::write_bytes(*folder / "a/b/c", "x");
    ASSERT_EQ(::symlink(temp.path().c_str(), (*folder / "link").c_str()), 0);
  }
  EXPECT_FALSE(entry_exists(path));
  EXPECT_TRUE(is_directory(temp.path())) << "a link was followed";
}

TEST(ScratchFolder, no_place_for_it_is_an_error) {
  const auto folder = ScratchFolder::make(Environment{{{"TMPDIR", "/nonexistent/x"}}});
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, Code::NotWritable);
}

/// The owner process: starts a program that would run for long, and tells its group.
[[noreturn]] void own_a_folder(const test::TempDir& temp, int report) {
  const auto folder = ScratchFolder::make(with_temp(temp));
  ProcessSpec spec;
  spec.argv = {"/bin/sh", "-c", "sleep 300 & sleep 300; wait"};
  spec.environment = {"PATH=/usr/bin:/bin"};
  spec.deadline = std::chrono::seconds{60};
  spec.on_start = [&](pid_t group) {
    folder->guard_group(group);
    [[maybe_unused]] const auto sent = ::write(report, &group, sizeof group);
  };
  [[maybe_unused]] const auto output = run_process(spec);
  ::_exit(0);
}

template <class Condition>
bool soon(const Condition& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) {
      return true;
    }
    ::usleep(10'000);
  }
  return false;
}

class KilledOwner : public testing::TestWithParam<int> {};

TEST_P(KilledOwner, leaves_neither_folder_nor_program) {
  const test::TempDir temp;
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t owner = ::fork();
  ASSERT_GE(owner, 0);
  if (owner == 0) {
    own_a_folder(temp, ends[1]);
  }
  pid_t group = 0;
  ASSERT_EQ(::read(ends[0], &group, sizeof group), static_cast<ssize_t>(sizeof group));
  EXPECT_FALSE(std::filesystem::is_empty(temp.path()));
  ASSERT_EQ(::kill(owner, GetParam()), 0);
  ::waitpid(owner, nullptr, 0);
  EXPECT_TRUE(soon([&] { return std::filesystem::is_empty(temp.path()); }));
  EXPECT_TRUE(soon([&] { return ::kill(-group, 0) != 0 && errno == ESRCH; }));
  ::close(ends[0]);
  ::close(ends[1]);
}

INSTANTIATE_TEST_SUITE_P(BySignal, KilledOwner, testing::Values(SIGKILL, SIGTERM, SIGINT, SIGHUP));

}  // namespace
}  // namespace pumuki::collect
