#include "gate/evidence/canonical.h"

#include "gate/core/sha256.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace pumuki::evidence {
namespace {

std::string canonical(std::string_view json) {
  std::string out;
  return append_canonical(out, json) ? out : "refused";
}

// The three worked examples of evidence-v2.1 §3.

constexpr std::string_view k_example_a =
    R"({"version":"2.1","timestamp":"2026-01-02T03:04:05.006Z","snapshot":{"stage":"CI",)"
    R"("outcome":"PASS","findings":[]},"ledger":[],"platforms":{},"rulesets":[]})";
constexpr std::string_view k_hash_a =
    "sha256:499a166e88e185b589e54badc8a0e0b2810cd6a7518cb6c4b436fae2fadb9121";
constexpr std::string_view k_hash_b =
    "sha256:2e7e0a843427febc9810f4d0a2c3a3872655512d109c84e2750e83c100865763";

TEST(Seal, hashes_the_first_example) {
  ASSERT_EQ(k_example_a.size(), 154U);
  EXPECT_EQ(canonical(k_example_a), k_example_a);
  EXPECT_EQ(payload_hash(k_example_a).value(), k_hash_a);
}

TEST(Seal, hashes_its_successor_and_chains_to_it) {
  std::string successor{k_example_a};
  successor.replace(successor.find("2026-01-02"), 10, "2026-01-03");
  EXPECT_EQ(payload_hash(successor).value(), k_hash_b);

  const std::string sealed = seal_text(successor, k_hash_a, 2).value();
  successor.pop_back();
  EXPECT_EQ(sealed, successor + R"(,"evidence_chain":{"algorithm":"sha256",)" +
                        R"("previous_payload_hash":")" + std::string{k_hash_a} +
                        R"(","payload_hash":")" + std::string{k_hash_b} + R"(","sequence":2}})");
}

TEST(Seal, hashes_a_text_unlike_its_canonical_form) {
  constexpr std::string_view k_text =
      R"({ "version" : "2.1", "z": {"b": 1.0, "10": 1E2, "2": -0, "b": 2.50}, )"
      R"("s": "caf\u00e9 \/ \u2028 \ud83d\ude80 \u0001\ud83d", "big": 12345678901234567890, )"
      R"("tiny": 0.0000001, "e": 1e21, "timestamp": "t" })";
  const std::string expected =
      R"({"version":"2.1","z":{"2":0,"10":100,"b":2.5},"s":"café / )"
      "\u2028 🚀 \\u0001\\ud83d"
      R"(","big":12345678901234567000,"tiny":1e-7,"e":1e+21,"timestamp":"t"})";
  ASSERT_EQ(expected.size(), 147U);
  EXPECT_EQ(canonical(k_text), expected);
  EXPECT_EQ(payload_hash(k_text).value(),
            "sha256:a10342b5ad464cbdec27b28a64fc455e0dc588d5e33913545497a7d40d9a03c4");
}

TEST(Seal, replaces_an_old_chain_wherever_it_stands) {
  EXPECT_EQ(payload_hash(R"({"evidence_chain":{"x":[1]},"a":1})").value(),
            "sha256:" + sha256_hex(R"({"a":1})"));
  EXPECT_EQ(seal_text(R"({"a":1,"evidence_chain":0,"b":2})").value(),
            seal_text(R"({"a":1,"b":2})").value());
  EXPECT_TRUE(seal_text(R"({"evidence_chain":0})").value().starts_with(R"({"evidence_chain":{)"));
}

TEST(Seal, refuses_what_is_no_document) {
  EXPECT_EQ(payload_hash("[]").error().code, Code::WrongShape);
  EXPECT_EQ(payload_hash("").error().code, Code::NotJson);
  EXPECT_EQ(payload_hash(R"({"a":})").error().code, Code::NotJson);
}

struct Spelling {
  const char* text;
  const char* expected;
};

class Canonical : public testing::TestWithParam<Spelling> {};

TEST_P(Canonical, is_what_ecmascript_would_write) {
  EXPECT_EQ(canonical(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Numbers, Canonical,
    testing::Values(Spelling{"1.0", "1"}, Spelling{"1E2", "100"}, Spelling{"-0", "0"},
                    Spelling{"-0.0", "0"}, Spelling{"1e999", "null"}, Spelling{"-1e999", "null"},
                    Spelling{"1e-999", "0"}, Spelling{"-1e-999", "0"}, Spelling{"0e999", "0"},
                    Spelling{"1e-7", "1e-7"}, Spelling{"0.000001", "0.000001"},
                    Spelling{"1e21", "1e+21"},
                    Spelling{"123456789012345680000", "123456789012345680000"},
                    Spelling{"9007199254740993", "9007199254740992"}, Spelling{"5e-324", "5e-324"},
                    Spelling{"1.7976931348623157e308", "1.7976931348623157e+308"}));
INSTANTIATE_TEST_SUITE_P(Strings, Canonical,
                         testing::Values(Spelling{R"("\u0041\/")", R"("A/")"},
                                         Spelling{R"("\b\f\n\r\t\"\\")", R"("\b\f\n\r\t\"\\")"},
                                         Spelling{R"("\u000B\u001f")", R"("\u000b\u001f")"},
                                         Spelling{R"("\uD83D\uDE80")", R"("🚀")"},
                                         Spelling{R"("\uDE80\uD83D")", R"("\ude80\ud83d")"},
                                         Spelling{R"("\ud83d\ud83d\ude80")", R"("\ud83d🚀")"},
                                         Spelling{R"("")", R"("")"}));
INSTANTIATE_TEST_SUITE_P(
    Order, Canonical,
    testing::Values(Spelling{R"({"b":1,"a":2})", R"({"b":1,"a":2})"},
                    Spelling{R"({"b":1,"1":2,"01":3,"0":4})", R"({"0":4,"1":2,"b":1,"01":3})"},
                    Spelling{R"({"4294967295":1,"4294967294":2})",
                             R"({"4294967294":2,"4294967295":1})"},
                    Spelling{R"({"a":1,"b":2,"a":{"2":1,"1":2}})", R"({"a":{"1":2,"2":1},"b":2})"},
                    Spelling{R"({"\u0061":1,"a":2})", R"({"a":2})"},
                    Spelling{R"([{"x":[ ]},{ }])", R"([{"x":[]},{}])"}));

class Refused : public testing::TestWithParam<const char*> {};

TEST_P(Refused, is_not_json) { EXPECT_EQ(canonical(GetParam()), "refused"); }

INSTANTIATE_TEST_SUITE_P(
    Text, Refused,
    testing::Values("", " ", "01", "1.", ".5", "+1", "1e", "-", "0x1", "NaN", "Infinity", "nul",
                    "truee", "True", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"",
                    "\"a\tb\"", "\"a\"b", "1 2", "1,2", "[1,]", "[,1]", "[1 2]", "[1", "1]",
                    "{\"a\":1,}", "{\"a\"}", "{\"a\" 1}", "{a:1}", "{1:2}", "{\"a\":1}}",
                    "{\"a\":1}x", "{\"a\":1} {}", "[\"a\":1]", "[1:2]", "{\"a\":\"b\":1}",
                    "{\"a\",1}", "[[]", "[]]", "[}", "{]", "{\"a\":[}]", "/**/1", "[1]//",
                    "\xEF\xBB\xBF{}", "[\"\xFF\"]", "[\"\xED\xA0\x80\"]", "\"\x01\""));

TEST(Canonical, leaves_the_output_alone_when_it_refuses) {
  std::string out = "kept";
  EXPECT_FALSE(append_canonical(out, "[1,"));
  EXPECT_EQ(out, "kept");
}

TEST(Canonical, has_a_depth_limit) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(canonical(nested(k_max_depth)), nested(k_max_depth));
  EXPECT_EQ(canonical(nested(k_max_depth + 1)), "refused");
  EXPECT_EQ(canonical(nested(100'000)), "refused");
}

TEST(Canonical, handles_an_object_with_many_names) {
  std::string text = "{";
  std::string expected = "{";
  for (int i = 0; i < 2000; ++i) {
    const std::string name = "\"n" + std::to_string(i * 7919 % 2000) + "\":";
    text += name + "0 , ";
    expected += name + (i == 0 ? "1," : "0,");
  }
  expected.back() = '}';
  EXPECT_EQ(canonical(text + "\"n0\":1}"), expected);
}

/// Digits without sign, exponent and zeros around them.
std::string significant(std::string_view number) {
  std::string digits;
  for (const char c : number.substr(0, number.find('e'))) {
    if (c != '-' && c != '.' && (c != '0' || !digits.empty())) {
      digits += c;
    }
  }
  while (digits.ends_with('0')) {
    digits.pop_back();
  }
  return digits;
}

TEST(Canonical, spells_random_doubles_so_that_they_round_trip) {
  std::mt19937_64 random{20260314};
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) {
      continue;
    }
    char spelled[64];
    std::snprintf(spelled, sizeof spelled, "%.17g", value);
    const std::string text = canonical(spelled);
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    const double size = std::fabs(value);
    const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
    ASSERT_EQ(text.find('e') == std::string::npos, plain) << text;
    ASSERT_EQ(text.find("e0"), std::string::npos) << text;
    // No text with fewer digits names the same double.
    const std::string digits = significant(text);
    if (digits.size() > 1) {
      std::snprintf(spelled, sizeof spelled, "%.*e", static_cast<int>(digits.size()) - 2, value);
      ASSERT_NE(std::strtod(spelled, nullptr), value) << text;
    }
  }
}

TEST(Compact, drops_white_space_outside_strings_only) {
  std::string out = "x";
  EXPECT_TRUE(append_compact(out, "{ \"a b\" :\n [ 1 ,\t\" \\\" \" ] }"));
  EXPECT_EQ(out, "x{\"a b\":[1,\" \\\" \"]}");
}

}  // namespace
}  // namespace pumuki::evidence
