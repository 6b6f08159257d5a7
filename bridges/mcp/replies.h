#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/message.h"
#include "bridges/mcp/revisions.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::mcp {

/// The official TypeScript client closes the connection at 10 MiB (mcp-protocol §4); the difference
/// is room for the envelope.
inline constexpr std::size_t k_max_output_line_bytes = (std::size_t{10} << 20) - 4096;

struct RpcError {
  int code = k_internal_error;
  std::string message;
  /// JSON text of the `data` member, or empty.
  std::string data = {};
};

/// Messages as JSON text on one line.
std::string result_message(const RequestId& id, std::string_view result);
std::string error_message(const RequestId& id, const RpcError& error);
/// For a message whose id could not be read.
std::string error_message(const Revision& revision, const RpcError& error);

struct Progress {
  /// JSON text, as the client wrote it.
  std::string token;
  int value = 0;
  bool with_message = false;
};
std::string progress_message(const Progress& progress);

/// A CallToolResult. An answer that does not fit one line loses its structured copy; if that is not
/// enough it becomes a tool error that names the limit.
std::string tool_result(const ToolAnswer& answer, const Revision& revision);
/// A ReadResourceResult; nothing when it does not fit one line.
std::optional<std::string> read_result(std::string_view uri, std::string_view text);

}  // namespace pumuki::mcp
