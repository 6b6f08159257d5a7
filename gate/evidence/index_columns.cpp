#include "gate/evidence/index_columns.h"

#include "gate/evidence/query_text.h"

#include <algorithm>
#include <numeric>

namespace pumuki::evidence {

std::uint32_t Interner::id(std::string_view text) {
  const auto [entry, is_new] = ids_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (is_new) {
    texts_.push_back(text);
  }
  return entry->second;
}

std::vector<std::uint32_t> collated_ranks(const std::vector<std::string_view>& texts,
                                          const Collator& collator) {
  std::vector<std::uint32_t> order(texts.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return collator.compare(texts[a], texts[b]) < 0;
  };
  // Writers sort, so the common case costs one pass.
  if (!std::ranges::is_sorted(order, before)) {
    std::ranges::stable_sort(order, before);
  }
  std::vector<std::uint32_t> ranks(texts.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    ranks[order[i]] = ranks[order[i - 1]] + (before(order[i - 1], order[i]) ? 1U : 0U);
  }
  return ranks;
}

TextTable::TextTable(std::vector<std::string> texts) {
  const auto before = [](const std::string& a, const std::string& b) {
    return compare_code_units(a, b) < 0;
  };
  std::ranges::sort(texts, before);
  const auto repeated = std::ranges::unique(texts);
  texts.erase(repeated.begin(), repeated.end());
  for (const std::string& text : texts) {
    bytes_ += text;
    ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  }
  bytes_.shrink_to_fit();
  ends_.shrink_to_fit();
}

std::string_view TextTable::at(std::size_t position) const {
  const std::size_t start = position == 0 ? 0 : ends_[position - 1];
  return std::string_view{bytes_}.substr(start, ends_[position] - start);
}

std::uint32_t TextTable::lower_bound(std::string_view text) const {
  std::size_t low = 0;
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (compare_code_units(at(middle), text) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return static_cast<std::uint32_t>(low);
}

std::optional<std::uint32_t> TextTable::find(std::string_view text) const {
  const std::uint32_t position = lower_bound(text);
  if (position < size() && at(position) == text) {
    return position;
  }
  return std::nullopt;
}

std::uint32_t TextTable::upper_bound(std::string_view text) const {
  return lower_bound(text) + (find(text) ? 1U : 0U);
}

FilterColumn filter_column(const Interner& column) {
  std::vector<std::string> lowered;
  lowered.reserve(column.texts().size());
  for (const std::string_view text : column.texts()) {
    lowered.push_back(lower_case(text));
  }
  FilterColumn result{TextTable{lowered}, {}};
  result.positions.reserve(lowered.size());
  for (const std::string& text : lowered) {
    result.positions.push_back(result.table.lower_bound(text));
  }
  return result;
}

}  // namespace pumuki::evidence
