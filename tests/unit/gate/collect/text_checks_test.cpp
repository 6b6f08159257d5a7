#include "gate/collect/text_checks.h"

#include "gate/collect/token_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pumuki::collect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Of that length, with many different characters; kept apart from its prefix so that this file
/// holds no token itself.
std::string part(std::size_t length) {
  static const std::string k_source = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ";
  std::string text;
  while (text.size() < length) {
    text += k_source;
  }
  return text.substr(0, length);
}
std::string upper_part(std::size_t length) {
  static const std::string k_source = "Q2W3E4R5T6Y7UIOPASDF";
  std::string text;
  while (text.size() < length) {
    text += k_source;
  }
  return text.substr(0, length);
}
std::string hex_part(std::size_t length) {
  static const std::string k_source = "0123456789abcdef";
  std::string text;
  while (text.size() < length) {
    text += k_source;
  }
  return text.substr(0, length);
}

std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> found;
  find_tokens(text, [&](const TokenHit& hit) { found.emplace_back(hit.what); });
  return found;
}

std::vector<std::int64_t> lines_of(const std::vector<TextHit>& hits) {
  std::vector<std::int64_t> lines;
  for (const TextHit& hit : hits) {
    lines.insert(lines.end(), hit.lines.begin(), hit.lines.end());
  }
  return lines;
}

std::string key(const std::string& label, const std::string& body) {
  return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
}

struct Shape {
  std::string what;
  std::string token;
};

class TokenShapes : public testing::TestWithParam<Shape> {};

TEST_P(TokenShapes, is_found_between_quotes_and_at_both_ends) {
  const auto& [what, token] = GetParam();
  EXPECT_THAT(tokens(token), ElementsAre(what));
  EXPECT_THAT(tokens("key = \"" + token + "\";\n"), ElementsAre(what));
  EXPECT_THAT(tokens("KEY=" + token + "\nnext"), ElementsAre(what));
}

TEST_P(TokenShapes, is_not_found_inside_a_longer_word) {
  EXPECT_THAT(tokens("x" + GetParam().token), IsEmpty());
}

TEST_P(TokenShapes, is_not_found_when_cut_off) {
  const std::string& token = GetParam().token;
  EXPECT_THAT(tokens(token.substr(0, token.size() / 3)), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, TokenShapes,
    testing::Values(
        Shape{"AWS access key", "AKIA" + upper_part(16)},
        Shape{"AWS session key", "ASIA" + upper_part(16)},
        Shape{"Google API key", "AIza" + part(35)},
        Shape{"Google OAuth secret", "GOCSPX-" + part(28)},
        Shape{"GitHub token", "ghp_" + part(36)}, Shape{"GitHub token", "gho_" + part(36)},
        Shape{"GitHub token", "github_pat_" + part(22) + "_" + part(59)},
        Shape{"GitLab token", "glpat-" + part(20)},
        Shape{"GitLab token", "glpat-" + part(27) + ".01.121pqz8ab"},
        Shape{"Slack token", "xoxb-" + hex_part(10) + "-" + hex_part(12) + "-" + part(24)},
        Shape{"Slack web hook",
              "hooks.slack.com/services/T" + part(8) + "/B" + part(8) + "/" + part(24)},
        Shape{"Stripe live key", "sk_live_" + part(24)},
        Shape{"Stripe live key", "rk_live_" + part(24)}, Shape{"npm token", "npm_" + part(36)},
        Shape{"Anthropic key", "sk-ant-api03-" + part(93) + "AA"},
        Shape{"OpenAI key", "sk-proj-" + part(74)},
        Shape{"OpenAI key", "sk-" + part(20) + "T3BlbkFJ" + part(20)},
        Shape{"Hugging Face token", "hf_" + part(34)},
        Shape{"SendGrid key", "SG." + part(22) + "." + part(43)},
        Shape{"DigitalOcean token", "dop_v1_" + hex_part(64)},
        Shape{"PyPI token", "pypi-AgEIcHlwaS5vcmc" + part(60)}));

TEST(Tokens, examples_of_documentation_are_passed_over) {
  EXPECT_THAT(tokens("aws_access_key_id = AKIAIOSFODNN7EXAMPLE"), IsEmpty());
  EXPECT_THAT(tokens("gho_16C7e42F292c6912E7710c838347Ae178B4a"), IsEmpty());
  EXPECT_THAT(tokens("ghp_" + std::string(36, 'x')), IsEmpty());
}

TEST(Tokens, web_tokens_test_keys_and_prose_are_none) {
  EXPECT_THAT(
      tokens("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
      IsEmpty());
  EXPECT_THAT(tokens("sk_test_" + part(24)), IsEmpty());
  EXPECT_THAT(tokens("npm_config_registry sk-learn xoxb- ghp_ AIza AKIA sk-proj-name"), IsEmpty());
}

TEST(Tokens, the_full_stop_behind_one_does_not_hide_it) {
  EXPECT_THAT(tokens("It was glpat-" + part(20) + "."), ElementsAre("GitLab token"));
}

TEST(Secrets, one_hit_for_each_line_and_never_the_token_itself) {
  const std::string token = "ghp_" + part(36);
  const auto hits = find_secrets("a\n" + token + " " + token + "\nb\n" + token + "\n");
  EXPECT_THAT(lines_of(hits), ElementsAre(2, 4));
  for (const TextHit& hit : hits) {
    EXPECT_EQ(hit.message, "This looks like a GitHub token.");
  }
}

class PrivateKeys : public testing::TestWithParam<std::string> {};

TEST_P(PrivateKeys, a_block_is_found_at_its_first_line) {
  EXPECT_THAT(lines_of(find_secrets("x\n" + key(GetParam(), part(64)))), ElementsAre(2));
  EXPECT_THAT(lines_of(find_secrets("x\r\n" + key(GetParam(), "abc"))), ElementsAre(2));
}

INSTANTIATE_TEST_SUITE_P(Labels, PrivateKeys,
                         testing::Values("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY",
                                         "DSA PRIVATE KEY", "OPENSSH PRIVATE KEY",
                                         "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"));

TEST(PrivateKey, inside_a_program_text_it_is_found_by_what_follows) {
  const std::string header = "-----BEGIN RSA PRIVATE KEY-----";
  EXPECT_THAT(find_secrets("k = \"" + header + "\\n" + part(64) + "\";"), SizeIs(1));
  EXPECT_THAT(find_secrets("k = \"" + header + "\\n\" +\n    \"" + part(64) + "\";"), SizeIs(1));
  EXPECT_THAT(
      find_secrets("if (pem.starts_with(\"" + header + "\")) { decodeThePrivateKeyNow(); }"),
      IsEmpty());
}

TEST(PrivateKey, a_key_that_documentation_leaves_out_is_none) {
  EXPECT_THAT(find_secrets(key("RSA PRIVATE KEY", "...")), IsEmpty());
  EXPECT_THAT(find_secrets(key("PRIVATE KEY", "<your key>")), IsEmpty());
  EXPECT_THAT(find_secrets(key("PRIVATE KEY", "${KEY}")), IsEmpty());
}

TEST(PrivateKey, public_keys_and_certificates_are_none) {
  EXPECT_THAT(find_secrets(key("PUBLIC KEY", part(64)) + key("CERTIFICATE", part(64))), IsEmpty());
}

TEST(Conflicts, the_three_markers_are_one_hit) {
  const auto hits = find_conflicts("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\nd\n");
  ASSERT_THAT(hits, SizeIs(1));
  EXPECT_THAT(hits.front().lines, ElementsAre(2, 4, 6));
}

TEST(Conflicts, every_conflict_of_a_file_is_told) {
  const std::string conflict =
      "<<<<<<< HEAD\r\nb\r\n||||||| base\r\nx\r\n=======\r\nc\r\n>>>>>>> t\r\n";
  EXPECT_THAT(find_conflicts(conflict + "between\r\n" + conflict), SizeIs(2));
}

TEST(Conflicts, a_half_resolved_one_is_told) {
  EXPECT_THAT(lines_of(find_conflicts("a\n=======\nc\n>>>>>>> topic\n")), ElementsAre(2, 4));
  EXPECT_THAT(lines_of(find_conflicts("<<<<<<< HEAD\na\n=======\nc")), ElementsAre(1, 3));
}

TEST(Conflicts, headings_rules_and_quotes_are_none) {
  EXPECT_THAT(find_conflicts("Heading\n=======\ntext\n\nHeader2\n=======\n"), IsEmpty());
  EXPECT_THAT(find_conflicts(">>>>>>> quoted seven times\n"), IsEmpty());
  EXPECT_THAT(find_conflicts("<<<<<<<<< nine\n=========\n>>>>>>>>> nine\n"), IsEmpty());
  EXPECT_THAT(find_conflicts("  <<<<<<< HEAD\n  =======\n  >>>>>>> x\n"), IsEmpty());
  EXPECT_THAT(find_conflicts("cat <<<<<<< x\n=======x\n"), IsEmpty());
}

TEST(BlobText, binary_is_none_and_utf16_is_read) {
  std::string storage;
  using namespace std::string_view_literals;
  EXPECT_EQ(text_of_blob("a\0b"sv, storage), std::nullopt);
  EXPECT_EQ(text_of_blob("\xff\xfe"
                         "a\0b\0\n\0"sv,
                         storage),
            "ab\n");
  EXPECT_EQ(text_of_blob("\xfe\xff"
                         "\0a\0b"sv,
                         storage),
            "ab");
  EXPECT_EQ(text_of_blob("", storage), "");
}

}  // namespace
}  // namespace pumuki::collect
