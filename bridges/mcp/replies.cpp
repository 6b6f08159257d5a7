#include "bridges/mcp/replies.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/json_writer.h"

#include <algorithm>

namespace pumuki::mcp {
namespace {

/// mcp-protocol §9.
constexpr int k_discovery_ttl_ms = 3'600'000;
constexpr int k_list_ttl_ms = 60'000;
/// Key of our own in the `_meta` of contents.
constexpr std::string_view k_meta_next = "pumuki/next";

void write_error(JsonWriter& json, const RpcError& error) {
  json.key("error").begin_object().member("code", error.code).member("message", error.message);
  if (!error.data.empty()) {
    json.member_raw("data", error.data);
  }
  json.end_object().end_object();
}

/// Line breaks between tokens would cut the message in two.
std::string one_line(std::string_view json) {
  std::string text{json};
  std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

void write_links(JsonWriter& json, const ToolAnswer& answer, const Revision& revision) {
  for (const ResourceLink& link : answer.links) {
    json.begin_object();
    if (revision.resource_links) {
      json.member("type", "resource_link").member("uri", link.uri).member("name", link.name);
      json.member("description", link.description);
      json.member("mimeType", k_resource_mime_type);
    } else {
      json.member("type", "text").member("text", link.description + " " + link.uri);
    }
    json.end_object();
  }
}

std::string call_result(const ToolAnswer& answer, std::string_view structured,
                        const Revision& revision) {
  JsonWriter json;
  json.begin_object().key("content");
  if (answer.content.empty()) {
    json.begin_array().begin_object().member("type", "text").member("text", answer.text);
    json.end_object();
    write_links(json, answer, revision);
    json.end_array();
  } else {
    json.raw(one_line(answer.content));
  }
  if (!structured.empty()) {
    json.member_raw("structuredContent", structured);
  }
  json.member("isError", answer.is_error).end_object();
  return json.take();
}

std::string structured_of(const ToolAnswer& answer, const Revision& revision) {
  const bool sent = revision.structured_content && !answer.is_error && !answer.structured.empty() &&
                    (revision.any_structured || json_kind(answer.structured) == JsonKind::Object);
  return sent ? one_line(answer.structured) : std::string{};
}

void write_caching(JsonWriter& json, Caching caching) {
  switch (caching) {
    case Caching::None:
      return;
    case Caching::Discovery:
      json.member("ttlMs", k_discovery_ttl_ms).member("cacheScope", "public");
      return;
    case Caching::List:
      json.member("ttlMs", k_list_ttl_ms).member("cacheScope", "public");
      return;
    case Caching::State:
      json.member("ttlMs", 0).member("cacheScope", "private");
  }
}

/// The members in front of those of the result itself, without the closing brace.
std::string framed(const Result& result, const ResultFrame& frame) {
  JsonWriter json;
  json.begin_object();
  json.member("resultType", result.input_required ? "input_required" : "complete");
  if (frame.revision.cache_hints && !result.input_required) {
    write_caching(json, frame.caching);
  }
  json.key("_meta").begin_object().member_raw(k_meta_server_info, frame.server_info);
  if (!result.subscription.empty()) {
    json.member_raw(k_meta_subscription, result.subscription);
  }
  json.end_object();
  std::string text = json.take();
  const std::string_view rest = std::string_view{result.object}.substr(1);
  text += rest == "}" ? "" : ",";
  return text.append(rest);
}

}  // namespace

std::string result_message(const RequestId& id, const Result& result, const ResultFrame& frame) {
  JsonWriter json;
  json.begin_object().member("jsonrpc", "2.0").member_raw("id", id.raw);
  json.member_raw("result", frame.revision.result_type ? framed(result, frame) : result.object);
  return json.end_object().take();
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

std::string notification_message(std::string_view method, std::string_view params) {
  JsonWriter json;
  json.begin_object().member("jsonrpc", "2.0").member("method", method);
  return json.member_raw("params", params).end_object().take();
}

std::string progress_message(const Progress& progress) {
  JsonWriter json;
  json.begin_object().member_raw("progressToken", progress.token);
  json.member("progress", progress.value).optional_member("total", progress.total);
  if (progress.seconds) {
    json.member("message", "Running for " + std::to_string(*progress.seconds) + " s.");
  }
  return notification_message("notifications/progress", json.end_object().take());
}

std::string log_message(LogLevel level, std::string_view logger, std::string_view text) {
  JsonWriter json;
  json.begin_object().member("level", log_level_name(level)).member("logger", logger);
  return notification_message("notifications/message",
                              json.member("data", text).end_object().take());
}

Result tool_result(const ToolAnswer& answer, const Revision& revision) {
  if (!answer.input_required.empty()) {
    return {one_line(answer.input_required), true};
  }
  const std::string structured = structured_of(answer, revision);
  std::string result = call_result(answer, structured, revision);
  if (result.size() > k_max_result_bytes && !structured.empty()) {
    ToolAnswer without_copy;
    without_copy.text = "The result is large; it is in structuredContent only.";
    without_copy.links = answer.links;
    result = call_result(without_copy, structured, revision);
  }
  if (result.size() > k_max_result_bytes) {
    result = call_result(
        tool_failure("The result is larger than " + std::to_string(k_max_output_line_bytes) +
                     " bytes, the limit of one message. Ask for less, for example with limit and "
                     "offset."),
        {}, revision);
  }
  return {std::move(result)};
}

std::optional<Result> read_result(std::string_view uri, const ResourceAnswer& answer,
                                  const Revision& revision) {
  JsonWriter json;
  json.begin_object().key("contents").begin_array().begin_object().member("uri", uri);
  json.member("mimeType", answer.mime_type).member(answer.blob ? "blob" : "text", answer.text);
  if (!answer.next.empty() && revision.content_meta) {
    json.key("_meta").begin_object().member(k_meta_next, answer.next).end_object();
  }
  json.end_object().end_array().end_object();
  Result result{json.take()};
  return result.object.size() > k_max_result_bytes ? std::nullopt
                                                   : std::optional{std::move(result)};
}

}  // namespace pumuki::mcp
