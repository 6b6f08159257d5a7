#include "bridges/offers/pages.h"

#include <gtest/gtest.h>

namespace pumuki::offers {
namespace {

TEST(PagedQuery, keeps_filters_as_they_are_written) {
  const PagedQuery query{"severity=a%20b&limit=7&x=&offset=3"};
  EXPECT_EQ(query.limit(), 7U);
  EXPECT_EQ(query.offset(), 3U);
  EXPECT_EQ(query.page(20, 23), "severity=a%20b&x=&limit=20&offset=23");
}

TEST(PagedQuery, reads_its_numbers_as_the_server_does) {
  const PagedQuery query{"limit=&limit=7&offset=2&offset=9"};
  EXPECT_FALSE(query.limit());
  EXPECT_EQ(query.offset(), 2U);
  EXPECT_EQ(PagedQuery{""}.page(1, 0), "limit=1&offset=0");
}

TEST(PagedQuery, only_a_page_that_says_so_has_more) {
  EXPECT_TRUE(has_more(R"({"pagination":{"has_more":true}})"));
  for (const std::string_view page :
       {R"({"pagination":{"has_more":false}})", R"({"pagination":{}})", "{}", "[]", ""}) {
    EXPECT_FALSE(has_more(page)) << page;
  }
}

}  // namespace
}  // namespace pumuki::offers
