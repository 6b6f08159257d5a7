#include "tests/unit/gate/collect/report_fixture.h"

namespace pumuki::collect {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// A document with one run.
std::string log_of(const std::string& run_members) {
  return R"({"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T","version":"1.2"}},)" +
         run_members + "}]}";
}
std::string results(const std::string& list) { return log_of(R"("results":[)" + list + "]"); }
std::string result(const std::string& members) {
  return results(R"({"ruleId":"r","message":{"text":"m"})" +
                 (members.empty() ? "" : "," + members) + "}");
}
/// A result at a URI, with more members of its artifactLocation.
std::string at(const std::string& uri, const std::string& more = "") {
  return R"({"ruleId":"r","message":{"text":"m"},"locations":[{"physicalLocation":)"
         R"({"artifactLocation":{"uri":")" +
         uri + "\"" + more + R"(},"region":{"startLine":2}}}]})";
}

std::string utf16(std::string_view text, bool little, bool mark) {
  std::string bytes = !mark ? "" : little ? "\xFF\xFE" : "\xFE\xFF";
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned unit = static_cast<unsigned char>(text[i]);
    if (unit >= 0xC3) {  // the two-byte letters of this file
      unit = ((unit & 0x1FU) << 6U) | (static_cast<unsigned char>(text[++i]) & 0x3FU);
    }
    const char low = static_cast<char>(unit & 0xFFU);
    const char high = static_cast<char>(unit >> 8U);
    bytes += little ? low : high;
    bytes += little ? high : low;
  }
  return bytes;
}

class Sarif : public ReportTest {
 protected:
  ReadReport sarif(const std::string& text) { return read("sarif", text); }
  std::string told(const std::string& text) {
    const ReadReport report = sarif(text);
    return report.error ? "error: " + report.message() : report.told();
  }
};

TEST_F(Sarif, encodings) {
  const std::string text = results(at("src/\xC3\xB1.cc"));
  const std::string expected = "WARN r src/\xC3\xB1.cc:2";
  EXPECT_EQ(told(text), expected);
  EXPECT_EQ(told("\xEF\xBB\xBF" + text), expected);
  EXPECT_EQ(told(utf16(text, true, true)), expected);
  EXPECT_EQ(told(utf16(text, false, true)), expected);
  EXPECT_EQ(told(utf16(text, true, false)), expected);
  EXPECT_EQ(told(utf16(text, false, false)), expected);
  EXPECT_EQ(told(replaced(text, ",", ",\r\n")), expected);
}

TEST_F(Sarif, places) {
  struct Row {
    std::string uri;
    std::string file;
    int unmapped;
  };
  const std::vector<Row> rows{{"src/a.cc", "src/a.cc", 0},
                              {"./src//x/../a.cc", "src/a.cc", 0},
                              {"file://" + root() + "/src/a.cc", "src/a.cc", 0},
                              {"FILE://localhost" + root() + "/src/a.cc", "src/a.cc", 0},
                              {"file:" + root() + "/src/a.cc", "src/a.cc", 0},
                              {root() + "/src/a.cc", "src/a.cc", 0},
                              {"src/a%20b+c.cc", "src/a b+c.cc", 0},
                              {"src/100%.cc", "src/100%.cc", 0},
                              {"src\\\\a.cc", "src/a.cc", 0},
                              {"file:///C:/x/a.cc", "file:///C:/x/a.cc", 1},
                              {"C:\\\\x\\\\a.cc", "file:///C:/x/a.cc", 1},
                              {"file://host/x/a.cc", "file://host/x/a.cc", 1},
                              {"https://example.com/a.cc", "https://example.com/a.cc", 1},
                              {"../../../../../../../etc/passwd", "/etc/passwd", 1},
                              {"%2e%2e/%2E%2E/../../../../../etc/passwd", "/etc/passwd", 1},
                              {"..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "/etc/passwd", 1},
                              {"src/a%00b.cc", root() + "/src/a", 1},
                              {"file:///etc/passwd", "/etc/passwd", 1},
                              {root() + "-other/a.cc", root() + "-other/a.cc", 1},
                              {"", "unknown", 0}};
  for (const Row& row : rows) {
    const ReadReport report = sarif(results(at(row.uri)));
    ASSERT_EQ(report.findings.size(), 1U) << row.uri << report.message();
    EXPECT_EQ(report.findings[0].file, row.file) << row.uri;
    EXPECT_EQ(report.summary.unmapped, row.unmapped) << row.uri;
  }
}

TEST_F(Sarif, bases) {
  const auto with = [&](const std::string& bases, const std::string& id) {
    return told(log_of(R"("results":[)" + at("a.cc", R"(,"uriBaseId":")" + id + "\"") +
                       R"(],"originalUriBaseIds":)" + bases));
  };
  EXPECT_EQ(with(R"({"S":{"uri":"file://)" + root() + R"(/src/"}})", "S"), "WARN r src/a.cc:2");
  EXPECT_EQ(
      with(R"({"R":{"uri":"file://)" + root() + R"("},"S":{"uri":"src","uriBaseId":"R"}})", "S"),
      "WARN r src/a.cc:2");
  EXPECT_EQ(with("{}", "%SRCROOT%"), "WARN r a.cc:2");
  EXPECT_EQ(with(R"({"%SRCROOT%":{}})", "%SRCROOT%"), "WARN r a.cc:2");
  EXPECT_EQ(with(R"({"%SRCROOT%":{"uri":"file:///home/runner/work/x/"}})", "%SRCROOT%"),
            "WARN r a.cc:2");
  EXPECT_EQ(
      with(R"({"%SRCROOT%":{"uri":"file:///ci/x/"},"S":{"uri":"src/","uriBaseId":"%SRCROOT%"}})",
           "S"),
      "WARN r src/a.cc:2");
  EXPECT_EQ(with("{}", "BUILD"), "WARN r outside://BUILD/a.cc:2");
  EXPECT_EQ(with(R"({"B":{"uri":"file:///ci/build/"}})", "B"), "WARN r /ci/build/a.cc:2");
  EXPECT_EQ(with(R"({"A":{"uri":"x","uriBaseId":"B"},"B":{"uri":"y","uriBaseId":"A"}})", "A")
                .substr(0, 18),
            "WARN r outside://A");
}

TEST_F(Sarif, shapes_of_results) {
  struct Row {
    std::string name;
    std::string document;
    std::string told;
    std::string counts;
  };
  const std::string place =
      R"("locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/a.cc"})";
  const std::vector<Row> rows{
      {"no runs", R"({"version":"2.1.0","runs":[]})", "", "0 0 0"},
      {"no results member", log_of(R"("columnKind":"utf16CodeUnits")"), "", "0 0 0"},
      {"version last",
       R"({"runs":[{"tool":{"driver":{"name":"T"}},"results":[]}],"version":"2.1.0"})", "",
       "0 0 0"},
      {"no locations", result(""), "WARN r unknown", "1 0 0"},
      {"empty locations", result(R"("locations":[])"), "WARN r unknown", "1 0 0"},
      {"logical only",
       result(R"("locations":[{"logicalLocations":[{"fullyQualifiedName":"n::f"}]}])"),
       "WARN r unknown", "1 0 0"},
      {"no region", result(place + "}}]"), "WARN r src/a.cc", "1 0 0"},
      {"byte offset", result(place + R"(,"region":{"byteOffset":9}}}])"), "WARN r src/a.cc:2",
       "1 0 0"},
      {"byte offset behind the end", result(place + R"(,"region":{"byteOffset":9999}}}])"),
       "WARN r src/a.cc", "1 0 0"},
      {"character offset", result(place + R"(,"region":{"charOffset":9}}}])"), "WARN r src/a.cc",
       "1 0 0"},
      {"line 0", result(place + R"(,"region":{"startLine":0}}}])"), "WARN r src/a.cc", "1 0 0"},
      {"line -3", result(place + R"(,"region":{"startLine":-3}}}])"), "WARN r src/a.cc", "1 0 0"},
      {"line 1e300", result(place + R"(,"region":{"startLine":1e300}}}])"), "WARN r src/a.cc",
       "1 0 0"},
      {"end before start", result(place + R"(,"region":{"startLine":3,"endLine":1}}}])"),
       "WARN r src/a.cc:3", "1 0 0"},
      {"pass", result(R"("kind":"pass")"), "", "0 0 0 kind-pass=1"},
      {"not applicable", result(R"("kind":"notApplicable","level":"none")"), "",
       "0 0 0 kind-notApplicable=1"},
      {"informational", result(R"("kind":"informational")"), "INFO r unknown", "1 0 0"},
      {"review", result(R"("kind":"review","level":"none")"), "WARN r unknown", "1 0 0"},
      {"open", result(R"("kind":"open")"), "WARN r unknown", "1 0 0"},
      {"fail", result(R"("kind":"fail","level":"note")"), "INFO r unknown", "1 0 0"},
      {"level none", result(R"("level":"none")"), "INFO r unknown", "1 0 0"},
      {"level error", result(R"("level":"error")"), "ERROR r unknown", "1 0 0"},
      {"null members", result(R"("level":null,"locations":null,"suppressions":null)"),
       "WARN r unknown", "1 0 0"},
      {"no longer there", result(R"("baselineState":"absent")"), "", "0 0 0 baseline-absent=1"},
      {"unchanged", result(R"("baselineState":"unchanged")"), "WARN r unknown", "1 0 0"},
      {"suppressed", result(R"("suppressions":[{"kind":"inSource"}])"), "", "0 1 0"},
      {"suppressed and accepted",
       result(R"("suppressions":[{"kind":"external","status":"accepted"}])"), "", "0 1 0"},
      {"suppression rejected",
       result(R"("suppressions":[{"kind":"external","status":"rejected"}])"), "WARN r unknown",
       "1 0 0"},
      {"suppression under review",
       result(R"("suppressions":[{"status":"accepted"},{"status":"underReview"}])"),
       "WARN r unknown", "1 0 0"},
      {"no suppressions", result(R"("suppressions":[])"), "WARN r unknown", "1 0 0"},
      {"two runs",
       R"({"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[)" +
           at("src/a.cc") + R"(]},{"tool":{"driver":{"name":"T"}},"results":[)" + at("src/b.cc") +
           "]}]}",
       "WARN r src/a.cc:2; WARN r src/b.cc:2", "2 0 0"},
      {"artifact by index",
       log_of(
           R"("results":[{"message":{"text":"m"},"ruleId":"r","locations":[{"physicalLocation":{"artifactLocation":{"index":1}}}]}],"artifacts":[{"location":{"uri":"x"}},{"location":{"uri":"src/a.cc"}}])"),
       "WARN r src/a.cc", "1 0 0"},
      {"artifact index of nothing",
       result(R"("locations":[{"physicalLocation":{"artifactLocation":{"index":7}}}])"),
       "WARN r outside://artifacts/7", "1 0 1"},
      {"no rule at all", results(R"({"message":{"text":"m"}})"), "WARN unnamed-rule unknown",
       "1 0 0"}};
  for (const Row& row : rows) {
    const ReadReport report = sarif(row.document);
    EXPECT_EQ(report.message(), "") << row.name;
    EXPECT_EQ(report.told(), row.told) << row.name;
    EXPECT_EQ(report.counts(), row.counts) << row.name;
  }
}

TEST_F(Sarif, rules_give_level_score_and_reason) {
  const auto with_rules = [](const std::string& rules, const std::string& one) {
    return R"({"version":"2.1.0","runs":[{"results":[)" + one +
           R"(],"tool":{"driver":{"name":"T","rules":[{"id":"first"},)" + rules + "]}}}]}";
  };
  const std::string by_index = R"({"ruleIndex":1,"message":{"text":"m"}})";
  const std::string by_id = R"({"ruleId":"r","message":{"text":"m"}})";
  const std::string error_rule = R"({"id":"r","defaultConfiguration":{"level":"error"}})";
  EXPECT_EQ(told(with_rules(error_rule, by_index)), "ERROR r unknown");
  EXPECT_EQ(told(with_rules(error_rule, by_id)), "ERROR r unknown");
  EXPECT_EQ(told(with_rules(error_rule, R"({"ruleId":"r/sub","message":{"text":"m"}})")),
            "ERROR r/sub unknown");
  EXPECT_EQ(told(with_rules(error_rule, R"({"rule":{"index":1},"message":{"text":"m"}})")),
            "ERROR r unknown");
  EXPECT_EQ(told(with_rules(error_rule, R"({"ruleIndex":99,"ruleId":"r","message":{"text":"m"}})")),
            "WARN r unknown");
  const auto scored = [&](const std::string& score) {
    return told(
        with_rules(R"({"id":"r","properties":{"security-severity":)" + score + "}}", by_id));
  };
  EXPECT_EQ(scored("\"9.8\""), "CRITICAL r unknown");
  EXPECT_EQ(scored("9"), "CRITICAL r unknown");
  EXPECT_EQ(scored("\"7.0\""), "ERROR r unknown");
  EXPECT_EQ(scored("\"4.0\""), "WARN r unknown");
  EXPECT_EQ(scored("\"0.1\""), "INFO r unknown");
  EXPECT_EQ(scored("\"0.0\""), "WARN r unknown");
  EXPECT_EQ(scored("\"high\""), "WARN r unknown");
  EXPECT_EQ(scored("11"), "WARN r unknown");
  const ReadReport report = sarif(with_rules(
      R"({"id":"r","shortDescription":{"text":"Why."},"messageStrings":{"x":{"text":"{0} is {{bad}}"}}})",
      R"({"ruleId":"r","message":{"id":"x","arguments":["it"]}})"));
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].message, "it is {bad}");
  EXPECT_EQ(report.findings[0].why, "Why.");
}

TEST_F(Sarif, rules_of_extensions_and_overrides) {
  const std::string tool =
      R"("tool":{"extensions":[{"name":"E","guid":"g","rules":[{"id":"r","defaultConfiguration":{"level":"note"}}]}],)"
      R"("driver":{"name":"T","rules":[{"id":"r","defaultConfiguration":{"level":"error"}}]}})";
  const auto with = [&](const std::string& rule, const std::string& more = "") {
    return told(R"({"version":"2.1.0","runs":[{)" + tool + more +
                R"(,"results":[{"ruleId":"r","rule":)" + rule + R"(,"message":{"text":"m"}}]}]})");
  };
  EXPECT_EQ(with(R"({"index":0})"), "ERROR r unknown");
  EXPECT_EQ(with(R"({"index":0,"toolComponent":{"index":0}})"), "INFO r unknown");
  EXPECT_EQ(with(R"({"id":"r","toolComponent":{"name":"E"}})"), "INFO r unknown");
  EXPECT_EQ(with(R"({"id":"r","toolComponent":{"guid":"g"}})"), "INFO r unknown");
  EXPECT_EQ(with(R"({"index":0})",
                 R"(,"invocations":[{"executionSuccessful":true,"ruleConfigurationOverrides":)"
                 R"([{"descriptor":{"index":0},"configuration":{"level":"warning"}}]}])"),
            "WARN r unknown");
}

TEST_F(Sarif, refused_documents) {
  struct Row {
    std::string document;
    Code code;
    std::string message;
  };
  const std::string good = result("");
  std::string deep(10'000, '[');
  const std::vector<Row> rows{
      {"", Code::NotJson, "the text ends too early at byte 0"},
      {"   ", Code::NotJson, "the text ends too early at byte 3"},
      {"[]", Code::WrongShape, "a SARIF document is an object at byte 1"},
      {"hello", Code::NotJson, "not JSON at byte 0"},
      {good.substr(0, 40), Code::NotJson, "the text ends too early at byte 40"},
      {good + "x", Code::NotJson, "not JSON at byte " + std::to_string(good.size())},
      {replaced(good, "2.1.0", "2.0.0"), Code::WrongShape, "SARIF version \"2.0.0\" at byte 18"},
      {R"({"runs":[]})", Code::WrongShape, "no `version` at byte 11"},
      {R"({"version":"2.1.0"})", Code::WrongShape, "no `runs` at byte 19"},
      {R"({"version":"2.1.0","runs":{}})", Code::WrongShape,
       "`runs` has a type that SARIF does not allow at byte 27"},
      {R"({"version":"2.1.0","runs":[3]})", Code::WrongShape, ""},
      {log_of(R"("results":null)"), Code::WrongShape, ""},
      {log_of(R"("invocations":[{"executionSuccessful":false}],"results":[])"), Code::WrongShape,
       ""},
      {log_of(R"("externalPropertyFileReferences":{"results":[{"location":{"uri":"x"}}]})"),
       Code::WrongShape, ""},
      {log_of(R"("results":[],"results":[])"), Code::WrongShape, ""},
      {result(R"("level":"note","level":"error")"), Code::WrongShape, ""},
      {result(R"("level":7)"), Code::WrongShape, ""},
      {result(R"("x":)" + deep), Code::TooLarge, ""},
      {result("\"x\":\"\xC3\x28\""), Code::NotJson, "text that is not UTF-8 at byte"},
      {result("\"x\":\"\xFF\""), Code::NotJson, "text that is not UTF-8 at byte"},
      {std::string{"\xFF\xFE{"} + std::string(1, '\0') + "\x3D\xD8x", Code::NotJson,
       "half a UTF-16 character at byte 4"},
      {std::string{"\xFF\xFE{"}, Code::NotJson, "half a UTF-16 character at byte 2"},
      {result(R"("x":")" + std::string(9'000'000, 'x') + "\""), Code::TooLarge, ""}};
  for (const Row& row : rows) {
    const ReadReport report = sarif(row.document);
    ASSERT_TRUE(report.error) << row.document.substr(0, 200);
    EXPECT_EQ(report.error->code, row.code) << row.document.substr(0, 200) << report.message();
    EXPECT_TRUE(report.message().starts_with(row.message)) << report.message() << "\n"
                                                           << row.message;
    EXPECT_NE(report.message().find(" at byte "), std::string::npos) << report.message();
  }
}

TEST_F(Sarif, passed_over_parts_may_be_anything) {
  EXPECT_EQ(
      told(result(
          R"("codeFlows":[[[{"a":[1,null,true,"x"]}]]],"properties":{"a":{"b":[]}},"a":1,"a":2)")),
      "WARN r unknown");
}

TEST_F(Sarif, one_more_than_the_limit_is_handed_over) {
  const std::string document =
      results(at("src/a.cc") + "," + at("src/b.cc") + "," + at("src/c.cc") + "," + at("src/d.cc"));
  const ReadReport report = read("sarif", document, {.root = root(), .max_findings = 1});
  EXPECT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.counts(), "2 0 0 over-limit=2");
}

TEST_F(Sarif, what_a_finding_says) {
  const ReadReport report = sarif(results(
      R"({"ruleId":"a-b/c","message":{"text":"See [the\nplace](1)."},"fixes":[{"description":{"text":"Do it."}}],)"
      R"("locations":[{"logicalLocations":[{"name":"f"}]}]})"));
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].code, "A_B_C");
  EXPECT_EQ(report.findings[0].message, "See the place. (f)");
  EXPECT_EQ(report.findings[0].expected_fix, "Do it.");
  EXPECT_EQ(report.findings[0].matched_by, "T");
  EXPECT_EQ(report.findings[0].source, "report:sarif");
  EXPECT_EQ(report.summary.tool, "T");
  EXPECT_EQ(report.summary.tool_version, "1.2");
  EXPECT_EQ(report.summary.digest.size(), 71U);
}

TEST_F(Sarif, damaged_documents_never_end_the_program) {
  const std::string document = log_of(
      R"("originalUriBaseIds":{"S":{"uri":"src/"}},"artifacts":[{"location":{"uri":"a"}}],"results":[)" +
      at("a.cc", R"(,"uriBaseId":"S")") +
      R"(,{"ruleIndex":0,"level":"error","message":{"id":"x","arguments":["1"]},)"
      R"("suppressions":[{"status":"rejected"}]}],"invocations":[{"executionSuccessful":true}])");
  std::size_t refused = 0;
  unsigned salt = 1;
  for (std::size_t i = 0; i < document.size(); ++i) {
    refused += sarif(document.substr(0, i)).error ? 1U : 0U;
    std::string flipped = document;
    salt = salt * 1'664'525U + 1'013'904'223U;
    flipped[i] = static_cast<char>(salt >> 24U);
    sarif(flipped);
    sarif(utf16(document, true, true).substr(0, 2 * i + i % 3));
  }
  EXPECT_EQ(refused, document.size());
}

}  // namespace
}  // namespace pumuki::collect
