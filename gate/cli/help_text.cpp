#include "gate/cli/help_text.h"

#include "gate/core/text.h"
#include "gate/core/version.h"

#include <algorithm>

namespace pumuki::cli {
namespace {

constexpr std::size_t k_indent = 2;
constexpr std::size_t k_gap = 2;

/// Code points: our own texts use no wide ones.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string left_of(const OptionSpec& option) {
  return join(option.names, ",") + (option.value.empty() ? "" : " " + option.value);
}

/// `left`, blanks up to `column`, and `text` wrapped to the screen.
std::string row(const std::string& left, std::string_view text, std::size_t column) {
  std::string line(k_indent, ' ');
  line += left;
  std::string rows;
  for (const std::string_view word : split(text, ' ')) {
    const bool first = width(line) <= column;
    if (!first && width(line) + 1 + width(word) > k_screen_columns) {
      rows += line + "\n";
      line.clear();
    }
    const std::size_t now = width(line);
    line.append(now < column ? column - now : std::size_t{1}, ' ');
    line += word;
  }
  return rows + line + "\n";
}

}  // namespace

std::string help_text(const CommandSpec& command) {
  std::size_t column = 0;
  for (const OptionSpec& option : command.options) {
    column = std::max(column, width(left_of(option)));
  }
  for (const CommandSpec& below : command.commands) {
    column = std::max(column, width(below.name));
  }
  column += k_indent + k_gap;
  std::string text = command.summary + "\nUsage: " + std::string{k_product_command};
  text += command.path.empty() ? "" : " " + command.path;
  text += command.commands.empty() ? " [OPTIONS]\n" : " [OPTIONS] COMMAND\n";
  for (const OptionSpec& option : command.options) {
    text += row(left_of(option), option.text, column);
  }
  text += command.commands.empty() ? "" : "\n";
  for (const CommandSpec& below : command.commands) {
    text += row(below.name, below.summary, column);
  }
  return text;
}

}  // namespace pumuki::cli
