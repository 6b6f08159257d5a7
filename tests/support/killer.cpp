#include "tests/support/killer.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace pumuki::test {

bool kill_body_after(const std::function<void()>& body, std::chrono::microseconds delay) {
  const pid_t child = ::fork();
  if (child < 0) {
    throw std::runtime_error("fork failed");
  }
  if (child == 0) {
    body();
    ::_exit(0);
  }
  std::this_thread::sleep_for(delay);
  ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
  }
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

bool kill_program_after(const ProgramSpec& spec, std::chrono::microseconds delay) {
  ChildProcess program{spec};
  std::this_thread::sleep_for(delay);
  program.send_signal(SIGKILL);
  return program.wait() == 128 + SIGKILL;
}

std::vector<std::string> names_with_head(const std::string& folder, std::string_view head) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    const std::string name = entry.path().filename();
    if (name.starts_with(head)) {
      names.push_back(name);
    }
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace pumuki::test
