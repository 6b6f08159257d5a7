#include "gate/core/path_json.h"

#include <gtest/gtest.h>

namespace pumuki {
namespace {

TEST(Core_PathJson, base64_as_in_rfc_4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xfb\xff\xfe"), "+//+");
}

std::string written(std::string_view path) {
  JsonWriter json;
  json.begin_object();
  write_path_member(json, "path", path);
  json.end_object();
  return json.take();
}

TEST(Core_PathJson, a_readable_name_stands_alone) {
  EXPECT_EQ(written("src/a ñ.cc"), R"({"path":"src/a ñ.cc"})");
}

TEST(Core_PathJson, other_names_keep_their_bytes) {
  EXPECT_EQ(written("latin\xe9.cc"),
            "{\"path\":\"latin\xef\xbf\xbd.cc\",\"path_b64\":\"bGF0aW7pLmNj\"}");
  EXPECT_NE(written("a\xe9"), written("a\xe8"));
}

}  // namespace
}  // namespace pumuki
