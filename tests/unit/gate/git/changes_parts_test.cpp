#include "gate/git/blob_stream.h"
#include "gate/git/raw_diff.h"

#include <gmock/gmock.h>

#include <random>

namespace pumuki::git {
namespace {

using testing::ElementsAre;

const std::string k_id(40, 'a');

struct Answers {
  std::vector<std::string> texts;
  BlobVisitor visitor() {
    return [this](std::size_t index, std::optional<std::string_view> bytes, std::uint64_t size) {
      EXPECT_EQ(index, texts.size());
      texts.push_back(bytes ? std::string{*bytes} : "none " + std::to_string(size));
    };
  }
};

TEST(BlobStream, any_cut_of_the_output_gives_the_same_answers) {
  const std::vector<std::string> names{"one", "two\nlines", "three", "four", "tree"};
  const std::string bytes = k_id + " blob 4\n" + std::string{"x\ny\0", 4} +
                            "\ntwo\nlines missing\n" + k_id + " blob 9\n123456789\n" + k_id +
                            " blob 0\n\n" + k_id + " tree 3\nabc\n";
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Answers answers;
    const auto visit = answers.visitor();
    BlobStream stream{names, 5, visit};
    stream.feed(std::string_view{bytes}.substr(0, cut));
    stream.feed(std::string_view{bytes}.substr(cut));
    ASSERT_TRUE(stream.finish()) << cut << describe(stream.finish().error());
    ASSERT_THAT(answers.texts,
                ElementsAre(std::string{"x\ny\0", 4}, "none 0", "none 9", "", "none 0"))
        << cut;
  }
}

TEST(BlobStream, one_byte_at_a_time) {
  const std::vector<std::string> names{"a", "b"};
  const std::string bytes = k_id + " blob 2\nhi\nb ambiguous\n";
  Answers answers;
  const auto visit = answers.visitor();
  BlobStream stream{names, 100, visit};
  for (const char byte : bytes) {
    stream.feed({&byte, 1});
  }
  EXPECT_TRUE(stream.finish());
  EXPECT_THAT(answers.texts, ElementsAre("hi", "none 0"));
}

TEST(BlobStream, an_output_that_ends_early_or_goes_on_is_an_error) {
  const std::vector<std::string> names{"a"};
  const BlobVisitor ignore = [](auto, auto, auto) {};
  for (const std::string& bytes : {std::string{}, k_id + " blob 5\nabc", k_id + " blob 1\nx\nmore",
                                   std::string(1000, 'z'), std::string(1000, 'z') + "\n"}) {
    BlobStream stream{names, 100, ignore};
    stream.feed(bytes);
    EXPECT_FALSE(stream.finish()) << bytes;
  }
}

TEST(BlobStream, the_first_line_of_a_name_may_look_like_an_answer) {
  const std::vector<std::string> names{":x blob 5\ny", ":z"};
  const std::string bytes = ":x blob 5\ny missing\n" + k_id + " blob 2\nhi\n";
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Answers answers;
    const auto visit = answers.visitor();
    BlobStream stream{names, 100, visit};
    stream.feed(std::string_view{bytes}.substr(0, cut));
    stream.feed(std::string_view{bytes}.substr(cut));
    EXPECT_TRUE(stream.finish()) << cut;
    ASSERT_THAT(answers.texts, ElementsAre("none 0", "hi")) << cut;
  }
}

TEST(BlobStream, a_line_that_is_too_long_is_refused_however_it_comes) {
  const std::vector<std::string> names{"a"};
  const std::string bytes = k_id + " blob " + std::string(300, '0') + "2\nhi\n";
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Answers answers;
    const auto visit = answers.visitor();
    BlobStream stream{names, 100, visit};
    stream.feed(std::string_view{bytes}.substr(0, cut));
    stream.feed(std::string_view{bytes}.substr(cut));
    EXPECT_FALSE(stream.finish()) << cut;
    EXPECT_TRUE(answers.texts.empty()) << cut;
  }
}

TEST(BlobStream, a_size_beyond_all_bounds_is_no_answer) {
  const std::vector<std::string> names{"a"};
  Answers answers;
  const auto visit = answers.visitor();
  BlobStream stream{names, 100, visit};
  stream.feed(k_id + " blob 18446744073709551615\nx\n");
  EXPECT_FALSE(stream.finish());
  EXPECT_TRUE(answers.texts.empty());
}

TEST(RawDiff, kinds_modes_and_renames) {
  const std::string zero(40, '0');
  const auto changes = parse_raw_diff(
      ":100644 100755 " + zero + " " + k_id + " M" + std::string{"\0a b\0", 5} + ":100644 000000 " +
      k_id + " " + zero + " D" + std::string{"\0gone\0", 6} + ":100644 100644 " + k_id + " " +
      k_id + " R100" + std::string{"\0old\0new\0", 9} + "::100644 100644 100644 " + zero + " " +
      zero + " " + k_id + " MM" + std::string{"\0merged\0", 8});
  ASSERT_TRUE(changes) << describe(changes.error());
  ASSERT_EQ(changes->size(), 4U);
  EXPECT_EQ(changes->at(0).path, "a b");
  EXPECT_EQ(changes->at(0).mode, "100755");
  EXPECT_EQ(changes->at(1).kind, ChangeKind::Deleted);
  EXPECT_EQ(changes->at(1).blob_id, "");
  EXPECT_EQ(changes->at(2).old_path, "old");
  EXPECT_EQ(changes->at(2).path, "new");
  EXPECT_EQ(changes->at(3).blob_id, k_id);
}

TEST(RawDiff, cuts_and_rubbish_are_errors_and_never_a_crash) {
  const std::string good = ":100644 100644 " + k_id + " " + k_id + " R100" +
                           std::string{"\0old\0new\0", 9} + "::100644 100644 100644 " + k_id + " " +
                           k_id + " " + k_id + " MM" + std::string{"\0merged\0", 8};
  ASSERT_TRUE(parse_raw_diff(good));
  const std::size_t first_ends = good.find("::");
  for (std::size_t cut = 1; cut < good.size(); ++cut) {
    EXPECT_EQ(parse_raw_diff(good.substr(0, cut)).has_value(), cut == first_ends) << cut;
  }
  std::minstd_rand random{7};
  for (int round = 0; round < 5000; ++round) {
    std::string bytes = good;
    bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    static_cast<void>(parse_raw_diff(bytes));
  }
  EXPECT_FALSE(parse_raw_diff("rubbish"));
  const std::string deleted_with_mode = ":100644 100644 " + k_id + " " + k_id + " D";
  EXPECT_FALSE(parse_raw_diff(deleted_with_mode + std::string{"\0a\0", 3}));
  EXPECT_FALSE(parse_raw_diff(std::string{":\0a\0", 4}));
}

}  // namespace
}  // namespace pumuki::git
