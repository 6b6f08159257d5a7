#include "gate/collect/name_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pumuki::collect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> collisions(const std::vector<std::string>& new_paths,
                                    const std::vector<std::string>& tree) {
  CaseCollisions collisions{new_paths};
  for (const std::string& path : tree) {
    collisions.see(path);
  }
  std::vector<std::string> found;
  for (const auto& collision : collisions.found()) {
    found.push_back(collision.part + " ~ " + collision.other);
  }
  return found;
}

TEST(EnvFile, by_name_at_any_depth) {
  for (const char* path : {".env", "a/b/.env", ".env.local", ".env.production.local", ".ENV"}) {
    EXPECT_TRUE(is_env_file(path)) << path;
  }
  for (const char* path : {".env.example", "a/.env.sample", ".env.local.template", ".envrc", "env",
                           "prod.env", ".environment", ".env/readme", ".env.vault"}) {
    EXPECT_FALSE(is_env_file(path)) << path;
  }
}

TEST(CaseFolding, letters_of_common_scripts) {
  EXPECT_EQ(case_folded("ReadMe.MD"), "readme.md");
  EXPECT_EQ(case_folded("ÄÖÜ-ÇÑ-ŁŻŽ-Ÿ"), case_folded("äöü-çñ-łżž-Ÿ"));
  EXPECT_EQ(case_folded("ΑΒΩ"), "αβω");
  EXPECT_EQ(case_folded("ЖЁЯ"), "жёя");
  EXPECT_EQ(case_folded("×÷"), "×÷");
  EXPECT_EQ(case_folded("\xff\xc3"), "\xff\xc3");
}

TEST(CaseCollisions, files_and_folders) {
  EXPECT_THAT(collisions({"readme"}, {"README", "readme"}), ElementsAre("readme ~ README"));
  EXPECT_THAT(collisions({"src/b.cc"}, {"Src/a.cc", "src/b.cc"}), ElementsAre("src ~ Src"));
  EXPECT_THAT(collisions({"a/B", "a/b"}, {"a/B", "a/b"}), ElementsAre("a/B ~ a/b", "a/b ~ a/B"));
}

TEST(CaseCollisions, a_file_against_a_folder) {
  EXPECT_THAT(collisions({"docs"}, {"Docs/a", "docs"}), ElementsAre("docs ~ Docs"));
}

TEST(CaseCollisions, old_ones_and_equal_names_are_not_told) {
  EXPECT_THAT(collisions({"c"}, {"A", "a", "c"}), IsEmpty());
  EXPECT_THAT(collisions({"src/a", "src/b"}, {"src/a", "src/b", "src/c"}), IsEmpty());
}

}  // namespace
}  // namespace pumuki::collect
