#include "gate/core/clock.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace pumuki {
namespace {

constexpr TimeMs k_ms_per_second = 1000;
constexpr TimeMs k_ms_per_minute = 60 * k_ms_per_second;
constexpr TimeMs k_ms_per_day = TimeMs{24} * 60 * k_ms_per_minute;

/// Reads fixed-width digits and single characters from the front of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  bool take(char wanted) {
    if (peek() != wanted || done()) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<int> digits(std::size_t count) {
    if (rest_.size() < count) {
      return std::nullopt;
    }
    int value = 0;
    for (const char c : rest_.substr(0, count)) {
      if (c < '0' || c > '9') {
        return std::nullopt;
      }
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

 private:
  std::string_view rest_;
};

struct Fields {
  int year = 0;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int millisecond = 0;
  bool has_time = false;
  std::optional<int> offset_minutes;
};

bool read_date(Cursor& in, Fields& out) {
  const auto year = in.digits(4);
  if (!year) {
    return false;
  }
  out.year = *year;
  for (int* field : {&out.month, &out.day}) {
    if (!in.take('-')) {
      return true;
    }
    const auto value = in.digits(2);
    if (!value) {
      return false;
    }
    *field = *value;
  }
  return true;
}

bool read_fraction(Cursor& in, Fields& out) {
  int scale = 100;
  bool any = false;
  while (const auto digit = in.digits(1)) {
    out.millisecond += *digit * scale;
    scale /= 10;
    any = true;
  }
  return any;
}

bool read_clock(Cursor& in, Fields& out) {
  const auto hour = in.digits(2);
  if (!hour || !in.take(':')) {
    return false;
  }
  const auto minute = in.digits(2);
  if (!minute) {
    return false;
  }
  out.hour = *hour;
  out.minute = *minute;
  out.has_time = true;
  if (!in.take(':')) {
    return true;
  }
  const auto second = in.digits(2);
  if (!second) {
    return false;
  }
  out.second = *second;
  return !in.take('.') || read_fraction(in, out);
}

bool read_offset(Cursor& in, Fields& out) {
  if (in.take('Z')) {
    out.offset_minutes = 0;
    return true;
  }
  const bool negative = in.peek() == '-';
  if (!in.take('-') && !in.take('+')) {
    return true;
  }
  const auto hours = in.digits(2);
  if (!hours || *hours > 23 || !in.take(':')) {
    return false;
  }
  const auto minutes = in.digits(2);
  if (!minutes || *minutes > 59) {
    return false;
  }
  const int total = *hours * 60 + *minutes;
  out.offset_minutes = negative ? -total : total;
  return true;
}

bool in_range(const Fields& f) {
  using namespace std::chrono;
  const year_month_day date{year{f.year}, month{static_cast<unsigned>(f.month)},
                            day{static_cast<unsigned>(f.day)}};
  const bool midnight = f.hour == 24 && f.minute == 0 && f.second == 0 && f.millisecond == 0;
  return date.ok() && (f.hour < 24 || midnight) && f.minute < 60 && f.second < 60;
}

TimeMs utc(const Fields& f) {
  using namespace std::chrono;
  const sys_days days{year_month_day{year{f.year}, month{static_cast<unsigned>(f.month)},
                                     day{static_cast<unsigned>(f.day)}}};
  return TimeMs{days.time_since_epoch().count()} * k_ms_per_day +
         (f.hour * 60 + f.minute) * k_ms_per_minute + f.second * k_ms_per_second + f.millisecond;
}

std::optional<TimeMs> local(const Fields& f) {
  std::tm parts{};
  parts.tm_year = f.year - 1900;
  parts.tm_mon = f.month - 1;
  parts.tm_mday = f.day;
  parts.tm_hour = f.hour;
  parts.tm_min = f.minute;
  parts.tm_sec = f.second;
  parts.tm_isdst = -1;
  const std::time_t seconds = std::mktime(&parts);
  if (seconds == -1 && f.year > 1970) {
    return std::nullopt;
  }
  return TimeMs{seconds} * k_ms_per_second + f.millisecond;
}

}  // namespace

TimeMs SystemClock::now() const {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string format_time(TimeMs time) {
  using namespace std::chrono;
  const sys_time<milliseconds> point{milliseconds{time}};
  const auto day_start = floor<days>(point);
  const year_month_day date{day_start};
  const hh_mm_ss clock{point - day_start};
  std::array<char, 64> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", int{date.year()},
      unsigned{date.month()}, unsigned{date.day()}, static_cast<int>(clock.hours().count()),
      static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
      static_cast<int>(clock.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<TimeMs> parse_time(std::string_view text) {
  Cursor in{text};
  Fields fields;
  if (!read_date(in, fields)) {
    return std::nullopt;
  }
  if (in.take('T') && !(read_clock(in, fields) && read_offset(in, fields))) {
    return std::nullopt;
  }
  if (!in.done() || !in_range(fields)) {
    return std::nullopt;
  }
  if (fields.has_time && !fields.offset_minutes) {
    return local(fields);
  }
  return utc(fields) - fields.offset_minutes.value_or(0) * k_ms_per_minute;
}

}  // namespace pumuki
