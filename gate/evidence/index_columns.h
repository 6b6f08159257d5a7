#pragma once

#include "gate/evidence/collation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pumuki::evidence {

/// Numbers for the distinct texts of one column, in order of first appearance. The texts must
/// outlive it.
class Interner {
 public:
  std::uint32_t id(std::string_view text);
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  std::unordered_map<std::string_view, std::uint32_t> ids_;
  std::vector<std::string_view> texts_;
};

/// Rank of every text in collated order; texts that collate equal share one.
std::vector<std::uint32_t> collated_ranks(const std::vector<std::string_view>& texts,
                                          const Collator& collator);

/// A sorted set of lower-cased texts that filters are looked up in; entries keep positions, not
/// texts. Order: UTF-16 code units. Immutable.
class TextTable {
 public:
  TextTable() = default;
  /// `texts` need not be sorted or distinct.
  explicit TextTable(std::vector<std::string> texts);

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const;
  /// Number of texts before `text`.
  [[nodiscard]] std::uint32_t lower_bound(std::string_view text) const;
  /// Number of texts before or equal to `text`.
  [[nodiscard]] std::uint32_t upper_bound(std::string_view text) const;

 private:
  [[nodiscard]] std::string_view at(std::size_t position) const;
  [[nodiscard]] std::size_t size() const { return ends_.size(); }

  /// All texts in one piece: a table of distinct times is as long as the ledger.
  std::string bytes_;
  std::vector<std::uint32_t> ends_;
};

/// The lower-cased texts of a column and, per id of the interner, the position in the table.
struct FilterColumn {
  TextTable table;
  std::vector<std::uint32_t> positions;
};

FilterColumn filter_column(const Interner& column);

}  // namespace pumuki::evidence
