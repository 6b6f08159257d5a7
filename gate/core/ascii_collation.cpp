#include "gate/core/ascii_collation.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace pumuki {
namespace {

constexpr std::string_view k_order =
    "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

/// Primary rank per character; 0 is "ignored". Capitals have the rank of their small letter.
constexpr std::array<std::uint8_t, 128> make_ranks() {
  std::array<std::uint8_t, 128> ranks{};
  for (std::size_t i = 0; i < k_order.size(); ++i) {
    const auto c = static_cast<unsigned char>(k_order[i]);
    ranks.at(c) = static_cast<std::uint8_t>(i + 1);
    if (c >= 'a' && c <= 'z') {
      ranks.at(c - std::size_t{'a'} + std::size_t{'A'}) = static_cast<std::uint8_t>(i + 1);
    }
  }
  return ranks;
}

constexpr auto k_ranks = make_ranks();

std::uint8_t rank(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < k_ranks.size() ? k_ranks.at(byte) : byte;
}
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

std::size_t skip_ignored(std::string_view text, std::size_t i) {
  while (i < text.size() && rank(text[i]) == 0) {
    ++i;
  }
  return i;
}

}  // namespace

std::weak_ordering compare_ascii_collated(std::string_view a, std::string_view b) {
  auto by_case = std::weak_ordering::equivalent;
  std::size_t i = skip_ignored(a, 0);
  std::size_t j = skip_ignored(b, 0);
  while (i < a.size() && j < b.size()) {
    if (rank(a[i]) != rank(b[j])) {
      return rank(a[i]) <=> rank(b[j]);
    }
    if (by_case == 0 && is_upper(a[i]) != is_upper(b[j])) {
      by_case = is_upper(a[i]) ? std::weak_ordering::greater : std::weak_ordering::less;
    }
    i = skip_ignored(a, i + 1);
    j = skip_ignored(b, j + 1);
  }
  if (i < a.size() || j < b.size()) {
    return i < a.size() ? std::weak_ordering::greater : std::weak_ordering::less;
  }
  return by_case;
}

}  // namespace pumuki
