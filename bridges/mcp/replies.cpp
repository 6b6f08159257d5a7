#include "bridges/mcp/replies.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/json_writer.h"

#include <algorithm>

namespace pumuki::mcp {
namespace {

void write_error(JsonWriter& json, const RpcError& error) {
  json.key("error").begin_object().member("code", error.code).member("message", error.message);
  if (!error.data.empty()) {
    json.member_raw("data", error.data);
  }
  json.end_object().end_object();
}

std::string call_result(std::string_view text, std::string_view structured, bool is_error) {
  JsonWriter json;
  json.begin_object().key("content").begin_array().begin_object();
  json.member("type", "text").member("text", text).end_object().end_array();
  if (!structured.empty()) {
    // Line breaks between tokens would cut the message in two.
    std::string one_line{structured};
    std::ranges::replace_if(one_line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    json.member_raw("structuredContent", one_line);
  }
  json.member("isError", is_error).end_object();
  return json.take();
}

}  // namespace

std::string result_message(const RequestId& id, std::string_view result) {
  JsonWriter json;
  json.begin_object().member("jsonrpc", "2.0").member_raw("id", id.raw);
  json.member_raw("result", result).end_object();
  return json.take();
}

std::string error_message(const RequestId& id, const RpcError& error) {
  JsonWriter json;
  json.begin_object().member("jsonrpc", "2.0").member_raw("id", id.raw);
  write_error(json, error);
  return json.take();
}

std::string error_message(const Revision& revision, const RpcError& error) {
  JsonWriter json;
  json.begin_object().member("jsonrpc", "2.0");
  if (!revision.unreadable_id_absent) {
    json.key("id").null();
  }
  write_error(json, error);
  return json.take();
}

std::string progress_message(const Progress& progress) {
  JsonWriter json;
  json.begin_object().member("jsonrpc", "2.0").member("method", "notifications/progress");
  json.key("params").begin_object().member_raw("progressToken", progress.token);
  json.member("progress", progress.value);
  if (progress.with_message) {
    json.member("message", "Running for " + std::to_string(progress.value) + " s.");
  }
  json.end_object().end_object();
  return json.take();
}

std::string tool_result(const ToolAnswer& answer, const Revision& revision) {
  const bool structured = revision.structured_content && !answer.is_error &&
                          !answer.structured.empty() &&
                          json_kind(answer.structured) == JsonKind::Object;
  std::string result =
      call_result(answer.text, structured ? answer.structured : std::string{}, answer.is_error);
  if (result.size() > k_max_output_line_bytes && structured) {
    result = call_result(answer.text, {}, answer.is_error);
  }
  if (result.size() > k_max_output_line_bytes) {
    result = call_result("The result is larger than " + std::to_string(k_max_output_line_bytes) +
                             " bytes, the limit of one message. Ask for less, for example with "
                             "limit and offset.",
                         {}, true);
  }
  return result;
}

std::optional<std::string> read_result(std::string_view uri, std::string_view text) {
  JsonWriter json;
  json.begin_object().key("contents").begin_array().begin_object().member("uri", uri);
  json.member("mimeType", k_resource_mime_type).member("text", text);
  json.end_object().end_array().end_object();
  std::string result = json.take();
  return result.size() > k_max_output_line_bytes ? std::nullopt : std::optional{std::move(result)};
}

}  // namespace pumuki::mcp
