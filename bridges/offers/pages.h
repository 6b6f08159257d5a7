#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::offers {

/// Larger replies are cut into pages: as text and as structure in one message they stay below the
/// limit of a line.
inline constexpr std::size_t k_max_page_bytes = std::size_t{3} << 20;
/// Largest page a server gives out (contract: evidence-server §8).
inline constexpr std::uint64_t k_max_page_entries = 100;

/// The query of a list with its page taken out. Names and values stay percent-encoded.
class PagedQuery {
 public:
  explicit PagedQuery(std::string_view query);

  /// What the client asked for; nothing when it gave no limit.
  [[nodiscard]] std::optional<std::uint64_t> limit() const { return limit_; }
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// The same filters with that page.
  [[nodiscard]] std::string page(std::uint64_t limit, std::uint64_t offset) const;

 private:
  std::vector<std::string> filters_;
  std::optional<std::uint64_t> limit_;
  std::uint64_t offset_ = 0;
};

/// A page says `has_more`.
bool has_more(std::string_view page);

}  // namespace pumuki::offers
