#include "bridges/mcp/message.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/json_text.h"

#include <charconv>
#include <cstdint>
#include <utility>

namespace pumuki::mcp {
namespace {

template <class T>
std::optional<std::string> integer_key(std::string_view text) {
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return std::to_string(number);
}

BadMessage invalid(std::string reason, std::optional<RequestId> id = std::nullopt) {
  return {k_invalid_request, std::move(reason), std::move(id)};
}

std::optional<std::string> params_of(const JsonMembers& members) {
  const auto params = members.find("params");
  if (!params || json_kind(*params) == JsonKind::Null) {
    return "{}";
  }
  return json_kind(*params) == JsonKind::Object ? std::optional{std::string{*params}}
                                                : std::nullopt;
}

Message without_method(const JsonMembers& members, std::optional<RequestId> id) {
  if (members.find("result") || members.find("error")) {
    return Response{};
  }
  return invalid("The message has no method.", std::move(id));
}

Message parse_message(std::string_view text) {
  if (json_kind(text) != JsonKind::Object) {
    return invalid("A message is a JSON object.");
  }
  const JsonMembers members{text};
  const auto id_member = members.find("id");
  const auto id = request_id(id_member);
  const auto method_member = members.find("method");
  if (!method_member) {
    return without_method(members, id);
  }
  const auto method = json_text_of(method_member);
  if (!method) {
    return invalid("The method is not a string.", id);
  }
  if (!id_member) {
    return Notification{*method, params_of(members)};
  }
  if (!id) {
    return invalid("A request id is a string or an integer of at most 64 bits.");
  }
  if (json_text_of(members.find("jsonrpc")) != "2.0") {
    return invalid("The member jsonrpc is not \"2.0\".", id);
  }
  return Request{*id, *method, params_of(members)};
}

std::optional<BadMessage> unreadable(JsonFault fault) {
  switch (fault) {
    case JsonFault::NotUtf8:
      return BadMessage{k_parse_error, "The line is not UTF-8.", std::nullopt};
    case JsonFault::TooDeep:
      return invalid("The message is nested deeper than " + std::to_string(k_max_message_depth) +
                     " levels.");
    case JsonFault::NotJson:
      return BadMessage{k_parse_error, "The line is not JSON.", std::nullopt};
    case JsonFault::None:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<RequestId> request_id(std::optional<std::string_view> value) {
  if (!value) {
    return std::nullopt;
  }
  if (const auto text = json_text_of(value)) {
    return RequestId{std::string{*value}, json_string(*text)};
  }
  auto key = integer_key<std::int64_t>(*value);
  if (!key) {
    key = integer_key<std::uint64_t>(*value);
  }
  return key ? std::optional{RequestId{std::string{*value}, *key}} : std::nullopt;
}

Line parse_line(std::string_view text) {
  if (auto bad = unreadable(check_json(text))) {
    return {{std::move(*bad)}, false};
  }
  if (json_kind(text) != JsonKind::Array) {
    return {{parse_message(text)}, false};
  }
  Line line{{}, true};
  for (const std::string_view element : json_elements(text)) {
    line.messages.push_back(parse_message(element));
  }
  return line;
}

}  // namespace pumuki::mcp
