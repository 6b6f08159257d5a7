#include "bridges/mcp/json_view.h"
#include "bridges/mcp/line_reader.h"
#include "bridges/mcp/message.h"
#include "gate/core/text.h"
#include "tests/fuzz/target.h"

#include <string>
#include <variant>
#include <vector>

/// Lines in arbitrary pieces, and the messages in them.
/// Input: one byte for the limit of a line, one for the number of cuts (at most 7), the cuts, then
/// the stream.
namespace pumuki::mcp {
namespace {

constexpr std::size_t k_max_cuts = 8;
constexpr std::size_t k_limit_step = 64;
constexpr std::string_view k_too_long = "(too long)";
constexpr std::string_view k_mark = "\xEF\xBB\xBF";

/// What the reader must say, worked out from the whole stream.
std::vector<std::string> expected_events(std::string_view stream, std::size_t limit) {
  std::vector<std::string> events;
  bool first = true;
  for (std::string_view line : split(stream, '\n')) {
    if (line.size() > limit) {
      events.emplace_back(k_too_long);
    } else {
      if (first && line.starts_with(k_mark)) {
        line.remove_prefix(k_mark.size());
      }
      line = trim(line);
      if (!line.empty()) {
        events.emplace_back(line);
      }
    }
    first = false;
  }
  return events;
}

void check_id(const RequestId& id) {
  const auto again = request_id(id.raw);
  fuzz::require(again && again->raw == id.raw && again->key == id.key);
}

void check_message(const Message& message) {
  if (const auto* request = std::get_if<Request>(&message)) {
    check_id(request->id);
    fuzz::require(!request->params || json_kind(*request->params) == JsonKind::Object);
    fuzz::require(!request->params || check_json(*request->params) == JsonFault::None);
  } else if (const auto* bad = std::get_if<BadMessage>(&message)) {
    fuzz::require(bad->code < 0 && !bad->reason.empty());
    if (bad->id) {
      check_id(*bad->id);
    }
  }
}

/// Every slice of a text that was accepted is JSON itself.
void check_slices(std::string_view text) {
  const JsonMembers members{text};
  for (const auto& [name, value] : members.all()) {
    fuzz::require(is_valid_utf8(name) && check_json(value) == JsonFault::None);
    check_slices(value);
  }
  for (const std::string_view element : json_elements(text)) {
    fuzz::require(check_json(element) == JsonFault::None);
    check_slices(element);
  }
}

void check_line(std::string_view text) {
  const Line line = parse_line(text);
  fuzz::require(line.batch || line.messages.size() == 1);
  for (const Message& message : line.messages) {
    check_message(message);
  }
  if (check_json(text) == JsonFault::None) {
    check_slices(text);
  }
}

}  // namespace
}  // namespace pumuki::mcp

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  fuzz::Input input{data, size};
  const std::size_t limit = (input.choice(256) + 1) * mcp::k_limit_step;
  const std::string_view cuts = input.take(input.choice(mcp::k_max_cuts));
  std::vector<std::string> events;
  mcp::LineReader reader{{[&](std::string_view line) { events.emplace_back(line); },
                          [&] { events.emplace_back(mcp::k_too_long); }},
                         limit};
  fuzz::in_pieces(input.rest(), cuts, [&](std::string_view piece) { reader.feed(piece); });
  reader.finish();
  fuzz::require(events == mcp::expected_events(input.rest(), limit));
  for (const std::string& line : events) {
    mcp::check_line(line);
  }
  return 0;
}
