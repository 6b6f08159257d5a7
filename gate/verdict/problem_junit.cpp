#include "gate/verdict/problem.h"
#include "gate/verdict/verdict_text.h"

#include <algorithm>

namespace pumuki::verdict {
namespace {

constexpr std::string_view k_declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// XML 1.0 has no way to write most control characters; printable() replaces them.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string{name} + "=\"" + escaped(value) + "\"";
}

std::string suite(const std::string& name, std::size_t tests, std::size_t failures,
                  const std::string& cases) {
  const std::string counts =
      attribute("tests", std::to_string(tests)) + attribute("failures", std::to_string(failures));
  return std::string{k_declaration} + "<testsuites" + counts + ">\n<testsuite" +
         attribute("name", name) + counts + ">\n" + cases + "</testsuite>\n</testsuites>\n";
}

std::string place(const Problem& problem) {
  return problem.path + (problem.line ? ":" + std::to_string(*problem.line) : "");
}

/// A warning is a test that passed and said something.
std::string test_case(const Problem& problem) {
  const std::string open =
      "<testcase" + attribute("classname", problem.rule) + attribute("name", place(problem)) + ">";
  const std::string line = problem_line(problem);
  if (!problem.blocks) {
    return open + "<system-out>" + escaped(line.substr(0, line.size() - 1)) +
           "</system-out></testcase>\n";
  }
  return open + "<failure" + attribute("type", problem.severity) +
         attribute("message", problem.message) + ">" + escaped(problem.fix) +
         "</failure></testcase>\n";
}

}  // namespace

std::string problems_junit(Stage stage, const std::vector<Problem>& problems) {
  std::string cases;
  for (const Problem& problem : problems) {
    cases += test_case(problem);
  }
  std::size_t tests = problems.size();
  auto failures = static_cast<std::size_t>(std::ranges::count_if(problems, &Problem::blocks));
  const std::string name = "pumuki " + std::string{stage_name(stage)};
  if (tests == 0) {
    cases = "<testcase" + attribute("classname", "pumuki") + attribute("name", name) + "/>\n";
    tests = 1;
    failures = 0;
  }
  return suite(name, tests, failures, cases);
}

std::string failure_junit(const Error& error) {
  const std::string cases =
      "<testcase" + attribute("classname", "pumuki") + attribute("name", "evaluation") + "><error" +
      attribute("type", code_text(error.code)) + attribute("message", describe(error)) + ">" +
      escaped(error.hint) + "</error></testcase>\n";
  return std::string{k_declaration} +
         "<testsuites tests=\"1\" failures=\"0\" errors=\"1\">\n"
         "<testsuite name=\"pumuki\" tests=\"1\" failures=\"0\" errors=\"1\">\n" +
         cases + "</testsuite>\n</testsuites>\n";
}

}  // namespace pumuki::verdict
