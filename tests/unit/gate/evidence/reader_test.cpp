#include "gate/core/sha256.h"
#include "gate/evidence/collections.h"
#include "tests/unit/gate/evidence/evidence_samples.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace pumuki::evidence {
namespace {

class Reader : public testing::Test {
 protected:
  std::string path() const { return folder_ / std::string{k_file_name}; }
  Summary read(std::string_view bytes) const {
    test::write_bytes(path(), bytes);
    Summary summary = read_summary(folder_.path());
    const Summary loaded = load(path()).summary;
    EXPECT_EQ(loaded.kind, summary.kind);
    EXPECT_EQ(loaded.fault, summary.fault);
    EXPECT_EQ(loaded.reason, summary.reason);
    return summary;
  }

  test::TempDir folder_;
};

void expect_invalid(const Summary& summary, Fault fault, std::string_view reason) {
  EXPECT_EQ(summary.kind, Kind::Invalid);
  EXPECT_EQ(summary.fault, fault);
  EXPECT_NE(summary.reason.find(reason), std::string::npos) << summary.reason;
}

TEST_F(Reader, reads_a_sealed_document) {
  const std::string text = sealed(k_sample) + "\n";
  const Summary summary = read(text);
  ASSERT_EQ(summary.kind, Kind::Valid) << summary.reason;
  EXPECT_EQ(summary.fault, Fault::None);
  EXPECT_EQ(summary.reason, "");
  EXPECT_EQ(summary.path, path());
  EXPECT_EQ(summary.digest, "sha256:" + sha256_hex(text));
  EXPECT_EQ(summary.version, "2.1");
  EXPECT_EQ(summary.timestamp, "2026-03-14T09:26:53.589Z");
}

TEST_F(Reader, tells_what_the_gate_asks) {
  const GateFacts facts = read(sealed(k_sample)).facts;
  EXPECT_EQ(facts.missing_member, std::nullopt);
  EXPECT_EQ(facts.missing_at_pre_write, std::nullopt);
  EXPECT_EQ(facts.ai_gate_status, "ALLOWED");
  EXPECT_EQ(facts.severity_gate_status, "ALLOWED");
  EXPECT_EQ(facts.snapshot_stage, "PRE_COMMIT");
  EXPECT_EQ(facts.snapshot_outcome, "WARN");
  EXPECT_EQ(facts.repo_root, "/r");
  EXPECT_EQ(facts.branch, "main");
  ASSERT_EQ(facts.platforms.size(), 1U);
  EXPECT_EQ(facts.platforms[0].name, "ios");
  EXPECT_TRUE(facts.platforms[0].detected);
  ASSERT_EQ(facts.rulesets.size(), 1U);
  EXPECT_EQ(facts.rulesets[0].bundle, "ios@1");
  ASSERT_TRUE(facts.rules_coverage);
  EXPECT_EQ(facts.rules_coverage->stage, "PRE_COMMIT");
  EXPECT_EQ(facts.rules_coverage->active_rule_ids, std::vector<std::string>{"r.one"});
  EXPECT_EQ(facts.rules_coverage->evaluated_rule_ids, std::vector<std::string>{"r.one"});
  EXPECT_EQ(facts.rules_coverage->unevaluated_count, 0);
  EXPECT_EQ(facts.rules_coverage->unsupported_auto_count, 2);
  EXPECT_EQ(facts.rules_coverage->coverage_ratio, 0.5);
}

TEST_F(Reader, counts_unsupported_rules_when_no_count_is_given) {
  const std::string text =
      sample_with(R"("counts":{"unevaluated":0,"unsupported_auto":2})",
                  R"("counts":{"unevaluated":0},"unsupported_auto_rule_ids":["a","b","c"])");
  EXPECT_EQ(read(sealed(text)).facts.rules_coverage->unsupported_auto_count, 3);
}

struct MissingCase {
  const char* from;
  const char* to;
  const char* missing;
  bool at_pre_write;
};

class ReaderMissing : public Reader, public testing::WithParamInterface<MissingCase> {};

TEST_P(ReaderMissing, member_is_named_and_the_document_stays_valid) {
  const auto& [from, to, missing, at_pre_write] = GetParam();
  const Summary summary = read(sealed(sample_with(from, to)));
  ASSERT_EQ(summary.kind, Kind::Valid) << summary.reason;
  const GateFacts& facts = summary.facts;
  EXPECT_EQ(at_pre_write ? facts.missing_at_pre_write : facts.missing_member, missing);
  EXPECT_EQ(at_pre_write ? facts.missing_member : facts.missing_at_pre_write, std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Members, ReaderMissing,
    testing::Values(
        MissingCase{"\"ai_gate\"", "\"other\"", "ai_gate.status", false},
        MissingCase{"{\"status\":\"ALLOWED\",", "{", "ai_gate.status", false},
        MissingCase{"\"severity_metrics\"", "\"other\"", "severity_metrics.gate_status", true},
        MissingCase{"active_rule_ids", "x", "snapshot.rules_coverage.active_rule_ids", true},
        MissingCase{"evaluated_rule_ids", "x", "snapshot.rules_coverage.evaluated_rule_ids", true},
        MissingCase{"\"unevaluated\"", "\"x\"", "snapshot.rules_coverage.counts.unevaluated", true},
        MissingCase{"coverage_ratio", "x", "snapshot.rules_coverage.coverage_ratio", true}));

TEST_F(Reader, takes_absent_optional_members_as_data) {
  std::string text = sample_with("\"rules_coverage\"", "\"other\"");
  text.replace(text.find("repo_state"), 10, "other_state");
  const Summary summary = read(sealed(text));
  ASSERT_EQ(summary.kind, Kind::Valid);
  EXPECT_EQ(summary.facts.missing_at_pre_write, std::nullopt);
  EXPECT_FALSE(summary.facts.rules_coverage);
  EXPECT_FALSE(summary.facts.repo_root);
  EXPECT_FALSE(summary.facts.branch);
}

TEST_F(Reader, finds_no_file) {
  const Summary summary = read_summary(folder_.path());
  EXPECT_EQ(summary.kind, Kind::Missing);
  EXPECT_EQ(summary.digest, std::nullopt);
}

TEST_F(Reader, takes_a_dangling_link_for_no_file) {
  ASSERT_EQ(::symlink("nowhere", path().c_str()), 0);
  EXPECT_EQ(read_summary(folder_.path()).kind, Kind::Missing);
}

TEST_F(Reader, follows_a_link) {
  test::write_bytes(folder_ / "real.json", sealed(k_sample));
  ASSERT_EQ(::symlink("real.json", path().c_str()), 0);
  EXPECT_EQ(read_summary(folder_.path()).kind, Kind::Valid);
}

TEST_F(Reader, refuses_a_folder) {
  ASSERT_EQ(::mkdir(path().c_str(), 0755), 0);
  const Summary summary = read_summary(folder_.path());
  expect_invalid(summary, Fault::Schema, "not a regular file");
  EXPECT_EQ(summary.digest, std::nullopt);
}

TEST_F(Reader, refuses_a_fifo_without_waiting) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  expect_invalid(read_summary(folder_.path()), Fault::Schema, "not a regular file");
}

TEST_F(Reader, refuses_a_file_without_permission) {
  test::write_bytes(path(), sealed(k_sample));
  ASSERT_EQ(::chmod(path().c_str(), 0), 0);
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
  // Root reads every file, so it asks as nobody.
  constexpr uid_t k_nobody = 65534;
  const uid_t before = ::geteuid();
  if (before == 0) {
    ASSERT_EQ(::seteuid(k_nobody), 0);
  }
  const Summary summary = read_summary(folder_.path());
  ASSERT_EQ(::seteuid(before), 0);
  expect_invalid(summary, Fault::Schema, "ermission");
}

TEST_F(Reader, refuses_a_file_over_the_limit) {
  test::write_bytes(path(), "{");
  ASSERT_EQ(::truncate(path().c_str(), static_cast<off_t>(k_max_file_bytes + 1)), 0);
  const Summary summary = read_summary(folder_.path());
  expect_invalid(summary, Fault::Schema, "larger than");
  EXPECT_EQ(summary.digest, std::nullopt);
}

struct BadText {
  std::string bytes;
  const char* reason;
};

class ReaderNotJson : public Reader, public testing::WithParamInterface<BadText> {};

TEST_P(ReaderNotJson, is_refused_without_version_and_time) {
  const Summary summary = read(GetParam().bytes);
  expect_invalid(summary, Fault::Schema, GetParam().reason);
  EXPECT_EQ(summary.version, std::nullopt);
  EXPECT_EQ(summary.timestamp, std::nullopt);
  EXPECT_EQ(summary.digest, "sha256:" + sha256_hex(GetParam().bytes));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, ReaderNotJson,
    testing::Values(BadText{"", "empty"}, BadText{"[]", "not a JSON object"},
                    BadText{"null", "not a JSON object"}, BadText{"\"2.1\"", "not a JSON object"},
                    BadText{"\xEF\xBB\xBF" + sealed(k_sample), "byte-order mark"},
                    BadText{sealed(k_sample) + "x", "not JSON"},
                    BadText{sealed(k_sample) + "{}", "not JSON"},
                    BadText{sealed(k_sample).substr(0, 500), "not JSON"},
                    BadText{sample_with("null", "nul"), "not JSON"},
                    BadText{sample_with("null", "01"), "not JSON"},
                    BadText{sample_with("null", "\"\\x\""), "not JSON"},
                    BadText{sample_with("null", "null,"), "not JSON"},
                    BadText{sample_with("WARN", "WA\tRN"), "not JSON"},
                    BadText{
                        sample_with("null", std::string(100'000, '[') + std::string(100'000, ']')),
                        "levels deep"}));

TEST_F(Reader, names_the_first_byte_that_is_wrong) {
  const auto place = [&](const std::string& text) { return read(text).fault_offset; };
  const std::string literal = sample_with("null", "nul");
  EXPECT_EQ(place(literal), literal.find("nul,"));
  const std::string comma = sample_with("null,", "null,,");
  EXPECT_EQ(place(comma), comma.find("null,,") + 5);
  const std::string control = sample_with("WARN", "WA\tRN");
  EXPECT_EQ(place(control), control.find('\t'));
  const std::string cut{k_sample.substr(0, k_sample.find("outcome") + 3)};
  EXPECT_EQ(place(cut), cut.size());
  EXPECT_EQ(place(sealed(k_sample) + " x"), sealed(k_sample).size() + 1);
  const std::string escape = sample_with("WARN", "\\q");
  EXPECT_EQ(place(escape), escape.find("\\q"));
  const std::string repeated = sample_with("null", "{\"1\":0,\"1\":}");
  EXPECT_EQ(place(repeated), repeated.find(":}") + 1);
  const std::string shape = sealed(sample_with("\"hash\":\"h\"", "\"hash\":42"));
  EXPECT_EQ(place(shape), shape.find("42}"));
  const std::string deep = sample_with("null", std::string(2000, '['));
  EXPECT_EQ(place(deep), deep.find("[[[[") + 999);
  EXPECT_EQ(place(std::string{k_sample}), std::nullopt);
}

TEST_F(Reader, refuses_another_version_but_reports_it) {
  const Summary old = read(sealed(sample_with("\"2.1\"", "\"2.0\"")));
  expect_invalid(old, Fault::Schema, "version");
  EXPECT_EQ(old.version, "2.0");
  EXPECT_EQ(old.timestamp, "2026-03-14T09:26:53.589Z");

  const Summary number = read(sealed(sample_with("\"2.1\"", "2.1")));
  expect_invalid(number, Fault::Schema, "version");
  EXPECT_EQ(number.version, std::nullopt);

  const Summary none = read(sealed(sample_with("\"version\"", "\"other\"")));
  expect_invalid(none, Fault::Schema, "version");
}

TEST_F(Reader, leaves_a_time_that_is_no_text_out) {
  const Summary summary = read(sealed(sample_with("\"2026-03-14T09:26:53.589Z\"", "5")));
  EXPECT_EQ(summary.kind, Kind::Valid);
  EXPECT_EQ(summary.timestamp, std::nullopt);
}

std::string with_chain(std::string_view chain) {
  std::string text{k_sample};
  text.pop_back();
  return text + ",\"evidence_chain\":" + std::string{chain} + "}";
}

std::string chain_of(std::string_view algorithm, std::string_view previous,
                     std::string_view sequence) {
  return with_chain("{\"algorithm\":" + std::string{algorithm} +
                    ",\"previous_payload_hash\":" + std::string{previous} + ",\"payload_hash\":\"" +
                    payload_hash(k_sample).value() + "\",\"sequence\":" + std::string{sequence} +
                    ",\"more\":{}}");
}

TEST_F(Reader, finds_the_chain_missing) {
  for (const char* chain : {"null", "false", "0", "-0.0", "\"\"", "1e-999"}) {
    const Summary summary = read(with_chain(chain));
    expect_invalid(summary, Fault::ChainMissing, "missing");
    EXPECT_EQ(summary.version, "2.1");
    EXPECT_EQ(summary.timestamp, "2026-03-14T09:26:53.589Z");
  }
  expect_invalid(read(k_sample), Fault::ChainMissing, "missing");
}

TEST_F(Reader, finds_the_chain_malformed) {
  for (const char* chain : {"true", "1", "\"x\"", "[]", "{}"}) {
    expect_invalid(read(with_chain(chain)), Fault::ChainMalformed, "malformed");
  }
  const std::string digest(64, 'a');
  for (const std::string& text :
       {chain_of("\"sha512\"", "null", "1"), chain_of("null", "null", "1"),
        chain_of("\"sha256\"", "\"\"", "1"), chain_of("\"sha256\"", "false", "1"),
        chain_of("\"sha256\"", "\"sha256:" + std::string(64, 'A') + "\"", "1"),
        chain_of("\"sha256\"", "\"sha256:" + std::string(63, 'a') + "\"", "1"),
        chain_of("\"sha256\"", "null", "0"), chain_of("\"sha256\"", "null", "-1"),
        chain_of("\"sha256\"", "null", "1.5"), chain_of("\"sha256\"", "null", "\"1\""),
        chain_of("\"sha256\"", "null", "1e999")}) {
    expect_invalid(read(text), Fault::ChainMalformed, "malformed");
  }
}

TEST_F(Reader, takes_any_well_formed_chain_for_the_right_content) {
  for (const std::string& text :
       {chain_of("\"sha256\"", "null", "7"), chain_of("\"sha256\"", "null", "1.0e0"),
        chain_of("\"sha256\"", "\"sha256:" + std::string(64, 'a') + "\"", "1")}) {
    EXPECT_EQ(read(text).kind, Kind::Valid);
  }
}

TEST_F(Reader, finds_content_that_was_changed) {
  std::string text = sealed(k_sample);
  text.replace(text.find("\"WARN\""), 6, "\"PASS\"");
  expect_invalid(read(text), Fault::ChainMismatch, "payload_hash");

  std::string moved = sealed(k_sample);
  const std::string pair = R"("stage":"PRE_COMMIT","outcome":"WARN")";
  moved.replace(moved.find(pair), pair.size(), R"("outcome":"WARN","stage":"PRE_COMMIT")");
  expect_invalid(read(moved), Fault::ChainMismatch, "payload_hash");
}

TEST_F(Reader, reads_invalid_bytes_as_replacement_characters) {
  const std::string repaired = sealed(sample_with("r.one", "r\xEF\xBF\xBD"));
  std::string broken = repaired;
  broken.replace(broken.find("\xEF\xBF\xBD"), 3, "\xFF");
  const Summary summary = read(broken);
  EXPECT_EQ(summary.kind, Kind::Valid) << summary.reason;
  EXPECT_EQ(summary.digest, "sha256:" + sha256_hex(repaired));
}

}  // namespace
}  // namespace pumuki::evidence
