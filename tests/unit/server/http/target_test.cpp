#include "server/http/target.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pumuki::http {
namespace {

struct Case {
  std::string_view target;
  std::string_view path;
  std::string_view query = "";
};

class TargetAccepted : public testing::TestWithParam<Case> {};

TEST_P(TargetAccepted, is_resolved) {
  const auto target = normalise_target(GetParam().target);
  ASSERT_TRUE(target.has_value()) << GetParam().target;
  EXPECT_EQ(target->path, GetParam().path) << GetParam().target;
  EXPECT_EQ(target->query, GetParam().query) << GetParam().target;
}

INSTANTIATE_TEST_SUITE_P(
    Table, TargetAccepted,
    testing::Values(
        // plain, slashes at the end
        Case{"/", "/"}, Case{"/health", "/health"}, Case{"/health/", "/health"},
        Case{"/health///", "/health"}, Case{"/HEALTH", "/HEALTH"},
        Case{"/ai-evidence//summary", "/ai-evidence//summary"}, Case{"/.//summary", "//summary"},
        Case{"/.//", "/"}, Case{"/health;a=1", "/health;a=1"},
        // query and fragment
        Case{"/health?", "/health"}, Case{"/health?a=1&b", "/health", "a=1&b"},
        Case{"/health/?a=/b/", "/health", "a=/b/"}, Case{"/a?b?c", "/a", "b?c"},
        Case{"/a?b#c", "/a", "b"}, Case{"/a#b?c", "/a"}, Case{"/a?q=%00", "/a", "q=%00"},
        // dot segments, plain and encoded
        Case{"/ai-evidence/../health", "/health"}, Case{"/x/%2e%2E/health", "/health"},
        Case{"/x/.%2e/health", "/health"}, Case{"/x/%2e./health", "/health"},
        Case{"/./health", "/health"}, Case{"/%2e/health", "/health"}, Case{"/health/.", "/health"},
        Case{"/health/x/..", "/health"}, Case{"/..", "/"}, Case{"/../../health", "/health"},
        Case{"/..//health", "//health"}, Case{"/.../health", "/.../health"},
        Case{"/..a/health", "/..a/health"}, Case{"/a/%2e%2e%2e", "/a/%2e%2e%2e"},
        // backslashes
        Case{"/ai-evidence\\summary", "/ai-evidence/summary"}, Case{"/x\\..\\health", "/health"},
        Case{"/health\\", "/health"},
        // never decoded
        Case{"/%68ealth", "/%68ealth"}, Case{"/ai-evidence%2Fsummary", "/ai-evidence%2Fsummary"},
        Case{"/%zz", "/%zz"}, Case{"/%", "/%"}, Case{"/a%0ab", "/a%0ab"},
        // what a URL cannot hold is encoded, so no route can match it
        Case{"/a\"b", "/a%22b"}, Case{"/ñ", "/%C3%B1"}, Case{"/{x}", "/%7Bx%7D"},
        // authority
        Case{"http://elsewhere.example/health", "/health"}, Case{"HTTP://h/health", "/health"},
        Case{"https://h:8443/a?b", "/a", "b"}, Case{"http://h", "/"}, Case{"http://h?x", "/", "x"},
        Case{"http://user:secret@h:80/health", "/health"}, Case{"http://[::1]:7341/a", "/a"},
        Case{"http://h:/a", "/a"}, Case{"http:///health", "/"}, Case{"//health", "/"},
        Case{"//h/health", "/health"}, Case{"///h/health", "/health"},
        Case{"/\\h/health", "/health"}, Case{"//h:80/health", "/health"}, Case{"*", "/*"}));

class TargetRefused : public testing::TestWithParam<std::string_view> {};

TEST_P(TargetRefused, is_nothing) {
  EXPECT_FALSE(normalise_target(GetParam()).has_value()) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Table, TargetRefused,
                         testing::Values("", "//", "///", "/\\", "//[x", "//a:b/", "http://",
                                         "http://[bad/", "http://?x", "//@/", "//h:65536/",
                                         "//h:-1/", "//h:80x/", "//[::1]x/", "//[::1]:x/",
                                         "//[1.2.3.4]/", "//a%00/", "//a b/", "//?x", "health",
                                         "example.com:80", "http:/x", "\\health", "**", "/a\tb",
                                         "/a\x7f", "/a\x01", std::string_view{"/a\0b", 4}, "/a%00",
                                         "/%00/../health", "/a?b\nc"));

}  // namespace
}  // namespace pumuki::http
