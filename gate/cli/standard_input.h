#pragma once

#include "gate/core/result.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace pumuki::cli {

/// Some hundred thousand refs.
inline constexpr std::size_t k_max_input_bytes = std::size_t{64} << 20;
/// git writes at once and closes; whoever leaves the pipe open is told so.
inline constexpr std::chrono::milliseconds k_input_deadline{30'000};

/// Standard input to its end; nothing when it is a terminal. Errors: NotReadable, TooLarge,
/// ProcessTimeout when nothing comes for k_input_deadline.
Result<std::optional<std::string>> read_standard_input();

}  // namespace pumuki::cli
