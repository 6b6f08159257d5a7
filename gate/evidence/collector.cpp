#include "gate/evidence/collector.h"

#include "gate/core/json_text.h"
#include "gate/evidence/canonical.h"
#include "gate/evidence/json_scalar.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace pumuki::evidence {
namespace {

constexpr std::size_t k_arena_chunk = std::size_t{64} << 10;

template <class T>
concept HasRange = requires(T row) { row.range; };

}  // namespace

void Collector::fault(std::string reason, std::optional<std::uint64_t> offset) {
  if (!fault_) {
    fault_ = ShapeFault{.reason = std::move(reason), .offset = offset};
  }
}

void Collector::wrong(std::string_view problem, const Seen& seen) {
  if (fault_ || seen.type == Type::None) {
    return;
  }
  std::string where{path_};
  if (index_) {
    where += "[" + std::to_string(*index_) + "]";
  }
  if (!member_.empty()) {
    where += ".";
    where += member_;
  }
  fault(where + std::string{problem}, seen.range.offset);
}

std::string_view Collector::store(std::string_view text) {
  auto& arena = out_.arena;
  if (arena.empty() || arena.back().capacity() - arena.back().size() < text.size()) {
    arena.emplace_back().reserve(std::max(k_arena_chunk, text.size()));
  }
  std::string& chunk = arena.back();
  const std::size_t at = chunk.size();
  chunk += text;
  return std::string_view{chunk}.substr(at);
}

std::string_view Collector::keep(const Seen& seen) {
  return seen.transient && keeping_ ? store(seen.text) : seen.text;
}

std::string_view Collector::json_of(const Seen& seen) {
  const std::string_view raw = walker_.text().substr(seen.range.offset, seen.range.length);
  std::string json;
  append_canonical(json, raw);
  return json == raw ? raw : store(json);
}

template <class Row, std::size_t N>
void Collector::member(Value& value, const ListShape<Row, N>& shape, Row& row) {
  for (const auto& text : shape.texts) {
    if (text.name != member_) {
      continue;
    }
    const Seen seen = walker_.any(value);
    if (seen.type == Type::String) {
      row.*text.to = keep(seen);
    } else {
      wrong(" is not a string", seen);
    }
    return;
  }
  if (!special(row, value)) {
    walker_.any(value);
  }
}

template <class Row, std::size_t N>
Seen Collector::rows(Value& value, const ListShape<Row, N>& shape, std::vector<Row>& out) {
  path_ = shape.path;
  std::size_t count = 0;
  const Seen list = walker_.array(value, [&](Value& element) {
    index_ = count++;
    Row row;
    const Seen seen = walker_.object(element, [&](std::string_view name, Value& content) {
      member_ = name;
      member(content, shape, row);
    });
    member_ = {};
    if (seen.type != Type::Object) {
      wrong(" is not an object", seen);
      return;
    }
    for (const auto& text : shape.texts) {
      if (text.required && (row.*text.to).data() == nullptr) {
        member_ = text.name;
        wrong(" is missing", seen);
      }
    }
    member_ = {};
    if constexpr (HasRange<Row>) {
      row.range = seen.range;
    }
    if (keeping_) {
      out.push_back(row);
    }
  });
  index_ = std::nullopt;
  if (list.type != Type::Array) {
    wrong(" is not an array", list);
  }
  return list;
}

Seen Collector::findings(Value& value) {
  keeping_ = keep_rows_;
  const Seen seen = rows(value, k_findings, out_.findings);
  keeping_ = true;
  return seen;
}

Seen Collector::ledger(Value& value) {
  keeping_ = keep_rows_;
  const Seen seen = rows(value, k_ledger, out_.ledger);
  keeping_ = true;
  return seen;
}

Seen Collector::rulesets(Value& value) { return rows(value, k_rulesets, out_.rulesets); }

Seen Collector::consolidation(Value& value) {
  const Seen seen = walker_.object(value, [&](std::string_view name, Value& content) {
    if (name != "suppressed") {
      walker_.any(content);
      return;
    }
    keeping_ = keep_rows_;
    rows(content, k_suppressed, out_.suppressed);
    keeping_ = true;
  });
  path_ = "consolidation";
  if (seen.type != Type::Object && seen.type != Type::Null) {
    wrong(" is not an object", seen);
  }
  return seen;
}

bool Collector::special(FindingRow& row, Value& value) {
  if (member_ != "lines") {
    return false;
  }
  std::string text;
  const Seen seen = lines(value, text);
  row.lines_text = keeping_ ? store(text) : std::string_view{};
  row.has_line_list =
      seen.type == Type::Array && walker_.text()
                                          .substr(seen.range.offset + 1, seen.range.length - 2)
                                          .find_first_not_of(" \n\r\t") != std::string_view::npos;
  return true;
}

bool Collector::special(LedgerRow& row, Value& value) {
  if (member_ == "fingerprint" || member_ == "file_b64") {
    const Seen seen = walker_.any(value);
    if (seen.type == Type::String) {
      (member_ == "fingerprint" ? row.fingerprint : row.file_b64) = keep(seen);
    }
    return true;
  }
  if (member_ != "lines") {
    return false;
  }
  std::string text;
  lines(value, text);
  row.lines_text = keeping_ ? store(text) : std::string_view{};
  return true;
}

bool Collector::special(RulesetRow& /*row*/, Value& /*value*/) { return false; }

bool Collector::special(SuppressedRow& row, Value& value) {
  if (member_ == "replacementRuleId") {
    maybe_text(row.replacement, value);
  } else if (member_ == "platform") {
    maybe_text(row.platform, value);
  } else {
    return false;
  }
  return true;
}

void Collector::maybe_text(MaybeText& to, Value& value) {
  const Seen seen = walker_.any(value);
  if (seen.type == Type::Null) {
    to.state = MaybeText::State::Null;
  } else if (seen.type == Type::String) {
    to = {.state = MaybeText::State::Text, .text = keep(seen)};
  } else {
    wrong(" is neither a string nor null", seen);
  }
}

Seen Collector::platforms(Value& value) {
  path_ = "platforms";
  const Seen seen = walker_.object(
      value, [&](std::string_view name, Value& content) { platform(name, content); });
  member_ = {};
  if (seen.type != Type::Object) {
    wrong(" is not an object", seen);
  }
  return seen;
}

void Collector::platform(std::string_view name, Value& value) {
  // The walker owns names that are spelled with escapes.
  const std::string_view kept = store(name);
  PlatformRow row{.name = kept, .detected = {}, .confidence = {}};
  member_ = kept;
  const Seen seen = walker_.object(value, [&](std::string_view field, Value& content) {
    const Seen part = walker_.any(content);
    if (field == "detected" && (part.type == Type::True || part.type == Type::False)) {
      row.detected = part.type == Type::True;
    } else if (field == "detected") {
      wrong(".detected is not true or false", part);
    } else if (field == "confidence" && part.type == Type::String) {
      row.confidence = keep(part);
    } else if (field == "confidence") {
      wrong(".confidence is not a string", part);
    }
  });
  if (seen.type != Type::Object) {
    wrong(" is not an object", seen);
  }
  out_.platforms.push_back(row);
}

}  // namespace pumuki::evidence
