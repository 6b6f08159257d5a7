#include "bridges/stdio/log.h"

#include <poll.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <climits>
#include <mutex>
#include <string>

namespace pumuki::stdio {
namespace {

class StderrSink final : public spdlog::sinks::base_sink<std::mutex> {
 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    pollfd target{STDERR_FILENO, POLLOUT, 0};
    if (line.size() > PIPE_BUF || ::poll(&target, 1, 0) != 1 || (target.revents & POLLOUT) == 0) {
      return;
    }
    // A failed write is not reported anywhere: this is where reports go.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  }
  void flush_() override {}
};

spdlog::level::level_enum level_of(std::string_view name) {
  const auto level = spdlog::level::from_str(std::string{name == "error" ? "err" : name});
  return level == spdlog::level::off && name != "off" ? spdlog::level::warn : level;
}

}  // namespace

struct Log::State {
  explicit State(std::string_view program)
      : logger(std::string{program}, std::make_shared<StderrSink>()) {}
  spdlog::logger logger;
};

Log::Log(std::string_view program, std::string_view level)
    : state_(std::make_unique<State>(program)) {
  state_->logger.set_level(level_of(level));
  state_->logger.set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %n %l: %v");
}

Log::~Log() = default;

void Log::debug(std::string_view text) { state_->logger.debug(text); }
void Log::info(std::string_view text) { state_->logger.info(text); }
void Log::warn(std::string_view text) { state_->logger.warn(text); }

}  // namespace pumuki::stdio
