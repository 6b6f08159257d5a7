#include "tests/unit/server/http/raw_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pumuki::http::test {
namespace {

constexpr std::string_view k_post_head = "POST /echo HTTP/1.1\r\nConnection: close\r\n";

/// The page at "/" and one more allowed name beside the usual routes.
class RequestChecks : public testing::Test {
 protected:
  RequestChecks()
      : server_({.allowed_hosts = {"Build.Example"}},
                {{"GET", "/", [](const Request&) { return json_reply(200, "{}"); }}}) {}

  [[nodiscard]] std::string ask(std::string_view head) const {
    return talk(server_.port(), std::string{head} + "Connection: close\r\n\r\n");
  }

  RunningServer server_;
};

TEST_F(RequestChecks, loopback_names_with_any_port_are_served) {
  for (const std::string_view host :
       {"127.0.0.1", "127.0.0.1:1", "localhost", "LocalHost:7341", "[::1]", "[::1]:99",
        "build.example", "BUILD.EXAMPLE:80", "localhost:"}) {
    EXPECT_EQ(status_of(ask("GET /health HTTP/1.1\r\nHost: " + std::string{host} + "\r\n")), 200)
        << host;
  }
}

TEST_F(RequestChecks, another_host_name_is_403) {
  for (const std::string_view host :
       {"evil.example", "evil.example:7341", "127.0.0.1.evil.example", "localhost.", "127.0.0.2",
        "[::2]", "[::1", "::1", "localhost:80:80", "localhost:x", "user@localhost", "0.0.0.0",
        "xbuild.example"}) {
    const auto answer = ask("GET /health HTTP/1.1\r\nHost: " + std::string{host} + "\r\n");
    EXPECT_EQ(status_of(answer), 403) << host;
    EXPECT_THAT(body_of(answer),
                testing::MatchesRegex(R"(\{"error":"[^"]+","code":"HOST_NOT_ALLOWED"\})"));
  }
}

TEST_F(RequestChecks, the_host_is_checked_before_path_and_method) {
  EXPECT_EQ(status_of(ask("GET /nope HTTP/1.1\r\nHost: evil.example\r\n")), 403);
  EXPECT_EQ(status_of(ask("DELETE /health HTTP/1.1\r\nHost: evil.example\r\n")), 403);
  EXPECT_EQ(status_of(ask("GET // HTTP/1.1\r\nHost: evil.example\r\n")), 403);
}

TEST_F(RequestChecks, an_absolute_target_replaces_the_host_but_nothing_else_does) {
  const std::string rest = " HTTP/1.1\r\nHost: elsewhere.example\r\n";
  EXPECT_EQ(status_of(ask("GET http://elsewhere.example/health" + rest)), 200);
  EXPECT_EQ(status_of(ask("GET HTTPS://elsewhere.example/health" + rest)), 200);
  EXPECT_EQ(status_of(ask("GET http://elsewhere.example/health" + rest + "Origin: null\r\n")), 403);
  EXPECT_EQ(status_of(ask("GET //localhost/health" + rest)), 403);
  EXPECT_EQ(status_of(ask("GET /http://localhost/health" + rest)), 403);
  EXPECT_EQ(status_of(ask("GET ftp://localhost/health" + rest)), 403);
}

TEST_F(RequestChecks, missing_double_or_empty_host_is_400_without_body) {
  for (const std::string_view lines : {"", "Host:\r\n", "Host: localhost\r\nHost: localhost\r\n"}) {
    const auto answer = ask("GET /health HTTP/1.1\r\n" + std::string{lines});
    EXPECT_EQ(status_of(answer), 400) << lines;
    EXPECT_EQ(header_of(answer, "Content-Length"), "0");
    EXPECT_EQ(body_of(answer), "");
  }
}

TEST_F(RequestChecks, http_1_0_without_host_is_served_and_closed) {
  const auto answer = talk(server_.port(), "GET /health HTTP/1.0\r\n\r\n");
  EXPECT_EQ(status_of(answer), 200);
  EXPECT_EQ(header_of(answer, "Connection"), "close");
}

TEST_F(RequestChecks, http_1_0_with_a_foreign_host_is_403) {
  EXPECT_EQ(status_of(talk(server_.port(), "GET /health HTTP/1.0\r\nHost: evil.example\r\n\r\n")),
            403);
}

TEST_F(RequestChecks, only_the_own_origin_is_served) {
  const std::string host = "Host: localhost:7341\r\n";
  EXPECT_EQ(status_of(ask("GET /health HTTP/1.1\r\n" + host + "Origin: http://localhost:7341\r\n")),
            200);
  for (const std::string_view origin : {"http://evil.example", "null", "https://localhost:7341",
                                        "http://localhost", "http://127.0.0.1:7341", ""}) {
    const auto answer =
        ask("GET /health HTTP/1.1\r\n" + host + "Origin: " + std::string{origin} + "\r\n");
    EXPECT_EQ(status_of(answer), 403) << origin;
    EXPECT_THAT(body_of(answer), testing::HasSubstr(R"("code":"ORIGIN_NOT_ALLOWED")"));
  }
}

TEST_F(RequestChecks, two_origins_are_403) {
  EXPECT_EQ(status_of(ask("GET /health HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                          "Origin: http://evil.example\r\n")),
            403);
}

TEST_F(RequestChecks, the_origin_counts_for_posts_of_any_content_type) {
  const std::string head = std::string{k_post_head} +
                           "Host: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n";
  EXPECT_EQ(status_of(talk(server_.port(), head + "\r\n{}")), 200);
  EXPECT_EQ(status_of(talk(server_.port(), head + "Origin: http://evil.example\r\n\r\n{}")), 403);
  EXPECT_EQ(status_of(talk(server_.port(), head + "Origin: null\r\n\r\n{}")), 403);
}

TEST_F(RequestChecks, requests_of_other_sites_are_403) {
  for (const std::string_view site : {"cross-site", "same-site", "Cross-Site"}) {
    const auto answer = ask(
        "GET /health HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: " + std::string{site} + "\r\n");
    EXPECT_EQ(status_of(answer), 403) << site;
    EXPECT_THAT(body_of(answer), testing::HasSubstr(R"("code":"ORIGIN_NOT_ALLOWED")"));
  }
  for (const std::string_view site : {"same-origin", "none"}) {
    EXPECT_EQ(status_of(ask("GET /health HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: " +
                            std::string{site} + "\r\n")),
              200)
        << site;
  }
}

TEST_F(RequestChecks, a_link_from_another_site_may_open_the_page_only) {
  const std::string rest =
      " HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: ";
  EXPECT_EQ(status_of(ask("GET /" + rest + "document\r\n")), 200);
  EXPECT_EQ(status_of(ask("GET /?a=1" + rest + "document\r\n")), 200);
  EXPECT_EQ(status_of(ask("GET /" + rest + "iframe\r\n")), 403);
  EXPECT_EQ(status_of(ask("GET /" + rest + "empty\r\n")), 403);
  EXPECT_EQ(status_of(ask("POST /" + rest + "document\r\n")), 403);
  EXPECT_EQ(status_of(ask("GET /health" + rest + "document\r\n")), 403);
}

TEST_F(RequestChecks, a_target_that_is_no_path_is_400_and_the_server_goes_on) {
  for (const std::string_view target :
       {"//", "///", "/\\", "//[x", "//a:b/", "http://", "http://[bad/", "/%00", "health"}) {
    const auto answer = ask("GET " + std::string{target} + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    EXPECT_EQ(status_of(answer), 400) << target;
    EXPECT_THAT(body_of(answer), testing::MatchesRegex(R"(\{"error":"[^"]+"\})")) << target;
  }
  EXPECT_EQ(status_of(talk(server_.port(), get("/health"))), 200);
}

TEST_F(RequestChecks, normalised_targets_reach_their_route) {
  for (const std::string_view target :
       {"/health///", "/x/%2e%2E/health", "http://elsewhere.example/health", "/health?a?b#c"}) {
    EXPECT_EQ(status_of(talk(server_.port(), get(target))), 200) << target;
  }
  EXPECT_EQ(body_of(talk(server_.port(), get("/query?a=%20+?b#c"))), "\"a=%20+?b\"");
}

TEST_F(RequestChecks, a_long_query_is_no_reason_to_refuse) {
  const std::string query(20'000, 'q');
  EXPECT_EQ(body_of(talk(server_.port(), get("/query?" + query))), "\"" + query + "\"");
}

TEST_F(RequestChecks, no_answer_carries_cors_headers) {
  const auto answer =
      ask("GET /health HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n");
  EXPECT_THAT(answer, testing::Not(testing::HasSubstr("Access-Control")));
}

TEST_F(RequestChecks, head_is_405_with_the_headers_of_its_body_and_no_body) {
  RawClient client{server_.port()};
  client.send("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto head = client.answer(std::chrono::seconds{5}, true);
  EXPECT_EQ(status_of(head), 405);
  EXPECT_EQ(header_of(head, "Content-Type"), "application/json; charset=utf-8");
  EXPECT_EQ(header_of(head, "Accept-Ranges"), "");
  client.send("PUT /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  const auto put = client.answer();
  EXPECT_EQ(status_of(put), 405) << "a body after HEAD would stand here";
  EXPECT_EQ(header_of(head, "Content-Length"), header_of(put, "Content-Length"));
}

TEST_F(RequestChecks, path_first_offers_the_methods_of_the_path) {
  EXPECT_EQ(header_of(ask("GET /echo HTTP/1.1\r\nHost: localhost\r\n"), "Allow"), "POST");
  EXPECT_EQ(status_of(ask("PUT /nope HTTP/1.1\r\nHost: localhost\r\n")), 404);
}

TEST(RequestMethods, method_first_is_405_on_every_path) {
  const RunningServer server{{.unmatched = Unmatched::MethodFirst}};
  for (const std::string_view start :
       {"POST /health", "PUT /nope", "OPTIONS *", "OPTIONS /health", "TRACE /health", "PATCH /nope",
        "PROPFIND /health", "DELETE http://h/x"}) {
    const auto answer = talk(server.port(), std::string{start} +
                                                " HTTP/1.1\r\nHost: localhost\r\n"
                                                "Connection: close\r\n\r\n");
    EXPECT_EQ(status_of(answer), 405) << start;
    EXPECT_EQ(header_of(answer, "Allow"), "GET") << start;
    EXPECT_THAT(body_of(answer), testing::HasSubstr("error")) << start;
  }
  EXPECT_EQ(status_of(talk(server.port(), get("/nope"))), 404);
}

TEST_F(RequestChecks, an_unknown_method_is_400_without_body) {
  for (const std::string_view method : {"FOO", "get", "GETX", "G@T"}) {
    const auto answer =
        talk(server_.port(), std::string{method} + " /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(status_of(answer), 400) << method;
    EXPECT_EQ(body_of(answer), "") << method;
  }
}

TEST_F(RequestChecks, connect_is_closed_without_an_answer) {
  EXPECT_EQ(talk(server_.port(), "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"), "");
}

TEST_F(RequestChecks, upgrade_is_ignored) {
  EXPECT_EQ(status_of(ask("GET /health HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n")),
            200);
}

}  // namespace
}  // namespace pumuki::http::test
