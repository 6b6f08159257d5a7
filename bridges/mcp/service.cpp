#include "bridges/mcp/call.h"
#include "gate/core/json_writer.h"

#include <algorithm>

namespace pumuki::mcp {
namespace {

/// One pass, so that a value cannot bring in a further mark.
std::string filled_in(std::string_view text, const PromptArguments& arguments) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    result += text.substr(0, open);
    text.remove_prefix(open);
    const std::size_t close = text.find('}');
    if (close == std::string_view::npos) {
      break;
    }
    const std::string_view name = text.substr(1, close - 1);
    const auto found =
        std::ranges::find(arguments, name, [](const auto& item) { return item.first; });
    result += found == arguments.end() ? text.substr(0, close + 1) : found->second;
    text.remove_prefix(close + 1);
  }
  return result += text;
}

}  // namespace

PromptAnswer Service::get_prompt(const Prompt& prompt, const PromptArguments& arguments,
                                 const CallContext& /*context*/) {
  JsonWriter json;
  json.begin_array().begin_object().member("role", "user").key("content").begin_object();
  json.member("type", "text").member("text", filled_in(prompt.text, arguments));
  json.end_object().end_object().end_array();
  return {json.take()};
}

std::vector<std::string> Service::complete(std::string_view /*argument*/,
                                           const CallContext& /*context*/) {
  return {};
}

std::optional<std::string> Service::watch(const ResourceAddress& address,
                                          const CallContext& context) {
  auto answer = read_resource(address, context);
  return answer ? std::optional{std::move(answer->text)} : std::nullopt;
}

}  // namespace pumuki::mcp
