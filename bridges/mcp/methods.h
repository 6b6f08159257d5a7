#pragma once

#include "bridges/mcp/replies.h"
#include "bridges/mcp/subscriptions.h"

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pumuki::mcp {

/// A request whose revision is settled.
struct Asked {
  const SessionPointer& session;
  const RequestId& id;
  /// JSON text of an object.
  const std::string& params;
  const Revision& revision;
  const std::shared_ptr<ReplyTarget>& target;
};

/// The requests this server knows, and the code behind each. What needs no work is answered at
/// once; calls and reads give the work for a worker thread. Any thread.
class Methods {
 public:
  /// No result: the request stays open and somebody else answers it.
  using Immediate = std::expected<std::optional<Result>, RpcError>;
  using Work = std::function<std::expected<Result, RpcError>(const CallContext&)>;
  using Deferred = std::expected<Work, RpcError>;

  struct Method {
    std::string_view name;
    /// The flag of the revisions that have it; null: all.
    bool Revision::* in = nullptr;
    /// Whether this server has it; null: always.
    bool (*offered)(const Catalogue& catalogue) = nullptr;
    Caching caching = Caching::None;
    /// Exactly one of the two is set.
    Immediate (Methods::*now)(const Asked&) = nullptr;
    Deferred (Methods::*later)(const Asked&) = nullptr;
  };

  Methods(const Catalogue& catalogue, Service& service, Subscriptions& subscriptions);

  static std::span<const Method> table();
  /// Nothing when the revision or this server does not have the method.
  [[nodiscard]] const Method* find(std::string_view name, const Revision& revision) const;
  [[nodiscard]] ResultFrame frame(const Revision& revision, Caching caching) const {
    return {revision, server_info_, caching};
  }

  Immediate initialize(const Asked& asked);
  Immediate discover(const Asked& asked);
  Immediate ping(const Asked& asked);
  Immediate set_level(const Asked& asked);
  Immediate list_tools(const Asked& asked);
  Immediate list_resources(const Asked& asked);
  Immediate list_templates(const Asked& asked);
  Immediate list_prompts(const Asked& asked);
  Immediate subscribe(const Asked& asked);
  Immediate unsubscribe(const Asked& asked);
  Immediate listen(const Asked& asked);
  Deferred call_tool(const Asked& asked);
  Deferred read_resource(const Asked& asked);
  Deferred get_prompt(const Asked& asked);
  Deferred complete(const Asked& asked);

 private:
  std::expected<const Resource*, RpcError> watched(const Asked& asked) const;

  const Catalogue& catalogue_;
  Service& service_;
  Subscriptions& subscriptions_;
  /// For the newest stateless revision, the only kind that carries it in every result.
  const std::string server_info_;
};

}  // namespace pumuki::mcp
