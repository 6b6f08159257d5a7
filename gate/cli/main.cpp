#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/cli/own_program.h"
#include "gate/cli/run.h"
#include "gate/cli/short_names.h"
#include "gate/core/clock.h"
#include "gate/core/environment.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace {

/// A caller may close the standard streams; a file opened later must not take their numbers and
/// then receive what is meant for them.
void hold_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != fd) {
      std::_Exit(pumuki::cli::k_exit_failed);
    }
  }
}

/// The current folder; empty when it was removed.
std::string current_folder() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const auto environment = pumuki::Environment::from_process();
    const pumuki::SystemClock clock;
    const std::string cwd = current_folder();
    const std::string program = argc > 0 ? argv[0] : "";
    std::vector<std::string> arguments;
    if (const auto command = pumuki::cli::runner_of_program(program)) {
      arguments.emplace_back(*command);
    }
    for (int i = 1; i < argc; ++i) {
      arguments.emplace_back(argv[i]);
    }
    return pumuki::cli::run_command_line(
        arguments, {.environment = environment,
                    .clock = clock,
                    .cwd = cwd,
                    .program = pumuki::cli::own_program(program, environment, cwd)});
  } catch (const std::exception& error) {
    return pumuki::cli::report_failure(pumuki::fail(pumuki::Code::Internal, error.what()).error(),
                                       pumuki::cli::Format::Text);
  }
}
