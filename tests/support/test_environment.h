#pragma once

#include "gate/core/environment.h"

#include <string>

namespace pumuki::test {

/// What tests give to git and to our programs: PATH and sanitizer options of this process, `home`,
/// an empty git configuration, a fixed identity and commit time, plain language, UTC. Nothing else
/// of the caller's environment gets through.
Environment test_environment(const std::string& home = "/nonexistent");

}  // namespace pumuki::test
