#pragma once

#include "bridges/mcp/catalogue.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pumuki::mcp {

using ArgumentValue = std::variant<std::string, std::int64_t, bool>;

struct Argument {
  std::string name;
  ArgumentValue value;
};

/// The arguments of one call, checked against the tool's parameters, in the order of the
/// parameters.
class Arguments {
 public:
  Arguments() = default;
  explicit Arguments(std::vector<Argument> items) : items_(std::move(items)) {}

  [[nodiscard]] const std::vector<Argument>& all() const { return items_; }
  [[nodiscard]] std::optional<bool> flag(std::string_view name) const;

 private:
  std::vector<Argument> items_;
};

/// Reads the members of a JSON object. The error is one sentence that names the first member that
/// does not fit: unknown, of a wrong type, or not one of the values allowed.
std::expected<Arguments, std::string> read_arguments(const Tool& tool, std::string_view object);

}  // namespace pumuki::mcp
