#include "server/http/head.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace pumuki::http {
namespace {

constexpr int k_bad_request = 400;
constexpr int k_expectation_failed = 417;
constexpr std::size_t k_max_length_digits = 18;

/// Every other name is malformed for this parser, not merely "not allowed".
constexpr std::array<std::string_view, 35> k_methods{
    "GET",    "HEAD",     "POST",      "PUT",        "DELETE",     "CONNECT", "OPTIONS",
    "TRACE",  "PATCH",    "ACL",       "BIND",       "CHECKOUT",   "COPY",    "LINK",
    "LOCK",   "M-SEARCH", "MERGE",     "MKACTIVITY", "MKCALENDAR", "MKCOL",   "MOVE",
    "NOTIFY", "PROPFIND", "PROPPATCH", "PURGE",      "QUERY",      "REBIND",  "REPORT",
    "SEARCH", "SOURCE",   "SUBSCRIBE", "UNBIND",     "UNLINK",     "UNLOCK",  "UNSUBSCRIBE"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_token_char(char c) {
  constexpr std::string_view k_marks = "!#$%&'*+-.^_`|~";
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         k_marks.find(c) != std::string_view::npos;
}

bool is_value_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view trim_blanks(std::string_view text) {
  constexpr std::string_view k_blanks = " \t";
  const auto begin = text.find_first_not_of(k_blanks);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(k_blanks) - begin + 1);
}

bool parse_request_line(std::string_view line, Head& head) {
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  if (first == std::string_view::npos || last == first) {
    return false;
  }
  head.method = line.substr(0, first);
  head.target = line.substr(first + 1, last - first - 1);
  const auto version = line.substr(last + 1);
  head.http10 = version == "HTTP/1.0";
  return (head.http10 || version == "HTTP/1.1") && !head.target.empty() &&
         head.target.find(' ') == std::string_view::npos &&
         std::ranges::find(k_methods, head.method) != k_methods.end();
}

bool parse_field(std::string_view line, Head& head) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) {
    return false;
  }
  const auto name = line.substr(0, colon);
  const auto value = trim_blanks(line.substr(colon + 1));
  if (!std::ranges::all_of(name, is_token_char) || !std::ranges::all_of(value, is_value_char)) {
    return false;
  }
  head.fields.push_back({name, value});
  return true;
}

bool has_usable_host(const Head& head) {
  const auto hosts = head.count("Host");
  return hosts == 0 ? head.http10 : hosts == 1 && !head.value("Host").empty();
}

bool read_length(std::string_view text, std::uint64_t& length) {
  if (text.empty() || text.size() > k_max_length_digits || !std::ranges::all_of(text, is_digit)) {
    return false;
  }
  length = std::stoull(std::string{text});
  return true;
}

bool read_delimiters(const Head& head, Framing& framing) {
  const auto lengths = head.count("Content-Length");
  const auto codings = head.count("Transfer-Encoding");
  if (lengths == 0 && codings == 0) {
    return true;
  }
  if (lengths + codings > 1) {
    return false;
  }
  if (codings == 1) {
    framing.kind = Framing::Kind::Chunked;
    return !head.http10 && equal_ignoring_case(head.value("Transfer-Encoding"), "chunked");
  }
  if (!read_length(head.value("Content-Length"), framing.length)) {
    return false;
  }
  framing.kind = framing.length > 0 ? Framing::Kind::Length : Framing::Kind::None;
  return true;
}

}  // namespace

std::size_t Head::count(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      fields, [&](const HeadField& field) { return equal_ignoring_case(field.name, name); }));
}

std::string_view Head::value(std::string_view name) const {
  const auto found = std::ranges::find_if(
      fields, [&](const HeadField& field) { return equal_ignoring_case(field.name, name); });
  return found == fields.end() ? std::string_view{} : found->value;
}

bool Head::lists(std::string_view name, std::string_view token) const {
  return std::ranges::any_of(fields, [&](const HeadField& field) {
    return equal_ignoring_case(field.name, name) &&
           std::ranges::any_of(split(field.value, ','), [&](std::string_view part) {
             return equal_ignoring_case(trim_blanks(part), token);
           });
  });
}

std::optional<std::size_t> HeadScanner::scan(std::string_view text) {
  for (; position_ < text.size(); ++position_) {
    position_ = text.find('\n', position_);
    if (position_ == std::string_view::npos) {
      position_ = text.size();
      return 0;
    }
    if (position_ == line_begin_ || text[position_ - 1] != '\r') {
      return std::nullopt;
    }
    if (position_ - line_begin_ == 1) {
      return position_ + 1;
    }
    line_begin_ = position_ + 1;
  }
  return 0;
}

std::expected<Head, int> parse_head(std::string_view text) {
  constexpr std::string_view k_end = "\r\n";
  Head head;
  bool first = true;
  while (!text.starts_with(k_end)) {
    const auto end = text.find(k_end);
    if (end == std::string_view::npos) {
      return std::unexpected{k_bad_request};
    }
    const auto line = text.substr(0, end);
    if (!(first ? parse_request_line(line, head) : parse_field(line, head))) {
      return std::unexpected{k_bad_request};
    }
    first = false;
    text.remove_prefix(end + k_end.size());
  }
  if (first || !has_usable_host(head)) {
    return std::unexpected{k_bad_request};
  }
  return head;
}

std::expected<Framing, int> read_framing(const Head& head) {
  Framing framing;
  if (!read_delimiters(head, framing)) {
    return std::unexpected{k_bad_request};
  }
  const auto encoding = head.value("Content-Encoding");
  if (!encoding.empty() && !equal_ignoring_case(encoding, "identity")) {
    return std::unexpected{k_bad_request};
  }
  if (head.count("Expect") > 0 && !head.http10) {
    if (!equal_ignoring_case(head.value("Expect"), "100-continue")) {
      return std::unexpected{k_expectation_failed};
    }
    framing.expects_continue = framing.kind != Framing::Kind::None;
  }
  framing.close = head.http10 || head.lists("Connection", "close");
  return framing;
}

}  // namespace pumuki::http
