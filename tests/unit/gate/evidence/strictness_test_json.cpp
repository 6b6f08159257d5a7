// The reader accepts exactly what a strict parser of another make accepts.
#include "gate/core/text.h"
#include "gate/evidence/canonical.h"
#include "gate/evidence/fault_place.h"
#include "tests/unit/gate/evidence/random_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace pumuki::evidence {
namespace {

/// The other parser refuses numbers beyond a double and lone surrogates, which JSON.parse reads.
bool outside_its_range(const std::string& text) {
  return text.find("\\u") != std::string::npos || text.find_first_of("eE") != std::string::npos;
}

TEST(Strictness, is_that_of_another_parser) {
  static constexpr std::string_view k_bytes = "{}[]:,\"\\ 0-1.tf\n\t\x01/x'";
  unsigned refused = 0;
  unsigned accepted = 0;
  for (unsigned seed = 0; seed < 30'000; ++seed) {
    RandomJson random{seed, true};
    std::string text = random.value(3).text;
    for (std::size_t edits = random.below(4); edits > 0; --edits) {
      const std::size_t at = random.below(text.size());
      const char byte = k_bytes[random.below(k_bytes.size())];
      if (random.below(2) == 0) {
        text[at] = byte;
      } else {
        text.insert(at, 1, byte);
      }
    }
    if (outside_its_range(text)) {
      continue;
    }
    std::string out;
    const bool ours = append_canonical(out, text);
    ASSERT_EQ(ours, nlohmann::json::accept(text)) << text;
    ASSERT_EQ(ours, !is_valid_utf8(text) ? false : !fault_place(text)) << text;
    ++(ours ? accepted : refused);
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(accepted, 1000U);
}

}  // namespace
}  // namespace pumuki::evidence
