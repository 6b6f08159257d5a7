// Two ways lead to a hash: the streamed one and the exact one. They may never disagree.
#include "gate/core/sha256.h"
#include "gate/core/text.h"
#include "gate/evidence/canonical.h"
#include "gate/evidence/reading.h"
#include "gate/evidence/text_buffer.h"
#include "tests/unit/gate/evidence/random_json.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki::evidence {
namespace {

constexpr unsigned k_documents = 4000;

Reading streamed(std::string text) {
  add_padding(text);
  return read_document(text, Order::Check, false);
}

TEST(Routes, agree_on_tidy_documents_and_the_streamed_one_takes_them) {
  for (unsigned seed = 0; seed < k_documents; ++seed) {
    RandomJson random{seed, false};
    const Made document = random.object(5);
    const Reading reading = streamed(document.text);
    ASSERT_FALSE(reading.stop) << document.text;
    ASSERT_EQ(reading.payload_hash, "sha256:" + sha256_hex(document.canonical)) << document.text;
    ASSERT_EQ(payload_hash(document.text).value(), reading.payload_hash) << document.text;
  }
}

TEST(Routes, agree_on_messy_documents_or_the_streamed_one_gives_them_up) {
  unsigned given_up = 0;
  for (unsigned seed = 0; seed < k_documents; ++seed) {
    RandomJson random{seed, true};
    const Made document = random.object(4);
    const std::string expected = "sha256:" + sha256_hex(document.canonical);
    ASSERT_EQ(payload_hash(document.text).value(), expected) << document.text;
    const Reading reading = streamed(document.text);
    ASSERT_EQ(reading.stop.has_value(), reading.needs_exact) << document.text;
    if (reading.needs_exact) {
      ++given_up;
    } else {
      ASSERT_EQ(reading.payload_hash, expected) << document.text;
    }
  }
  EXPECT_GT(given_up, k_documents / 4);
  EXPECT_LT(given_up, k_documents);
}

TEST(Routes, agree_on_which_texts_are_not_json) {
  static constexpr std::string_view k_bytes = "{}[]:,\"\\ 0-1e.tn\nu";
  unsigned refused = 0;
  for (unsigned seed = 0; seed < k_documents; ++seed) {
    RandomJson random{seed, seed % 2 == 0};
    std::string text = random.object(3).text;
    for (std::size_t edits = 1 + random.below(2); edits > 0; --edits) {
      text[random.below(text.size())] = k_bytes[random.below(k_bytes.size())];
    }
    const auto first = text.find_first_not_of(" \n\r\t");
    if (first == std::string::npos || text[first] != '{' || !is_valid_utf8(text)) {
      continue;
    }
    const Reading reading = streamed(text);
    const bool exact = payload_hash(text).has_value();
    refused += exact ? 0 : 1;
    if (!reading.needs_exact) {
      ASSERT_EQ(!reading.stop.has_value(), exact) << text;
    }
  }
  EXPECT_GT(refused, k_documents / 4);
}

}  // namespace
}  // namespace pumuki::evidence
