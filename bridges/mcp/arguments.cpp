#include "bridges/mcp/arguments.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pumuki::mcp {
namespace {

/// Beyond it a number has no exact integer value for most JSON readers.
constexpr double k_max_exact_integer = 9007199254740991.0;

std::unexpected<std::string> complain(const Parameter& parameter, std::string_view wanted) {
  return std::unexpected{"The argument \"" + parameter.name + "\" must be " + std::string{wanted} +
                         "."};
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  double number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0 ||
      number > k_max_exact_integer || std::trunc(number) != number) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(number);
}

std::expected<ArgumentValue, std::string> read_string(const Parameter& parameter,
                                                      std::string_view value) {
  auto text = json_text_of(value);
  const auto& allowed = parameter.values;
  if (!allowed.empty() && (!text || std::ranges::find(allowed, *text) == allowed.end())) {
    return complain(parameter, "one of " + join(allowed, ", "));
  }
  if (!text) {
    return complain(parameter, "a string");
  }
  return *std::move(text);
}

std::expected<ArgumentValue, std::string> read_value(const Parameter& parameter,
                                                     std::string_view value) {
  switch (parameter.type) {
    case ParameterType::Boolean:
      if (json_kind(value) != JsonKind::Boolean) {
        return complain(parameter, "true or false");
      }
      return value == "true";
    case ParameterType::Integer: {
      const auto number = json_kind(value) == JsonKind::Number ? whole_number(value) : std::nullopt;
      if (!number) {
        return complain(parameter, "a whole number, 0 or more");
      }
      return *number;
    }
    case ParameterType::String:
      break;
  }
  return read_string(parameter, value);
}

}  // namespace

std::optional<bool> Arguments::flag(std::string_view name) const {
  for (const Argument& item : items_) {
    if (item.name == name) {
      const bool* value = std::get_if<bool>(&item.value);
      return value ? std::optional{*value} : std::nullopt;
    }
  }
  return std::nullopt;
}

std::expected<Arguments, std::string> read_arguments(const Tool& tool, std::string_view object) {
  const JsonMembers members{object};
  for (const auto& [name, value] : members.all()) {
    if (std::ranges::find(tool.parameters, name, &Parameter::name) == tool.parameters.end()) {
      return std::unexpected{"The tool " + tool.name + " has no argument \"" + name + "\"."};
    }
  }
  std::vector<Argument> items;
  for (const Parameter& parameter : tool.parameters) {
    const auto member = members.find(parameter.name);
    if (!member) {
      continue;
    }
    auto value = read_value(parameter, *member);
    if (!value) {
      return std::unexpected{std::move(value.error())};
    }
    items.push_back({parameter.name, *std::move(value)});
  }
  return Arguments{std::move(items)};
}

}  // namespace pumuki::mcp
