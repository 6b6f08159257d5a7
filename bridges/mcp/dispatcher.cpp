#include "bridges/mcp/dispatcher.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/json_writer.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace pumuki::mcp {
namespace {

RpcError invalid_params(std::string message) { return {k_invalid_params, std::move(message)}; }

/// Lists are never paged, so no cursor of ours exists (mcp-protocol §8).
std::expected<std::string, RpcError> unpaged(std::string_view params, std::string result) {
  if (JsonMembers{params}.find("cursor")) {
    return std::unexpected{invalid_params("The cursor is unknown; this list has one page.")};
  }
  return result;
}

/// A string or an integer, as the client wrote it; any other kind counts as none.
std::optional<std::string> progress_token(const Request& request) {
  const auto meta = json_member(request.params, "_meta");
  const auto token = request_id(json_member(meta, "progressToken"));
  return token ? std::optional{token->raw} : std::nullopt;
}

RpcError not_found(const Revision& revision, std::string_view uri) {
  JsonWriter data;
  data.begin_object().member("uri", uri).end_object();
  return {revision.resource_not_found, "There is no such resource.", data.take()};
}

}  // namespace

Dispatcher::Dispatcher(const Catalogue& catalogue, Service& service, LineSink& out,
                       CallLimits limits)
    : catalogue_(catalogue),
      service_(service),
      out_(out),
      revision_(&first_revision()),
      single_(std::make_shared<SingleReply>(out)),
      runner_(out, limits) {}

std::span<const Dispatcher::Method> Dispatcher::methods() {
  static constexpr std::array<Method, 7> k_methods{{
      {"initialize", &Dispatcher::initialize, nullptr},
      {"ping", &Dispatcher::ping, nullptr},
      {"tools/list", &Dispatcher::list_tools, nullptr},
      {"tools/call", nullptr, &Dispatcher::call_tool},
      {"resources/list", &Dispatcher::list_resources, nullptr},
      {"resources/templates/list", &Dispatcher::list_templates, nullptr},
      {"resources/read", nullptr, &Dispatcher::read_resource},
  }};
  return k_methods;
}

void Dispatcher::handle_line(std::string_view text) {
  const Line line = parse_line(text);
  if (line.batch) {
    handle_batch(line);
  } else {
    handle(line.messages.front(), single_);
  }
}

void Dispatcher::refuse_long_line() {
  refuse({k_invalid_request, "The message is larger than the limit.", std::nullopt}, single_);
}

void Dispatcher::handle_batch(const Line& line) {
  if (!revision_->batches) {
    return refuse({k_invalid_request, "This revision has no batches.", std::nullopt}, single_);
  }
  if (line.messages.empty() || line.messages.size() > k_max_batch_messages) {
    const std::string limit = std::to_string(k_max_batch_messages);
    return refuse({k_invalid_request, "A batch has 1 to " + limit + " messages.", std::nullopt},
                  single_);
  }
  const auto requests = std::ranges::count_if(line.messages, [](const Message& message) {
    return std::holds_alternative<Request>(message) || std::holds_alternative<BadMessage>(message);
  });
  const auto target = std::make_shared<BatchReply>(out_, static_cast<std::size_t>(requests));
  for (const Message& message : line.messages) {
    const auto* request = std::get_if<Request>(&message);
    if (request != nullptr && request->method == "initialize") {
      refuse({k_invalid_request, "A batch cannot contain initialize.", request->id}, target);
    } else {
      handle(message, target);
    }
  }
}

void Dispatcher::handle(const Message& message, const Target& target) {
  if (const auto* request = std::get_if<Request>(&message)) {
    handle_request(*request, target);
  } else if (const auto* notification = std::get_if<Notification>(&message)) {
    handle_notification(*notification);
  } else if (const auto* bad = std::get_if<BadMessage>(&message)) {
    refuse(*bad, target);
  }
}

void Dispatcher::refuse(const BadMessage& bad, const Target& target) {
  const RpcError error{bad.code, bad.reason};
  target->answer(bad.id ? error_message(*bad.id, error) : error_message(*revision_, error));
}

void Dispatcher::handle_request(const Request& request, const Target& target) {
  const auto method = std::ranges::find(methods(), request.method, &Method::name);
  if (method == methods().end()) {
    return target->answer(
        error_message(request.id, {k_method_not_found, "The method is not known here."}));
  }
  if (!request.params) {
    return target->answer(error_message(request.id, invalid_params("params must be an object.")));
  }
  if (method->now != nullptr) {
    const auto result = (this->*method->now)(*request.params);
    return target->answer(result ? result_message(request.id, *result)
                                 : error_message(request.id, result.error()));
  }
  auto work = (this->*method->later)(request.id, *request.params);
  if (!work) {
    return target->answer(error_message(request.id, work.error()));
  }
  start(request, *std::move(work), target);
}

void Dispatcher::start(const Request& request, Work work, const Target& target) {
  const bool taken = runner_.submit({.id = request.id,
                                     .progress_token = progress_token(request),
                                     .progress_with_message = revision_->progress_message,
                                     .target = target,
                                     .work = std::move(work)});
  if (!taken) {
    target->answer(error_message(
        request.id, {k_internal_error, "Too many calls are in progress; try again later."}));
  }
}

void Dispatcher::handle_notification(const Notification& notification) {
  if (notification.method != "notifications/cancelled") {
    return;
  }
  if (const auto id = request_id(json_member(notification.params, "requestId"))) {
    runner_.cancel(*id);
  }
}

Dispatcher::Immediate Dispatcher::initialize(std::string_view params) {
  const auto asked = json_text_of(JsonMembers{params}.find("protocolVersion"));
  if (!asked) {
    return std::unexpected{invalid_params("initialize needs protocolVersion, a string.")};
  }
  revision_ = &negotiate(*asked);
  return initialize_result(catalogue_, *revision_);
}

Dispatcher::Immediate Dispatcher::ping(std::string_view /*params*/) { return "{}"; }

Dispatcher::Immediate Dispatcher::list_tools(std::string_view params) {
  return unpaged(params, tools_result(catalogue_, *revision_));
}

Dispatcher::Immediate Dispatcher::list_resources(std::string_view params) {
  return unpaged(params, resources_result(catalogue_, *revision_));
}

Dispatcher::Immediate Dispatcher::list_templates(std::string_view params) {
  return unpaged(params, templates_result(catalogue_, *revision_));
}

Dispatcher::Deferred Dispatcher::call_tool(const RequestId& id, std::string_view params) {
  const JsonMembers members{params};
  const auto name = json_text_of(members.find("name"));
  if (!name) {
    return std::unexpected{invalid_params("tools/call needs name, a string.")};
  }
  const Tool* tool = find_tool(catalogue_, *name);
  if (tool == nullptr) {
    return std::unexpected{invalid_params("There is no tool of that name; see tools/list.")};
  }
  const std::string_view object = members.find("arguments").value_or("{}");
  if (json_kind(object) != JsonKind::Object) {
    return std::unexpected{invalid_params("arguments must be an object.")};
  }
  return [this, tool, id, revision = revision_,
          arguments = read_arguments(*tool, object)](const CallContext& context) {
    const ToolAnswer answer = arguments ? service_.call_tool(*tool, *arguments, context)
                                        : tool_failure(arguments.error());
    return result_message(id, tool_result(answer, *revision));
  };
}

Dispatcher::Deferred Dispatcher::read_resource(const RequestId& id, std::string_view params) {
  auto uri = json_text_of(JsonMembers{params}.find("uri"));
  if (!uri) {
    return std::unexpected{invalid_params("resources/read needs uri, a string.")};
  }
  auto address = find_resource(catalogue_, *uri);
  if (!address) {
    return std::unexpected{not_found(*revision_, *uri)};
  }
  return
      [this, id, uri = *std::move(uri), address = *std::move(address)](const CallContext& context) {
        const auto text = service_.read_resource(address, context);
        if (!text) {
          return error_message(id, {k_internal_error, text.error()});
        }
        const auto result = read_result(uri, *text);
        return result ? result_message(id, *result)
                      : error_message(id, {k_internal_error,
                                           "The resource is larger than the limit of one message; "
                                           "ask for a page of it with limit and offset."});
      };
}

}  // namespace pumuki::mcp
