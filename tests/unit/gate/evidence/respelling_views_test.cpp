#include "gate/evidence/canonical.h"
#include "gate/evidence/pages_respelling.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki::evidence {
namespace {

std::string in_pieces(std::string_view text, std::size_t piece) {
  StreamRespeller respeller;
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    out += respeller.respell(text.substr(at, piece));
  }
  out += respeller.finish();
  return respeller.sound() ? out : "<unsound>";
}

TEST(StreamRespeller, agrees_with_the_canonical_text_wherever_it_is_cut) {
  const std::string text =
      "{ \"k\\u00e9\" : [ 1.0 , -0 , 1E2,12345678901234567890, 0.0000001 ,1e21, 1e999, true,\n"
      "null , \"\\/ \\\" \\\\ \\ud83d\\ude80 \\ud83d \\u0001\\b\\n caf\xC3\xA9 \" ] , \"\":{} , "
      "\"z\\\\\" : -1.50}";
  std::string expected;
  ASSERT_TRUE(append_canonical(expected, text));
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    EXPECT_EQ(in_pieces(text, piece), expected) << piece;
  }
}

TEST(StreamRespeller, a_number_ends_with_the_text) {
  EXPECT_EQ(in_pieces(" 1.50", 2), "1.5");
  EXPECT_EQ(in_pieces("7", 1), "7");
}

TEST(StreamRespeller, says_when_a_token_is_none) {
  EXPECT_EQ(in_pieces("[1-2]", 64), "<unsound>");
  EXPECT_EQ(in_pieces("\"\\x\"", 64), "<unsound>");
  EXPECT_EQ(in_pieces("\"cut", 64), "<unsound>");
}

}  // namespace
}  // namespace pumuki::evidence
