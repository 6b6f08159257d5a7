#include "gate/collect/json_syntax.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki::collect {
namespace {

bool strict(std::string_view text) { return !json_fault(text, JsonDialect::Strict); }
bool relaxed(std::string_view text) { return !json_fault(text, JsonDialect::Relaxed); }

TEST(JsonSyntax, json_is_accepted) {
  EXPECT_TRUE(strict("{\"a\":[1,2.5e3,null,true,\"\\u00e9\"]}\n"));
  EXPECT_TRUE(strict("7"));
  EXPECT_TRUE(strict("\xef\xbb\xbf{}"));
  EXPECT_TRUE(strict("[1e999]"));
}

TEST(JsonSyntax, what_programs_refuse_is_refused) {
  for (const char* text : {"", "{", "{\"a\":1,}", "[1,]", "{'a':1}", "// c\n{}", "{} {}", "[01]",
                           "{\"a\" 1}", "\"\x01\"", "\"\xff\"", "NaN"}) {
    EXPECT_FALSE(strict(text)) << text;
  }
}

TEST(JsonSyntax, the_place_of_the_fault_is_named) {
  const auto fault = json_fault("{\n  \"a\": 1,\n  \"b\" 2\n}\n", JsonDialect::Strict);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->line, 3);
  EXPECT_EQ(fault->column, 7);
}

TEST(JsonSyntax, relaxed_files_may_have_comments_and_last_commas) {
  EXPECT_TRUE(
      relaxed("// head\n{ /* x */ \"a\": [1, 2, ], // tail\n \"b\": \"//no /*comment*/,}\", }\n"));
  EXPECT_TRUE(relaxed("// nothing else\n"));
  EXPECT_TRUE(relaxed("{\"q\": \"\\\",}\",}"));
}

TEST(JsonSyntax, relaxed_is_still_json) {
  EXPECT_FALSE(relaxed("{\"a\":1,,}"));
  EXPECT_FALSE(relaxed("{,}"));
  EXPECT_FALSE(relaxed("{\"a\":1 /* open"));
  EXPECT_FALSE(relaxed("{\"a"));
  const auto fault = json_fault("// one\n/* two\n */ {\"a\": ]\n", JsonDialect::Relaxed);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->line, 3);
}

TEST(JsonSyntax, a_million_brackets_are_refused_quickly) {
  EXPECT_FALSE(strict(std::string(1'000'000, '[')));
  EXPECT_TRUE(strict(std::string(100'000, '[') + std::string(100'000, ']')));
}

TEST(JsonSyntax, the_name_chooses_the_dialect) {
  EXPECT_EQ(json_dialect("a/package.json"), JsonDialect::Strict);
  EXPECT_EQ(json_dialect("A.JSON"), JsonDialect::Strict);
  EXPECT_EQ(json_dialect("site.webmanifest"), JsonDialect::Strict);
  for (const char* path : {"tsconfig.json", "app/tsconfig.build.json", ".vscode/settings.json",
                           "a/.vscode/x.json", ".eslintrc", "a/.eslintrc.json", "x.jsonc",
                           ".devcontainer/devcontainer.json", "p.code-workspace"}) {
    EXPECT_EQ(json_dialect(path), JsonDialect::Relaxed) << path;
  }
  for (const char* path : {"a.json5", "a.jsonl", "json", "a.json/b.txt", "vscode.txt"}) {
    EXPECT_EQ(json_dialect(path), std::nullopt) << path;
  }
}

}  // namespace
}  // namespace pumuki::collect
