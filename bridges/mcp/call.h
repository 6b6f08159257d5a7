#pragma once

#include "bridges/mcp/arguments.h"
#include "bridges/mcp/catalogue.h"

#include <chrono>
#include <expected>
#include <stop_token>
#include <string>

namespace pumuki::mcp {

/// When a call must give up.
struct CallContext {
  /// Requested when the client cancels or the process ends.
  std::stop_token stop;
  std::chrono::steady_clock::time_point deadline;
};

struct ToolAnswer {
  std::string text;
  /// JSON text; sent when it is an object and the answer is no error.
  std::string structured;
  bool is_error = false;
};

inline ToolAnswer tool_failure(std::string text) { return {std::move(text), {}, true}; }

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
  /// The text of the resource; the error is a sentence for the client.
  virtual std::expected<std::string, std::string> read_resource(const ResourceAddress& address,
                                                                const CallContext& context) = 0;
};

}  // namespace pumuki::mcp
