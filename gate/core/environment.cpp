#include "gate/core/environment.h"

#include "gate/core/text.h"

#include <unistd.h>

#include <algorithm>

namespace pumuki {
namespace {

bool starts_with_any(std::string_view name, const std::vector<std::string_view>& prefixes) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

}  // namespace

Environment::Environment(std::vector<std::pair<std::string, std::string>> values) {
  for (auto& [name, value] : values) {
    values_.insert_or_assign(std::move(name), std::move(value));
  }
}

Environment Environment::from_process() {
  Environment result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view line{*entry};
    const auto split = line.find('=');
    if (split != std::string_view::npos) {
      result.values_.emplace(line.substr(0, split), line.substr(split + 1));
    }
  }
  return result;
}

std::optional<std::string_view> Environment::get(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    return std::nullopt;
  }
  return found->second;
}

std::vector<std::string> Environment::lines_without(
    const std::vector<std::string_view>& prefixes) const {
  std::vector<std::string> lines;
  for (const auto& [name, value] : values_) {
    if (!starts_with_any(name, prefixes)) {
      std::string& line = lines.emplace_back(name);
      line += '=';
      line += value;
    }
  }
  return lines;
}

Environment Environment::without(const std::vector<std::string_view>& prefixes) const {
  Environment result = *this;
  std::erase_if(result.values_,
                [&](const auto& entry) { return starts_with_any(entry.first, prefixes); });
  return result;
}

Environment Environment::with(std::string name, std::string value) const {
  Environment result = *this;
  result.values_.insert_or_assign(std::move(name), std::move(value));
  return result;
}

std::optional<bool> parse_flag(std::optional<std::string_view> value) {
  if (!value) {
    return std::nullopt;
  }
  const std::string text = ascii_lower(trim(*value));
  if (text == "1" || text == "true" || text == "yes" || text == "on") {
    return true;
  }
  if (text == "0" || text == "false" || text == "no" || text == "off") {
    return false;
  }
  return std::nullopt;
}

}  // namespace pumuki
