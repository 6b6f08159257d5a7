#include "gate/collect/token_shapes.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <climits>

namespace pumuki::collect {
namespace {

enum class Alphabet { UpperDigit, Hex, Alnum, AlnumDash, Word, WordDash, WordDashDot, WordSlash };

struct TokenShape {
  std::string_view what;
  std::string_view prefix;
  Alphabet alphabet = Alphabet::Alnum;
  /// Length of the part behind the prefix.
  std::size_t least = 0;
  std::size_t most = 0;
  /// Must occur in that part; empty: nothing must.
  std::string_view mark = {};
};

/// Longest part of a token whose issuer promises no length.
constexpr std::size_t k_any = 512;

constexpr std::array k_shapes{
    TokenShape{"AWS access key", "AKIA", Alphabet::UpperDigit, 16, 16},
    TokenShape{"AWS session key", "ASIA", Alphabet::UpperDigit, 16, 16},
    TokenShape{"AWS bearer key", "ABIA", Alphabet::UpperDigit, 16, 16},
    TokenShape{"AWS context key", "ACCA", Alphabet::UpperDigit, 16, 16},
    TokenShape{"age secret key", "AGE-SECRET-KEY-1", Alphabet::UpperDigit, 58, 58},
    TokenShape{"Google API key", "AIza", Alphabet::WordDash, 35, 35},
    TokenShape{"Google OAuth secret", "GOCSPX-", Alphabet::WordDash, 28, 28},
    TokenShape{"SendGrid key", "SG.", Alphabet::WordDashDot, 66, 66, "."},
    TokenShape{"DigitalOcean token", "dop_v1_", Alphabet::Hex, 64, 64},
    TokenShape{"Docker Hub token", "dckr_pat_", Alphabet::WordDash, 27, 40},
    TokenShape{"GitHub token", "ghp_", Alphabet::Alnum, 36, 255},
    TokenShape{"GitHub token", "gho_", Alphabet::Alnum, 36, 255},
    TokenShape{"GitHub token", "ghu_", Alphabet::Alnum, 36, 255},
    TokenShape{"GitHub token", "ghs_", Alphabet::Alnum, 36, 255},
    TokenShape{"GitHub token", "ghr_", Alphabet::Alnum, 36, 255},
    TokenShape{"GitHub token", "github_pat_", Alphabet::Word, 60, 255},
    TokenShape{"GitLab token", "glpat-", Alphabet::WordDashDot, 20, k_any},
    TokenShape{"GitLab token", "gldt-", Alphabet::WordDashDot, 20, k_any},
    TokenShape{"GitLab token", "glrt-", Alphabet::WordDashDot, 20, k_any},
    TokenShape{"GitLab token", "glptt-", Alphabet::WordDashDot, 20, k_any},
    TokenShape{"Hugging Face token", "hf_", Alphabet::Alnum, 34, 34},
    TokenShape{"Slack web hook", "hooks.slack.com/services/T", Alphabet::WordSlash, 36, 80, "/B"},
    TokenShape{"Vault token", "hvs.", Alphabet::WordDash, 90, k_any},
    TokenShape{"npm token", "npm_", Alphabet::Alnum, 36, 36},
    TokenShape{"PyPI token", "pypi-AgEIcHlwaS5vcmc", Alphabet::WordDash, 50, k_any * 4},
    TokenShape{"Stripe live key", "rk_live_", Alphabet::Alnum, 16, 247},
    TokenShape{"Stripe live key", "sk_live_", Alphabet::Alnum, 16, 247},
    TokenShape{"Anthropic key", "sk-ant-", Alphabet::WordDash, 40, k_any},
    TokenShape{"OpenAI key", "sk-proj-", Alphabet::WordDash, 40, k_any},
    TokenShape{"OpenAI key", "sk-svcacct-", Alphabet::WordDash, 40, k_any},
    TokenShape{"OpenAI key", "sk-admin-", Alphabet::WordDash, 40, k_any},
    TokenShape{"OpenAI key", "sk-", Alphabet::Alnum, 48, 48, "T3BlbkFJ"},
    TokenShape{"Slack token", "xoxa-", Alphabet::AlnumDash, 24, k_any},
    TokenShape{"Slack token", "xoxb-", Alphabet::AlnumDash, 24, k_any},
    TokenShape{"Slack token", "xoxe-", Alphabet::AlnumDash, 24, k_any},
    TokenShape{"Slack token", "xoxp-", Alphabet::AlnumDash, 24, k_any},
    TokenShape{"Slack token", "xoxr-", Alphabet::AlnumDash, 24, k_any},
    TokenShape{"Slack token", "xoxs-", Alphabet::AlnumDash, 24, k_any},
    TokenShape{"Slack app token", "xapp-1-", Alphabet::AlnumDash, 40, k_any},
};

/// Examples that issuers print in their documentation. docs/collection.md shows the same list.
constexpr std::array<std::string_view, 3> k_documentation_examples{
    "gho_16C7e42F292c6912E7710c838347Ae178B4a", "ghu_16C7e42F292c6912E7710c838347Ae178B4a",
    "AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe"};
constexpr std::string_view k_aws_example_ending = "EXAMPLE";
/// A part with fewer different characters is "xxxx" or "0000", not a credential.
constexpr std::size_t k_least_different = 3;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alnum(char c) { return is_upper(c) || is_digit(c) || (c >= 'a' && c <= 'z'); }
bool is_word(char c) { return is_alnum(c) || c == '_'; }

bool belongs(char c, Alphabet alphabet) {
  switch (alphabet) {
    case Alphabet::UpperDigit:
      return is_upper(c) || is_digit(c);
    case Alphabet::Hex:
      return is_digit(c) || (c >= 'a' && c <= 'f');
    case Alphabet::Alnum:
      return is_alnum(c);
    case Alphabet::AlnumDash:
      return is_alnum(c) || c == '-';
    case Alphabet::Word:
      return is_word(c);
    case Alphabet::WordDash:
      return is_word(c) || c == '-';
    case Alphabet::WordDashDot:
      return is_word(c) || c == '-' || c == '.';
    case Alphabet::WordSlash:
      return is_word(c) || c == '/';
  }
  return false;
}

std::size_t different_characters(std::string_view part) {
  std::bitset<1U << CHAR_BIT> seen;
  for (const char c : part) {
    seen.set(static_cast<unsigned char>(c));
  }
  return seen.count();
}

bool is_placeholder(std::string_view token, std::string_view part) {
  return different_characters(part) < k_least_different ||
         (token.starts_with('A') && token.ends_with(k_aws_example_ending)) ||
         std::ranges::find(k_documentation_examples, token) != k_documentation_examples.end();
}

/// Length of the token of that shape at the start of `text`; 0 when there is none.
std::size_t match(std::string_view text, const TokenShape& shape) {
  if (!text.starts_with(shape.prefix)) {
    return 0;
  }
  std::string_view rest = text.substr(shape.prefix.size());
  rest = rest.substr(0, shape.most + 1);
  std::size_t length = 0;
  while (length < rest.size() && belongs(rest[length], shape.alphabet)) {
    ++length;
  }
  while (length > shape.least && rest[length - 1] == '.') {
    --length;  // the full stop of a sentence
  }
  if (length < shape.least || length > shape.most ||
      (length < rest.size() && is_word(rest[length]))) {
    return 0;
  }
  const std::string_view part = rest.substr(0, length);
  const std::size_t whole = shape.prefix.size() + length;
  if (!shape.mark.empty() && part.find(shape.mark) == std::string_view::npos) {
    return 0;
  }
  return is_placeholder(text.substr(0, whole), part) ? 0 : whole;
}

/// First byte -> the shapes that start with it.
struct FirstBytes {
  std::array<bool, 1U << CHAR_BIT> starts{};

  constexpr FirstBytes() {
    for (const TokenShape& shape : k_shapes) {
      starts[static_cast<unsigned char>(shape.prefix.front())] = true;
    }
  }
};
constexpr FirstBytes k_first_bytes;

}  // namespace

void find_tokens(std::string_view text, const std::function<void(const TokenHit&)>& hit) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!k_first_bytes.starts[static_cast<unsigned char>(text[at])] ||
        (at > 0 && is_word(text[at - 1]))) {
      continue;
    }
    const std::string_view rest = text.substr(at);
    for (const TokenShape& shape : k_shapes) {
      if (shape.prefix.front() != rest.front()) {
        continue;
      }
      if (const std::size_t length = match(rest, shape); length > 0) {
        hit({.offset = at, .what = shape.what});
        at += length - 1;
        break;
      }
    }
  }
}

}  // namespace pumuki::collect
