#include "bridges/mcp/line_reader.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace pumuki::mcp {
namespace {

using ::testing::ElementsAre;

struct Reading {
  explicit Reading(std::size_t limit = k_max_input_line_bytes)
      : reader(
            {[this](std::string_view line) { lines.emplace_back(line); }, [this] { ++too_long; }},
            limit) {}
  std::vector<std::string> lines;
  int too_long = 0;
  LineReader reader;
};

TEST(LineReader, joins_a_character_that_was_split_at_any_byte) {
  const std::string text = "{\"a\":\"é漢🎉\"}\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Reading reading;
    reading.reader.feed(std::string_view{text}.substr(0, cut));
    reading.reader.feed(std::string_view{text}.substr(cut));
    EXPECT_THAT(reading.lines, ElementsAre("{\"a\":\"é漢🎉\"}")) << cut;
  }
}

TEST(LineReader, takes_several_lines_from_one_read_and_one_line_from_many) {
  Reading reading;
  reading.reader.feed("1\n2\n3");
  for (const char c : std::string_view{"4\n5\n"}) {
    reading.reader.feed({&c, 1});
  }
  EXPECT_THAT(reading.lines, ElementsAre("1", "2", "34", "5"));
}

TEST(LineReader, accepts_crlf_and_skips_blank_lines) {
  Reading reading;
  reading.reader.feed("\n\r\n   \n\t\n1\r\n");
  EXPECT_THAT(reading.lines, ElementsAre("1"));
}

TEST(LineReader, drops_a_byte_order_mark_at_the_start_only) {
  Reading reading;
  reading.reader.feed(
      "\xEF\xBB\xBF"
      "1\n\xEF\xBB\xBF"
      "2\n");
  EXPECT_THAT(reading.lines, ElementsAre("1",
                                         "\xEF\xBB\xBF"
                                         "2"));
}

TEST(LineReader, serves_a_last_line_without_newline) {
  Reading reading;
  reading.reader.feed("1\n2");
  reading.reader.finish();
  reading.reader.finish();
  EXPECT_THAT(reading.lines, ElementsAre("1", "2"));
}

TEST(LineReader, takes_16_mib) {
  Reading reading;
  const std::string line(std::size_t{16} << 20, 'x');
  reading.reader.feed(line);
  reading.reader.feed("\n");
  ASSERT_EQ(reading.lines.size(), 1U);
  EXPECT_EQ(reading.lines.front().size(), line.size());
}

TEST(LineReader, reports_a_line_over_the_limit_once_and_goes_on) {
  Reading reading{8};
  reading.reader.feed("12345678\n123456789");
  reading.reader.feed("0123456789\nok\n");
  EXPECT_EQ(reading.too_long, 1);
  EXPECT_THAT(reading.lines, ElementsAre("12345678", "ok"));
}

}  // namespace
}  // namespace pumuki::mcp
