#include "gate/collect/scratch_folder.h"

#include "gate/core/files.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace pumuki::collect {
namespace {

/// Ends when its standard input does. A program that was killed may still write for a moment, hence
/// the second attempt.
constexpr const char* k_guard_script =
    "group=; while IFS= read -r line; do group=$line; done\n"
    "[ -n \"$group\" ] && kill -s KILL -- \"-$group\" 2>/dev/null\n"
    "rm -rf -- \"$1\" 2>/dev/null || { sleep 1; rm -rf -- \"$1\"; }\n";
constexpr int k_first_stray_descriptor = 3;

/// posix_spawn's option objects, freed together.
struct GuardOptions {
  GuardOptions() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  GuardOptions(const GuardOptions&) = delete;
  GuardOptions& operator=(const GuardOptions&) = delete;
  ~GuardOptions() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
};

}  // namespace

Result<ScratchFolder> ScratchFolder::make(const Environment& environment) {
  std::string_view base = environment.get("TMPDIR").value_or("");
  if (!base.starts_with('/')) {
    base = "/tmp";
  }
  std::string name = std::string{base} + "/pumuki-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    return fail(Code::NotWritable,
                "no temporary folder in " + std::string{base} + ": " + std::strerror(errno));
  }
  ScratchFolder folder{real_path(name)};
  folder.start_guard();
  return folder;
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      guard_input_(std::move(other.guard_input_)),
      guard_(std::exchange(other.guard_, 0)) {}

ScratchFolder::~ScratchFolder() {
  guard_input_.reset();
  if (guard_ > 0) {
    while (::waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (!path_.empty()) {
    std::error_code ignored;  // the guard has removed it, unless there is none
    std::filesystem::remove_all(path_, ignored);
  }
}

void ScratchFolder::guard_group(pid_t group) const {
  const std::string line = (group > 0 ? std::to_string(group) : std::string{}) + "\n";
  if (guard_input_.valid()) {
    [[maybe_unused]] const ssize_t sent =
        ::write(guard_input_.get(), line.data(), line.size());  // a dead guard guards nothing
  }
}

void ScratchFolder::start_guard() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return;
  }
  const UniqueFd read_end{ends[0]};
  guard_input_.reset(ends[1]);
  GuardOptions options;
  ::posix_spawn_file_actions_adddup2(&options.actions, read_end.get(), STDIN_FILENO);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    ::posix_spawn_file_actions_addopen(&options.actions, stream, "/dev/null", O_WRONLY, 0);
  }
  ::posix_spawn_file_actions_addclosefrom_np(&options.actions, k_first_stray_descriptor);
  // Its own group: Ctrl-C on the terminal is for the others.
  ::posix_spawnattr_setpgroup(&options.attributes, 0);
  ::posix_spawnattr_setflags(&options.attributes, POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh";
  std::string flag = "-c";
  std::string script = k_guard_script;
  std::string path_variable = "PATH=/usr/bin:/bin";
  std::array<char*, 6> argv{shell.data(), flag.data(),  script.data(),
                            shell.data(), path_.data(), nullptr};
  std::array<char*, 2> environment{path_variable.data(), nullptr};
  if (::posix_spawn(&guard_, "/bin/sh", &options.actions, &options.attributes, argv.data(),
                    environment.data()) != 0) {
    guard_ = 0;
    guard_input_.reset();
  }
}

}  // namespace pumuki::collect
