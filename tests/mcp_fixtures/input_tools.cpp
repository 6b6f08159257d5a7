#include "bridges/mcp/json_view.h"
#include "gate/core/json_writer.h"
#include "gate/core/sha256.h"
#include "tests/mcp_fixtures/fixtures.h"

#include <algorithm>
#include <utility>

namespace pumuki::mcp_fixtures {
namespace {

using mcp::json_member;
using mcp::json_text_of;

/// One round of questions, and what the text of the answer says when all were answered.
struct Question {
  std::string key;
  std::string capability;
  /// JSON text of the request.
  std::string request;
};
using Questions = std::vector<Question>;

Question elicit(std::string key, std::string_view message) {
  JsonWriter json;
  json.begin_object().member("method", "elicitation/create").key("params").begin_object();
  json.member("message", message);
  json.member_raw("requestedSchema",
                  R"({"type":"object","properties":{"name":{"type":"string"}}})");
  json.end_object().end_object();
  return {std::move(key), "elicitation", json.take()};
}

Question sample(std::string key) {
  return {std::move(key), "sampling",
          R"({"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":)"
          R"({"type":"text","text":"What is the capital of France?"}}],"maxTokens":100}})"};
}

Question list_roots(std::string key) {
  return {std::move(key), "roots", R"({"method":"roots/list","params":{}})"};
}

bool answered(std::string_view params, const Questions& questions) {
  const auto responses = json_member(params, "inputResponses");
  return std::ranges::all_of(questions, [&](const Question& question) {
    const auto response = json_member(responses, question.key);
    return response && mcp::json_kind(*response) == mcp::JsonKind::Object;
  });
}

std::string ask(const Questions& questions, const std::string& state) {
  JsonWriter json;
  json.begin_object().key("inputRequests").begin_object();
  for (const Question& question : questions) {
    json.member_raw(question.key, question.request);
  }
  json.end_object();
  if (!state.empty()) {
    json.member("requestState", state);
  }
  return json.end_object().take();
}

std::string sealed(const std::string& state) {
  static constexpr std::string_view k_secret = "only for tests";
  const std::string inner = sha256_hex(std::string{k_secret} + state);
  return state + "." + sha256_hex(std::string{k_secret} + inner);
}

/// The state that came back; nothing when it is not one of ours.
std::optional<std::string> unsealed(std::string_view params) {
  const auto state = json_text_of(json_member(params, "requestState"));
  if (!state) {
    return std::nullopt;
  }
  const std::string plain = state->substr(0, state->find('.'));
  return sealed(plain) == *state ? std::optional{plain} : std::nullopt;
}

mcp::ToolAnswer needs(std::string input) {
  mcp::ToolAnswer answer;
  answer.input_required = std::move(input);
  return answer;
}

mcp::ToolAnswer done(std::string_view params) {
  return {
      "state-ok " + std::string{json_member(params, "inputResponses").value_or("{}")}, {}, false};
}

mcp::ToolAnswer refused() {
  mcp::ToolAnswer answer;
  answer.refusal = mcp::RpcError{mcp::k_invalid_params, "The requestState is not valid."};
  return answer;
}

mcp::ToolAnswer with_state(std::string_view params, const Questions& questions) {
  if (!json_member(params, "requestState")) {
    return needs(ask(questions, sealed("asked")));
  }
  if (!unsealed(params)) {
    return refused();
  }
  return answered(params, questions) ? done(params) : needs(ask(questions, sealed("asked")));
}

mcp::ToolAnswer in_rounds(std::string_view params) {
  const Questions first{elicit("step1", "Step 1: What is your name?")};
  const Questions second{elicit("step2", "Step 2: What is your favorite color?")};
  if (!json_member(params, "requestState")) {
    return needs(ask(first, sealed("one")));
  }
  const auto state = unsealed(params);
  if (!state) {
    return refused();
  }
  if (*state == "one") {
    return answered(params, first) ? needs(ask(second, sealed("two")))
                                   : needs(ask(first, sealed("one")));
  }
  return answered(params, second) ? done(params) : needs(ask(second, sealed("two")));
}

mcp::ToolAnswer without_state(std::string_view params, const Questions& questions) {
  return answered(params, questions) ? done(params) : needs(ask(questions, {}));
}

mcp::ToolAnswer for_capabilities(std::string_view params) {
  Questions questions{elicit("user_name", "What is your name?"), sample("capital_question"),
                      list_roots("client_roots")};
  std::erase_if(questions,
                [&](const Question& question) { return !declared(params, question.capability); });
  return without_state(params, questions);
}

}  // namespace

bool declared(std::string_view params, std::string_view capability) {
  const auto meta = json_member(params, "_meta");
  return json_member(json_member(meta, mcp::k_meta_capabilities), capability).has_value();
}

std::optional<std::string> ask_for_text(std::string_view params, std::string_view key,
                                        std::string_view message) {
  const Questions questions{elicit(std::string{key}, message)};
  return answered(params, questions) ? std::nullopt : std::optional{ask(questions, {})};
}

std::optional<mcp::ToolAnswer> input_tool(std::string_view name, std::string_view params) {
  static constexpr std::string_view k_prefix = "test_input_required_result_";
  if (!name.starts_with(k_prefix)) {
    return std::nullopt;
  }
  const std::string_view kind = name.substr(k_prefix.size());
  if (kind == "elicitation") {
    return without_state(params, {elicit("user_name", "What is your name?")});
  }
  if (kind == "sampling") {
    return without_state(params, {sample("capital_question")});
  }
  if (kind == "list_roots") {
    return without_state(params, {list_roots("client_roots")});
  }
  if (kind == "multiple_inputs") {
    return with_state(params, {elicit("user_name", "What is your name?"), sample("greeting"),
                               list_roots("client_roots")});
  }
  if (kind == "multi_round") {
    return in_rounds(params);
  }
  if (kind == "capabilities") {
    return for_capabilities(params);
  }
  return with_state(params, {elicit("confirm", "Please confirm")});
}

}  // namespace pumuki::mcp_fixtures
