#include "bridges/mcp/completion.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pumuki::mcp {
namespace {

constexpr std::size_t k_max_values = 100;

const std::vector<Variable>* variables_of(const Catalogue& catalogue,
                                          const JsonMembers& reference) {
  const auto type = json_text_of(reference.find("type")).value_or("");
  if (type == "ref/prompt") {
    const auto name = json_text_of(reference.find("name")).value_or("");
    const Prompt* prompt = find_prompt(catalogue, name);
    return prompt == nullptr ? nullptr : &prompt->arguments;
  }
  if (type == "ref/resource") {
    const auto uri = json_text_of(reference.find("uri")).value_or("");
    const ResourceTemplate* shape = find_template(catalogue, uri);
    return shape == nullptr ? nullptr : &shape->variables;
  }
  return nullptr;
}

}  // namespace

std::expected<PromptArguments, std::string> read_prompt_arguments(const Prompt& prompt,
                                                                  std::string_view object) {
  if (json_kind(object) != JsonKind::Object) {
    return std::unexpected{"arguments must be an object."};
  }
  const JsonMembers members{object};
  for (const auto& [name, value] : members.all()) {
    if (std::ranges::find(prompt.arguments, name, &Variable::name) == prompt.arguments.end()) {
      return std::unexpected{"The prompt " + prompt.name + " has no argument \"" + name + "\"."};
    }
  }
  PromptArguments arguments;
  for (const Variable& variable : prompt.arguments) {
    const auto member = members.find(variable.name);
    auto text = json_text_of(member);
    if (member && !text) {
      return std::unexpected{"The argument \"" + variable.name + "\" must be a string."};
    }
    if (variable.required && !member) {
      return std::unexpected{"The prompt needs the argument \"" + variable.name + "\"."};
    }
    arguments.emplace_back(variable.name, std::move(text).value_or(""));
  }
  return arguments;
}

std::expected<CompletionQuestion, std::string> read_completion(const Catalogue& catalogue,
                                                               std::string_view params) {
  const JsonMembers members{params};
  const auto reference = members.find("ref");
  const auto argument = members.find("argument");
  const auto name = json_text_of(json_member(argument, "name"));
  auto typed = json_text_of(json_member(argument, "value"));
  if (!reference || !name || !typed) {
    return std::unexpected{"completion/complete needs ref and argument with name and value."};
  }
  const auto* variables = variables_of(catalogue, JsonMembers{*reference});
  if (variables == nullptr) {
    return std::unexpected{"There is no such prompt or resource template."};
  }
  const auto variable = std::ranges::find(*variables, *name, &Variable::name);
  if (variable == variables->end()) {
    return std::unexpected{"There is no argument \"" + *name + "\"."};
  }
  return CompletionQuestion{*name, *std::move(typed), variable->values, variable->asked};
}

std::string completion_result(std::vector<std::string> values, std::string_view typed) {
  const std::string start = ascii_lower(typed);
  std::erase_if(values,
                [&](const std::string& value) { return !ascii_lower(value).starts_with(start); });
  const std::size_t total = values.size();
  values.resize(std::min(total, k_max_values));
  JsonWriter json;
  json.begin_object().key("completion").begin_object().member("values", values);
  json.member("total", total).member("hasMore", total > k_max_values).end_object().end_object();
  return json.take();
}

}  // namespace pumuki::mcp
