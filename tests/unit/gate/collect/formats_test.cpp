#include "gate/collect/report_taker.h"
#include "gate/core/text.h"
#include "tests/unit/gate/collect/report_fixture.h"

namespace pumuki::collect {
namespace {

/// Outputs of the real tools on the two small sources beside them, @ROOT@ for their folder.
class Formats : public ReportTest {
 protected:
  Formats() {
    test::write_bytes(root() + "/src/bad.cpp", fixture("bad.cpp.txt"));
    test::write_bytes(root() + "/t_test.cc", fixture("t_test.cc.txt"));
  }
  std::string report_text(const std::string& name) {
    std::string text = fixture(name);
    static constexpr std::string_view k_mark = "@ROOT@";
    for (std::size_t at = text.find(k_mark); at != std::string::npos; at = text.find(k_mark)) {
      text.replace(at, k_mark.size(), root());
    }
    return text;
  }
  std::string told(std::string_view format, const std::string& text) {
    const ReadReport report = read(format, text);
    return report.error ? "error: " + report.message() : report.told();
  }
};

struct Kept {
  std::string format;
  std::string file;
};
const std::vector<Kept> k_kept{{"gcc-json", "gcc.json.txt"},
                               {"clang-tidy", "clang-tidy.txt"},
                               {"clang-tidy-yaml", "clang-tidy.yaml"},
                               {"cppcheck", "cppcheck.xml"},
                               {"junit", "gtest.xml"}};

TEST_F(Formats, the_list_is_that_of_the_help) {
  EXPECT_EQ(report_formats(),
            (std::vector<std::string_view>{"sarif", "junit", "lcov", "gcc-json", "clang-tidy",
                                           "clang-tidy-yaml", "cppcheck"}));
  EXPECT_EQ(read("checkstyle", "x").error->code, Code::UsageError);
}

TEST_F(Formats, gcc_prints_one_list_for_each_file) {
  const ReadReport report = read("gcc-json", report_text("gcc.json.txt"));
  ASSERT_GE(report.findings.size(), 2U) << report.message();
  EXPECT_EQ(report.told().substr(0, 69),
            "WARN -Wunused-variable src/bad.cpp:4; ERROR gcc.error src/worse.cpp:1");
  EXPECT_EQ(report.findings[0].code, "WUNUSED_VARIABLE");
  EXPECT_EQ(report.summary.tool, "gcc");
}

TEST_F(Formats, gcc_edges) {
  EXPECT_EQ(told("gcc-json", "[]\n"), "");
  EXPECT_EQ(told("gcc-json", "[]\n[]\n"), "");
  EXPECT_EQ(
      told("gcc-json",
           R"([{"kind":"error","message":"m","option":"-Werror=unused-variable","locations":[]}])"),
      "ERROR -Wunused-variable unknown");
  EXPECT_EQ(told("gcc-json", ""), "error: the text ends too early at byte 0");
  EXPECT_EQ(told("gcc-json", "g++: error: no"), "error: not JSON at byte 0");
  EXPECT_EQ(told("gcc-json", "[]\ng++: fatal error"), "error: not JSON at byte 3");
  EXPECT_EQ(told("gcc-json", "[]\ncompilation terminated.\n[]\ncompilation terminated.\n"), "");
  EXPECT_EQ(told("gcc-json", "compilation terminated.\n[]"), "");
  EXPECT_EQ(told("gcc-json", "[]\ncompilation"), "error: neither JSON nor words of gcc at byte 14");
  EXPECT_EQ(told("gcc-json", "compilation terminated.\n"),
            "error: the text ends too early at byte 24");
  EXPECT_EQ(told("gcc-json", "{}"), "error: a list of diagnostics was expected at byte 1");
  EXPECT_EQ(told("gcc-json", "[3]").substr(0, 6), "error:");
  EXPECT_EQ(told("gcc-json", "[{}]").substr(0, 6), "error:");
  EXPECT_EQ(told("gcc-json", "[[]]").substr(0, 6), "error:");
}

TEST_F(Formats, clang_tidy_text_and_yaml_agree) {
  const std::string expected =
      "WARN clang-analyzer-core.NullDereference src/bad.cpp:8; "
      "WARN clang-analyzer-core.DivideZero src/bad.cpp:15";
  EXPECT_EQ(told("clang-tidy", report_text("clang-tidy.txt")), expected);
  EXPECT_EQ(told("clang-tidy-yaml", report_text("clang-tidy.yaml")), expected);
  const ReadReport text = read("clang-tidy", report_text("clang-tidy.txt"));
  const ReadReport yaml = read("clang-tidy-yaml", report_text("clang-tidy.yaml"));
  ASSERT_EQ(text.findings.size(), 2U);
  EXPECT_EQ(text.findings[1].message, "Division by zero");
  EXPECT_EQ(yaml.findings[1].message, text.findings[1].message);
}

TEST_F(Formats, clang_tidy_text_edges) {
  EXPECT_EQ(told("clang-tidy", ""), "");
  EXPECT_EQ(told("clang-tidy", "12 warnings generated.\nSuppressed 12 warnings (12 in x).\n"), "");
  EXPECT_EQ(
      told("clang-tidy", "src/a.cc:2:1: error: m [bugprone-x,cert-y,-warnings-as-errors]\r\n"),
      "ERROR bugprone-x src/a.cc:2");
  EXPECT_EQ(told("clang-tidy", "[1/3] clang-tidy-19 -p=build src/a.cc\n"), "");
  EXPECT_EQ(told("clang-tidy", "[]\n"), "error: no diagnostic at byte 0");
  EXPECT_EQ(told("clang-tidy", "../a.cc:2:1: warning: no check here\n").substr(0, 24),
            "WARN clang-tidy.warning ");
  EXPECT_EQ(told("clang-tidy", "Error: no checks enabled.\n"), "error: no diagnostic at byte 0");
  EXPECT_EQ(told("clang-tidy", "src/a.cc:2:1: warning: m [x]\nStack dump:\n"),
            "error: clang-tidy broke down at byte 29");
}

TEST_F(Formats, clang_tidy_yaml_edges) {
  EXPECT_EQ(told("clang-tidy-yaml", ""), "");
  EXPECT_EQ(told("clang-tidy-yaml", "---\nMainSourceFile: a\nDiagnostics: []\n...\n"), "");
  EXPECT_EQ(
      told("clang-tidy-yaml",
           "Diagnostics:\n  - DiagnosticName: x\n    DiagnosticMessage:\n      Message: m\n"
           "      FilePath: a.cc\n      FileOffset: 9\n    Level: Error\n    BuildDirectory: " +
               root() + "/src\n"),
      "ERROR x src/a.cc:2");
  for (const std::string bad :
       {"hello", "- a\n- b\n", "a: 1\n", "Diagnostics: 3\n", "a: &x [1]\nb: *x\n",
        "a: &a [x,x]\nb: &b [*a,*a]\nDiagnostics: []\n", "Diagnostics: [{}]\n",
        "Diagnostics:\n  - {\n"}) {
    EXPECT_EQ(told("clang-tidy-yaml", bad).substr(0, 6), "error:") << bad;
  }
  EXPECT_EQ(told("clang-tidy-yaml", "Diagnostics: " + std::string(5'000, '[')).substr(0, 6),
            "error:");
}

TEST_F(Formats, cppcheck) {
  const ReadReport report = read("cppcheck", report_text("cppcheck.xml"));
  EXPECT_EQ(
      report.told(),
      "ERROR arrayIndexOutOfBounds src/bad.cpp:15; ERROR bufferAccessOutOfBounds src/bad.cpp:13; "
      "ERROR memleak src/bad.cpp:15; WARN nullPointerRedundantCheck src/bad.cpp:8; "
      "ERROR zerodiv src/bad.cpp:15; ERROR uninitdata src/bad.cpp:15; "
      "INFO unreadVariable src/bad.cpp:4; INFO unusedFunction src/bad.cpp:3");
  EXPECT_EQ(report.counts(), "8 0 0 information=1");
  EXPECT_EQ(report.summary.tool_version, "2.10");
}

TEST_F(Formats, xml_edges) {
  const auto cppcheck = [&](const std::string& text) { return told("cppcheck", text); };
  EXPECT_EQ(cppcheck(R"(<results version="2"><errors/></results>)"), "");
  EXPECT_EQ(
      cppcheck(
          R"(<results version="2"><errors><error id="noValidConfiguration" severity="information" msg="m"/></errors></results>)"),
      "WARN noValidConfiguration unknown");
  for (const std::string bad :
       {"", "hello", "<results>", R"(<results version="1"/>)", "<checkstyle/>", "<a/><b/>",
        R"(<results version="2"><errors><error/></errors></results>)",
        R"(<!DOCTYPE r [<!ENTITY a "b">]><results version="2"/>)",
        R"(<results version="2"><errors></results>)"}) {
    const std::string text = cppcheck(bad);
    EXPECT_EQ(text.substr(0, 6), "error:") << bad;
    EXPECT_NE(text.find(" at byte "), std::string::npos) << text;
  }
  std::string deep = R"(<results version="2">)";
  for (int i = 0; i < 100'000; ++i) {
    deep += "<a>";
  }
  EXPECT_EQ(cppcheck(deep).substr(0, 6), "error:");
  for (int i = 0; i < 100'000; ++i) {
    deep += "</a>";
  }
  EXPECT_EQ(cppcheck(deep + "</results>").substr(0, 24), "error: nested too deeply");
}

TEST_F(Formats, junit_of_googletest) {
  const ReadReport report = read("junit", report_text("gtest.xml"));
  EXPECT_EQ(report.told(), "ERROR junit.failure t_test.cc:3");
  EXPECT_EQ(report.counts(), "1 0 0 skipped=1");
  EXPECT_EQ(report.findings.at(0).message.substr(0, 12), "Sums.carry: ");
}

TEST_F(Formats, junit_of_others) {
  const auto one = [&](const std::string& test) {
    return told("junit", "<testsuites><testsuite name=\"s\" file=\"src/a.cc\">" + test +
                             "</testsuite></testsuites>");
  };
  EXPECT_EQ(one(R"(<testcase name="a"/>)"), "");
  EXPECT_EQ(one(R"(<testcase name="a"><failure message="m"/></testcase>)"),
            "ERROR junit.failure src/a.cc");
  EXPECT_EQ(one(R"(<testcase name="a" file="src/bad.cpp" line="4"><error/></testcase>)"),
            "ERROR junit.error src/bad.cpp:4");
  EXPECT_EQ(one("<testcase name=\"a\"><failure>Traceback\n  File \"/usr/lib/x.py\", line 3, in f\n "
                " File \"src/bad.cpp\", line 12, in g\n</failure></testcase>"),
            "ERROR junit.failure src/bad.cpp:12");
  EXPECT_EQ(one("<testcase name=\"a\"><failure><![CDATA[at f (" + root() +
                "/src/a.cc:3:7)]]></failure></testcase>"),
            "ERROR junit.failure src/a.cc:3");
  EXPECT_EQ(one(R"(<testcase name="a"><flakyFailure message="m"/></testcase>)"), "");
  EXPECT_EQ(told("junit", "<html/>").substr(0, 6), "error:");
}

TEST_F(Formats, lcov_counts_and_floor) {
  const std::string text =
      "TN:one\nSF:src/a.cc\nFN:1,f\nDA:1,1\nDA:2,0\nDA:3,0\nLF:3\nLH:1\nend_of_record\n"
      "TN:two\nSF:" +
      root() + "/src/a.cc\nDA:2,5\nend_of_record\nSF:/usr/include/x.h\nDA:1,0,abc\nend_of_record\n";
  const ReadReport plain = read("lcov", text);
  EXPECT_EQ(plain.counts(), "0 0 0");
  EXPECT_EQ(plain.summary.coverable_lines, 4);
  EXPECT_EQ(plain.summary.covered_lines, 2);
  ReaderContext context{.root = root()};
  context.min_line_coverage = 66.0;
  EXPECT_EQ(read("lcov", text, context).told(), "WARN coverage.lines /usr/include/x.h");
  context.min_line_coverage = 67.5;
  const ReadReport judged = read("lcov", text, context);
  EXPECT_EQ(judged.told(), "WARN coverage.lines /usr/include/x.h; WARN coverage.lines src/a.cc");
  EXPECT_EQ(judged.findings.at(1).message, "fewer than 67.5 % of the lines are covered");
  EXPECT_EQ(judged.findings.at(1).why, "2 of 3 lines are covered");
  EXPECT_EQ(judged.summary.unmapped, 1);
}

TEST_F(Formats, lcov_refuses) {
  EXPECT_EQ(told("lcov", ""), "error: no coverage record at byte 0");
  EXPECT_EQ(told("lcov", "hello\n"), "error: no line of a coverage record at byte 0");
  EXPECT_EQ(told("lcov", "SF:a\nDA:1,1\n"), "error: the last record does not end at byte 12");
  EXPECT_EQ(told("lcov", "SF:a\nDA:x\n"), "error: a DA line that says nothing at byte 5");
  EXPECT_EQ(told("lcov", "DA:1,1\n"), "error: a DA line that says nothing at byte 0");
  EXPECT_EQ(told("lcov", "SF:a\nDA:1,z\n"), "error: a DA line without a count at byte 5");
}

TEST(TidyText, keeps_its_limit_whatever_the_bytes) {
  EXPECT_EQ(tidy_text(" a\n\tb ", 10), "a b");
  EXPECT_EQ(tidy_text("0123456789", 10), "0123456789");
  EXPECT_EQ(tidy_text("0123456789a", 10), "0123456…");
  EXPECT_EQ(tidy_text("012345éé89", 10), "012345…");
  EXPECT_EQ(tidy_text("a\x89", 10), "a\uFFFD");
  for (std::size_t length = 0; length < 40; ++length) {
    for (const char* piece : {"\x89", "\xE2\x82", "é", "漢", "🎉", " "}) {
      std::string text(length % 5, 'x');
      while (text.size() < length) {
        text += piece;
      }
      const std::string tidy = tidy_text(text, 10);
      EXPECT_LE(tidy.size(), 10U) << text;
      EXPECT_TRUE(is_valid_utf8(tidy)) << text;
    }
  }
}

TEST_F(Formats, damaged_reports_never_end_the_program) {
  for (const Kept& kept : k_kept) {
    const std::string good = report_text(kept.file);
    unsigned salt = 7;
    for (std::size_t i = 0; i < good.size(); i += 29) {
      read(kept.format, good.substr(0, i));
      std::string flipped = good;
      salt = salt * 1'664'525U + 1'013'904'223U;
      flipped[i] = static_cast<char>(salt >> 24U);
      for (const evidence::Finding& finding : read(kept.format, flipped).findings) {
        EXPECT_EQ(finding.file.find(".."), std::string::npos) << finding.file;
      }
    }
    EXPECT_FALSE(read(kept.format, good).error) << kept.format;
  }
}

}  // namespace
}  // namespace pumuki::collect
