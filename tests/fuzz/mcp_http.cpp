#include "bridges/mcp/http_endpoint.h"
#include "gate/core/text.h"
#include "tests/fuzz/mcp_answers.h"
#include "tests/fuzz/target.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <algorithm>
#include <array>
#include <string>

/// Requests to the path of Streamable HTTP, one after the other.
/// Input: requests between lines "---"; each is a method, header lines, an empty line and a body.
/// The value "@" of a header stands for the session that was opened last.
namespace pumuki::mcp {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view k_between = "\n---\n";
constexpr std::size_t k_max_calls = 16;
constexpr std::size_t k_quiet_looks = 2;
constexpr std::array k_statuses{200, 202, 400, 404, 405, 406, 429};

struct Server {
  Server() { service.release(); }
  const Catalogue catalogue = fuzz_catalogue();
  test::FakeService service;
  Dispatcher dispatcher{catalogue, service, {.workers = 2}, {.interval = 1ms}};
  HttpEndpoint endpoint{dispatcher, {.plain_answer = 2ms, .look = 1ms}};
};

std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(std::min(end + mark.size(), text.size()));
  return piece;
}

HttpCall read_call(std::string_view text, const std::string& session) {
  HttpCall call{.method = std::string{take_until(text, "\n")}, .headers = {}, .body = {}};
  for (auto line = take_until(text, "\n"); !line.empty(); line = take_until(text, "\n")) {
    const std::string name{take_until(line, ":")};
    call.headers.emplace_back(name, trim(line) == "@" ? session : std::string{line});
  }
  call.body = std::string{text};
  return call;
}

/// Reads a stream until it ends or says nothing for a while.
void check_stream(const HttpAnswer& answer) {
  std::string text;
  std::size_t quiet = 0;
  answer.stream([&](std::string_view piece) {
    text += piece;
    quiet = piece.empty() ? quiet + 1 : 0;
    return quiet < k_quiet_looks;
  });
  fuzz::require(text.empty() || text.ends_with("\n\n"));
  for (const std::string_view line : split(text, '\n')) {
    constexpr std::string_view k_data = "data: ";
    if (line.starts_with(k_data)) {
      checked_answers(line.substr(k_data.size()));
    } else {
      fuzz::require(line.empty() || line.starts_with(":") || line.starts_with("id: ") ||
                    line == "data:" || line == "event: message");
    }
  }
}

/// The session a good answer opened; empty without one.
std::string checked_session(const HttpAnswer& answer) {
  std::string session;
  for (const auto& [name, value] : answer.headers) {
    fuzz::require(!value.empty() && value.find_first_of("\r\n") == std::string::npos);
    if (name == "Mcp-Session-Id") {
      session = value;
    }
  }
  return session;
}

std::string checked_call(Server& server, const HttpCall& call) {
  const HttpAnswer answer = server.endpoint.handle(call);
  fuzz::require(std::ranges::find(k_statuses, answer.status) != k_statuses.end());
  fuzz::require(answer.body.empty() || !answer.stream);
  if (answer.stream) {
    check_stream(answer);
  } else if (!answer.body.empty()) {
    checked_answers(answer.body);
  }
  return checked_session(answer);
}

}  // namespace
}  // namespace pumuki::mcp

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  static mcp::Server server;
  std::string_view text = fuzz::Input{data, size}.rest();
  std::string session = "none";
  for (std::size_t i = 0; i < mcp::k_max_calls && !text.empty(); ++i) {
    const std::string opened =
        mcp::checked_call(server, mcp::read_call(mcp::take_until(text, mcp::k_between), session));
    session = opened.empty() ? session : opened;
  }
  mcp::checked_call(server,
                    {.method = "DELETE", .headers = {{"Mcp-Session-Id", session}}, .body = {}});
  return 0;
}
