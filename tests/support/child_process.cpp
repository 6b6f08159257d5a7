#include "tests/support/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace pumuki::test {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_grace{5'000};
constexpr std::chrono::milliseconds k_longest_run{60'000};
constexpr int k_first_stray_descriptor = 3;

std::pair<UniqueFd, UniqueFd> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error{"no pipe"};
  }
  return {UniqueFd{ends[0]}, UniqueFd{ends[1]}};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) {
    result.push_back(text.data());
  }
  result.push_back(nullptr);
  return result;
}

struct Ends {
  int input;
  int output;
  std::string error_file;
};

pid_t spawn(const ProgramSpec& spec, const Ends& ends) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends.input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends.output, STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, ends.error_file.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, k_first_stray_descriptor);
  if (!spec.cwd.empty()) {
    ::posix_spawn_file_actions_addchdir_np(&actions, spec.cwd.c_str());
  }
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  auto argument_texts = spec.argv;
  auto environment_texts = spec.environment.lines_without({});
  const auto arguments = pointers(argument_texts);
  const auto environment = pointers(environment_texts);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, argument_texts.front().c_str(), &actions, &attributes,
                                   arguments.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    throw std::runtime_error{"cannot start " + spec.argv.front() + ": " + std::strerror(error)};
  }
  return pid;
}

}  // namespace

ChildProcess::ChildProcess(const ProgramSpec& spec) : temp_{std::make_unique<TempDir>()} {
  auto [input_read, input_write] = make_pipe();
  auto [output_read, output_write] = make_pipe();
  // A program that ends early must not end the test with SIGPIPE.
  ::signal(SIGPIPE, SIG_IGN);
  pid_ = spawn(spec, {input_read.get(), output_write.get(), *temp_ / "stderr"});
  input_ = std::move(input_write);
  output_ = std::move(output_read);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : temp_{std::move(other.temp_)},
      pid_{std::exchange(other.pid_, 0)},
      status_{other.status_},
      input_{std::move(other.input_)},
      output_{std::move(other.output_)},
      buffer_{std::move(other.buffer_)},
      port_{other.port_} {}

ChildProcess::~ChildProcess() {
  if (pid_ == 0) {
    return;
  }
  send_signal(SIGTERM);
  close_input();
  if (!wait(k_grace)) {
    send_signal(SIGKILL);
    wait(k_grace);
  }
}

bool ChildProcess::fill(Steady::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Steady::now()).count();
  pollfd watched{output_.get(), POLLIN, 0};
  if (left <= 0 || ::poll(&watched, 1, static_cast<int>(left)) == 0) {
    throw std::runtime_error{"no output in time; so far: " + buffer_ + error_text()};
  }
  std::array<char, 65536> bytes{};
  const ssize_t got = ::read(output_.get(), bytes.data(), bytes.size());
  if (got < 0 && errno == EINTR) {
    return true;
  }
  if (got <= 0) {
    return false;
  }
  buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

std::string ChildProcess::read_line(std::chrono::milliseconds patience) {
  const auto end = Steady::now() + patience;
  while (true) {
    const auto newline = buffer_.find('\n');
    if (newline != std::string::npos) {
      std::string line = buffer_.substr(0, newline);
      buffer_.erase(0, newline + 1);
      return line;
    }
    if (!fill(end)) {
      throw std::runtime_error{"output ended: " + buffer_ + error_text()};
    }
  }
}

std::string ChildProcess::read_rest(std::chrono::milliseconds patience) {
  const auto end = Steady::now() + patience;
  while (fill(end)) {
  }
  return std::exchange(buffer_, {});
}

int ChildProcess::port() {
  if (port_ == 0) {
    const std::string line = read_line();
    const auto colon = line.rfind(':');
    const char* first = line.data() + (colon == std::string::npos ? 0 : colon + 1);
    if (std::from_chars(first, line.data() + line.size(), port_).ec != std::errc{}) {
      throw std::runtime_error{"no port in the first line: " + line};
    }
  }
  return port_;
}

void ChildProcess::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::write(input_.get(), bytes.data(), bytes.size());
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent <= 0) {
      throw std::runtime_error{std::string{"cannot write to the program: "} + std::strerror(errno)};
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void ChildProcess::close_input() { input_.reset(); }

void ChildProcess::send_signal(int number) const {
  if (pid_ > 0) {
    ::kill(pid_, number);
  }
}

std::optional<int> ChildProcess::wait(std::chrono::milliseconds patience) {
  const auto end = Steady::now() + patience;
  while (pid_ != 0) {
    int raw = 0;
    if (::waitpid(pid_, &raw, WNOHANG) == pid_) {
      pid_ = 0;
      status_ = WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw);
    } else if (Steady::now() >= end) {
      return std::nullopt;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
  }
  return status_;
}

std::string ChildProcess::error_text() const {
  const std::string file = *temp_ / "stderr";
  return ::access(file.c_str(), F_OK) == 0 ? read_bytes(file) : std::string{};
}

ChildProcess run_program(const ProgramSpec& spec) { return ChildProcess{spec}; }

ProcessOutput run_to_end(const ProgramSpec& spec, std::string input) {
  ProcessSpec process;
  process.argv = spec.argv;
  process.cwd = spec.cwd;
  process.environment = spec.environment.lines_without({});
  process.input = std::move(input);
  process.deadline = k_longest_run;
  auto output = run_process(process);
  if (!output) {
    throw std::runtime_error{describe(output.error())};
  }
  return std::move(*output);
}

}  // namespace pumuki::test
