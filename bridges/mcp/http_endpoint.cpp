#include "bridges/mcp/http_endpoint.h"

#include "bridges/mcp/http_headers.h"
#include "bridges/mcp/json_view.h"
#include "bridges/mcp/replies.h"
#include "gate/core/text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <variant>

namespace pumuki::mcp {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int k_accepted = 202;
constexpr int k_bad_request = 400;
constexpr int k_not_found = 404;
constexpr int k_method_not_allowed = 405;
constexpr int k_not_acceptable = 406;
constexpr int k_busy = 429;

constexpr std::string_view k_session_header = "Mcp-Session-Id";
constexpr std::string_view k_version_header = "MCP-Protocol-Version";

HttpAnswer json_answer(int status, std::string body) {
  return {
      .status = status, .headers = {{"Content-Type", "application/json"}}, .body = std::move(body)};
}

HttpAnswer refusal(int status, const RpcError& error, const RequestId* id = nullptr) {
  return json_answer(status, id == nullptr ? error_message(stateless_revision(), error)
                                           : error_message(*id, error));
}

HttpAnswer wrong_method(std::string allow) {
  HttpAnswer answer =
      refusal(k_method_not_allowed, {k_invalid_request, "This path does not offer the method."});
  answer.headers.emplace_back("Allow", std::move(allow));
  return answer;
}

/// Status of an answer to a stateless request (contract: mcp-protocol §3).
int stateless_status(std::string_view message) {
  const auto code = json_member(json_member(message, "error"), "code");
  if (!code) {
    return 200;
  }
  if (*code == std::to_string(k_method_not_found)) {
    return k_not_found;
  }
  return *code == std::to_string(k_internal_error) ? 200 : k_bad_request;
}

bool takes_streams(const HttpCall& call) {
  const auto accept = header_value(call.headers, "Accept");
  return accept && ascii_lower(*accept).contains("text/event-stream");
}

/// Whether a POST is of the stateless era. A version that is not known is not of a session.
bool is_stateless(const HttpCall& call, const Line& line) {
  const auto* request = line.batch ? nullptr : std::get_if<Request>(&line.messages.front());
  if (request != nullptr && Dispatcher::is_stateless(*request)) {
    return true;
  }
  if (request != nullptr && request->method == "initialize") {
    return false;
  }
  const auto version = header_value(call.headers, k_version_header);
  const Revision* revision = version ? find_revision(*version) : &first_revision();
  return revision == nullptr || revision->stateless;
}

/// Counts one user until the last copy is gone; null when there are too many.
std::shared_ptr<void> take_slot(std::atomic<std::size_t>& used, std::size_t limit) {
  if (used.fetch_add(1) >= limit) {
    used.fetch_sub(1);
    return nullptr;
  }
  return {&used, [&used](void*) { used.fetch_sub(1); }};
}

struct Position {
  std::size_t stream = 0;
  std::size_t next = 0;
};

/// "3-17": the message 17 of stream 3 was the last one seen.
std::optional<Position> resumed_at(const HttpHeaders& headers) {
  const auto id = header_value(headers, "Last-Event-ID").value_or("");
  Position position;
  const char* const end = id.data() + id.size();
  const auto [dash, bad] = std::from_chars(id.data(), end, position.stream);
  if (bad != std::errc{} || dash == end || *dash != '-') {
    return std::nullopt;
  }
  const auto [rest, also_bad] = std::from_chars(dash + 1, end, position.next);
  return also_bad == std::errc{} && rest == end ? std::optional{position} : std::nullopt;
}

}  // namespace

/// One stream as one client reads it.
struct HttpEndpoint::Stream {
  std::shared_ptr<EventLog> log;
  /// Held while it is read.
  std::vector<std::shared_ptr<void>> slots = {};
  /// Empty: stateless.
  std::string session_id = {};
  std::size_t number = 0;
  std::size_t from = 0;
  bool first_event = false;
  std::size_t reader = 0;
};

HttpAnswer HttpEndpoint::handle(const HttpCall& call) {
  if (call.method == "POST") {
    return post(call);
  }
  const auto version = header_value(call.headers, k_version_header);
  const Revision* revision = version ? find_revision(*version) : &first_revision();
  if (revision == nullptr || !revision->http_sessions) {
    return wrong_method("POST");
  }
  if (call.method == "GET") {
    return get(call);
  }
  return call.method == "DELETE" ? end_session(call) : wrong_method("GET, POST, DELETE");
}

HttpAnswer HttpEndpoint::post(const HttpCall& call) {
  const Line line = parse_line(call.body);
  return is_stateless(call, line) ? post_stateless(call, line) : post_in_session(call, line);
}

HttpAnswer HttpEndpoint::post_stateless(const HttpCall& call, const Line& line) {
  if (line.batch) {
    return refusal(k_bad_request, {k_invalid_request, "This revision has no batches."});
  }
  const Message& message = line.messages.front();
  if (const auto* bad = std::get_if<BadMessage>(&message)) {
    return refusal(k_bad_request, {bad->code, bad->reason}, bad->id ? &*bad->id : nullptr);
  }
  const auto* request = std::get_if<Request>(&message);
  if (request == nullptr) {
    return {.status = k_accepted};
  }
  if (auto fault = header_fault(call.headers, *request)) {
    return refusal(k_bad_request, {k_header_mismatch, *std::move(fault)}, &request->id);
  }
  const bool listens = request->method == "subscriptions/listen";
  if (listens && !takes_streams(call)) {
    return refusal(k_not_acceptable,
                   {k_invalid_request, "Changes come as text/event-stream; accept it."},
                   &request->id);
  }
  Stream stream{std::make_shared<EventLog>()};
  stream.slots.push_back(listens ? take_slot(listening_, limits_.listening)
                                 : take_slot(requests_, limits_.requests));
  if (!stream.slots.back()) {
    return refusal(k_busy, {k_internal_error, "Too many requests are open; try again later."},
                   &request->id);
  }
  const auto session = std::make_shared<Session>(stream.log, stateless_revision());
  dispatcher_.handle(session, message, stream.log);
  return answer_from(std::move(stream), call);
}

HttpAnswer HttpEndpoint::post_in_session(const HttpCall& call, const Line& line) {
  const auto* request = line.batch ? nullptr : std::get_if<Request>(&line.messages.front());
  if (request != nullptr && request->method == "initialize") {
    return open_session(*request, call);
  }
  const RequestId* id = request == nullptr ? nullptr : &request->id;
  const auto session_id = header_value(call.headers, k_session_header);
  if (!session_id) {
    return refusal(k_bad_request,
                   {k_invalid_request,
                    "The header Mcp-Session-Id is missing; begin with "
                    "initialize."},
                   id);
  }
  const auto session = sessions_.find(*session_id);
  if (!session) {
    return refusal(k_not_found, {k_invalid_request, "The session is over; begin anew."}, id);
  }
  Stream stream{
      std::make_shared<EventLog>(), {take_slot(requests_, limits_.requests)}, session->id};
  if (!stream.slots.back()) {
    return refusal(k_busy, {k_internal_error, "Too many requests are open; try again later."}, id);
  }
  stream.first_event = session->session->revision().http_first_event;
  if (line.batch) {
    dispatcher_.handle_batch(session->session, line, std::make_shared<FinishingSink>(stream.log));
  } else {
    dispatcher_.handle(session->session, line.messages.front(), stream.log);
    if (id == nullptr && !std::holds_alternative<BadMessage>(line.messages.front())) {
      return {.status = k_accepted};
    }
  }
  HttpAnswer answer = answer_from(std::move(stream), call);
  const bool served = line.batch ? session->session->revision().batches : id != nullptr;
  if (!served) {
    answer.status = k_bad_request;
  }
  return answer;
}

HttpAnswer HttpEndpoint::open_session(const Request& request, const HttpCall& call) {
  const auto log = std::make_shared<EventLog>();
  const auto session = sessions_.open();
  dispatcher_.handle(session.session, request, log);
  HttpAnswer answer = answer_from(Stream{log, {}, session.id}, call);
  if (json_member(answer.body, "error")) {
    sessions_.end(session.id);
  } else {
    answer.headers.emplace_back(k_session_header, session.id);
  }
  return answer;
}

HttpAnswer HttpEndpoint::get(const HttpCall& call) {
  const auto session_id = header_value(call.headers, k_session_header);
  if (!session_id) {
    return wrong_method("POST");
  }
  const auto session = sessions_.find(*session_id);
  if (!session) {
    return refusal(k_not_found, {k_invalid_request, "The session is over; begin anew."});
  }
  auto slot = take_slot(listening_, limits_.listening);
  if (!slot) {
    return refusal(k_busy, {k_internal_error, "Too many streams are open; try again later."});
  }
  Stream stream{session->general, {std::move(slot)}, session->id};
  stream.from = session->general->read_so_far();
  if (const auto position = resumed_at(call.headers)) {
    if (auto log = sessions_.stream(session->id, position->stream)) {
      stream.log = std::move(log);
      stream.number = position->stream;
      stream.from = position->next;
    }
  }
  stream.reader = stream.log->take_over();
  return stream_of(std::move(stream));
}

HttpAnswer HttpEndpoint::end_session(const HttpCall& call) {
  const auto session_id = header_value(call.headers, k_session_header);
  if (!session_id) {
    return refusal(k_bad_request, {k_invalid_request, "The header Mcp-Session-Id is missing."});
  }
  if (!sessions_.end(*session_id)) {
    return refusal(k_not_found, {k_invalid_request, "There is no such session."});
  }
  return {.status = 200};
}

HttpAnswer HttpEndpoint::answer_from(Stream stream, const HttpCall& call) {
  const bool streams = takes_streams(call);
  EventLog::News news = stream.log->wait(0, limits_.plain_answer);
  for (std::size_t seen = 0; !streams && !news.finished;) {
    seen = std::max(seen, news.first + news.messages.size());
    news = stream.log->wait(seen, limits_.look);
  }
  news = stream.log->wait(0, std::chrono::milliseconds{0});
  if (news.finished && news.messages.empty()) {
    return {.status = k_accepted};  // nothing to answer: only notifications, or cancelled
  }
  if (news.finished && (news.messages.size() == 1 || !streams)) {
    const int status = stream.session_id.empty() ? stateless_status(news.messages.back()) : 200;
    return json_answer(status, std::move(news.messages.back()));
  }
  if (!stream.session_id.empty()) {
    stream.number = sessions_.keep(stream.session_id, stream.log);
  }
  stream.reader = stream.log->take_over();
  return stream_of(std::move(stream));
}

HttpAnswer HttpEndpoint::stream_of(Stream stream) {
  HttpAnswer answer;
  answer.headers = {{"Content-Type", "text/event-stream"},
                    {"Cache-Control", "no-cache"},
                    {"X-Accel-Buffering", "no"}};
  answer.stream = [this, stream = std::move(stream)](const HttpWrite& write) {
    write_events(stream, write);
  };
  return answer;
}

void HttpEndpoint::write_events(const Stream& stream, const HttpWrite& write) {
  const bool resumable = !stream.session_id.empty();
  const auto id_line = [&](std::size_t position) {
    return resumable
               ? "id: " + std::to_string(stream.number) + "-" + std::to_string(position) + "\n"
               : std::string{};
  };
  bool there = write(stream.first_event ? id_line(stream.from) + "data:\n\n" : ":\n\n");
  std::size_t at = stream.from;
  auto quiet_since = Clock::now();
  while (there && stream.log->owned_by(stream.reader)) {
    const EventLog::News news = stream.log->wait(at, limits_.look);
    at = news.first;
    for (const std::string& message : news.messages) {
      there = there && write("event: message\n" + id_line(++at) + "data: " + message + "\n\n");
    }
    if (there) {
      stream.log->mark_read(at);
    }
    if (there && news.finished) {
      sessions_.forget(stream.session_id, stream.number);
      return;
    }
    if (!news.messages.empty()) {
      quiet_since = Clock::now();
    } else if (Clock::now() - quiet_since >= limits_.keep_alive) {
      there = write(":\n\n");
      quiet_since = Clock::now();
    } else {
      there = write({});
    }
  }
  // A client of a session may come back for its answer; any other one has left it for good.
  if (!there && !resumable) {
    dispatcher_.abandon(*stream.log);
  }
}

}  // namespace pumuki::mcp
