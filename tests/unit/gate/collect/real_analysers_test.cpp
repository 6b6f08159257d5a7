#include "gate/collect/collector.h"
#include "gate/core/files.h"
#include "tests/unit/gate/collect/fixture.h"

#include <gmock/gmock.h>

namespace pumuki::collect {
namespace {

using testing::Contains;
using testing::IsEmpty;

constexpr const char* k_gate_json = R"json({
  "analysers": [
    {"name": "gcc", "globs": ["**/*.cpp"], "stages": ["PRE_COMMIT"], "format": "gcc-json",
     "command": ["gcc", "-Wall", "-fsyntax-only", "-fdiagnostics-format=json", "{files}"]},
    {"name": "clang-tidy", "globs": ["**/*.cpp"], "stages": ["PRE_COMMIT"], "format": "clang-tidy",
     "command": ["clang-tidy-19", "--quiet", "--checks=-*,bugprone-integer-division", "{files}",
                 "--", "-std=c++20"]},
    {"name": "cppcheck", "globs": ["**/*.cpp"], "stages": ["PRE_COMMIT"], "format": "cppcheck",
     "command": ["cppcheck", "--quiet", "--xml", "--output-file={output}", "{files}"]}
  ]
})json";

constexpr const char* k_faulty =
    "#include \"half.h\"\n"
    "int third(int n) {\n"
    "  int unused;\n"
    "  int list[2] = {1, 2};\n"
    "  double share = half(n) / 3;\n"
    "  return list[2] + static_cast<int>(share);\n"
    "}\n";

/// gcc, clang-tidy and cppcheck as the documentation configures them. A machine without one of them
/// skips: scripts/setup.sh installs all three.
class RealAnalysers : public CollectTest {
 protected:
  void SetUp() override {
    for (const char* program : {"/usr/bin/gcc", "/usr/bin/clang-tidy-19", "/usr/bin/cppcheck"}) {
      if (!is_regular_file(program)) {
        GTEST_SKIP() << program << " is not installed";
      }
    }
    repo_.init().write("src/half.h", "inline int half(int n) { return n / 2; }\n").stage_all();
    repo_.commit("1").write(".pumuki/gate.json", k_gate_json);
    config_ = value(policy::read_gate_config(repo_.root())).value();
  }
  std::vector<std::string> found() {
    return told(value(collect(context(), Stage::PreCommit, staged())).findings);
  }
};

TEST_F(RealAnalysers, tell_what_they_find_in_place) {
  repo_.write("src/third.cpp", k_faulty).stage("src");
  const auto findings = found();
  EXPECT_THAT(findings, Contains(testing::ContainsRegex("unused-variable src/third.cpp:3$")));
  EXPECT_THAT(findings, Contains(testing::ContainsRegex("integer-division src/third.cpp:5$")));
  EXPECT_THAT(findings, Contains(testing::ContainsRegex("arrayIndexOutOfBounds src/third.cpp:6$")));
}

TEST_F(RealAnalysers, tell_the_same_of_the_index_when_the_work_tree_differs) {
  repo_.write("src/third.cpp", k_faulty).stage("src");
  const auto in_place = value(collect(context(), Stage::PreCommit, staged())).findings;
  repo_.write("src/third.cpp", "int third(int n);\n").write("src/half.h", "#error edited\n");
  const auto checked_out = value(collect(context(), Stage::PreCommit, staged())).findings;
  EXPECT_EQ(told(checked_out), told(in_place));
  ASSERT_EQ(checked_out.size(), in_place.size());
  for (std::size_t i = 0; i < in_place.size(); ++i) {
    EXPECT_EQ(checked_out[i].fingerprint, in_place[i].fingerprint);
    EXPECT_EQ(checked_out[i].message, in_place[i].message);
  }
}

TEST_F(RealAnalysers, find_nothing_in_a_good_file) {
  repo_.write("src/good.cpp", "#include \"half.h\"\nint good() { return half(4); }\n").stage("src");
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(RealAnalysers, a_file_that_does_not_compile_is_a_finding_and_no_failure) {
  repo_.write("src/bad.cpp", "#include \"no_such_file.h\"\n").stage("src");
  EXPECT_THAT(found(), Contains(testing::ContainsRegex(" src/bad.cpp:1$")));
}

}  // namespace
}  // namespace pumuki::collect
