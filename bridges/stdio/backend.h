#pragma once

#include "bridges/stdio/http_client.h"
#include "bridges/stdio/log.h"
#include "bridges/stdio/server_process.h"
#include "gate/core/environment.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pumuki::stdio {

struct BackendSpec {
  /// Canonical path of the repository.
  std::string root;
  /// Places where a server of the user may listen; empty: always start an own one.
  std::vector<Address> configured;
  /// Name of the server program.
  std::string program;
  std::vector<std::string> arguments;
  Environment environment;
  /// Why the answer to `GET /status` is not that of a server to use; nothing when it is.
  std::function<std::optional<std::string>(const HttpReply&)> refuse;
  /// A cheap question that shows on a new connection that the server is still the same one.
  std::string recheck_target;
  std::function<bool(const HttpReply&)> recheck;
  std::chrono::milliseconds configured_check{2'500};
  std::chrono::milliseconds start_limit{5'000};
};

/// The server behind a bridge (mcp-protocol §10): the configured one if it proves to be ours and of
/// this repository, else one that is started when it is first needed and ends with this process.
/// Any thread.
class Backend final : public offers::Upstream {
 public:
  Backend(BackendSpec spec, Log& log);
  ~Backend() override;

  std::expected<HttpReply, offers::UpstreamFailure> call(const offers::UpstreamCall& call,
                                                         const mcp::CallContext& context) override;
  [[nodiscard]] std::string address_text() const override;
  /// A configured server is left alone from now on.
  void distrust() override;
  /// Ends the own server and every wait. Takes at most half a second.
  void stop();

 private:
  struct Endpoint {
    Address address;
    bool own = false;
    std::uint64_t generation = 0;
  };
  using Reply = std::expected<HttpReply, HttpFailure>;
  using Found = std::expected<Endpoint, std::string>;

  Found acquire(const mcp::CallContext& context);
  Found establish();
  std::optional<Address> check_configured();
  Found start_own();
  Reply exchange(const Endpoint& endpoint, const offers::UpstreamCall& call,
                 const mcp::CallContext& context);
  std::expected<std::unique_ptr<HttpConnection>, HttpFailure> trusted_connection(
      const Endpoint& endpoint, const mcp::CallContext& context);
  [[nodiscard]] bool own_lives() const;
  void drop(const Endpoint& endpoint, HttpFault fault);
  [[nodiscard]] mcp::CallContext inner_context(std::chrono::milliseconds limit) const;

  const BackendSpec spec_;
  Log& log_;
  std::stop_source stop_;
  mutable std::mutex mutex_;
  std::condition_variable_any established_;
  /// Guarded by mutex_. One thread at a time establishes; the others wait for its result.
  std::optional<Endpoint> endpoint_;
  std::shared_ptr<ServerProcess> own_;
  std::string failure_;
  std::uint64_t attempts_ = 0;
  bool establishing_ = false;
  bool use_configured_ = true;
};

}  // namespace pumuki::stdio
