#include "bridges/stdio/backend.h"

#include <utility>

namespace pumuki::stdio {
namespace {

constexpr std::string_view k_identity_target = "/status";
/// A configured server that went away, then one sending, then one repetition.
constexpr int k_max_tries = 3;

}  // namespace

Backend::Backend(BackendSpec spec, Log& log) : spec_(std::move(spec)), log_(log) {}

Backend::~Backend() { stop(); }

void Backend::stop() {
  stop_.request_stop();
  std::shared_ptr<ServerProcess> own;
  {
    const std::scoped_lock lock{mutex_};
    own = own_;
    endpoint_.reset();
  }
  if (own) {
    own->stop();
  }
}

std::string Backend::address_text() const {
  const std::scoped_lock lock{mutex_};
  return endpoint_ ? text_of(endpoint_->address) : std::string{};
}

void Backend::distrust() {
  const std::scoped_lock lock{mutex_};
  if (endpoint_ && !endpoint_->own) {
    use_configured_ = false;
    endpoint_.reset();
  }
}

mcp::CallContext Backend::inner_context(std::chrono::milliseconds limit) const {
  return {stop_.get_token(), std::chrono::steady_clock::now() + limit};
}

std::expected<HttpReply, offers::UpstreamFailure> Backend::call(const offers::UpstreamCall& call,
                                                                const mcp::CallContext& context) {
  std::string message;
  for (int tries = 0, sent = 0; tries < k_max_tries && sent < 2; ++tries) {
    const auto endpoint = acquire(context);
    if (!endpoint) {
      return std::unexpected{offers::UpstreamFailure{endpoint.error()}};
    }
    auto reply = exchange(*endpoint, call, context);
    if (reply) {
      return *std::move(reply);
    }
    const HttpFailure& failure = reply.error();
    message = failure.message;
    if (failure.fault != HttpFault::Refused && failure.fault != HttpFault::Interrupted) {
      if (failure.sent && !call.read_only) {
        log_.warn("A call was given up; it may have run. " + message);
        message += " The call may have run.";
      }
      return std::unexpected{
          offers::UpstreamFailure{message, failure.fault == HttpFault::TooLarge}};
    }
    drop(*endpoint, failure.fault);
    if (failure.sent && !call.read_only) {
      return std::unexpected{offers::UpstreamFailure{message + " The call may have run."}};
    }
    sent += failure.sent ? 1 : 0;
  }
  return std::unexpected{offers::UpstreamFailure{message}};
}

Backend::Reply Backend::exchange(const Endpoint& endpoint, const offers::UpstreamCall& call,
                                 const mcp::CallContext& context) {
  auto connection = trusted_connection(endpoint, context);
  if (!connection) {
    return std::unexpected{connection.error()};
  }
  return (*connection)->send(call.request);
}

bool Backend::own_lives() const {
  const std::scoped_lock lock{mutex_};
  return own_ && own_->alive();
}

/// An own server that lives is the one that was started: nobody else can have its port. A
/// configured port may have changed hands since the last call.
std::expected<std::unique_ptr<HttpConnection>, HttpFailure> Backend::trusted_connection(
    const Endpoint& endpoint, const mcp::CallContext& context) {
  if (endpoint.own && !own_lives()) {
    return std::unexpected{HttpFailure{
        HttpFault::Refused, false, "The server at " + text_of(endpoint.address) + " has ended."}};
  }
  auto connection = HttpConnection::open(endpoint.address, context);
  if (!connection || endpoint.own) {
    return connection;
  }
  const auto reply = (*connection)->send({.target = spec_.recheck_target});
  if (!reply) {
    return std::unexpected{HttpFailure{reply.error().fault, false, reply.error().message}};
  }
  if (!spec_.recheck(*reply)) {
    return std::unexpected{HttpFailure{
        HttpFault::Refused, false,
        "The server at " + text_of(endpoint.address) + " is not that of this repository."}};
  }
  return reply->keeps_open && (*connection)->usable()
             ? std::move(connection)
             : HttpConnection::open(endpoint.address, context);
}

void Backend::drop(const Endpoint& endpoint, HttpFault fault) {
  std::shared_ptr<ServerProcess> dead;
  {
    const std::scoped_lock lock{mutex_};
    if (!endpoint_ || endpoint_->generation != endpoint.generation) {
      return;
    }
    // One broken connection of a living server concerns its own call only.
    if (endpoint.own && own_ && own_->alive() && fault != HttpFault::Refused) {
      return;
    }
    endpoint_.reset();
    dead = endpoint.own ? std::exchange(own_, nullptr) : nullptr;
  }
  log_.info("The server at " + text_of(endpoint.address) + " is gone.");
  if (dead) {
    dead->stop();
  }
}

Backend::Found Backend::acquire(const mcp::CallContext& context) {
  std::unique_lock lock{mutex_};
  while (!endpoint_) {
    if (stop_.stop_requested() || context.stop.stop_requested()) {
      return std::unexpected{"The call was stopped."};
    }
    if (!establishing_) {
      establishing_ = true;
      lock.unlock();
      auto found = establish();
      lock.lock();
      establishing_ = false;
      ++attempts_;
      if (found) {
        found->generation = attempts_;
        endpoint_ = *found;
      } else {
        failure_ = found.error();
      }
      established_.notify_all();
      return found;
    }
    const std::uint64_t seen = attempts_;
    const bool ended = established_.wait_until(lock, context.stop, context.deadline,
                                               [&] { return attempts_ != seen; });
    if (ended && !endpoint_ && !establishing_) {
      return std::unexpected{failure_};
    }
    if (!ended) {
      return std::unexpected{"The " + spec_.program + " did not start in time."};
    }
  }
  return *endpoint_;
}

Backend::Found Backend::establish() {
  if (const auto address = check_configured()) {
    log_.info("Using the server at " + text_of(*address) + ".");
    return Endpoint{*address, false, 0};
  }
  return start_own();
}

std::optional<Address> Backend::check_configured() {
  {
    const std::scoped_lock lock{mutex_};
    if (!use_configured_) {
      return std::nullopt;
    }
  }
  for (const Address& address : spec_.configured) {
    const auto connection = HttpConnection::open(address, inner_context(spec_.configured_check));
    if (!connection) {
      continue;
    }
    const auto reply = (*connection)->send({.target = std::string{k_identity_target}});
    const auto reason = reply ? spec_.refuse(*reply) : std::optional{reply.error().message};
    if (!reason) {
      return address;
    }
    log_.info("The server at " + text_of(address) + " is not used: " + *reason + ".");
  }
  return std::nullopt;
}

Backend::Found Backend::start_own() {
  const std::string program = find_program(spec_.program, spec_.environment);
  if (program.empty()) {
    return std::unexpected{"The program " + spec_.program +
                           " is neither beside the bridge nor in PATH."};
  }
  std::shared_ptr<ServerProcess> own;
  {
    const std::scoped_lock lock{mutex_};
    if (stop_.stop_requested()) {
      return std::unexpected{"The bridge is ending."};
    }
    auto started = ServerProcess::start(
        {program, spec_.arguments, server_environment(spec_.environment), spec_.root});
    if (!started) {
      return std::unexpected{"The server did not start: " + describe(started.error())};
    }
    own = *std::move(started);
    own_ = own;
  }
  const mcp::CallContext limit = inner_context(spec_.start_limit);
  const auto address = own->wait_listening(limit.deadline);
  if (!address) {
    own->stop();
    return std::unexpected{"The server did not start: " + describe(address.error())};
  }
  auto connection = HttpConnection::open(*address, limit);
  const auto reply = connection ? (*connection)->send({.target = std::string{k_identity_target}})
                                : Reply{std::unexpected{connection.error()}};
  const auto reason = reply ? spec_.refuse(*reply) : std::optional{reply.error().message};
  if (reason) {
    own->stop();
    return std::unexpected{"The server that " + program + " started cannot be used: " + *reason +
                           "."};
  }
  log_.info("Started " + program + " at " + text_of(*address) + ".");
  return Endpoint{*address, true, 0};
}

}  // namespace pumuki::stdio
