#include "gate/evidence/index_columns.h"

#include "gate/evidence/query_text.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace pumuki::evidence {

namespace {

constexpr std::uint32_t k_empty = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t k_first_slots = 16;

}  // namespace

std::uint32_t Interner::id(std::string_view text) {
  if (last_ < texts_.size() && texts_[last_] == text) {
    return last_;
  }
  if (texts_.size() * 2 >= slots_.size()) {
    grow();
  }
  const std::size_t hash = std::hash<std::string_view>{}(text);
  std::uint32_t& slot = slots_[slot_of(text, hash)];
  if (slot == k_empty) {
    slot = static_cast<std::uint32_t>(texts_.size());
    texts_.push_back(text);
    hashes_.push_back(hash);
  }
  last_ = slot;
  return last_;
}

std::size_t Interner::slot_of(std::string_view text, std::size_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at] != k_empty && (hashes_[slots_[at]] != hash || texts_[slots_[at]] != text)) {
    at = (at + 1) & mask;
  }
  return at;
}

void Interner::grow() {
  slots_.assign(std::max(slots_.size() * 2, k_first_slots), k_empty);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < texts_.size(); ++id) {
    std::size_t at = hashes_[id] & mask;
    while (slots_[at] != k_empty) {
      at = (at + 1) & mask;
    }
    slots_[at] = id;
  }
}

std::vector<std::size_t> Column::occurrences() const {
  std::vector<std::size_t> counts(distinct_count());
  for (const std::uint32_t id : ids) {
    ++counts[id];
  }
  return counts;
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

FilterColumn filter_column(const Interner& distinct) {
  std::vector<std::string> lowered;
  lowered.reserve(distinct.texts().size());
  for (const std::string_view text : distinct.texts()) {
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
