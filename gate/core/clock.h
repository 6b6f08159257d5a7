#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki {

/// Milliseconds since 1970-01-01T00:00:00Z.
using TimeMs = std::int64_t;

/// The only source of "now". Implementations are safe to call from any thread.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;
  [[nodiscard]] virtual TimeMs now() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] TimeMs now() const override;
};

/// For tests: stands still until it is set.
class FixedClock final : public Clock {
 public:
  explicit FixedClock(TimeMs now) : now_(now) {}
  [[nodiscard]] TimeMs now() const override { return now_; }
  void set(TimeMs now) { now_ = now; }

 private:
  TimeMs now_;
};

/// "2026-03-14T09:26:53.589Z"
std::string format_time(TimeMs time);

/// Reads the dates of gate §5: YYYY, YYYY-MM, YYYY-MM-DD (UTC midnight), with
/// THH:MM[:SS[.fraction]] and Z, ±HH:MM or nothing (local time). Fractions beyond milliseconds are
/// cut. Anything else, or a day that does not exist: nothing.
std::optional<TimeMs> parse_time(std::string_view text);

}  // namespace pumuki
