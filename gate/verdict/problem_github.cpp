#include "gate/core/text.h"
#include "gate/verdict/problem.h"
#include "gate/verdict/verdict_text.h"

namespace pumuki::verdict {
namespace {

/// Percent signs and line ends; in a property also ':' and ','.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char c : replace_invalid_utf8(text)) {
    if (c == '%') {
      result += "%25";
    } else if (c == '\r') {
      result += "%0D";
    } else if (c == '\n') {
      result += "%0A";
    } else if (property && c == ':') {
      result += "%3A";
    } else if (property && c == ',') {
      result += "%2C";
    } else {
      result += c;
    }
  }
  return result;
}

std::string_view command_of(const Problem& problem) {
  if (problem.blocks) {
    return "error";
  }
  return problem.severity == "INFO" ? "notice" : "warning";
}

}  // namespace

std::string problems_github(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    text += "::" + std::string{command_of(problem)} + " file=" + escaped(problem.path, true);
    if (problem.line) {
      text += ",line=" + std::to_string(*problem.line);
    }
    text += ",title=" + escaped(problem.rule, true) + "::" + escaped(problem.message, false);
    if (!problem.fix.empty()) {
      text += escaped("\n" + problem.fix, false);
    }
    text += "\n";
  }
  return text;
}

std::string failure_github(const Error& error) {
  return "::error title=" + escaped(code_text(error.code), true) +
         "::" + escaped(describe(error) + (error.hint.empty() ? "" : "\n" + error.hint), false) +
         "\n";
}

}  // namespace pumuki::verdict
