#include "gate/evidence/json_scalar.h"
#include "gate/evidence/walker.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace pumuki::evidence {
namespace {

/// Work that putting nested objects in order may take, in bytes moved. Objects out of order at
/// every level would otherwise cost depth times size.
constexpr std::uint64_t k_max_reordered_bytes = std::uint64_t{4} << 30;
constexpr std::uint64_t k_no_index = ~std::uint64_t{0};

/// A member that stays: its place is the first one of that name, its value the last.
struct Kept {
  std::uint64_t index = k_no_index;
  std::size_t first = 0;
  std::size_t last = 0;
};

std::uint64_t index_of(std::string_view name) {
  std::uint64_t value = k_no_index;
  if (is_array_index(name)) {
    std::from_chars(name.data(), name.data() + name.size(), value);
  }
  return value;
}

/// `text(i)`: the name of member i of `count`. In the order of evidence-v2.1 §3.
template <class NameOf>
std::vector<Kept> kept_members(std::size_t count, NameOf text) {
  std::vector<std::size_t> by_name(count);
  std::iota(by_name.begin(), by_name.end(), std::size_t{0});
  std::stable_sort(by_name.begin(), by_name.end(),
                   [&](std::size_t a, std::size_t b) { return text(a) < text(b); });
  std::vector<Kept> kept;
  for (const std::size_t i : by_name) {
    if (!kept.empty() && text(kept.back().first) == text(i)) {
      kept.back().last = i;
    } else {
      kept.push_back({.index = index_of(text(i)), .first = i, .last = i});
    }
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) {
    return a.index != b.index ? a.index < b.index : a.first < b.first;
  });
  return kept;
}

bool in_order(const std::vector<Kept>& kept, std::size_t count) {
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i].first != i || kept[i].last != i) {
      return false;
    }
  }
  return kept.size() == count;
}

}  // namespace

bool Walker::reorder(std::size_t base, std::size_t body_begin) {
  const std::size_t count = names_.size() - base;
  const std::size_t marks = marks_.size() - count;
  const auto kept = kept_members(count, [&](std::size_t i) { return names_[base + i].text; });
  std::string& out = emitter_.pending();
  if (!in_order(kept, count)) {
    reordered_bytes_ += out.size() - body_begin;
    if (reordered_bytes_ > k_max_reordered_bytes) {
      halt("too many nested objects are out of order", nullptr);
      return false;
    }
    std::string body;
    for (const Kept& member : kept) {
      const Mark& mark = marks_[marks + member.last];
      body += body.empty() ? "" : ",";
      body.append(out, mark.begin, mark.end - mark.begin);
    }
    out.replace(body_begin, std::string::npos, body);
  }
  names_.resize(base);
  marks_.resize(marks);
  return true;
}

}  // namespace pumuki::evidence
