#pragma once

#include "bridges/mcp/line_writer.h"
#include "bridges/mcp/logging.h"
#include "bridges/mcp/revisions.h"

#include <atomic>
#include <memory>
#include <utility>

namespace pumuki::mcp {

/// One client of a dispatcher, whatever carries its messages: the connection of a stdio process, a
/// session over HTTP, or one stateless HTTP exchange. Request ids are unique within a session only,
/// and ending a session ends its calls and subscriptions. Any thread.
class Session {
 public:
  /// `out` takes the notifications that belong to no request.
  explicit Session(std::shared_ptr<LineSink> out, const Revision& revision = first_revision())
      : out_(std::move(out)), revision_(&revision) {}

  [[nodiscard]] LineSink& out() const { return *out_; }

  /// The row of the last `initialize`. A call keeps the one it came under.
  [[nodiscard]] const Revision& revision() const { return *revision_.load(); }
  void set_revision(const Revision& revision) { revision_ = &revision; }

  /// The level of `logging/setLevel`.
  [[nodiscard]] LogLevel log_level() const { return log_level_.load(); }
  void set_log_level(LogLevel level) { log_level_ = level; }

 private:
  const std::shared_ptr<LineSink> out_;
  std::atomic<const Revision*> revision_;
  std::atomic<LogLevel> log_level_{LogLevel::Info};
};

using SessionPointer = std::shared_ptr<Session>;

/// A sink that somebody else owns and that outlives its users.
inline std::shared_ptr<LineSink> borrowed(LineSink& sink) {
  return {std::shared_ptr<LineSink>{}, &sink};
}

}  // namespace pumuki::mcp
