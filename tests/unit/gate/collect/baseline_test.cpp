#include "gate/collect/baseline.h"

#include "gate/core/files.h"
#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace pumuki::collect {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view k_file = ".pumuki/baseline.json";

class BaselineTest : public testing::Test {
 protected:
  [[nodiscard]] std::string root() const { return folder_.path(); }
  void write(std::string_view text) {
    std::filesystem::create_directories(root() + "/.pumuki");
    std::ofstream{root() + "/" + std::string{k_file}} << text;
  }
  std::string fault_of(std::string_view text) {
    write(text);
    const auto read = read_baseline(root(), std::string{k_file});
    return read ? "fine" : read.error().message;
  }

  test::TempDir folder_;
};

BaselineEntry entry(char digit, std::string rule, std::string file) {
  return {
      .fingerprint = std::string(32, digit), .rule_id = std::move(rule), .file = std::move(file)};
}

TEST_F(BaselineTest, absent_is_empty) {
  EXPECT_THAT(read_baseline(root(), std::string{k_file}).value(), IsEmpty());
}

TEST_F(BaselineTest, is_sorted_one_entry_a_line_and_reads_back) {
  ASSERT_TRUE(write_baseline(
      root(), std::string{k_file},
      {entry('c', "r", "b"), entry('a', "s", "a"), entry('b', "r", "a"), entry('a', "s", "a")}));
  const std::string text = read_file(root() + "/" + std::string{k_file}).value();
  EXPECT_EQ(std::ranges::count(text, '\n'), 8);
  EXPECT_LT(text.find(std::string(32, 'b')), text.find(std::string(32, 'a')));
  const auto read = read_baseline(root(), std::string{k_file}).value();
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].rule_id, "r");
  EXPECT_EQ(read[2].file, "b");
  ASSERT_TRUE(write_baseline(root(), std::string{k_file}, read));
  EXPECT_EQ(read_file(root() + "/" + std::string{k_file}).value(), text);
  ASSERT_TRUE(write_baseline(root(), std::string{k_file}, {}));
  EXPECT_THAT(read_baseline(root(), std::string{k_file}).value(), IsEmpty());
}

TEST_F(BaselineTest, a_broken_file_is_named_with_its_place) {
  EXPECT_THAT(fault_of("{"), HasSubstr(".pumuki/baseline.json: line 1"));
  EXPECT_THAT(fault_of("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(fault_of("{\"version\":\"1\"}"), HasSubstr("findings is missing"));
  EXPECT_THAT(fault_of("{\"version\":\"2\",\"findings\":[]}"), HasSubstr("version must be"));
  EXPECT_THAT(fault_of("{\"version\":\"1\",\n\"findings\":[{\"rule\":\"r\",\"file\":\"f\","
                       "\"fingerprint\":\"short\"}]}"),
              HasSubstr("line 2"));
  EXPECT_THAT(fault_of("{\"version\":\"1\",\"findings\":[],\"more\":1}"),
              HasSubstr("more is not known"));
  std::filesystem::remove(root() + "/" + std::string{k_file});
  std::filesystem::create_directory(root() + "/" + std::string{k_file});
  EXPECT_FALSE(read_baseline(root(), std::string{k_file}));
}

TEST_F(BaselineTest, a_link_is_not_written_through) {
  std::filesystem::create_directories(root() + "/.pumuki");
  std::filesystem::create_symlink(root() + "/elsewhere", root() + "/" + std::string{k_file});
  EXPECT_FALSE(write_baseline(root(), std::string{k_file}, {}));
  EXPECT_FALSE(std::filesystem::exists(root() + "/elsewhere"));
}

}  // namespace
}  // namespace pumuki::collect
