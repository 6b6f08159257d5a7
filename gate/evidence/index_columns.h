#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
  void grow();
  /// Where the text with that hash is, or the empty slot where it belongs.
  [[nodiscard]] std::size_t slot_of(std::string_view text, std::size_t hash) const;

  std::vector<std::string_view> texts_;
  /// Per text, so that growing looks at no text again.
  std::vector<std::size_t> hashes_;
  /// Open addressing; the size is a power of two, at most half of it is used.
  std::vector<std::uint32_t> slots_;
  /// Sorted rows repeat themselves.
  std::uint32_t last_ = 0;
};

/// One text member of all rows as numbers. Texts lie all over the loading buffer, so each is looked
/// at once, here.
struct Column {
  Interner distinct;
  /// Per row.
  std::vector<std::uint32_t> ids;

  template <class Row>
  Column(const std::vector<Row>& rows, std::string_view Row::* member) {
    ids.reserve(rows.size());
    for (const Row& row : rows) {
      ids.push_back(distinct.id(row.*member));
    }
  }

  [[nodiscard]] std::size_t distinct_count() const { return distinct.texts().size(); }
  /// Rows per distinct text.
  [[nodiscard]] std::vector<std::size_t> occurrences() const;
};

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

/// The lower-cased texts of a column and, per distinct text of it, the position in the table.
struct FilterColumn {
  TextTable table;
  std::vector<std::uint32_t> positions;
};

FilterColumn filter_column(const Interner& distinct);

}  // namespace pumuki::evidence
