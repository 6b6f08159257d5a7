#include "server/enterprise/routes.h"

#include "gate/core/json_writer.h"
#include "server/enterprise/catalogue.h"
#include "server/enterprise/payloads.h"
#include "server/enterprise/tool_request.h"
#include "server/enterprise/tool_runner.h"

#include <optional>
#include <string>
#include <utility>

namespace pumuki::enterprise {
namespace {

constexpr int k_bad_request = 400;
constexpr int k_not_found = 404;
constexpr int k_too_many_requests = 429;
constexpr int k_server_error = 500;

http::Reply health(const http::Request& /*request*/) {
  return http::json_reply(200, R"({"status":"ok"})");
}

/// The body, or 500 with what went wrong.
http::Reply reply_with(Result<std::string> body) {
  return body ? http::json_reply(200, std::move(*body))
              : http::error_reply(k_server_error, explain(body.error()));
}

http::Reply list_resources(const http::Request& /*request*/) {
  JsonWriter json;
  json.begin_object().key("resources").begin_array();
  for (const Resource& resource : resources()) {
    json.begin_object()
        .member("uri", resource.uri)
        .member("description", resource.description)
        .end_object();
  }
  json.end_array().end_object();
  return http::json_reply(200, json.take());
}

http::Reply list_tools(const Environment& environment) {
  JsonWriter json;
  json.begin_object().key("tools").begin_array();
  for (const Tool& tool : tools()) {
    if (is_enabled(environment, tool)) {
      json.begin_object()
          .member("name", tool.name)
          .member("description", tool.description)
          .member("mutating", tool.mutating)
          .member("safeByDefault", true)
          .end_object();
    }
  }
  json.end_array().end_object();
  return http::json_reply(200, json.take());
}

/// 404 that repeats what was asked for; `asked` is one JSON value.
http::Reply unknown(std::string_view text, std::string_view key, std::string_view asked) {
  JsonWriter json;
  json.begin_object().member("error", text).member_raw(key, asked).end_object();
  return http::json_reply(k_not_found, json.take());
}

http::Reply read_resource(const Surroundings& surroundings, const http::Request& request) {
  const auto uri = http::query_value(request.query, "uri");
  const Resource* resource = uri ? find_resource(*uri) : nullptr;
  if (resource == nullptr) {
    JsonWriter asked;
    asked.value(uri);
    return unknown("There is no resource of that uri; GET /resources lists them.", "requestedUri",
                   asked.text());
  }
  Inquiry inquiry{surroundings};
  const auto payload = resource_payload(inquiry, resource->id);
  if (!payload) {
    return reply_with(fail(payload.error()));
  }
  JsonWriter json;
  json.begin_object().member("uri", resource->uri).member_raw("payload", *payload).end_object();
  return http::json_reply(200, json.take());
}

http::Reply read_status(const Surroundings& surroundings) {
  Inquiry inquiry{surroundings};
  return reply_with(server_status(inquiry));
}

http::Reply call_tool(const Surroundings& surroundings, ToolTurns& turns,
                      const http::Request& request) {
  const auto call = parse_tool_request(request.body);
  if (!call) {
    return http::error_reply(k_bad_request, explain(call.error()));
  }
  const std::optional<std::string>& name = call->name;
  const Tool* tool = name ? find_tool(*name) : nullptr;
  if (tool == nullptr) {
    return unknown("There is no tool of that name; GET /tools lists them.", "requestedTool",
                   call->name_json);
  }
  const auto turn = turns.take();
  if (!turn) {
    return http::error_reply(k_too_many_requests, code_meaning(Code::Busy), code_text(Code::Busy));
  }
  return http::json_reply(200, envelope(tool->name, run_tool(surroundings, *tool, call->stage)));
}

}  // namespace

std::vector<http::Route> make_routes(const std::shared_ptr<const Surroundings>& surroundings,
                                     TurnLimits limits) {
  const auto turns = std::make_shared<ToolTurns>(limits);
  return {
      {"GET", "/health", health},
      {"GET", "/status", [=](const http::Request&) { return read_status(*surroundings); }},
      {"GET", "/resources", list_resources},
      {"GET", "/resource",
       [=](const http::Request& request) { return read_resource(*surroundings, request); }},
      {"GET", "/tools",
       [=](const http::Request&) { return list_tools(surroundings->environment); }},
      {"POST", "/tool",
       [=](const http::Request& request) { return call_tool(*surroundings, *turns, request); }},
  };
}

}  // namespace pumuki::enterprise
