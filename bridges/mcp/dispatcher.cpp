#include "bridges/mcp/dispatcher.h"

#include "bridges/mcp/json_view.h"
#include "bridges/mcp/listings.h"
#include "gate/core/json_writer.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace pumuki::mcp {
namespace {

RpcError invalid_params(std::string message) { return {k_invalid_params, std::move(message)}; }

/// A string or an integer, as the client wrote it; any other kind counts as none.
std::optional<std::string> progress_token(std::string_view params) {
  const auto token = request_id(json_member(json_member(params, "_meta"), "progressToken"));
  return token ? std::optional{token->raw} : std::nullopt;
}

RpcError unsupported(const std::string& requested) {
  JsonWriter data;
  data.begin_object().member("supported", supported_versions());
  data.member("requested", requested).end_object();
  return {k_unsupported_version, "This protocol version is not served.", data.take()};
}

/// The revision a stateless request names (contract: mcp-protocol §9, order of checks).
std::expected<const Revision*, RpcError> named_revision(const JsonMembers& meta) {
  const auto version = json_text_of(meta.find(k_meta_version));
  const auto capabilities = meta.find(k_meta_capabilities);
  if (!version) {
    return std::unexpected{
        invalid_params("_meta needs " + std::string{k_meta_version} + ", a string.")};
  }
  if (!capabilities || json_kind(*capabilities) != JsonKind::Object) {
    return std::unexpected{
        invalid_params("_meta needs " + std::string{k_meta_capabilities} + ", an object.")};
  }
  const Revision* revision = find_revision(*version);
  if (revision == nullptr || !revision->stateless) {
    return std::unexpected{unsupported(*version)};
  }
  const auto level = meta.find(k_meta_log_level);
  if (level && !log_level(json_text_of(level).value_or(""))) {
    return std::unexpected{invalid_params("The log level is unknown.")};
  }
  return revision;
}

}  // namespace

Dispatcher::Dispatcher(const Catalogue& catalogue, Service& service, CallLimits limits,
                       WatchLimits watch)
    : catalogue_(catalogue),
      subscriptions_(catalogue, service, watch),
      methods_(catalogue, service, subscriptions_),
      runner_(limits) {}

void Dispatcher::handle_line(const SessionPointer& session, std::string_view text) {
  const Line line = parse_line(text);
  const std::shared_ptr<LineSink> out = borrowed(session->out());
  if (line.batch) {
    handle_batch(session, line, out);
  } else {
    handle(session, line.messages.front(), std::make_shared<SingleReply>(out));
  }
}

void Dispatcher::refuse_long_line(const SessionPointer& session) {
  refuse(*session, {k_invalid_request, "The message is larger than the limit.", std::nullopt},
         std::make_shared<SingleReply>(borrowed(session->out())));
}

void Dispatcher::handle_batch(const SessionPointer& session, const Line& line,
                              const std::shared_ptr<LineSink>& out) {
  const auto refuse_all = [&](std::string why) {
    refuse(*session, {k_invalid_request, std::move(why), std::nullopt},
           std::make_shared<SingleReply>(out));
  };
  if (!session->revision().batches) {
    return refuse_all("This revision has no batches.");
  }
  if (line.messages.empty() || line.messages.size() > k_max_batch_messages) {
    return refuse_all("A batch has 1 to " + std::to_string(k_max_batch_messages) + " messages.");
  }
  const auto requests = std::ranges::count_if(line.messages, [](const Message& message) {
    return std::holds_alternative<Request>(message) || std::holds_alternative<BadMessage>(message);
  });
  const auto target = std::make_shared<BatchReply>(out, static_cast<std::size_t>(requests));
  for (const Message& message : line.messages) {
    const auto* request = std::get_if<Request>(&message);
    if (request != nullptr && request->method == "initialize") {
      refuse(*session, {k_invalid_request, "A batch cannot contain initialize.", request->id},
             target);
    } else {
      handle(session, message, target);
    }
  }
}

void Dispatcher::handle(const SessionPointer& session, const Message& message,
                        const Target& target) {
  if (const auto* request = std::get_if<Request>(&message)) {
    handle_request(session, *request, target);
  } else if (const auto* notification = std::get_if<Notification>(&message)) {
    handle_notification(*session, *notification);
  } else if (const auto* bad = std::get_if<BadMessage>(&message)) {
    refuse(*session, *bad, target);
  }
}

void Dispatcher::refuse(const Session& session, const BadMessage& bad, const Target& target) {
  const RpcError error{bad.code, bad.reason};
  target->answer(bad.id ? error_message(*bad.id, error) : error_message(session.revision(), error));
}

bool Dispatcher::is_stateless(const Request& request) {
  const JsonMembers meta{json_member(request.params, "_meta").value_or(std::string_view{})};
  const auto methods = Methods::table();
  const auto method = std::ranges::find(methods, request.method, &Methods::Method::name);
  return meta.find(k_meta_version) || meta.find(k_meta_capabilities) ||
         (method != methods.end() && method->in == &Revision::stateless);
}

std::expected<const Revision*, RpcError> Dispatcher::revision_of(const Session& session,
                                                                 const Request& request) {
  if (request.params && (session.revision().stateless || is_stateless(request))) {
    return named_revision(JsonMembers{json_member(request.params, "_meta").value_or("")});
  }
  return &session.revision();
}

void Dispatcher::handle_request(const SessionPointer& session, const Request& request,
                                const Target& target) {
  const auto revision = revision_of(*session, request);
  if (!revision) {
    return target->answer(error_message(request.id, revision.error()));
  }
  const Methods::Method* method = methods_.find(request.method, **revision);
  if (method == nullptr) {
    return target->answer(
        error_message(request.id, {k_method_not_found, "The method is not known here."}));
  }
  if (!request.params) {
    return target->answer(error_message(request.id, invalid_params("params must be an object.")));
  }
  const Asked asked{session, request.id, *request.params, **revision, target};
  if (method->now != nullptr) {
    const auto result = (methods_.*method->now)(asked);
    if (!result) {
      target->answer(error_message(request.id, result.error()));
    } else if (*result) {
      target->answer(
          result_message(request.id, **result, methods_.frame(**revision, method->caching)));
    }
    return;
  }
  auto work = (methods_.*method->later)(asked);
  if (!work) {
    return target->answer(error_message(request.id, work.error()));
  }
  start(asked, *method, *std::move(work));
}

void Dispatcher::start(const Asked& asked, const Methods::Method& method, Methods::Work work) {
  const auto meta = json_member(asked.params, "_meta");
  std::optional<LogLevel> level;
  if (catalogue_.logging && !asked.revision.stateless) {
    level = asked.session->log_level();
  } else if (catalogue_.logging) {
    level = log_level(json_text_of(json_member(meta, k_meta_log_level)).value_or(""));
  }
  const bool taken = runner_.submit(
      {.session = asked.session,
       .id = asked.id,
       .params = asked.params,
       .stateless = asked.revision.stateless,
       .progress_token = progress_token(asked.params),
       .progress_with_message = asked.revision.progress_message,
       .log_level = level,
       .logger = catalogue_.server_name,
       .target = asked.target,
       .work = [id = asked.id, frame = methods_.frame(asked.revision, method.caching),
                work = std::move(work)](const CallContext& context) {
         const auto result = work(context);
         return result ? result_message(id, *result, frame) : error_message(id, result.error());
       }});
  if (!taken) {
    asked.target->answer(error_message(
        asked.id, {k_internal_error, "Too many calls are in progress; try again later."}));
  }
}

void Dispatcher::handle_notification(const Session& session, const Notification& notification) {
  if (notification.method != "notifications/cancelled") {
    return;
  }
  if (const auto id = request_id(json_member(notification.params, "requestId"))) {
    runner_.cancel(session, *id);
    subscriptions_.cancel(session, *id);
  }
}

void Dispatcher::abandon(const ReplyTarget& target) {
  runner_.cancel(target);
  subscriptions_.cancel(target);
}

void Dispatcher::end(const Session& session) {
  runner_.cancel(session);
  subscriptions_.end(session);
}

void Dispatcher::close() {
  subscriptions_.close();
  runner_.close();
}

}  // namespace pumuki::mcp
