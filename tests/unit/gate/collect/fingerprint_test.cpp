#include "gate/collect/baseline.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace pumuki::collect {
namespace {

using evidence::Finding;

Finding finding(std::string rule, std::string file, std::vector<std::int64_t> lines) {
  Finding made;
  made.rule_id = std::move(rule);
  made.file = std::move(file);
  made.lines = std::move(lines);
  made.message = "says something";
  return made;
}

FileText texts(std::map<std::string, std::string> files) {
  return [files = std::move(files)](const std::string& path) -> std::optional<std::string> {
    const auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional{found->second};
  };
}

std::vector<std::string> prints(std::vector<Finding> findings, const FileText& text_of) {
  add_fingerprints(findings, text_of);
  std::vector<std::string> found;
  for (const Finding& one : findings) {
    found.push_back(one.fingerprint);
  }
  return found;
}

TEST(Fingerprint, moves_with_its_line_and_ignores_indentation) {
  const auto before = prints({finding("r", "f", {2})}, texts({{"f", "a\nbad();\n"}}));
  const auto after =
      prints({finding("r", "f", {5})}, texts({{"f", "x\ny\nz\na\n    bad();  \r\n"}}));
  EXPECT_EQ(before, after);
  EXPECT_EQ(before.front().size(), 32U);
}

TEST(Fingerprint, rule_path_and_text_all_count) {
  const auto text = texts({{"f", "one\ntwo\n"}, {"g", "one\n"}});
  const auto found = prints({finding("r", "f", {1}), finding("q", "f", {1}), finding("r", "g", {1}),
                             finding("r", "f", {2}), finding("r", "f", {1, 2})},
                            text);
  EXPECT_EQ((std::set<std::string>{found.begin(), found.end()}).size(), found.size());
}

TEST(Fingerprint, equal_ones_are_told_apart_by_their_order_in_the_file) {
  const auto text = texts({{"f", "x\nx\nx\n"}});
  const auto up =
      prints({finding("r", "f", {1}), finding("r", "f", {2}), finding("r", "f", {3})}, text);
  const auto down =
      prints({finding("r", "f", {3}), finding("r", "f", {2}), finding("r", "f", {1})}, text);
  EXPECT_NE(up[0], up[1]);
  EXPECT_EQ(up[0], down[2]);
  EXPECT_EQ(up[2], down[0]);
}

TEST(Fingerprint, without_a_line_the_message_stands) {
  const auto nothing = texts({});
  auto first = finding("r", "unknown", {});
  auto second = first;
  second.message = "says another thing";
  const auto found = prints({first, second, finding("r", "f", {9}), finding("r", "f", {})},
                            texts({{"f", "one\n"}}));
  EXPECT_NE(found[0], found[1]);
  EXPECT_NE(found[2], found[3]);
  EXPECT_EQ(prints({first}, nothing), prints({first}, nothing));
  const auto blank = prints({finding("r", "f", {1})}, texts({{"f", "   \n"}}));
  EXPECT_EQ(blank, prints({finding("r", "f", {})}, nothing));
}

TEST(Fingerprint, forty_lines_above_three_thousand_findings_change_none) {
  std::string text;
  std::vector<Finding> before;
  std::vector<Finding> after;
  for (std::int64_t i = 1; i <= 3000; ++i) {
    text += "call(" + std::to_string(i % 700) + ");\n";
    before.push_back(finding("r" + std::to_string(i % 3), "f", {i}));
    after.push_back(finding("r" + std::to_string(i % 3), "f", {i + 40}));
  }
  std::string shifted;
  for (int i = 0; i < 40; ++i) {
    shifted += "// new\n";
  }
  const auto old_prints = prints(before, texts({{"f", text}}));
  EXPECT_EQ(old_prints, prints(after, texts({{"f", shifted + text}})));
  EXPECT_EQ((std::set<std::string>{old_prints.begin(), old_prints.end()}).size(), 3000U);
}

}  // namespace
}  // namespace pumuki::collect
