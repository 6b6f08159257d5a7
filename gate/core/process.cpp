#include "gate/core/process.h"

#include "gate/core/fd.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace pumuki {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t k_max_error_bytes = std::size_t{1} << 20;
constexpr int k_first_stray_descriptor = 3;
/// One pipe may not starve the others, nor pile up a megabyte for who takes it piece by piece.
constexpr int k_reads_in_a_row = 16;

struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return fail(Code::ProcessFailed, std::string{"no pipe: "} + std::strerror(errno));
  }
  return Pipe{UniqueFd{ends[0]}, UniqueFd{ends[1]}};
}

struct Pipes {
  Pipe in;
  Pipe out;
  Pipe err;
};

Result<Pipes> make_pipes() {
  Pipes pipes;
  for (Pipe* pipe : {&pipes.in, &pipes.out, &pipes.err}) {
    auto made = make_pipe();
    if (!made) {
      return fail(std::move(made.error()));
    }
    *pipe = std::move(*made);
  }
  for (const UniqueFd* fd : {&pipes.in.write_end, &pipes.out.read_end, &pipes.err.read_end}) {
    ::fcntl(fd->get(), F_SETFL, O_NONBLOCK);
  }
  return pipes;
}

/// posix_spawn's two option objects, freed together.
class SpawnOptions {
 public:
  SpawnOptions() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;
  ~SpawnOptions() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (const std::string& text : texts) {
    result.push_back(const_cast<char*>(text.c_str()));  // the exec interface is not const-correct
  }
  result.push_back(nullptr);
  return result;
}

void describe_child(SpawnOptions& options, const ProcessSpec& spec, const Pipes& pipes) {
  ::posix_spawn_file_actions_adddup2(&options.actions, pipes.in.read_end.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&options.actions, pipes.out.write_end.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&options.actions, pipes.err.write_end.get(), STDERR_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&options.actions, k_first_stray_descriptor);
  if (!spec.cwd.empty()) {
    ::posix_spawn_file_actions_addchdir_np(&options.actions, spec.cwd.c_str());
  }
  sigset_t signals;
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&options.attributes, &signals);
  ::sigaddset(&signals, SIGPIPE);
  ::sigaddset(&signals, SIGINT);
  ::sigaddset(&signals, SIGTERM);
  ::posix_spawnattr_setsigdefault(&options.attributes, &signals);
  ::posix_spawnattr_setpgroup(&options.attributes, 0);
  ::posix_spawnattr_setflags(
      &options.attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

Result<pid_t> spawn(const ProcessSpec& spec, const Pipes& pipes) {
  if (spec.argv.empty()) {
    return fail(Code::ProcessFailed, "no program named");
  }
  SpawnOptions options;
  describe_child(options, spec, pipes);
  const auto argv = pointers(spec.argv);
  const auto environment = pointers(spec.environment);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, spec.argv.front().c_str(), &options.actions,
                                   &options.attributes, argv.data(), environment.data());
  if (error != 0) {
    return fail(Code::ProcessFailed,
                "cannot start " + spec.argv.front() + ": " + std::strerror(error));
  }
  return pid;
}

/// Keeps a write to a closed pipe from raising SIGPIPE in this thread, whatever the program does
/// with that signal.
class NoSigpipe {
 public:
  NoSigpipe() {
    ::sigemptyset(&sigpipe_);
    ::sigaddset(&sigpipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;
  ~NoSigpipe() {
    if (::sigismember(&before_, SIGPIPE) == 0) {
      const timespec now{};
      while (::sigtimedwait(&sigpipe_, nullptr, &now) > 0) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t sigpipe_{};
  sigset_t before_{};
};

/// Moves bytes between the child's pipes and memory until both outputs end.
class Pump {
 public:
  Pump(const ProcessSpec& spec, Pipes pipes)
      : input_(spec.input),
        limit_(spec.max_output_bytes),
        on_output_(spec.on_output),
        pipes_(std::move(pipes)) {
    pipes_.in.read_end.reset();
    pipes_.out.write_end.reset();
    pipes_.err.write_end.reset();
  }

  Result<void> run(Clock::time_point end, ProcessOutput& output) {
    while (pipes_.out.read_end.valid() || pipes_.err.read_end.valid()) {
      feed();
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) {
        return fail(Code::ProcessTimeout, "time limit reached");
      }
      std::array<pollfd, 3> watched{{{pipes_.in.write_end.get(), POLLOUT, 0},
                                     {pipes_.out.read_end.get(), POLLIN, 0},
                                     {pipes_.err.read_end.get(), POLLIN, 0}}};
      ::poll(watched.data(), watched.size(), static_cast<int>(std::min<long>(left, 1000)));
      drain(pipes_.out.read_end, output.out, on_output_ ? std::string::npos : limit_ + 1);
      if (on_output_ && !output.out.empty()) {
        on_output_(output.out);
        output.out.clear();
      }
      drain(pipes_.err.read_end, output.err, k_max_error_bytes);
      if (output.out.size() > limit_) {
        return fail(Code::TooLarge, "output over " + std::to_string(limit_) + " bytes");
      }
    }
    return {};
  }

 private:
  void feed() {
    const NoSigpipe quiet;
    while (pipes_.in.write_end.valid() && !input_.empty()) {
      const ssize_t sent = ::write(pipes_.in.write_end.get(), input_.data(), input_.size());
      if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
      }
      if (sent <= 0) {
        input_ = {};
        break;
      }
      input_.remove_prefix(static_cast<std::size_t>(sent));
    }
    pipes_.in.write_end.reset();
  }

  /// Bytes beyond `keep` are read and dropped, so that the child never waits.
  static void drain(UniqueFd& from, std::string& to, std::size_t keep) {
    std::array<char, 65536> buffer;  // NOLINT(*-member-init): filled by read()
    for (int read = 0; from.valid() && read < k_reads_in_a_row; ++read) {
      const ssize_t got = ::read(from.get(), buffer.data(), buffer.size());
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
      }
      if (got <= 0) {
        from.reset();
        return;
      }
      const std::size_t room = keep - std::min(keep, to.size());
      to.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
    }
  }

  std::string_view input_;
  std::size_t limit_;
  const std::function<void(std::string_view)>& on_output_;
  Pipes pipes_;
};

/// Waits for the end of the child. A child that closed its outputs but lives on is killed at the
/// deadline.
Result<int> reap(pid_t pid, Clock::time_point end) {
  int status = 0;
  auto nap = std::chrono::microseconds{200};
  while (true) {
    const pid_t done = ::waitpid(pid, &status, WNOHANG);
    if (done == pid) {
      return status;
    }
    if (done < 0 && errno != EINTR) {
      return fail(Code::ProcessFailed, std::string{"waitpid: "} + std::strerror(errno));
    }
    if (Clock::now() >= end) {
      return fail(Code::ProcessTimeout, "time limit reached");
    }
    ::usleep(static_cast<useconds_t>(nap.count()));
    nap = std::min(nap * 2, std::chrono::microseconds{10'000});
  }
}

void kill_group(pid_t pid) {
  ::kill(-pid, SIGKILL);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Result<ProcessOutput> run_process(const ProcessSpec& spec) {
  const auto end = Clock::now() + spec.deadline;
  auto pipes = make_pipes();
  if (!pipes) {
    return fail(std::move(pipes.error()));
  }
  const auto pid = spawn(spec, *pipes);
  if (!pid) {
    return fail(pid.error());
  }
  if (spec.on_start) {
    spec.on_start(*pid);
  }
  ProcessOutput output;
  Pump pump{spec, std::move(*pipes)};
  if (auto pumped = pump.run(end, output); !pumped) {
    kill_group(*pid);
    return fail(std::move(pumped.error()), "while running " + spec.argv.front());
  }
  const auto status = reap(*pid, end);
  if (!status) {
    kill_group(*pid);
    return fail(status.error(), "while running " + spec.argv.front());
  }
  output.signalled = WIFSIGNALED(*status);
  output.exit_code = output.signalled ? 128 + WTERMSIG(*status) : WEXITSTATUS(*status);
  return output;
}

}  // namespace pumuki
