#pragma once

#include "tests/support/child_process.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::test {

/// Runs `body` in a forked process and kills it with SIGKILL after `delay`. True when the kill came
/// first, false when the body had ended. Call it from tests with one thread.
bool kill_body_after(const std::function<void()>& body, std::chrono::microseconds delay);

/// Starts a program and kills it with SIGKILL after `delay`; children it started live on, as they
/// would. True when the kill came first.
bool kill_program_after(const ProgramSpec& spec, std::chrono::microseconds delay);

/// Names in `folder` that begin with `head`, sorted: for looking for leftovers.
std::vector<std::string> names_with_head(const std::string& folder, std::string_view head);

}  // namespace pumuki::test
