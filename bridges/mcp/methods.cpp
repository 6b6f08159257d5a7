#include "bridges/mcp/methods.h"

#include "bridges/mcp/completion.h"
#include "bridges/mcp/json_view.h"
#include "bridges/mcp/listings.h"
#include "gate/core/json_writer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::mcp {
namespace {

using Immediate = Methods::Immediate;
using Deferred = Methods::Deferred;

std::unexpected<RpcError> invalid_params(std::string message) {
  return std::unexpected{RpcError{k_invalid_params, std::move(message)}};
}

/// Lists are never paged, so no cursor of ours exists (mcp-protocol §8).
Immediate unpaged(const Asked& asked, std::string result) {
  if (JsonMembers{asked.params}.find("cursor")) {
    return invalid_params("The cursor is unknown; this list has one page.");
  }
  return Result{std::move(result)};
}

std::unexpected<RpcError> not_found(const Revision& revision, std::string_view uri) {
  JsonWriter data;
  data.begin_object().member("uri", uri).end_object();
  return std::unexpected{
      RpcError{revision.resource_not_found, "There is no such resource.", data.take()}};
}

std::unexpected<RpcError> too_many_subscriptions() {
  return std::unexpected{RpcError{k_internal_error, "There are too many subscriptions."}};
}

/// The resources of `subscriptions/listen` that can be watched; nothing when the list is malformed.
std::optional<std::vector<std::string>> watchable(const Catalogue& catalogue,
                                                  std::optional<std::string_view> wanted) {
  std::vector<std::string> uris;
  if (wanted && json_kind(*wanted) != JsonKind::Array) {
    return std::nullopt;
  }
  for (const std::string_view element : json_elements(wanted.value_or(std::string_view{}))) {
    auto uri = json_text_of(element);
    if (!uri) {
      return std::nullopt;
    }
    if (find_watched(catalogue, *uri) != nullptr) {
      uris.push_back(*std::move(uri));
    }
  }
  return uris;
}

std::string acknowledgement(const RequestId& id, const std::vector<std::string>& uris) {
  JsonWriter json;
  json.begin_object().key("_meta").begin_object().member_raw(k_meta_subscription, id.raw);
  json.end_object().key("notifications").begin_object();
  if (!uris.empty()) {
    json.member("resourceSubscriptions", uris);
  }
  json.end_object().end_object();
  return notification_message("notifications/subscriptions/acknowledged", json.text());
}

}  // namespace

Methods::Methods(const Catalogue& catalogue, Service& service, Subscriptions& subscriptions)
    : catalogue_(catalogue),
      service_(service),
      subscriptions_(subscriptions),
      server_info_(server_info(catalogue, stateless_revision())) {}

std::span<const Methods::Method> Methods::table() {
  using M = Methods;
  using R = Revision;
  static constexpr auto k_logging = [](const Catalogue& catalogue) { return catalogue.logging; };
  static constexpr std::array<Method, 15> k_methods{{
      {.name = "initialize", .in = &R::handshake, .now = &M::initialize},
      {.name = "ping", .in = &R::ping, .now = &M::ping},
      {.name = "server/discover",
       .in = &R::stateless,
       .caching = Caching::Discovery,
       .now = &M::discover},
      {.name = "tools/list", .caching = Caching::List, .now = &M::list_tools},
      {.name = "tools/call", .later = &M::call_tool},
      {.name = "resources/list", .caching = Caching::List, .now = &M::list_resources},
      {.name = "resources/templates/list", .caching = Caching::List, .now = &M::list_templates},
      {.name = "resources/read", .caching = Caching::State, .later = &M::read_resource},
      {.name = "resources/subscribe",
       .in = &R::subscribe,
       .offered = &offers_subscriptions,
       .now = &M::subscribe},
      {.name = "resources/unsubscribe",
       .in = &R::subscribe,
       .offered = &offers_subscriptions,
       .now = &M::unsubscribe},
      {.name = "subscriptions/listen",
       .in = &R::stateless,
       .offered = &offers_subscriptions,
       .now = &M::listen},
      {.name = "prompts/list",
       .offered = &offers_prompts,
       .caching = Caching::List,
       .now = &M::list_prompts},
      {.name = "prompts/get", .offered = &offers_prompts, .later = &M::get_prompt},
      {.name = "completion/complete", .offered = &offers_completions, .later = &M::complete},
      {.name = "logging/setLevel", .in = &R::set_level, .offered = k_logging, .now = &M::set_level},
  }};
  return k_methods;
}

const Methods::Method* Methods::find(std::string_view name, const Revision& revision) const {
  const auto methods = table();
  const auto found = std::ranges::find(methods, name, &Method::name);
  const bool known = found != methods.end() && (found->in == nullptr || revision.*found->in) &&
                     (found->offered == nullptr || found->offered(catalogue_));
  return known ? &*found : nullptr;
}

Immediate Methods::initialize(const Asked& asked) {
  const auto version = json_text_of(JsonMembers{asked.params}.find("protocolVersion"));
  if (!version) {
    return invalid_params("initialize needs protocolVersion, a string.");
  }
  const Revision& revision = negotiate(*version);
  asked.session->set_revision(revision);
  return Result{initialize_result(catalogue_, revision)};
}

Immediate Methods::discover(const Asked& asked) {
  return Result{discover_result(catalogue_, asked.revision)};
}

Immediate Methods::ping(const Asked& /*asked*/) { return Result{"{}"}; }

Immediate Methods::set_level(const Asked& asked) {
  const auto name = json_text_of(JsonMembers{asked.params}.find("level"));
  const auto level = name ? log_level(*name) : std::nullopt;
  if (!level) {
    return invalid_params("The log level is unknown.");
  }
  asked.session->set_log_level(*level);
  return Result{"{}"};
}

Immediate Methods::list_tools(const Asked& asked) {
  return unpaged(asked, tools_result(catalogue_, asked.revision));
}

Immediate Methods::list_resources(const Asked& asked) {
  return unpaged(asked, resources_result(catalogue_, asked.revision));
}

Immediate Methods::list_templates(const Asked& asked) {
  return unpaged(asked, templates_result(catalogue_, asked.revision));
}

Immediate Methods::list_prompts(const Asked& asked) {
  return unpaged(asked, prompts_result(catalogue_, asked.revision));
}

std::expected<const Resource*, RpcError> Methods::watched(const Asked& asked) const {
  const auto uri = json_text_of(JsonMembers{asked.params}.find("uri"));
  if (!uri) {
    return invalid_params("The request needs uri, a string.");
  }
  const Resource* resource = find_watched(catalogue_, *uri);
  if (resource == nullptr && find_resource(catalogue_, *uri)) {
    return invalid_params("This resource cannot be subscribed to.");
  }
  if (resource == nullptr) {
    return not_found(asked.revision, *uri);
  }
  return resource;
}

Immediate Methods::subscribe(const Asked& asked) {
  const auto resource = watched(asked);
  if (!resource) {
    return std::unexpected{resource.error()};
  }
  if (!subscriptions_.subscribe(asked.session, (*resource)->uri)) {
    return too_many_subscriptions();
  }
  return Result{"{}"};
}

Immediate Methods::unsubscribe(const Asked& asked) {
  const auto resource = watched(asked);
  if (!resource) {
    return std::unexpected{resource.error()};
  }
  subscriptions_.unsubscribe(*asked.session, (*resource)->uri);
  return Result{"{}"};
}

Immediate Methods::listen(const Asked& asked) {
  const auto wanted = JsonMembers{asked.params}.find("notifications");
  if (!wanted || json_kind(*wanted) != JsonKind::Object) {
    return invalid_params("subscriptions/listen needs notifications, an object.");
  }
  auto uris = watchable(catalogue_, json_member(*wanted, "resourceSubscriptions"));
  if (!uris) {
    return invalid_params("resourceSubscriptions must be a list of strings.");
  }
  std::string first = acknowledgement(asked.id, *uris);
  const bool taken =
      subscriptions_.listen({asked.session, asked.id, asked.target, *std::move(uris),
                             [id = asked.id, frame = frame(asked.revision, Caching::None)] {
                               return result_message(id, {"{}", false, id.raw}, frame);
                             }},
                            std::move(first));
  if (!taken) {
    return too_many_subscriptions();
  }
  return std::nullopt;
}

Deferred Methods::call_tool(const Asked& asked) {
  const JsonMembers members{asked.params};
  const auto name = json_text_of(members.find("name"));
  if (!name) {
    return invalid_params("tools/call needs name, a string.");
  }
  const Tool* tool = find_tool(catalogue_, *name);
  if (tool == nullptr) {
    return invalid_params("There is no tool of that name; see tools/list.");
  }
  const std::string_view object = members.find("arguments").value_or("{}");
  if (json_kind(object) != JsonKind::Object) {
    return invalid_params("arguments must be an object.");
  }
  auto arguments = tool->input_schema.empty() ? read_arguments(*tool, object) : Arguments{};
  return [this, tool, revision = &asked.revision, arguments = std::move(arguments)](
             const CallContext& context) -> std::expected<Result, RpcError> {
    ToolAnswer answer = arguments ? service_.call_tool(*tool, *arguments, context)
                                  : tool_failure(arguments.error());
    if (answer.refusal) {
      return std::unexpected{*std::move(answer.refusal)};
    }
    return tool_result(answer, *revision);
  };
}

Deferred Methods::read_resource(const Asked& asked) {
  auto uri = json_text_of(JsonMembers{asked.params}.find("uri"));
  if (!uri) {
    return invalid_params("resources/read needs uri, a string.");
  }
  auto address = find_resource(catalogue_, *uri);
  if (!address) {
    return not_found(asked.revision, *uri);
  }
  return [this, revision = &asked.revision, uri = *std::move(uri), address = *std::move(address)](
             const CallContext& context) -> std::expected<Result, RpcError> {
    const auto answer = service_.read_resource(address, context);
    if (!answer) {
      return std::unexpected{RpcError{k_internal_error, answer.error()}};
    }
    auto result = read_result(uri, *answer, *revision);
    if (!result) {
      return std::unexpected{RpcError{k_internal_error,
                                      "The resource is larger than the limit of one message; ask "
                                      "for a page of it with limit and offset."}};
    }
    return *std::move(result);
  };
}

Deferred Methods::get_prompt(const Asked& asked) {
  const JsonMembers members{asked.params};
  const auto name = json_text_of(members.find("name"));
  const Prompt* prompt = name ? find_prompt(catalogue_, *name) : nullptr;
  if (prompt == nullptr) {
    return invalid_params("There is no prompt of that name; see prompts/list.");
  }
  auto arguments = read_prompt_arguments(*prompt, members.find("arguments").value_or("{}"));
  if (!arguments) {
    return invalid_params(std::move(arguments.error()));
  }
  return [this, prompt, arguments = *std::move(arguments)](
             const CallContext& context) -> std::expected<Result, RpcError> {
    PromptAnswer answer = service_.get_prompt(*prompt, arguments, context);
    if (answer.refusal) {
      return std::unexpected{*std::move(answer.refusal)};
    }
    if (!answer.input_required.empty()) {
      return Result{std::move(answer.input_required), true};
    }
    JsonWriter json;
    json.begin_object().member("description", prompt->description);
    json.member_raw("messages", answer.messages).end_object();
    return Result{json.take()};
  };
}

Deferred Methods::complete(const Asked& asked) {
  auto question = read_completion(catalogue_, asked.params);
  if (!question) {
    return invalid_params(std::move(question.error()));
  }
  return [this, question = *std::move(question)](
             const CallContext& context) -> std::expected<Result, RpcError> {
    auto values = question.asked ? service_.complete(question.argument, context) : question.values;
    return Result{completion_result(std::move(values), question.typed)};
  };
}

}  // namespace pumuki::mcp
