#include "bridges/stdio/server_process.h"

#include "gate/core/fd.h"
#include "gate/core/text.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

namespace pumuki::stdio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_stop_patience{400};
constexpr std::chrono::milliseconds k_tick{5};
constexpr std::size_t k_max_start_line_bytes = 4096;
constexpr std::size_t k_kept_error_bytes = 1024;
constexpr int k_first_stray_descriptor = 3;

struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  return Pipe{UniqueFd{ends[0]}, UniqueFd{ends[1]}};
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (const std::string& text : texts) {
    result.push_back(const_cast<char*>(text.c_str()));  // the exec interface is not const-correct
  }
  result.push_back(nullptr);
  return result;
}

struct ChildEnds {
  int in;
  int out;
  int err;
};

/// Its own process group, so that a Ctrl-C meant for the client does not reach it and stop() can
/// end what it started.
Result<pid_t> spawn(const ServerProcessSpec& spec, ChildEnds ends) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, ends.in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends.out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends.err, STDERR_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, k_first_stray_descriptor);
  ::posix_spawn_file_actions_addchdir_np(&actions, spec.working_directory.c_str());
  sigset_t signals;
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  ::sigaddset(&signals, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> command{spec.program};
  command.insert(command.end(), spec.arguments.begin(), spec.arguments.end());
  pid_t pid = 0;
  const int error = ::posix_spawn(&pid, spec.program.c_str(), &actions, &attributes,
                                  pointers(command).data(), pointers(spec.environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    return fail(Code::ProcessFailed, "cannot start " + spec.program + ": " + std::strerror(error));
  }
  return pid;
}

class Child final : public ServerProcess {
 public:
  Child(std::string program, pid_t pid, UniqueFd in, Pipe outputs)
      : program_(std::move(program)),
        pid_(pid),
        in_(std::move(in)),
        wake_(::eventfd(0, EFD_CLOEXEC)),
        drain_([this, out = std::move(outputs.read_end), err = std::move(outputs.write_end)] {
          drain(out.get(), err.get());
        }) {}

  ~Child() override {
    stop();
    ::eventfd_write(wake_.get(), 1);
    drain_.join();
  }

  Result<Address> wait_listening(Clock::time_point until) override {
    while (true) {
      {
        const std::scoped_lock lock{mutex_};
        if (address_) {
          return *address_;
        }
        if (stopped_ || ended_ || Clock::now() >= until) {
          return fail(Code::ProcessFailed, program_ +
                                               (ended_ ? " ended" : " did not start in time") +
                                               (errors_.empty() ? "" : ": " + errors_));
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
  }

  [[nodiscard]] bool alive() const override {
    const std::scoped_lock lock{mutex_};
    return !stopped_ && !exited();
  }

  void stop() override {
    {
      const std::scoped_lock lock{mutex_};
      if (std::exchange(stopped_, true)) {
        return;
      }
      in_.reset();
    }
    ::kill(pid_, SIGTERM);
    const auto end = Clock::now() + k_stop_patience;
    while (!exited() && Clock::now() < end) {
      std::this_thread::sleep_for(k_tick);
    }
    // Not yet reaped, so the number cannot belong to anybody else.
    ::kill(-pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  [[nodiscard]] bool exited() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid_;
  }

  /// Reads both outputs to their ends, so that the server never waits for a reader.
  void drain(int out, int err) {
    std::array<pollfd, 3> watched{{{out, POLLIN, 0}, {err, POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
    std::array<char, 4096> buffer{};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
      ::poll(watched.data(), watched.size(), -1);
      if (watched[2].revents != 0) {
        return;
      }
      for (std::size_t which = 0; which < 2; ++which) {
        if (watched.at(which).revents == 0) {
          continue;
        }
        const ssize_t count = ::read(watched.at(which).fd, buffer.data(), buffer.size());
        if (count > 0) {
          keep({buffer.data(), static_cast<std::size_t>(count)}, which == 0);
        } else if (count == 0 || errno != EINTR) {
          watched.at(which).fd = -1;
        }
      }
    }
    const std::scoped_lock lock{mutex_};
    ended_ = true;
  }

  void keep(std::string_view bytes, bool from_out) {
    const std::scoped_lock lock{mutex_};
    std::string& text = from_out ? output_ : errors_;
    text.append(bytes);
    if (!from_out) {
      text.erase(0, text.size() > k_kept_error_bytes ? text.size() - k_kept_error_bytes : 0);
      return;
    }
    if (const std::size_t end = text.find('\n'); end != std::string::npos && !address_) {
      address_ = address_in(std::string_view{text}.substr(0, end));
    }
    if (address_ || text.size() > k_max_start_line_bytes) {
      text.clear();
    }
  }

  const std::string program_;
  const pid_t pid_;
  mutable std::mutex mutex_;
  /// Guarded by mutex_.
  UniqueFd in_;
  bool stopped_ = false;
  bool ended_ = false;
  std::string output_;
  std::string errors_;
  std::optional<Address> address_;
  UniqueFd wake_;
  std::thread drain_;
};

bool looks_secret(std::string_view line) {
  static constexpr std::array<std::string_view, 6> k_words{"TOKEN",  "SECRET",     "PASSWORD",
                                                           "PASSWD", "CREDENTIAL", "_KEY"};
  const std::string name = ascii_upper(line.substr(0, line.find('=')));
  return std::ranges::any_of(
      k_words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace

Result<std::unique_ptr<ServerProcess>> ServerProcess::start(const ServerProcessSpec& spec) {
  auto in = make_pipe();
  auto out = make_pipe();
  auto err = make_pipe();
  if (!in || !out || !err) {
    return fail(Code::ProcessFailed, std::string{"no pipe: "} + std::strerror(errno));
  }
  const auto pid = spawn(spec, {in->read_end.get(), out->write_end.get(), err->write_end.get()});
  if (!pid) {
    return std::unexpected{pid.error()};
  }
  return std::make_unique<Child>(spec.program, *pid, std::move(in->write_end),
                                 Pipe{std::move(out->read_end), std::move(err->read_end)});
}

std::string find_program(std::string_view name, const Environment& environment) {
  std::array<char, PATH_MAX> self{};
  const ssize_t size = ::readlink("/proc/self/exe", self.data(), self.size());
  std::vector<std::string> folders;
  if (size > 0) {
    const std::string_view path{self.data(), static_cast<std::size_t>(size)};
    folders.emplace_back(path.substr(0, path.rfind('/')));
  }
  for (const std::string_view folder : split(environment.get("PATH").value_or(""), ':')) {
    if (folder.starts_with('/')) {
      folders.emplace_back(folder);
    }
  }
  for (const std::string& folder : folders) {
    std::string candidate = folder + "/" + std::string{name};
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

std::vector<std::string> server_environment(const Environment& environment) {
  auto lines = environment.lines_without({"GIT_"});
  std::erase_if(lines, [](const std::string& line) { return looks_secret(line); });
  return lines;
}

std::optional<Address> address_in(std::string_view line) {
  static constexpr std::string_view k_scheme = "http://";
  const std::size_t scheme = line.find(k_scheme);
  if (scheme == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view authority = line.substr(scheme + k_scheme.size());
  authority = authority.substr(0, authority.find_first_of("/ \t\r"));
  const std::size_t colon = authority.rfind(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view digits = authority.substr(colon + 1);
  Address address;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
  const auto hosts = address_literals(authority.substr(0, colon));
  if (error != std::errc{} || end != digits.data() + digits.size() || hosts.empty()) {
    return std::nullopt;
  }
  address.host = hosts.front();
  return address;
}

}  // namespace pumuki::stdio
