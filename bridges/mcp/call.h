#pragma once

#include "bridges/mcp/arguments.h"
#include "bridges/mcp/catalogue.h"
#include "bridges/mcp/logging.h"
#include "bridges/mcp/message.h"

#include <chrono>
#include <expected>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::mcp {

/// When a call must give up, and what it may say before its answer.
struct CallContext {
  /// Requested when the client cancels or the process ends.
  std::stop_token stop;
  std::chrono::steady_clock::time_point deadline;
  /// JSON text of the request's `params`; lives as long as the call.
  std::string_view params = {};
  /// The call is stateless: the client's capabilities are in its `_meta`, and an answer may ask for
  /// input instead of the client being asked by a request.
  bool stateless = false;
  /// Sends progress if the client asked for it; values must grow. Replaces the automatic progress.
  /// Empty outside a dispatcher.
  std::function<void(double value, double total)> progress = {};
  /// Sends `text` as a log message if the client wants that level. Empty outside a dispatcher.
  std::function<void(LogLevel level, std::string_view text)> log = {};
};

struct ResourceLink {
  std::string uri;
  std::string name;
  std::string description;
};

struct ToolAnswer {
  std::string text;
  /// JSON text; sent when the revision has it and the answer is no error.
  std::string structured;
  bool is_error = false;
  /// Where the rest of a cut result is; revisions without links get them as text.
  std::vector<ResourceLink> links = {};
  /// JSON array of content that replaces `text`.
  std::string content = {};
  /// JSON object with `inputRequests` and `requestState`: the call needs input (stateless only).
  std::string input_required = {};
  /// The call is answered with a protocol error instead.
  std::optional<RpcError> refusal = std::nullopt;
};

inline ToolAnswer tool_failure(std::string text) { return {std::move(text), {}, true}; }

struct ResourceAnswer {
  /// Or base64, when `blob` is set.
  std::string text;
  std::string mime_type = std::string{k_resource_mime_type};
  bool blob = false;
  /// The URI of the next page of a cut result; empty when it is whole.
  std::string next = {};
};

struct PromptAnswer {
  /// JSON array of PromptMessage.
  std::string messages;
  std::string input_required = {};
  std::optional<RpcError> refusal = std::nullopt;
};

/// The arguments of prompts/get, in the order of the prompt's definition.
using PromptArguments = std::vector<std::pair<std::string, std::string>>;

/// What stands behind the catalogue. Called on worker threads, several at a time. Only names, URIs
/// and arguments that passed the catalogue arrive here.
class Service {
 public:
  Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  virtual ~Service() = default;

  virtual ToolAnswer call_tool(const Tool& tool, const Arguments& arguments,
                               const CallContext& context) = 0;
  /// The error is a sentence for the client.
  virtual std::expected<ResourceAnswer, std::string> read_resource(const ResourceAddress& address,
                                                                   const CallContext& context) = 0;
  /// By default the prompt's text with its arguments filled in.
  virtual PromptAnswer get_prompt(const Prompt& prompt, const PromptArguments& arguments,
                                  const CallContext& context);
  /// Values for an argument that is marked `asked` in the catalogue; none on failure.
  virtual std::vector<std::string> complete(std::string_view argument, const CallContext& context);
  /// A text that changes exactly when the watched resource changes; nothing when it cannot be told
  /// now.
  virtual std::optional<std::string> watch(const ResourceAddress& address,
                                           const CallContext& context);
};

}  // namespace pumuki::mcp
