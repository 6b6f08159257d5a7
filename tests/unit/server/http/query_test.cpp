#include "server/http/message.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::http {
namespace {

struct Case {
  std::string_view query;
  std::optional<std::string> value;
};

class QueryValue : public testing::TestWithParam<Case> {};

TEST_P(QueryValue, of_limit) {
  EXPECT_EQ(query_value(GetParam().query, "limit"), GetParam().value) << GetParam().query;
}

INSTANTIATE_TEST_SUITE_P(
    Table, QueryValue,
    testing::Values(Case{"", std::nullopt}, Case{"limit=3", "3"}, Case{"limit", ""},
                    Case{"limit=", ""}, Case{"a=1&limit=3", "3"}, Case{"&&limit=3&&", "3"},
                    Case{"Limit=3", std::nullopt}, Case{"limits=3", std::nullopt},
                    Case{"limit=1&limit=2", "1"}, Case{"limit=&limit=2", ""},
                    Case{"a=1;limit=3", std::nullopt}, Case{"limit=1;b=2", "1;b=2"},
                    Case{"limit=+3", " 3"}, Case{"limit=%2B3", "+3"}, Case{"limit=%33", "3"},
                    Case{"%6cimit=3", "3"}, Case{"limit=a=b", "a=b"}, Case{"limit=%zz", "%zz"},
                    Case{"limit=5%", "5%"}, Case{"limit=5%2", "5%2"}, Case{"limit=%%33", "%3"},
                    Case{"limit=%ff", "\xEF\xBF\xBD"}, Case{"limit=%C3%B1", "ñ"},
                    Case{"limit=%C3", "\xEF\xBF\xBD"}, Case{"limit=%00", std::string(1, '\0')},
                    Case{"=3", std::nullopt}));

}  // namespace
}  // namespace pumuki::http
