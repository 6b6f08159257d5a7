#include "tests/fuzz/mcp_answers.h"

#include "bridges/mcp/json_view.h"
#include "tests/fuzz/target.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <algorithm>
#include <optional>

namespace pumuki::mcp {
namespace {

/// An answer may hold what was asked a few levels deeper.
constexpr std::size_t k_max_answer_depth = 2 * k_max_message_depth;

bool is_answer(std::string_view message) {
  const JsonMembers members{message};
  fuzz::require(json_text_of(members.find("jsonrpc")) == "2.0");
  const auto id = members.find("id");
  const bool result = members.find("result").has_value();
  const bool error = members.find("error").has_value();
  const bool method = members.find("method").has_value();
  fuzz::require(static_cast<int>(result) + static_cast<int>(error) + static_cast<int>(method) == 1);
  fuzz::require(!result || request_id(id).has_value());
  fuzz::require(!method || !id);
  return !method;
}

}  // namespace

Catalogue fuzz_catalogue() {
  Catalogue catalogue = test::full_catalogue();
  std::erase_if(catalogue.tools, [](const Tool& tool) { return tool.name == "big"; });
  return catalogue;
}

std::size_t checked_answers(std::string_view line) {
  fuzz::require(!line.contains('\n') && !line.contains('\r'));
  fuzz::require(check_json(line, k_max_answer_depth) == JsonFault::None);
  if (json_kind(line) != JsonKind::Array) {
    return is_answer(line) ? 1 : 0;
  }
  const auto messages = json_elements(line);
  fuzz::require(!messages.empty() && std::ranges::all_of(messages, is_answer));
  return messages.size();
}

}  // namespace pumuki::mcp
