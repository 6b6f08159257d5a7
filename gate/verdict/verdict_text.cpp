#include "gate/verdict/verdict_text.h"

#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/verdict/remediation.h"

#include <set>

namespace pumuki::verdict {
namespace {

std::string verdict_line(const Verdict& verdict) {
  std::string line{verdict.status()};
  line += ' ';
  line += stage_name(verdict.stage);
  line += ' ';
  line += printable(verdict.repo_state.repo_root);
  if (const auto& branch = verdict.repo_state.git.branch) {
    line += " (" + printable(*branch) + ")";
  }
  return line + "\n";
}

std::vector<std::string> stage_names(Code code) {
  std::vector<std::string> names;
  for (const Stage stage : stages_of(code)) {
    names.emplace_back(stage_name(stage));
  }
  return names;
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr unsigned char k_first_printable = 0x20;
  constexpr unsigned char k_delete = 0x7F;
  std::string result = replace_invalid_utf8(text);
  for (char& c : result) {
    const auto byte = static_cast<unsigned char>(c);
    c = byte < k_first_printable || byte == k_delete ? '?' : c;
  }
  return result;
}

std::string verdict_text(const Verdict& verdict) {
  std::string text = verdict_line(verdict);
  for (const Violation& violation : verdict.violations) {
    text += code_text(violation.code);
    text += violation.error ? " ERROR: " : " WARN: ";
    text += printable(violation.message) + "\n";
  }
  std::set<Code> advised;
  for (const Violation& violation : verdict.violations) {
    if (advised.insert(violation.code).second) {
      text += "advice " + std::string{code_text(violation.code)} + ": " +
              std::string{code_advice(violation.code)} + "\n";
    }
  }
  return text;
}

std::string explanation_text(Code code) {
  const std::vector<std::string> stages = stage_names(code);
  std::string text{code_text(code)};
  text += "\ncondition: " + std::string{code_meaning(code)};
  text += "\nstages: " + (stages.empty() ? "not raised by the gate" : join(stages, ", "));
  text += "\nadvice: " + std::string{code_advice(code)} + "\n";
  return text;
}

std::string explanation_json(Code code) {
  JsonWriter json;
  json.begin_object()
      .member("code", code_text(code))
      .member("condition", code_meaning(code))
      .member("stages", stage_names(code))
      .member("advice", code_advice(code))
      .end_object();
  return json.take();
}

}  // namespace pumuki::verdict
