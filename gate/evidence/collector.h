#pragma once

#include "gate/evidence/collections.h"
#include "gate/evidence/walker.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// A member of a wrong type, or one that is missing.
struct ShapeFault {
  /// "snapshot.findings[3].ruleId is not a string"
  std::string reason;
  std::optional<std::uint64_t> offset;
};

/// Reads the collections of a document as the walker passes them, checking their shapes
/// (evidence-server §10 O2): what the routes and the gate touch must have the type they expect;
/// everything else may be anything.
class Collector {
 public:
  using Value = Walker::Value;

  /// Without `keep_rows` the shapes of findings, ledger and suppressed entries are checked but
  /// their rows are not kept.
  Collector(Walker& walker, Collections& out, bool keep_rows)
      : walker_(walker), out_(out), keep_rows_(keep_rows) {}

  Seen findings(Value& value);
  Seen ledger(Value& value);
  Seen rulesets(Value& value);
  Seen platforms(Value& value);
  Seen consolidation(Value& value);

  /// Canonical JSON text of a value that is served as it stands; lives as long as the collections.
  std::string_view json_of(const Seen& seen);
  /// The same text in memory that lives as long as the collections.
  std::string_view store(std::string_view text);
  /// Notes a fault; the first one counts.
  void fault(std::string reason, std::optional<std::uint64_t> offset = std::nullopt);
  [[nodiscard]] const std::optional<ShapeFault>& first_fault() const { return fault_; }

 private:
  /// A member that is text when it is there.
  template <class Row>
  struct TextMember {
    std::string_view name;
    std::string_view Row::* to;
    bool required;
  };
  template <class Row, std::size_t N>
  struct ListShape {
    std::string_view path;
    std::array<TextMember<Row>, N> texts;
  };
  static constexpr ListShape<FindingRow, 5> k_findings{"snapshot.findings",
                                                       {{{"ruleId", &FindingRow::rule_id, true},
                                                         {"severity", &FindingRow::severity, true},
                                                         {"code", &FindingRow::code, false},
                                                         {"message", &FindingRow::message, false},
                                                         {"file", &FindingRow::file, true}}}};
  static constexpr ListShape<LedgerRow, 4> k_ledger{"ledger",
                                                    {{{"ruleId", &LedgerRow::rule_id, true},
                                                      {"file", &LedgerRow::file, true},
                                                      {"firstSeen", &LedgerRow::first_seen, false},
                                                      {"lastSeen", &LedgerRow::last_seen, false}}}};
  static constexpr ListShape<RulesetRow, 3> k_rulesets{"rulesets",
                                                       {{{"platform", &RulesetRow::platform, true},
                                                         {"bundle", &RulesetRow::bundle, true},
                                                         {"hash", &RulesetRow::hash, true}}}};
  static constexpr ListShape<SuppressedRow, 4> k_suppressed{
      "consolidation.suppressed",
      {{{"ruleId", &SuppressedRow::rule_id, true},
        {"file", &SuppressedRow::file, true},
        {"reason", &SuppressedRow::reason, true},
        {"replacedByRuleId", &SuppressedRow::replaced_by, true}}}};

  template <class Row, std::size_t N>
  Seen rows(Value& value, const ListShape<Row, N>& shape, std::vector<Row>& out);
  template <class Row, std::size_t N>
  std::string_view row(Value& value, const ListShape<Row, N>& shape, Row& row);
  template <class Row, std::size_t N>
  void member(Value& value, const ListShape<Row, N>& shape, Row& row);
  bool special(FindingRow& row, Value& value);
  bool special(LedgerRow& row, Value& value);
  bool special(RulesetRow& row, Value& value);
  bool special(SuppressedRow& row, Value& value);
  void maybe_text(MaybeText& to, Value& value);
  void platform(std::string_view name, Value& value);

  Seen lines(Value& value, std::string& text);
  void append_text(Value& value, std::string& text);
  void wrong(std::string_view problem, const Seen& seen);
  std::string_view keep(const Seen& seen);

  Walker& walker_;
  Collections& out_;
  const bool keep_rows_;
  /// Whether rows of the list being read are kept.
  bool keeping_ = true;
  std::optional<ShapeFault> fault_;
  /// Where the walk is, for the sentence of a fault.
  std::string_view path_;
  std::optional<std::size_t> index_;
  std::string_view member_;
};

}  // namespace pumuki::evidence
