#pragma once

#include <compare>
#include <memory>
#include <string_view>

namespace pumuki::evidence {

/// The order of texts in every sorted list (evidence-server §9): root collation of the Unicode
/// Collation Algorithm, tertiary strength, punctuation not ignored, digits by character. Equal does
/// not mean identical. One thread at a time: the tables beyond ASCII are loaded when first needed.
class Collator {
 public:
  Collator();
  Collator(const Collator&) = delete;
  Collator& operator=(const Collator&) = delete;
  ~Collator();

  [[nodiscard]] std::weak_ordering compare(std::string_view a, std::string_view b) const;

 private:
  struct Tables;
  mutable std::unique_ptr<Tables> tables_;
};

}  // namespace pumuki::evidence
