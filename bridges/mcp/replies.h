#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/message.h"
#include "bridges/mcp/revisions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::mcp {

/// Below the 10 MiB at which the official TypeScript client closes the connection (mcp-protocol
/// §4).
inline constexpr std::size_t k_max_output_line_bytes = std::size_t{8} << 20;
/// Room for the envelope of a result.
inline constexpr std::size_t k_max_result_bytes = k_max_output_line_bytes - 4096;

/// How long a client may keep a result (mcp-protocol §9 "Caching").
enum class Caching { None, Discovery, List, State };

/// A result before the members that every result of a revision has.
struct Result {
  /// JSON text of an object.
  std::string object;
  bool input_required = false;
  /// JSON text: the subscription that this result ends; empty for any other.
  std::string subscription = {};
};

/// What `resultType`, the caching members and `_meta` are made of.
struct ResultFrame {
  const Revision& revision;
  /// JSON text, see server_info().
  std::string_view server_info;
  Caching caching = Caching::None;
};

/// Messages as JSON text on one line.
std::string result_message(const RequestId& id, const Result& result, const ResultFrame& frame);
std::string error_message(const RequestId& id, const RpcError& error);
/// For a message whose id could not be read.
std::string error_message(const Revision& revision, const RpcError& error);
/// `params` is JSON text.
std::string notification_message(std::string_view method, std::string_view params);

struct Progress {
  /// JSON text, as the client wrote it.
  std::string token;
  double value = 0;
  std::optional<double> total = std::nullopt;
  /// Seconds since the call began, when the revision has messages.
  std::optional<std::int64_t> seconds = std::nullopt;
};
std::string progress_message(const Progress& progress);
std::string log_message(LogLevel level, std::string_view logger, std::string_view text);

/// A CallToolResult. An answer that does not fit one line loses its text copy when there is a
/// structured one; if that is not enough it becomes a tool error that names the limit.
Result tool_result(const ToolAnswer& answer, const Revision& revision);
/// A ReadResourceResult; nothing when it does not fit one line.
std::optional<Result> read_result(std::string_view uri, const ResourceAnswer& answer,
                                  const Revision& revision);

}  // namespace pumuki::mcp
