#include "gate/evidence/pages_compaction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace pumuki::evidence {
namespace {

std::string in_pieces(std::string_view text, std::size_t piece) {
  StreamCompactor compactor{piece};
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    out += compactor.compact(text.substr(at, piece));
  }
  return out;
}

TEST(StreamCompactor, keeps_white_space_inside_texts) {
  EXPECT_EQ(in_pieces("{ \"a b\" : [ 1 ,\t\"\\\" \\\\\" , \" \" ] }\r\n", 1024),
            "{\"a b\":[1,\"\\\" \\\\\",\" \"]}");
}

TEST(StreamCompactor, does_not_care_where_it_is_cut) {
  std::string text = "[\n";
  std::string expected = "[";
  for (int i = 0; i < 400; ++i) {
    const std::string quoted = "\"x \\\" \\\\ " + std::to_string(i) + "\\\\\"";
    text += "   " + quoted + "  ,\n";
    expected += quoted + ",";
  }
  text += "  null\n]\n";
  expected += "null]";
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 63U, 64U, 65U, 128U, 500U, 1000U, 65536U}) {
    EXPECT_EQ(in_pieces(text, piece), expected) << piece;
  }
}

TEST(StreamCompactor, long_lines_without_line_feeds) {
  const std::string quoted = '"' + std::string(10'000, ' ') + '"';
  EXPECT_EQ(in_pieces("[ " + quoted + " , " + quoted + " ]", 777),
            "[" + quoted + "," + quoted + "]");
}

TEST(StreamCompactor, never_gives_more_than_it_got) {
  std::mt19937 random{3};
  const std::string_view characters = "\"\\ \n{}[],:ax";
  std::uniform_int_distribution<std::size_t> any{0, characters.size() - 1};
  StreamCompactor compactor{4096};
  for (int round = 0; round < 500; ++round) {
    std::string piece(4096, ' ');
    std::ranges::generate(piece, [&] { return characters[any(random)]; });
    EXPECT_LE(compactor.compact(piece).size(), piece.size());
  }
}

}  // namespace
}  // namespace pumuki::evidence
