#pragma once

#include "gate/collect/byte_source.h"
#include "gate/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace pumuki::collect {

/// Takes the parts of a JSON text in their order. A call may refuse with reject().
class JsonEvents {
 public:
  JsonEvents() = default;
  JsonEvents(const JsonEvents&) = delete;
  JsonEvents& operator=(const JsonEvents&) = delete;
  virtual ~JsonEvents() = default;

  /// Each returns false to stop.
  virtual bool begin_object() = 0;
  virtual bool end_object() = 0;
  virtual bool begin_array() = 0;
  virtual bool end_array() = 0;
  virtual bool key(std::string& name) = 0;
  virtual bool text(std::string& value) = 0;
  virtual bool number(double value) = 0;
  virtual bool boolean(bool value) = 0;
  virtual bool null() = 0;
};

/// No string of a report may be longer, nor white space between two values.
inline constexpr std::size_t k_max_json_token_bytes = std::size_t{8} << 20;
/// Deepest nesting of a report; the formats need about 20.
inline constexpr std::size_t k_max_report_depth = 256;

/// Reads one JSON value (RFC 8259, UTF-8 checked) from where the source stands to behind it, in
/// memory that depends on neither size nor depth. `alone`: only white space may follow. Errors, all
/// with the byte offset: NotJson, TooLarge, WrongShape (the taker stopped), or the source's own.
Result<void> read_json(ByteSource& source, JsonEvents& events, bool alone);

}  // namespace pumuki::collect
