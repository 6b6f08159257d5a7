#include "gate/evidence/collections.h"

#include "gate/core/files.h"
#include "tests/unit/gate/evidence/evidence_samples.h"
#include "tests/unit/gate/evidence/random_json.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki::evidence {
namespace {

class Rows : public testing::Test {
 protected:
  Loaded read(std::string_view document) const {
    test::write_bytes(folder_ / "e.json", sealed(document));
    return load(folder_ / "e.json");
  }
  Loaded read_raw(std::string_view bytes) const {
    test::write_bytes(folder_ / "e.json", bytes);
    return load(folder_ / "e.json");
  }
  std::string reason(std::string_view document) const { return read(document).summary.reason; }

  test::TempDir folder_;
};

std::string slice(const Loaded& loaded, const Range& range) {
  std::string text(range.length, '\0');
  const auto read = read_at(loaded.text_fd.get(), range.offset, text.data(), text.size());
  return read ? text : "unreadable";
}

/// The document as it is streamed: member by member from the descriptor.
std::string streamed(const Loaded& loaded, bool compact) {
  std::string out = "{";
  for (const Member& member : loaded.collections.members) {
    if (compact && member.name_json == "\"consolidation\"") {
      continue;
    }
    out += out.size() > 1 ? "," : "";
    out += member.name_json;
    out += ":";
    const bool spelled = loaded.collections.canonical_spelling;
    const std::string text = slice(loaded, member.range);
    EXPECT_TRUE(spelled ? append_compact(out, text) : append_canonical(out, text));
  }
  return out + "}";
}

TEST_F(Rows, hold_the_members_views_need) {
  const Loaded loaded = read(k_sample);
  const Collections& rows = loaded.collections;
  ASSERT_EQ(loaded.summary.kind, Kind::Valid) << loaded.summary.reason;
  EXPECT_EQ(rows.version, "2.1");
  EXPECT_EQ(rows.timestamp_json, "\"2026-03-14T09:26:53.589Z\"");
  EXPECT_EQ(rows.stage_json, "\"PRE_COMMIT\"");
  EXPECT_EQ(rows.outcome_json, "\"WARN\"");

  ASSERT_EQ(rows.findings.size(), 1U);
  EXPECT_EQ(rows.findings[0].rule_id, "r.one");
  EXPECT_EQ(rows.findings[0].severity, "WARN");
  EXPECT_EQ(rows.findings[0].code, "R_ONE");
  EXPECT_EQ(rows.findings[0].message, "a \"quoted\" word");
  EXPECT_EQ(rows.findings[0].file, "apps/ios/A.swift");
  EXPECT_EQ(rows.findings[0].lines_text, "41,44");
  EXPECT_TRUE(rows.findings[0].has_line_list);
  EXPECT_TRUE(slice(loaded, rows.findings[0].range).ends_with("\"lines\":[41,44]}"));

  ASSERT_EQ(rows.ledger.size(), 1U);
  EXPECT_EQ(rows.ledger[0].first_seen, "a");
  EXPECT_EQ(rows.ledger[0].last_seen, "b");
  EXPECT_EQ(rows.ledger[0].lines_text, "");
  ASSERT_EQ(rows.rulesets.size(), 1U);
  EXPECT_EQ(rows.rulesets[0].platform, "ios");
  EXPECT_EQ(rows.rulesets[0].hash, "h");
  EXPECT_EQ(slice(loaded, rows.rulesets[0].range),
            R"({"platform":"ios","bundle":"ios@1","hash":"h"})");
  ASSERT_EQ(rows.platforms.size(), 1U);
  EXPECT_EQ(rows.platforms[0].detected, true);
  EXPECT_EQ(rows.platforms[0].confidence, "HIGH");
  ASSERT_EQ(rows.suppressed.size(), 1U);
  EXPECT_EQ(rows.suppressed[0].replaced_by, "r.one");
  EXPECT_EQ(rows.suppressed[0].replacement.state, MaybeText::State::Null);
  EXPECT_EQ(rows.suppressed[0].platform.state, MaybeText::State::Absent);
}

struct LinesCase {
  const char* json;
  const char* text;
  bool list;
};

class Lines : public Rows, public testing::WithParamInterface<LinesCase> {};

TEST_P(Lines, have_the_text_they_sort_by) {
  const auto& [json, text, list] = GetParam();
  const Loaded loaded = read(sample_with("[41,44]", json));
  ASSERT_EQ(loaded.summary.kind, Kind::Valid) << loaded.summary.reason;
  EXPECT_EQ(loaded.collections.findings[0].lines_text, text);
  EXPECT_EQ(loaded.collections.findings[0].has_line_list, list);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Lines,
    testing::Values(LinesCase{"[7]", "7", true}, LinesCase{"[ 1.0 , 2e1 ]", "1,20", true},
                    LinesCase{"[ ]", "", false},
                    LinesCase{"[null,\"a\",[1,[2]],{},true]", ",a,1,2,[object Object],true", true},
                    LinesCase{"[[]]", "", true}, LinesCase{"12", "12", false},
                    LinesCase{"0", "", false}, LinesCase{"-0.0", "", false},
                    LinesCase{"\"3-5\"", "3-5", false}, LinesCase{"\"\\u0041\"", "A", false},
                    LinesCase{"\"\"", "", false}, LinesCase{"null", "", false},
                    LinesCase{"false", "", false}, LinesCase{"true", "true", false},
                    LinesCase{"{\"a\":1}", "[object Object]", false}));

TEST_F(Rows, name_an_overflow_in_lines) {
  std::string text = sealed(sample_with("[41,44]", "[null]"));
  text.replace(text.find("[null]"), 6, "[-1e999]");
  const Loaded loaded = read_raw(text);
  ASSERT_EQ(loaded.summary.kind, Kind::Valid) << loaded.summary.reason;
  EXPECT_EQ(loaded.collections.findings.at(0).lines_text, "-Infinity");
  EXPECT_FALSE(loaded.collections.canonical_spelling);
}

TEST_F(Rows, tell_three_states_of_a_replacement) {
  const auto with = [&](const char* to) {
    return read(sample_with("\"replacementRuleId\":null", to));
  };
  const Loaded absent = with("\"x\":1");
  EXPECT_EQ(absent.collections.suppressed.at(0).replacement.state, MaybeText::State::Absent);
  const Loaded empty = with("\"replacementRuleId\":\"\"");
  EXPECT_EQ(empty.collections.suppressed.at(0).replacement.state, MaybeText::State::Text);
  const Loaded text = with("\"replacementRuleId\":\"a\\\"b\"");
  EXPECT_EQ(text.collections.suppressed.at(0).replacement.text, "a\"b");
  const Loaded null = with("\"platform\":null");
  EXPECT_EQ(null.collections.suppressed.at(0).platform.state, MaybeText::State::Null);
  const Loaded platform = with("\"platform\":\"ios\"");
  EXPECT_EQ(platform.collections.suppressed.at(0).platform.text, "ios");
}

TEST_F(Rows, decode_lone_surrogates_to_three_bytes) {
  const Loaded loaded = read(sample_with("R_ONE", "\\ud83d"));
  EXPECT_EQ(loaded.collections.findings.at(0).code, "\xED\xA0\xBD");
}

TEST_F(Rows, come_in_ecmascript_order_from_a_file_behind_the_ranges) {
  const std::string platforms =
      R"({"b":{"detected":false},"10":{"detected":true},"9":{"confidence":"LOW"}})";
  std::string text =
      sealed(sample_with(R"({"ios":{"detected":true,"confidence":"HIGH"}})", platforms));
  // The file has them out of order; the seal does not care.
  const auto at = text.find("\"9\":");
  const auto end = text.find("\"b\":");
  const std::string indexed = text.substr(at, end - at);
  text.erase(at, indexed.size());
  text.insert(text.find("}}", at) + 1, "," + indexed.substr(0, indexed.size() - 1));

  const Loaded loaded = read_raw(text);
  ASSERT_EQ(loaded.summary.kind, Kind::Valid) << loaded.summary.reason << text;
  ASSERT_EQ(loaded.collections.platforms.size(), 3U);
  EXPECT_EQ(loaded.collections.platforms[0].name, "9");
  EXPECT_EQ(loaded.collections.platforms[1].name, "10");
  EXPECT_EQ(loaded.collections.platforms[2].name, "b");
  EXPECT_EQ(loaded.collections.platforms[0].detected, std::nullopt);
  EXPECT_EQ(loaded.collections.platforms[1].confidence, std::nullopt);
  EXPECT_EQ(slice(loaded, loaded.collections.rulesets.at(0).range),
            R"({"platform":"ios","bundle":"ios@1","hash":"h"})");
  EXPECT_TRUE(loaded.collections.canonical_spelling);
}

TEST_F(Rows, come_from_the_decoded_text_of_a_file_with_invalid_bytes) {
  std::string text = sealed(sample_with("apps/ios/A.swift", "\xEF\xBF\xBD/A.swift"));
  text.replace(text.find("\xEF\xBF\xBD"), 3, "\xFF");
  const Loaded loaded = read_raw(text);
  ASSERT_EQ(loaded.summary.kind, Kind::Valid) << loaded.summary.reason;
  EXPECT_NE(slice(loaded, loaded.collections.findings.at(0).range).find("\xEF\xBF\xBD/A.swift"),
            std::string::npos);
}

TEST_F(Rows, stream_to_the_canonical_document) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomJson random{seed, seed % 2 == 0};
    const Made extra = random.value(3);
    const Made more = random.object(2);
    std::string text = sample_with("\"human_intent\":null",
                                   "\"x\\u0041\" :" + random.space() + extra.text + random.space());
    std::string expected = sample_with("\"human_intent\":null", "\"xA\":" + extra.canonical);
    text.insert(1, "\"z\":" + more.text + ",\n");
    expected.insert(1, "\"z\":" + more.canonical + ",");
    const std::string canonical = sealed(expected);
    text.pop_back();
    const Loaded loaded = read_raw(text + canonical.substr(expected.size() - 1));
    ASSERT_EQ(loaded.summary.kind, Kind::Valid) << loaded.summary.reason << text;
    ASSERT_EQ(streamed(loaded, false), canonical);
    ASSERT_EQ(loaded.collections.full_bytes, canonical.size());
    ASSERT_EQ(loaded.collections.compact_bytes, streamed(loaded, true).size());
  }
}

TEST_F(Rows, serve_labels_as_they_stand) {
  const Loaded odd = read(sample_with("\"2026-03-14T09:26:53.589Z\"", "{ \"a\" : 1.0 }"));
  EXPECT_EQ(odd.collections.timestamp_json, "{\"a\":1}");
  const Loaded none = read(sample_with("\"timestamp\"", "\"other\""));
  EXPECT_EQ(none.summary.kind, Kind::Valid);
  EXPECT_EQ(none.collections.timestamp_json, "");
}

TEST_F(Rows, are_not_there_for_an_invalid_document) {
  const Loaded loaded = read_raw(k_sample);
  EXPECT_EQ(loaded.summary.kind, Kind::Invalid);
  EXPECT_TRUE(loaded.collections.findings.empty());
  EXPECT_FALSE(loaded.text_fd.valid());
}

struct ShapeCase {
  const char* from;
  const char* to;
  const char* reason;
};

class Shape : public Rows, public testing::WithParamInterface<ShapeCase> {};

TEST_P(Shape, fault_names_the_member) {
  const Loaded loaded = read(sample_with(GetParam().from, GetParam().to));
  EXPECT_EQ(loaded.summary.kind, Kind::Invalid);
  EXPECT_EQ(loaded.summary.fault, Fault::Schema);
  EXPECT_EQ(loaded.summary.reason, GetParam().reason);
  EXPECT_EQ(loaded.summary.version, "2.1");
}

INSTANTIATE_TEST_SUITE_P(
    Faults, Shape,
    testing::Values(
        ShapeCase{"\"snapshot\"", "\"x\"", "snapshot is missing"},
        ShapeCase{"\"findings\"", "\"x\"", "snapshot.findings is missing"},
        ShapeCase{"\"ledger\":[", "\"ledger\":null,\"x\":[", "ledger is not an array"},
        ShapeCase{"\"ledger\"", "\"x\"", "ledger is missing"},
        ShapeCase{"\"rulesets\"", "\"x\"", "rulesets is missing"},
        ShapeCase{"\"platforms\"", "\"x\"", "platforms is missing"},
        ShapeCase{"\"findings\":[", "\"findings\":null,\"x\":[",
                  "snapshot.findings is not an array"},
        ShapeCase{"\"findings\":[", "\"findings\":[null,", "snapshot.findings[0] is not an object"},
        ShapeCase{"\"ruleId\":\"r.one\",\"severity\"", "\"ruleId\":7,\"severity\"",
                  "snapshot.findings[0].ruleId is not a string"},
        ShapeCase{"\"severity\":\"WARN\"", "\"severity\":[]",
                  "snapshot.findings[0].severity is not a string"},
        ShapeCase{"\"severity\":\"WARN\",", "", "snapshot.findings[0].severity is missing"},
        ShapeCase{"\"lastSeen\":\"b\"", "\"lastSeen\":5", "ledger[0].lastSeen is not a string"},
        ShapeCase{"\"hash\":\"h\"", "\"hash\":null", "rulesets[0].hash is not a string"},
        ShapeCase{"{\"detected\":true,\"confidence\":\"HIGH\"}", "null",
                  "platforms.ios is not an object"},
        ShapeCase{"\"detected\":true", "\"detected\":\"yes\"",
                  "platforms.ios.detected is not true or false"},
        ShapeCase{"\"confidence\":\"HIGH\"", "\"confidence\":1",
                  "platforms.ios.confidence is not a string"},
        ShapeCase{"\"suppressed\":[", "\"suppressed\":{},\"x\":[",
                  "consolidation.suppressed is not an array"},
        ShapeCase{"\"replacedByRuleId\":\"r.one\",", "",
                  "consolidation.suppressed[0].replacedByRuleId is missing"},
        ShapeCase{"\"replacementRuleId\":null", "\"replacementRuleId\":4",
                  "consolidation.suppressed[0].replacementRuleId is neither a string nor null"}));

TEST_F(Rows, lenient_about_what_nobody_computes_with) {
  EXPECT_EQ(reason(sample_with("\"severity\":\"WARN\"", "\"severity\":\"odd\",\"own\":{\"x\":[]}")),
            "");
  EXPECT_EQ(reason(sample_with("\"code\":\"R_ONE\",", "")), "");
  EXPECT_EQ(reason(sample_with("\"firstSeen\":\"a\",\"lastSeen\":\"b\"", "\"owner\":null")), "");
  EXPECT_EQ(reason(sample_with("\"detected\":true,", "")), "");
  EXPECT_EQ(reason(sample_with("{\"suppressed\"", "{\"other\"")), "");
  EXPECT_EQ(reason(sample_with("\"human_intent\":null", "\"human_intent\":[1]")), "");
}

TEST_F(Rows, report_the_seal_before_the_shape) {
  const Loaded loaded = read_raw(sample_with("\"ledger\"", "\"x\""));
  EXPECT_EQ(loaded.summary.fault, Fault::ChainMissing);
}

}  // namespace
}  // namespace pumuki::evidence
