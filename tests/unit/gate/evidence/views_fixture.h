#pragma once

#include "gate/evidence/collections.h"
#include "gate/evidence/facets.h"
#include "gate/evidence/index.h"
#include "gate/evidence/pages_answer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::evidence {

/// The JSON of a facet, or "<absent>".
inline std::string facet(const FacetList& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Facet::name);
  return found == list.end() ? "<absent>" : found->json;
}

/// The whole answer; "<failed>" when it cannot be given or breaks its announced size.
inline std::string text_of(const AnswerResult& answer) {
  if (!answer) {
    return "<failed>";
  }
  if (answer->text) {
    return *answer->text;
  }
  std::string text;
  const bool produced = answer->produce([&text](std::string_view piece) {
    text += piece;
    return true;
  });
  return produced && text.size() == answer->size ? text : "<failed>";
}

/// A valid reading made by hand: the served text grows item by item in an anonymous file.
class HandMade {
 public:
  HandMade() {
    loaded_.summary.kind = Kind::Valid;
    loaded_.summary.path = "/repo/.ai_evidence.json";
    loaded_.summary.version = "2.1";
    loaded_.collections.timestamp_json = "\"t\"";
    loaded_.collections.stage_json = "\"CI\"";
    loaded_.collections.outcome_json = "\"PASS\"";
    loaded_.collections.canonical_spelling = true;
    loaded_.text_fd.reset(memfd_create("evidence", MFD_CLOEXEC));
  }

  Range put(std::string_view text) {
    const Range range{loaded_.text_bytes, static_cast<std::uint32_t>(text.size())};
    [[maybe_unused]] const auto written = ::write(loaded_.text_fd.get(), text.data(), text.size());
    loaded_.text_bytes += text.size();
    return range;
  }
  HandMade& finding(FindingRow row, std::string_view source) {
    row.range = put(source);
    collections().findings.push_back(row);
    return *this;
  }
  HandMade& seen(std::string_view last_seen) {
    LedgerRow row{.rule_id = "r", .file = "f", .last_seen = last_seen};
    row.range = put('"' + std::string{last_seen} + '"');
    collections().ledger.push_back(row);
    return *this;
  }
  Collections& collections() { return loaded_.collections; }
  Loaded& loaded() { return loaded_; }
  std::shared_ptr<const Index> index() { return build_index(std::move(loaded_)); }

 private:
  Loaded loaded_;
};

}  // namespace pumuki::evidence
