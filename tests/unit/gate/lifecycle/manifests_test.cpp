#include "gate/lifecycle/manifests.h"

#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

namespace pumuki::lifecycle {
namespace {

TEST(Manifest, finds_the_range_in_three_lists_in_order) {
  EXPECT_EQ(parse_manifest(R"({"dependencies":{"pumuki":"1"},"devDependencies":{"pumuki":"2"}})")
                .pumuki_range,
            "1");
  EXPECT_EQ(
      parse_manifest(R"({"dependencies":{},"devDependencies":{"pumuki":"^6.0.0"}})").pumuki_range,
      "^6.0.0");
  EXPECT_EQ(parse_manifest(R"({"optionalDependencies":{"pumuki":"3"}})").pumuki_range, "3");
  EXPECT_EQ(parse_manifest(R"({"peerDependencies":{"pumuki":"4"}})").pumuki_range, std::nullopt);
}

TEST(Manifest, ignores_values_of_other_types) {
  const auto manifest = parse_manifest(R"({"version":7,"dependencies":["pumuki"],)"
                                       R"("devDependencies":{"pumuki":null}})");
  EXPECT_EQ(manifest.version, std::nullopt);
  EXPECT_EQ(manifest.pumuki_range, std::nullopt);
}

TEST(Manifest, of_an_unusable_file_is_empty) {
  const test::TempDir folder;
  EXPECT_EQ(read_manifest(folder / "package.json").version, std::nullopt);
  for (const std::string& text : {std::string{}, std::string{"[]"}, std::string{"{\"version\":"},
                                  "{\"a\":" + std::string(100'000, '[')}) {
    test::write_bytes(folder / "package.json", text);
    EXPECT_EQ(read_manifest(folder / "package.json").version, std::nullopt);
  }
  test::write_bytes(folder / "package.json", R"({"version":"1.2.3"})");
  EXPECT_EQ(read_manifest(folder / "package.json").version, "1.2.3");
}

}  // namespace
}  // namespace pumuki::lifecycle
