#include "gate/cli/progress.h"

#include "gate/cli/output.h"
#include "gate/verdict/verdict_text.h"

#include <unistd.h>

namespace pumuki::cli {
namespace {

constexpr std::chrono::milliseconds k_quiet_for{1000};
constexpr std::chrono::milliseconds k_between_lines{100};
constexpr std::string_view k_wipe = "\r\x1b[K";

bool is_terminal(const Environment& environment) {
  const auto kind = environment.get("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind && *kind != "dumb" && !environment.get("CI");
}

}  // namespace

Progress::Progress(const Environment& environment)
    : wanted_{is_terminal(environment)}, begin_{std::chrono::steady_clock::now()}, last_{begin_} {}

Progress::~Progress() {
  if (shown_) {
    print_error(k_wipe);
  }
}

collect::Progress Progress::callback() {
  if (!wanted_) {
    return {};
  }
  return [this](std::string_view step, std::size_t done, std::size_t total) {
    show(step, done, total);
  };
}

void Progress::show(std::string_view step, std::size_t done, std::size_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (now - begin_ < k_quiet_for || (shown_ && now - last_ < k_between_lines)) {
    return;
  }
  std::string line = std::string{k_wipe} + "pumuki: " + verdict::printable(step);
  if (total > 0) {
    line += " " + std::to_string(done) + "/" + std::to_string(total);
  }
  print_error(line);
  shown_ = true;
  last_ = now;
}

}  // namespace pumuki::cli
