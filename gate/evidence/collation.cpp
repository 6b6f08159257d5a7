#include "gate/evidence/collation.h"

#include "gate/core/ascii_collation.h"
#include "gate/core/text.h"
#include "gate/evidence/query_text.h"

#include <unicode/ucol.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace pumuki::evidence {

namespace {

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t end = std::min(a.size(), b.size());
  std::size_t i = 0;
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  for (; i + sizeof left <= end; i += sizeof left) {
    std::memcpy(&left, a.data() + i, sizeof left);
    std::memcpy(&right, b.data() + i, sizeof right);
    if (left != right) {
      break;
    }
  }
  while (i < end && a[i] == b[i]) {
    ++i;
  }
  return i;
}

}  // namespace

struct Collator::Tables {
  struct Close {
    void operator()(UCollator* collator) const { ucol_close(collator); }
  };
  std::unique_ptr<UCollator, Close> collator;
};

Collator::Collator() = default;
Collator::~Collator() = default;

std::weak_ordering Collator::compare(std::string_view a, std::string_view b) const {
  const std::size_t same = common_prefix(a, b);
  if (same == a.size() && same == b.size()) {
    return std::weak_ordering::equivalent;
  }
  if (is_ascii(a) && is_ascii(b)) {
    // Equal ASCII prefixes say nothing at any level.
    return compare_ascii_collated(a.substr(same), b.substr(same));
  }
  if (!tables_) {
    UErrorCode status = U_ZERO_ERROR;
    tables_ = std::make_unique<Tables>();
    tables_->collator.reset(ucol_open("en-US", &status));
    if (tables_->collator) {
      ucol_setStrength(tables_->collator.get(), UCOL_TERTIARY);
    }
  }
  if (!tables_->collator) {
    // ICU without its data: some order is better than none.
    return compare_code_units(a, b);
  }
  const std::u16string left = to_utf16(a);
  const std::u16string right = to_utf16(b);
  const UCollationResult result =
      ucol_strcoll(tables_->collator.get(), left.data(), static_cast<std::int32_t>(left.size()),
                   right.data(), static_cast<std::int32_t>(right.size()));
  return static_cast<int>(result) <=> 0;
}

}  // namespace pumuki::evidence
