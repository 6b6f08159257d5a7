#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki {

/// A snapshot of the process environment, passed by reference; nothing below main() reads the real
/// one. Immutable after construction, so any thread may read it.
class Environment {
 public:
  Environment() = default;
  explicit Environment(std::vector<std::pair<std::string, std::string>> values);

  /// Copies `environ`.
  static Environment from_process();

  /// The value, also when it is empty; nothing when the variable is unset.
  [[nodiscard]] std::optional<std::string_view> get(std::string_view name) const;
  /// "NAME=value" lines for a child process, without the variables whose name starts with one of
  /// `prefixes`.
  [[nodiscard]] std::vector<std::string> lines_without(
      const std::vector<std::string_view>& prefixes) const;
  /// A copy without those variables.
  [[nodiscard]] Environment without(const std::vector<std::string_view>& prefixes) const;
  /// A copy with one more value.
  [[nodiscard]] Environment with(std::string name, std::string value) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

/// A "flag" of gate §19: 1 true yes on / 0 false no off, trimmed, any case; anything else is
/// nothing.
std::optional<bool> parse_flag(std::optional<std::string_view> value);

}  // namespace pumuki
