#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pumuki::lifecycle {

/// What runs a hook file.
enum class Interpreter {
  /// A shell that understands POSIX sh; also a text without a first line of its own, which git
  /// gives to sh.
  Shell,
  /// Another program, or not a text at all.
  Foreign,
};

struct FirstLine {
  Interpreter interpreter = Interpreter::Shell;
  /// The first line's program as written, without "env" ("bash", "python3"); empty without one.
  std::string program;
  /// Where the text after the first line starts; 0 when there is no "#!" line.
  std::size_t rest = 0;
  /// The line ends in CR: the kernel looks for a program of that name and finds none.
  bool ends_in_cr = false;
};

FirstLine first_line_of(std::string_view script);

/// Could the shell text leave before its end: a top-level `exit`, or an `exec` of a program outside
/// functions and subshells? An `exit` inside a conditional, a loop or a function does not count. A
/// text that cannot be followed (unbalanced) counts as leaving (contract: gate-cli §5, position).
bool leaves_early(std::string_view shell_text);

}  // namespace pumuki::lifecycle
